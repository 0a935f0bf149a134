"""Penalties without a floor: how much the lowest score of the model may matter (docs/theory/carryover.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats, cores, translated
from jeopardice.native.race import Board, CoreRace
from jeopardice.race.objectives import Objective
from jeopardice.solvers.average import solve_average

SETTLED = 1e-14
"""Values of a race are accurate to about this, apart from the missing floor."""
MOST_TRIES = 60


def floor_error(
    core: CoreRace, objective: Objective, values: Floats, progress: Progress | None = None, threads: int | None = None
) -> float:
    """How far off the value of the start may be because the model has a lowest score."""
    if objective.name == "win":
        return max(_chance_to_win(core, values, progress, threads), SETTLED)
    start = core.model.needed - 1
    if objective.name == "within":
        # At worst the goal cannot be reached from a lower score.
        low = _solo(core, objective.name, 0.0).within(objective.turns, cores(threads), progress)
        value = float(values[-1].reshape(low.shape[1:])[0, start])
        return max(value - float(low[-1, 0, start]), SETTLED)
    value = float(values.reshape(-1, core.model.lowest)[0, start])
    return max(_most_turns(core, values, progress) - value, SETTLED * max(1.0, value))


def _chance_to_win(core: CoreRace, values: Floats, progress: Progress | None, threads: int | None) -> float:
    """The effect of the lowest score on the chances to win of two players.

    In one solution a player whose score drops below the lowest has lost; the other player's score stops at the lowest.
    The true value lies between the chances of the two players. Only scores far below zero differ from the race itself.
    """
    plain = core.model.carryover("win")
    carryover = replace(plain, bounds=True)
    board = core.board_with(carryover, "win")
    same = [plain.number[replace(state, favoured=True)] for state in carryover.all]
    similar = values.reshape(-1, core.model.lowest, core.model.lowest)[same]
    found = translated(lambda: board.solve(cores(threads), progress, similar=similar))
    start = found[:, core.model.needed - 1, core.model.needed - 1]
    states = (replace(carryover.all[0], favoured=favoured) for favoured in (True, False))
    better, worse = (start[carryover.number[state]] for state in states)
    return float(better - worse)


def _most_turns(core: CoreRace, values: Floats, progress: Progress | None) -> float:
    """An upper bound of the fewest expected turns.

    A player below the lowest score may play for points until the penalty is made up for, and then continues from the
    lowest score at worst, whatever the busts in a row by then: a bust may keep the total. If a penalty costs c turns,
    and c is no less than that, the expected turns are a bound.
    """
    lowest = core.model.lowest - 1
    back = _turns_to_make_up(core)
    cost = back + 2 * float(values.reshape(-1, core.model.lowest)[0, lowest])
    for _ in range(MOST_TRIES):
        board = _solo(core, "turns", cost)
        found = translated(partial(board.solve, 1, progress))
        if cost >= back + float(found[:, lowest].max()):
            return float(found[0, core.model.needed - 1])
        cost *= 2
    raise JeopardiceError(f"{core.model.rules.where}: bust.floor: scores decrease faster than they increase")


def _turns_to_make_up(core: CoreRace) -> float:
    """A bound on the expected turns until a penalty is made up for, when playing for points in the long run.

    On average, the points so far plus the worth of the number of busts, less g a turn, do not change until the end
    (solvers/average.py); at the end they are at most the penalty, one more turn, and that worth.
    """
    found = solve_average(core.model.rules)
    values = [float(turn.value) for turn in found.turns]
    if values[0] <= 0:
        raise JeopardiceError(f"{core.model.rules.where}: bust.floor: scores decrease faster than they increase")
    # Beyond the closing total only rolls that never bust are made (turn/closing.py).
    ends = [turn.closing.total + float(max(turn.closing.gains)) for turn in found.turns]
    longest = max(ends) + core.model.turn.most_points
    return float(core.model.rules.bust.penalty + longest + max(values) - min(values)) / values[0]


def _solo(core: CoreRace, objective: str, worth_below_floor: float) -> Board:
    """The race of one player to whom a score below the lowest has a given value."""
    return core.board_with(replace(core.model.carryover(objective), worth_below_floor=worth_below_floor), objective)
