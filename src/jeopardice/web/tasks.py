"""What worker processes do: everything that may take long, or that rules from anywhere may make take long.

Each task takes its arguments and a `progress` callback, and returns what can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from jeopardice.at_once import AtOnceSolution
from jeopardice.average import AverageSolution
from jeopardice.errors import JeopardiceError
from jeopardice.group_solution import group_model
from jeopardice.objectives import Objective, read_objective
from jeopardice.race import RaceModel, race_model
from jeopardice.race_solution import RaceSolution
from jeopardice.rulebook import Rules
from jeopardice.solution import TurnSolution, keys_left_out
from jeopardice.solvers.groups import estimate_group
from jeopardice.solvers.races import CoreRace, Estimate, check_memory
from jeopardice.solvers.values import Progress
from jeopardice.turn import TurnModel, turn_model

LONG = 60
"""Seconds of solving that are worth a warning."""


@dataclass(frozen=True)
class Look:
    """What a look at rules finds."""

    turn: TurnModel
    warnings: tuple[str, ...]
    estimate: Estimate | None


def look(rules: Rules, progress: Progress) -> Look:
    """The turn of a game, what a solve for the win would take, and what stands against it."""
    turn = turn_model(rules, progress)
    if rules.simultaneous:
        return Look(turn, (), None)
    warnings: list[str] = []
    estimate = None
    try:
        if rules.players < 2:
            warnings.append(f"players: {rules.players}: alone there is nobody to beat: solve for turns, not for win")
        elif rules.players == 2:
            estimate = CoreRace(race_model(rules, turn)).estimate(Objective("win"))
        else:
            estimate = estimate_group(group_model(rules))
        if estimate:
            check_memory(estimate)
            if estimate.seconds > LONG:
                warnings.append(f"best play takes long to find: {estimate}")
    except JeopardiceError as error:
        warnings.append(str(error))
    return Look(turn, tuple(warnings), estimate)


@dataclass(frozen=True)
class Solved:
    """A solution on its way to the server: without what only the process has that solved it."""

    solution: RaceSolution | TurnSolution | AverageSolution | None
    model: RaceModel | None
    """Of a race, so that the server need not work it out."""
    at_once: tuple[TurnModel, Any, Any] | None
    """Simultaneous play: the turn, the values, and what is proven of them."""
    facts: dict[str, Any]
    """What is told of it."""


def solve(rules: Rules, objective: str, most_seconds: float, progress: Progress) -> Solved:
    """Solves a game; races go through the cache."""
    from jeopardice.average import solve_average
    from jeopardice.solution import solve_turn
    from jeopardice.solving import cached_race

    wanted = read_objective(objective)

    def announce(estimate: Estimate) -> None:
        if estimate.seconds > most_seconds:
            raise JeopardiceError(
                f"this would take {estimate}: here a solve may take {most_seconds:g} seconds "
                "(on the command line: jeopardice solve)"
            )

    if not wanted.is_race:
        turn = (solve_turn if wanted.name == "score" else solve_average)(rules, progress=progress)
        return Solved(turn, None, None, facts_of(rules, wanted, turn))
    if rules.simultaneous and wanted.name == "win":
        from jeopardice.at_once import solve_at_once

        both = solve_at_once(rules, progress=progress)
        return Solved(None, None, (both.turn, both.values, both.low), facts_of(rules, wanted, both))
    race, _ = cached_race(rules, wanted, progress=progress, announce=announce)
    return Solved(replace(race), replace(race.model), None, facts_of(rules, wanted, race))


def facts_of(
    rules: Rules, objective: Objective, solution: RaceSolution | TurnSolution | AverageSolution | AtOnceSolution
) -> dict[str, Any]:
    """What is told of a solution."""
    seats = objective.name == "win" and isinstance(solution, RaceSolution | AtOnceSolution)
    return {
        "value": float(solution.value),
        "values": [float(chance) for chance in solution.seats] if seats else None,  # type: ignore[union-attr]
        "states": int(solution.states),
        "left_out": list(keys_left_out(rules, objective.name)),
    }


TASKS: dict[str, Callable[..., Any]] = {"look": look, "solve": solve}
