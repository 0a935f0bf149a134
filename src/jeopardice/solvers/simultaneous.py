"""Simultaneous play, solved: see `jeopardice.solutions.simultaneous`."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.calls import Floats, cores
from jeopardice.native.simultaneous import CoreSimultaneous, core_simultaneous, dice_outcomes
from jeopardice.race.model import floor_of, has_streak_penalty
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution, outcomes_key
from jeopardice.solvers.simultaneous_penalties import guaranteed, settled_values
from jeopardice.turn import TurnModel, turn_model

MOST_NEEDED = 2000


def solve_simultaneous(
    rules: Rules, threads: int | None = None, progress: Progress | None = None, *, exact: bool = False
) -> SimultaneousSolution:
    """Solve a game of simultaneous play; with `exact` in fractions, if neither player has to mix."""
    turn, core = simultaneous_game(rules)
    if exact:
        require("fractions", rules)
    needed, workers = core.needed, cores(threads)
    if core.scores_can_decrease:
        values = settled_values(core, workers, part_of(progress, 0, 0.8))
        low = guaranteed(core, values, workers, part_of(progress, 0.8, 1))
        return SimultaneousSolution(rules, turn, core, values, low)
    values = core.sweep(np.full((needed, needed), 0.5), workers, part_of(progress, 0, 0.5))
    low = core.guarantees(values, workers, part_of(progress, 0.5, 1))
    found = SimultaneousSolution(rules, turn, core, values, low)
    return _exactly(found, progress) if exact else found


def simultaneous_game(rules: Rules) -> tuple[TurnModel, CoreSimultaneous]:
    """The turn of a game of simultaneous play, and the game as tables; rules that are not supported are refused."""
    require("best play", rules)
    turn = turn_model(rules)
    if has_streak_penalty(rules):
        turn = replace(turn, counted_in=gcd(rules.bust.penalty, floor_of(rules)))
    needed = -(-rules.goal // turn.unit)
    if needed > MOST_NEEDED:
        raise JeopardiceError(f"{rules.where}: goal: {rules.goal}: at most {MOST_NEEDED} units in simultaneous play")
    return turn, core_simultaneous(rules, turn, needed)


def _exactly(solution: SimultaneousSolution, progress: Progress | None) -> SimultaneousSolution:
    """The same in fractions."""
    from jeopardice.solvers.simultaneous_exact import ExactValues  # python-flint takes a while to import

    turn, units = solution.turn, range(1, solution.needed + 1)
    exactly = ExactValues(turn, solution.needed)
    keys = [outcomes_key(outcomes) for _, outcomes in dice_outcomes(turn)]

    def likeliest(ways: Floats, chances: list[float]) -> int:
        return keys.index(outcomes_key(ways[int(np.argmax(chances))]))

    dice = {}
    for own in units:
        for other in units:
            _, rows, row_chances, columns, column_chances = solution.core.equilibrium(solution.values, own, other)
            dice[own, other] = likeliest(rows, row_chances), likeliest(columns, column_chances)
    exactly.solve(dice, progress)
    return replace(solution, exactly=exactly)
