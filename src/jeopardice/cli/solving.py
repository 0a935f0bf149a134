"""What the commands share that solve a game: from a file, from the cache, or now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jeopardice.cli.common import LONG, load_rules, progress_bar, tell
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.native.race import Estimate
    from jeopardice.race.objectives import Objective
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.race import RaceSolution
    from jeopardice.turn.decisions import SolvedTurn


def solved_race(
    game: str,
    changes: list[str] | None,
    objective: Objective,
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    cache: bool = True,
) -> tuple[RaceSolution, bool]:
    """A race from a solution file, from the cache or solved now; and whether it was there already."""
    from jeopardice.solutions.race import solve_race
    from jeopardice.solvers.solve import cached_race

    if game.endswith(".nc"):
        return _saved_race(game, changes, objective, strategy, exact=exact, certify=certify), True
    rules = load_rules(game, changes)

    def announce(estimate: Estimate) -> None:
        if estimate.seconds > LONG:
            tell(f"estimate: {estimate}")

    with progress_bar("Solving") as progress:
        if cache and not exact:
            return cached_race(
                rules, objective, strategy, certify=certify, progress=progress, announce=announce, tell=tell
            )
        solution = solve_race(
            rules, objective, strategy, exact=exact, certify=certify, progress=progress, announce=announce
        )
    return solution, False


def _saved_race(
    game: str, changes: list[str] | None, objective: Objective, strategy: str, *, exact: bool, certify: bool
) -> RaceSolution:
    from jeopardice.solutions.storage import load

    if changes:
        option = "--players" if changes[0].startswith("players=") else "--set"
        raise InputError(f"{option}: {shown(changes[0])}: a saved solution cannot be changed: give the rules instead")
    if exact:
        raise InputError(f"--exact: {game}: a saved solution is in floating point: give the rules instead")
    solution = load(game)
    if (solution.objective, solution.plays) != (objective, strategy):
        raise InputError(f"{game}: it holds objective {solution.objective} with strategy {solution.plays}")
    if not certify or solution.certificate:
        return solution
    with progress_bar("Certifying") as progress:
        return solution.certified(progress)


def rules_at_once(game: str, changes: list[str] | None) -> Rules | None:
    """The rules of a game whose players play at the same moment; None for others."""
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
    """One turn of a game, solved for any objective; and the keys of the rules that it leaves out."""
    banked, busts = read_numbers(situation.scores, "--scores"), read_numbers(situation.busts, "--busts")
    if objective.name == "score" and busts:
        raise InputError(f"--busts: {situation.busts}: objective score knows of no busts in a row")
    if objective.name != "win" and (situation.to_beat or situation.seat != 1):
        raise InputError(f"--to-beat, --seat: objective {objective} knows of no other player")
    if objective.is_race:
        if banked is None:
            raise InputError(f"--scores: missing: objective {objective} needs the banked scores, the mover's first")
        race, _ = solved_race(game, changes, objective, exact=exact, cache=cache)
        left_out = left_out_note(race.rules, objective.name)
        return race.turn_at(*banked, busts=busts, to_beat=situation.to_beat, seat=situation.seat), left_out
    from jeopardice.solutions.average import solve_average
    from jeopardice.solutions.turn import solve_turn

    rules = load_rules(game, changes)
    with progress_bar("Solving") as progress:
        if objective.name == "score":
            turn = solve_turn(rules, exact=exact, progress=progress)
        else:
            turn = solve_average(rules, exact=exact, progress=progress).turn_after(_count(busts, situation.busts))
    return turn, left_out_note(rules, objective.name)


def mix_of(turn: SolvedTurn) -> float | None:
    """Where the mover has to mix two ways to play: how often the bolder one is right."""
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


def _count(busts: tuple[int, ...] | None, text: str | None) -> int:
    if busts and len(busts) != 1:
        raise InputError(f"--busts: {shown(text)}: objective average asks for one number of busts in a row")
    return busts[0] if busts else 0


def left_out_note(rules: Rules, objective: str = "score") -> list[str]:
    """Says in one line which keys of the game an objective leaves out; also for JSON."""
    from jeopardice.solutions.turn import keys_left_out

    keys = keys_left_out(rules, objective)
    if keys:
        looks = "looks at one turn alone and leaves out" if objective == "score" else "leaves out"
        tell(f"note: objective {objective} {looks} {', '.join(keys)}")
    return list(keys)
