"""The closing total of a turn: from there on the values are known, and the rest is found by counting down.

A turn has no largest total. Let V(q, t) be the most expected points from phase q with turn total t. Call a roll
*safe* if it never loses the turn total, and let S(q) be the most that can be gained from q by safe rolls only:

    S(q) = max( 0,  max over safe rolls of  sum_o p_o max_{(g, q') in o} (g + S(q')) ).

For a roll that loses the total with chance b > 0, let G be the same sum. Then

    V(q, t) = t + S(q)   for all q and all t >= T,   T = max( least bank,  max over risky rolls of (G - S(q)) / b ).

Proof. Playing the safe rolls and then banking gains S(q), so V >= t + S. On the other hand f(q, t) = t + S(q)
satisfies f >= L f on {t >= T}, L being the right side of the equation for V: banking gives t <= f; a safe roll gives
at most t + S(q); a risky one gives (1 - b) t + G <= t + S(q), exactly because t >= (G - S(q)) / b. Totals only grow, so
{t >= T} is never left, and V is the smallest nonnegative function with f >= L f there (Blackwell 1967, as in
Crocce & Mordecki 2016, section 3.3). Hence V <= f, and V = f.  QED

Where busts in a row cost points, a bust is worth c <= 0 beyond what it keeps: that makes risky rolls only worse, so T
stays valid, and for a bust that keeps the total c enters S.

Where every roll can lose the total S = 0, and T is the threshold of Crocce & Mordecki's Lemma 4.1: 56 chips in their
game, 20 in Pig. Where a phase never busts (full_bust) or a bust keeps the total, S is linear algebra over the phases:
policy iteration, exact in fractions. It ends, and S is finite, because `turn_model` refuses games in which safe rolls
can continue forever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from jeopardice.common.errors import InputError
from jeopardice.common.numbers import Number
from jeopardice.turn import Option, Roll, TurnModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_STATES = 20_000_000
NOTHING = Fraction(0)
Worth = tuple[Fraction, Fraction]
"""What is gained beyond the total, and minus the chance to bust: larger is better."""


@dataclass(frozen=True)
class Closing:
    """The closing total, and how a turn is played from there on."""

    total: int
    gains: tuple[Fraction, ...]
    """For each phase S(q): V(q, t) = t + S(q)."""
    busts: tuple[Fraction, ...]
    """For each phase the chance that the turn then ends with a bust."""
    rolls: tuple[int | None, ...]
    """For each phase the safe roll to make, counted within the phase, or None: bank."""


@dataclass(frozen=True)
class TurnValues:
    """A solved turn below the closing total: row i for a turn total of i units, column q for phase q."""

    closing: Closing
    values: Sequence[Sequence[Number]] | NDArray[np.float64]
    """The most expected points of the turn."""
    busts: Sequence[Sequence[Number]] | NDArray[np.float64]
    """The chance that the turn ends with a bust, under best play; ties go to the action that busts least."""
    error_bound: float
    """A bound on the rounding error of the value from the start."""


def closing_of(model: TurnModel, bust_worth: Fraction = NOTHING) -> Closing:
    """The closing total of a turn, a multiple of its unit; a bust may cost something besides the turn total."""
    unit, phases = model.unit, len(model.phases)
    if model.stop_from is not None:
        closing = _banking(model, model.stop_from)
    elif any(phase.rolls_left for phase in model.phases):
        # A player who counts rolls never reaches this total.
        most_rolls = max(phase.rolls_left or 0 for phase in model.phases)
        closing = _banking(model, model.bank_from + (most_rolls + 1) * model.most_points)
    else:
        closing = _optimal(model, bust_worth if model.rules.turn.keep_on_bust else NOTHING)
    total = ceil(Fraction(closing.total, unit)) * unit
    states = (total + model.most_points) // unit * phases
    if states > MOST_STATES:
        name = model.rules.where
        raise InputError(
            f"{name}: a turn has {states:,} states below the closing total of {total:,} points: too many "
            f"(at most {MOST_STATES:,})"
        )
    return Closing(total, closing.gains, closing.busts, closing.rolls)


def _banking(model: TurnModel, total: int) -> Closing:
    nothing = (Fraction(0),) * len(model.phases)
    return Closing(total, nothing, nothing, (None,) * len(model.phases))


def _optimal(model: TurnModel, kept_bust: Fraction) -> Closing:
    worths, rolls = _safe_play(model, kept_bust)
    totals = [Fraction(model.bank_from)]
    for phase, (gain, _) in zip(model.phases, worths, strict=True):
        for roll in phase.rolls:
            lost = _loss(model, roll)
            if lost:
                totals.append((_worth(roll, worths, kept_bust)[0] - gain) / lost)
    gains, busts = tuple(gain for gain, _ in worths), tuple(-minus_bust for _, minus_bust in worths)
    return Closing(ceil(max(totals)), gains, busts, tuple(rolls))


def _loss(model: TurnModel, roll: Roll) -> Fraction:
    """The chance that a roll loses the turn total."""
    lost = roll.lost
    return lost if model.rules.turn.keep_on_bust else lost + roll.bust


def _best_option(options: Sequence[Option], worths: Sequence[Worth]) -> Option:
    return max(options, key=lambda option: (option.points + worths[option.phase][0], worths[option.phase][1]))


def _worth(roll: Roll, worths: Sequence[Worth], kept_bust: Fraction) -> Worth:
    """The expected best gain of a roll; `kept_bust` is what a bust that keeps the total adds to it."""
    gain, minus_bust = roll.bust * roll.total * kept_bust, -roll.bust * roll.total
    for outcome in roll.going_on:
        option = _best_option(outcome.options, worths)
        then_gain, then_bust = worths[option.phase]
        gain += outcome.count * (option.points + then_gain)
        minus_bust += outcome.count * then_bust
    return gain / roll.total, minus_bust / roll.total


def _safe_play(model: TurnModel, kept_bust: Fraction) -> tuple[list[Worth], list[int | None]]:
    """The most that safe rolls gain in each phase, and which roll to make: policy iteration.

    Of ways with the same gain, the one that busts least is better, and not rolling is best.
    """
    safe = [[i for i, roll in enumerate(phase.rolls) if not _loss(model, roll)] for phase in model.phases]
    worths: list[Worth] = [(NOTHING, NOTHING)] * len(model.phases)
    chosen: list[int | None] = [None] * len(model.phases)
    while True:
        improved = False
        for q, phase in enumerate(model.phases):
            best = worths[q]
            for i in safe[q]:
                worth = _worth(phase.rolls[i], worths, kept_bust)
                if worth > best:
                    best, chosen[q], improved = worth, i, True
        if not improved:
            return worths, chosen
        worths = _evaluate(model, chosen, worths, kept_bust)


def _evaluate(model: TurnModel, chosen: list[int | None], worths: list[Worth], kept_bust: Fraction) -> list[Worth]:
    """What chosen rolls are worth, with the options that are best so far."""
    rolling = [q for q, i in enumerate(chosen) if i is not None]
    rows: list[list[Fraction]] = []
    for q in rolling:
        roll = model.phases[q].rolls[chosen[q] or 0]
        points, moves = roll.bust * kept_bust, [Fraction(0)] * len(model.phases)
        for outcome in roll.going_on:
            option = _best_option(outcome.options, worths)
            points += Fraction(outcome.count * option.points, roll.total)
            moves[option.phase] += Fraction(outcome.count, roll.total)
        row = [Fraction(int(p == q)) - moves[p] for p in rolling]
        rows.append([*row, points, -roll.bust])
    found: list[Worth] = [(NOTHING, NOTHING)] * len(model.phases)
    for q, (gain, minus_bust) in zip(rolling, _solve_linear(rows), strict=True):
        found[q] = (gain, minus_bust)
    return found


def _solve_linear(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gauss-Jordan elimination; each row ends with its right sides. The diagonal dominates: no pivoting is needed."""
    size = len(rows)
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(size):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
