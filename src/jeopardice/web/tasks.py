"""The tasks of worker processes: everything that takes long, or that takes long for some rules.

Each task takes its arguments and a `progress` callback, and returns what can be pickled.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from jeopardice.analysis.boundaries import Boundaries, boundaries
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.race import CoreRace
from jeopardice.race.keys import ignored_keys
from jeopardice.race.model import race_model
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.estimates import estimate_multiplayer, estimate_race
from jeopardice.solvers.multiplayer import multiplayer_model
from jeopardice.solvers.solve import Question, Work, answer
from jeopardice.turn import TurnModel, turn_model
from jeopardice.web.errors import too_large
from jeopardice.web.solutions import Solved, bytes_of_estimate

LONG = 60
"""Seconds of solving that are worth a warning."""
GAMES_COMPARED = 20_000
"""Simulated games for a comparison of rules."""


@dataclass(frozen=True)
class Look:
    """What a check of rules finds."""

    turn: TurnModel
    seconds: float
    """Seconds that computing it took."""
    warnings: tuple[str, ...]
    estimate: Estimate | None
    problem: str | None = None
    """Why the game cannot be solved for the win."""


def look(rules: Rules, progress: Progress) -> Look:
    """The turn of a game, what a solve for the win would take, and why it is impossible."""
    began = time.monotonic()
    turn = turn_model(rules, progress)
    seconds = time.monotonic() - began
    warnings: list[str] = []
    estimate = problem = None
    try:
        require("best play", rules)
        if rules.simultaneous:
            return Look(turn, seconds, (), None)
        if rules.players == 2:
            estimate = estimate_race(CoreRace(race_model(rules, turn)), Objective("win"))
        else:
            estimate = estimate_multiplayer(multiplayer_model(rules))
        check_memory(estimate)
        if estimate.seconds > LONG:
            warnings.append(f"best play takes long to find: {estimate}")
    except JeopardiceError as error:
        problem = str(error)
        warnings.append(problem)
    return Look(turn, seconds, tuple(warnings), estimate, problem)


def solve(rules: Rules, objective: str, most_seconds: float, most_bytes: int, progress: Progress) -> Solved:
    """Solve a game; races go through the cache. The server keeps no solution that takes more bytes."""
    wanted = read_objective(objective)
    solution = _solution(rules, wanted, most_seconds, progress, most_bytes)
    return Solved.of(solution, facts_of(rules, wanted, solution))


def _solution(
    rules: Rules, objective: Objective, most_seconds: float, progress: Progress, most_bytes: int | None = None
) -> Solution:
    """A solution; one that would take too long, or too much memory of the server, is refused."""

    def announce(estimate: Estimate) -> None:
        refused = too_long(estimate, most_seconds)
        if refused is None and most_bytes is not None and objective.name == "win":
            refused = too_large_to_keep(estimate, rules, most_bytes)
        if refused:
            raise JeopardiceError(refused)

    return answer(Question(rules, objective), Work(cache=True, progress=progress, announce=announce)).solution


def too_long(estimate: Estimate, most_seconds: float) -> str | None:
    """Why a solve that would take this long is refused; None if it is not."""
    if estimate.seconds <= most_seconds:
        return None
    allowed = f"here a solve may take {most_seconds:g} seconds (on the command line: jeopardice solve)"
    return f"this would take {estimate}: {allowed}"


def too_large_to_keep(estimate: Estimate, rules: Rules, most_bytes: int) -> str | None:
    """Why a solve whose solution would take too much memory is refused; None if it is not."""
    size = bytes_of_estimate(estimate, rules.players)
    return None if size <= most_bytes else str(too_large("the solution", size, most_bytes))


def facts_of(rules: Rules, objective: Objective, solution: Solution) -> dict[str, Any]:
    """What is reported of a solution."""
    return {
        "value": float(solution.value),
        "values": [float(chance) for chance in solution.seats] if objective.name == "win" else None,
        "states": int(solution.states),
        "left_out": list(ignored_keys(rules, objective.name)),
    }


def surface(rules: Rules, most: int, most_seconds: float, progress: Progress) -> tuple[Boundaries, int]:
    """The surfaces of a game, and the unit of its points."""
    require("boundaries", rules)
    solution = _solution(rules, Objective("win"), most_seconds, part_of(progress, 0, 0.5))
    assert isinstance(solution, RaceSolution | MultiplayerSolution)
    found = boundaries(solution, most, part_of(progress, 0.5, 1))
    return found, solution.model.turn.unit


def card(rules: Rules, most_seconds: float, progress: Progress) -> str:
    """The best card of a game as JSON, with its text and its page."""
    from jeopardice.analysis import card_search
    from jeopardice.analysis.card_text import card_page, card_text

    require("card", rules)
    solution = _solution(rules, Objective("win"), most_seconds, part_of(progress, 0, 0.1))
    found = card_search.card(solution, progress=part_of(progress, 0.1, 1))
    prices = {"overall": found.overall, "price": found.price, "table_overall": found.table_overall}
    texts = {"text": card_text(found, rules) + "\n", "page": card_page(found, rules)}
    return json.dumps({"card": found.card.to_json(), **prices, **texts})


def player(rules: Rules, name: str, progress: Progress) -> float:
    """The seconds that it takes to make a player; unknown names are refused."""
    from jeopardice.opponents.players import players_of

    began = time.monotonic()
    players_of(rules).check(name)
    return time.monotonic() - began


def seat_card(rules: Rules, most_seconds: float, progress: Progress) -> Any:
    """The card that a player at the table uses."""
    from jeopardice.opponents.players import make_card
    from jeopardice.play.judge import Judge

    return make_card(Judge(_solution(rules, Objective("win"), most_seconds, progress)))


def compare_games(games: list[tuple[str, Rules]], most_seconds: float, progress: Progress) -> str:
    """Profiles of games, and where their best players disagree, as JSON."""
    from jeopardice.analysis.compare_text import comparison
    from jeopardice.analysis.comparison import compare
    from jeopardice.analysis.disagreements import disagreements

    solutions: list[tuple[str, Solution]] = []
    for done, (name, rules) in enumerate(games):
        part = part_of(progress, 0.3 * done / len(games), 0.3 * (done + 1) / len(games))
        require("profile", rules)
        solutions.append((name, _solution(rules, Objective("win"), most_seconds, part)))
    profiles = compare(solutions, games=GAMES_COMPARED, seed=0, progress=part_of(progress, 0.3, 1))
    return json.dumps(comparison(profiles, disagreements(profiles), GAMES_COMPARED, 0))


def papers(progress: Progress) -> str:
    """Every number that the papers print, beside ours, as JSON."""
    from jeopardice.papers import read_papers, report, reproduce

    found = read_papers(None)
    rows = reproduce(found, progress)
    return json.dumps(report(found, rows, rows))
