"""The turn solved in floating point by the core (core/turn/turn.hpp), many problems in parallel.

The core counts totals in units and downwards from the closing total; here the rows are in ascending order again.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import inf, nextafter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.turn import Roll, TurnModel, holding_at
from jeopardice.turn.closing import Closing, TurnValues, closing_of
from jeopardice.turn.decisions import TIE

CoreTurn = _core.Turn
Rounding = Literal["nearest", "down", "up"]
NEVER, MAY, MUST = 0, 1, 2
EPSILON = 2.0**-53
PIECE = 50_000_000
"""Options evaluated between two reports of progress."""


def solve_turn(
    model: TurnModel, kernel: str | None = None, progress: Progress | None = None, bust_worth: float = 0.0
) -> TurnValues:
    """The value of every state and the chance to bust from there, in floating point."""
    closing = closing_of(model, Fraction(bust_worth))
    core = core_turn(model)
    known, bank, settled = _problem(model, closing, core.reach, bust_worth=bust_worth)
    stuck = np.isinf(_bank_values(model, closing)).astype(np.uint8)
    busts = np.tile([_float(bust) for bust in closing.busts], (core.reach, 1))
    rows = [known, busts, 2 * np.abs(known) * EPSILON]
    steps = len(bank)
    # In pieces of a fraction of a second, so that progress is reported and the work can be stopped.
    piece = max(core.reach, PIECE // sum(1 for _ in model.options))
    for first in range(0, steps, piece):
        now = slice(first, first + piece)
        value, bust, error = (row[-core.reach :].copy() for row in rows)
        values = core.solve(value[None], bank[None, now], settled[None, now], kernel)[0]
        found = core.bust_chances(value, bust, error, bank[now], settled[now], stuck[now], values, TIE)
        rows = [np.concatenate([old, new]) for old, new in zip(rows, (values, *found), strict=True)]
        if progress:
            progress(min(1.0, (first + piece) / steps))
    upwards = [row[: core.reach - 1 : -1] for row in rows]
    return TurnValues(closing, upwards[0], upwards[1], float(upwards[2][0, 0]))


def threshold_values(model: TurnModel, totals: Sequence[int], kernel: str | None = None) -> Floats:
    """The expected points of a turn for a player who banks at each of these totals or more, all in one run."""
    models = [holding_at(model, total) for total in totals]
    closings = [closing_of(held) for held in models]
    core = core_turn(model)
    steps = max(closing.total for closing in closings) // model.unit
    # A problem with a lower closing total needs fewer steps; its other rows are ignored.
    problems = [_problem(held, c, core.reach, steps) for held, c in zip(models, closings, strict=True)]
    known, bank, settled = (np.stack(arrays) for arrays in zip(*problems, strict=True))
    values = core.solve(known, bank, settled, kernel)
    return np.array([values[i, c.total // model.unit - 1, 0] for i, c in enumerate(closings)])


def core_turn(model: TurnModel, *, wins_count: bool = False, rounding: Rounding = "nearest") -> CoreTurn:
    """The turn as flat arrays in the core; unless wins count, they are ignored and the dice score as they are.

    Chances are rounded to the nearest double, or all down or up, to make bounds of values.
    """
    rolls = list(model.rolls)
    going_on = [[o for o in roll.going_on if not (wins_count and o.event)] for roll in rolls]
    outcomes = [outcome for roll in going_on for outcome in roll]
    options = [option for outcome in outcomes for option in outcome.options]
    chances = [Fraction(outcome.count, roll.total) for roll, on in zip(rolls, going_on, strict=True) for outcome in on]
    holds = model.stop_from is not None
    banking = [MUST if phase.must_bank or holds else MAY if phase.may_bank else NEVER for phase in model.phases]
    events = [[rounded(p, rounding) for p in event_chances(roll, wins_count=wins_count)] for roll in rolls]
    return _core.Turn(
        phase_rolls=_offsets([len(phase.rolls) for phase in model.phases]),
        roll_outcomes=_offsets([len(on) for on in going_on]),
        outcome_options=_offsets([len(outcome.options) for outcome in outcomes]),
        option_points=np.array([option.points // model.unit for option in options], dtype=np.int32),
        option_phase=np.array([option.phase for option in options], dtype=np.int32),
        outcome_chance=np.array([rounded(chance, rounding) for chance in chances], dtype=np.float64),
        roll_events=np.array(events, dtype=np.float64).reshape(len(rolls), 3),
        banking=np.array(banking, dtype=np.uint8),
    )


def rounded(number: Fraction, rounding: Rounding) -> float:
    """The nearest double, or the largest below or the smallest above."""
    nearest = _float(number)
    if rounding == "down":
        return nextafter(nearest, -inf) if nearest > number else nearest
    if rounding == "up":
        return nextafter(nearest, inf) if nearest < number else nearest
    return nearest


def event_chances(roll: Roll, *, wins_count: bool) -> list[Fraction]:
    """The chances of a bust, of a lost bank and of a win (0 where wins are ignored)."""
    won = Fraction(sum(o.count for o in roll.outcomes if o.event == "win"), roll.total) if wins_count else Fraction(0)
    # A win without points is a bust where wins are ignored.
    empty = sum(o.count for o in roll.outcomes if o.event == "win" and not o.options) if wins_count else 0
    return [roll.bust - Fraction(empty, roll.total), roll.lost, won]


def _offsets(lengths: list[int]) -> NDArray[np.int32]:
    return np.array([0, *accumulate(lengths)], dtype=np.int32)


def _totals(model: TurnModel, closing: Closing, steps: int | None) -> Floats:
    """The turn total of each row, downwards from the closing total; rows below 0 are ignored."""
    needed = np.arange(1, (steps or closing.total // model.unit) + 1)
    return (closing.total - needed * model.unit).astype(np.float64)


def _bank_values(model: TurnModel, closing: Closing, steps: int | None = None) -> Floats:
    totals = _totals(model, closing, steps)
    return np.where(totals >= model.bank_from, totals, -np.inf)


def _problem(
    model: TurnModel, closing: Closing, reach: int, steps: int | None = None, bust_worth: float = 0.0
) -> tuple[Floats, Floats, Floats]:
    """The known values at and beyond the closing total, and what banking and ending the turn are worth below it."""
    beyond = closing.total + np.arange(reach - 1, -1, -1) * model.unit
    known = beyond[:, None] + np.array([_float(gain) for gain in closing.gains])[None, :]
    totals = _totals(model, closing, steps)
    legal = _bank_values(model, closing, steps)
    lost = np.full_like(totals, bust_worth)
    bust = totals + lost if model.rules.turn.keep_on_bust else lost
    no_dice = np.where(np.isinf(legal), bust, legal)
    settled = np.stack([bust, lost, np.zeros_like(totals), no_dice], axis=1)
    # A player who holds at a total banks only there, where the values are known.
    bank = legal if model.stop_from is None else np.full_like(legal, -np.inf)
    return known, bank, settled


def _float(number: Fraction) -> float:
    return number.numerator / number.denominator
