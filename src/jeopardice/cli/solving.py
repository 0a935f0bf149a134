"""What the commands share that solve a game: from a file, from the cache, or now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jeopardice.cli.common import LONG, load_rules, progress_bar, tell
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.common.estimates import Estimate
    from jeopardice.race.objectives import Objective
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.race import RaceSolution
    from jeopardice.solutions.storage import Stored
    from jeopardice.solvers.solve import Answer
    from jeopardice.turn.decisions import SolvedTurn


def solved(
    game: str,
    changes: list[str] | None,
    objective: Objective,
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    cache: bool = True,
) -> Answer:
    """A solution from a file, from the cache or solved now."""
    from jeopardice.solvers.solve import Answer, Question, Work, answer

    if game.endswith(".nc") and objective.is_race:
        return Answer(_saved(game, changes, objective, strategy, exact=exact, certify=certify), was_cached=True)
    rules = load_rules(game, changes)

    def announce(estimate: Estimate) -> None:
        if estimate.seconds > LONG:
            tell(f"estimate: {estimate}")

    with progress_bar("Solving") as progress:
        work = Work(cache, progress=progress, announce=announce, note=tell)
        return answer(Question(rules, objective, strategy, exact, certify), work)


def solved_duel(game: str, changes: list[str] | None, *, cache: bool = True) -> RaceSolution:
    """Best play for the win of two players who take turns; other games are refused."""
    from jeopardice.race.objectives import Objective
    from jeopardice.race.support import only_two
    from jeopardice.solutions.race import RaceSolution

    if not game.endswith(".nc"):
        only_two(load_rules(game, changes))
    solution = solved(game, changes, Objective("win"), cache=cache).solution
    if not isinstance(solution, RaceSolution):
        raise InputError(f"{game}: this is for games of two players")
    return solution


def _saved(
    game: str, changes: list[str] | None, objective: Objective, strategy: str, *, exact: bool, certify: bool
) -> Stored:
    from jeopardice.solutions.storage import load

    if changes:
        option = "--players" if changes[0].startswith("players=") else "--set"
        raise InputError(f"{option}: {shown(changes[0])}: a saved solution cannot be changed: give the rules instead")
    if exact:
        raise InputError(f"--exact: {game}: a saved solution is in floating point: give the rules instead")
    solution = load(game)
    if (solution.objective, solution.plays) != (objective, strategy):
        raise InputError(f"{game}: it holds objective {solution.objective} with strategy {solution.plays}")
    if not certify or solution.is_certified:
        return solution
    from jeopardice.solvers.certify import certify as certified

    with progress_bar("Certifying") as progress:
        return certified(solution, progress)


def simultaneous_rules(game: str, changes: list[str] | None) -> Rules | None:
    """The rules of a simultaneous game; None for others."""
    if game.endswith(".nc"):
        return None
    rules = load_rules(game, changes)
    return rules if rules.simultaneous else None


def wanted_objective(game: str, text: str | None, otherwise: str) -> tuple[Objective, str]:
    """The objective that a user asks for, or that of a saved solution; and the strategy that it was solved for."""
    from jeopardice.race.objectives import read_objective

    if text is not None or not game.endswith(".nc"):
        return read_objective(otherwise if text is None else text, "--objective"), "optimal"
    from jeopardice.solutions.storage import load

    saved = load(game)
    return saved.objective, saved.plays


def position_objective(game: str, text: str | None, scores: str | None) -> Objective:
    """The objective of a position: by default win, or that of a saved solution; without scores, score."""
    if scores is None:
        return wanted_objective("", text, "score")[0]
    return wanted_objective(game, text, "win")[0]


@dataclass(frozen=True)
class Situation:
    """What a user says of the state between turns."""

    scores: str | None = None
    busts: str | None = None
    to_beat: int = 0
    seat: int = 1


def solved_turn(
    game: str,
    changes: list[str] | None,
    objective: Objective,
    situation: Situation,
    *,
    exact: bool = False,
    cache: bool = True,
) -> tuple[SolvedTurn, list[str]]:
    """One turn of a game, solved for any objective; and the keys of the rules that are ignored."""
    from jeopardice.race.positions import Position

    banked, busts = read_numbers(situation.scores, "--scores"), read_numbers(situation.busts, "--busts")
    if objective.name == "score" and busts:
        raise InputError(f"--busts: {situation.busts}: objective score ignores busts in a row")
    if objective.name != "win" and (situation.to_beat or situation.seat != 1):
        raise InputError(f"--to-beat, --seat: objective {objective} has no other player")
    if objective.is_race and banked is None:
        raise InputError(f"--scores: missing: objective {objective} needs the banked scores, the mover's first")
    solution = solved(game, changes, objective, exact=exact, cache=cache).solution
    given = banked or ()
    if objective.name == "win" and len(given) > 2 and solution.rules.players != len(given):
        raise InputError(f"scores: {len(given)} given: this is a game of two (--players {len(given)})")
    at = Position(given if objective.is_race else (), busts=busts, to_beat=situation.to_beat, seat=situation.seat)
    return solution.turn_at(at), left_out_note(solution.rules, objective.name)


def mix_of(turn: SolvedTurn) -> float | None:
    """How often the mover should take the bolder of two plays, where best play mixes."""
    return getattr(turn, "mix", None)


def read_numbers(text: str | None, place: str) -> tuple[int, ...] | None:
    """Banked scores or busts, the mover's first, separated by commas."""
    if text is None:
        return None
    parts = text.split(",")
    if not all(re.fullmatch(r"\s*-?[0-9]{1,10}\s*", part) for part in parts):
        example = "3500,4200" if place == "--scores" else "1,0"
        raise InputError(f"{place}: {shown(text)}: it must be whole numbers with commas, such as {example}")
    return tuple(map(int, parts))


def left_out_note(rules: Rules, objective: str = "score") -> list[str]:
    """Report which keys of the game an objective ignores; also for JSON."""
    from jeopardice.race.support import ignored_keys

    keys = ignored_keys(rules, objective)
    if keys:
        why = "considers a single turn and ignores" if objective == "score" else "ignores"
        tell(f"note: objective {objective} {why} {', '.join(keys)}")
    return list(keys)
