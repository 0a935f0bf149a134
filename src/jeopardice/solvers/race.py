"""Races of one and two players, solved by the core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jeopardice.common.errors import InputError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, parts_of
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.certify import certify as certified
from jeopardice.solvers.estimates import estimate_race
from jeopardice.solvers.exact_race import check_size, exact_values
from jeopardice.solvers.missing_floor import floor_error
from jeopardice.turn import restricted, turn_model


def solve_race(
    rules: Rules,
    objective: str | Objective = "win",
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
) -> RaceSolution:
    """Solve a race of two players for the win, or of one for the fewest turns or the chance within N turns.

    With another `strategy` ("hold-at:20", "rolls:5", "dice:5") nothing is left to decide but which dice to set aside:
    the values are those of that strategy (objective win: against itself). `announce` gets the estimate first.
    """
    objective = read_objective(objective)
    if objective.name == "win" and (rules.players != 2 or rules.simultaneous):
        raise InputError(f"{rules.where}: players: {rules.players}: a race is of two players who take turns; see solve")
    model = race_model(rules, restricted(turn_model(rules), strategy))
    if exact and certify:
        raise InputError("certify: fractions are exact already")
    if exact:
        require("fractions", rules, objective)
        check_size(model, objective)
    core = CoreRace(model)
    estimate = estimate_race(core, objective, threads, certify=certify)
    check_memory(estimate)
    announce(estimate)
    bounds_floor = model.has_no_floor and strategy == "optimal"
    proof = 1.4 if model.has_penalties else 3.2
    weights = 1, 20 if exact else 0, 0.37 if bounds_floor else 0, proof if certify else 0
    solving, exactly, bounding, certifying = parts_of(progress, *weights)
    solution = RaceSolution(core, objective, core.values(objective, solving, threads), strategy)
    if exact:
        solution = replace(solution, exactly=exact_values(model, objective, solution.values, exactly))
    if bounds_floor:
        error = floor_error(core, objective, solution.values, bounding, threads)
        solution = replace(solution, floor_error=error)
    return certified(solution, certifying, threads) if certify else solution
