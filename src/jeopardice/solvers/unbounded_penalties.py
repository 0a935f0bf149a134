"""What it may change that scores which fall without end are followed to a lowest only (docs/theory/between.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.race import CoreRace, Floats, cores, in_our_words
from jeopardice.race.objectives import Objective
from jeopardice.solutions.average import solve_average

SETTLED = 1e-14
"""Values of a race are found to about this, whatever else is left out."""
MOST_TRIES = 60


def fall_error(
    core: CoreRace, objective: Objective, values: Floats, progress: Progress | None = None, threads: int | None = None
) -> float:
    """How far the value of the start may be off because scores are followed to the lowest only."""
    if objective.name == "win":
        return max(_chance_to_win(core, progress, threads), SETTLED)
    start = core.model.needed - 1
    if objective.name == "within":
        # At worst the goal is out of reach below.
        low = _alone(core, objective.name, 0.0).within(objective.turns, threads or cores(), progress)
        value = float(values[-1].reshape(low.shape[1:])[0, start])
        return max(value - float(low[-1, 0, start]), SETTLED)
    value = float(values.reshape(-1, core.model.lowest)[0, start])
    return max(_most_turns(core, values, progress) - value, SETTLED * max(1.0, value))


def _chance_to_win(core: CoreRace, progress: Progress | None, threads: int | None) -> float:
    """What falls change for two players.

    In one solution a player who falls further has lost, or if the other player does, that one falls no further; the
    truth lies between the chances of the two players.
    """
    modes = replace(core.model.duel, bounds=True)
    board = _core.Board(core.turn, core.rules, modes.core, "win")
    values = in_our_words(lambda: board.solve(threads or cores(), progress))
    start = values[:, core.model.needed - 1, core.model.needed - 1]
    better, worse = (start[modes.number[replace(modes.all[0], favoured=favoured)]] for favoured in (True, False))
    return float(better - worse)


def _most_turns(core: CoreRace, values: Floats, progress: Progress | None) -> float:
    """An upper bound of the fewest expected turns.

    Who falls below the lowest score may play for points until it is made up for, and then go on from the lowest score
    at worst, whatever the busts in a row by then: a bust may keep the total. If a fall costs c turns, and c is no less
    than that, the expected turns are a bound.
    """
    lowest = core.model.lowest - 1
    back = _turns_to_make_up(core)
    cost = back + 2 * float(values.reshape(-1, core.model.lowest)[0, lowest])
    for _ in range(MOST_TRIES):
        board = _alone(core, "turns", cost)
        found = in_our_words(partial(board.solve, 1, progress))
        if cost >= back + float(found[:, lowest].max()):
            return float(found[0, core.model.needed - 1])
        cost *= 2
    raise JeopardiceError(f"{core.model.rules.where}: bust.floor: scores fall faster than they rise")


def _turns_to_make_up(core: CoreRace) -> float:
    """A bound on the expected turns until a penalty is made up for, when one plays for points in the long run.

    Points so far, and what the number of busts is worth, less g a turn are as much at the end as at the start, on
    average (solvers/average.py); at the end they are no more than the penalty, one more turn, and that worth.
    """
    found = solve_average(core.model.rules)
    values = [float(turn.value) for turn in found.turns]
    if values[0] <= 0:
        raise JeopardiceError(f"{core.model.rules.where}: bust.floor: scores fall faster than they rise")
    # Beyond the closing total only rolls that never bust are made (solvers/closing.py).
    ends = [turn.closing.total + float(max(turn.closing.gains)) for turn in found.turns]
    longest = max(ends) + core.model.turn.most_points
    return float(core.model.rules.bust.penalty + longest + max(values) - min(values)) / values[0]


def _alone(core: CoreRace, objective: str, sunk: float) -> _core.Board:
    """The race of one player to whom a fall below the lowest score is worth so much."""
    return _core.Board(core.turn, core.rules, replace(core.model.solo, sunk=sunk).core, objective)
