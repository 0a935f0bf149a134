"""Simultaneous Hog in exact fractions, where neither player has to mix.

If in every state some number of dice of each player is best against the other's (a saddle point), all values are
fractions: W = A / (1 - C), C being the chance that both bust and A what is won otherwise. Which numbers these are is
known from floating point; that they are best is then proven in fractions. Where a state needs a mixture its value is,
as a rule, not a fraction (docs/theory/simultaneous.md), nor are the values of the states that lead to it.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.common.progress import Progress
from jeopardice.native.simultaneous import WON_BY, first_turn
from jeopardice.native.turn import event_chances
from jeopardice.turn import TurnModel

MOST_NEEDED = 60
"""Units to go: the numbers grow longer with every state."""
ExactOutcomes = dict[int, flint.fmpq]
"""The chance of each gain in units; 0 is a bust, and WON a roll that wins immediately."""
WON = -1


def exact_distributions(turn: TurnModel) -> list[ExactOutcomes]:
    """The turn outcome distributions of all numbers of dice."""
    distributions = []
    least = 0 if turn.rules.turn.keep_on_bust else turn.bank_from
    for roll in turn.phases[0].rolls:
        bust, _, won = (flint.fmpq(p.numerator, p.denominator) for p in event_chances(roll, wins_count=True))
        outcomes: ExactOutcomes = {0: bust, WON: won} if won else {0: bust}
        for outcome in roll.going_on:
            if outcome.event:
                continue
            points = outcome.options[0].points
            gain = points // turn.unit if points >= least else 0  # less than can be banked is a bust
            outcomes[gain] = outcomes.get(gain, flint.fmpq(0)) + flint.fmpq(outcome.count, roll.total)
        distributions.append(outcomes)
    return distributions


class ExactValues:
    """W(a, b), the first player's chance with a and b units to go, and what each number of dice is worth."""

    def __init__(self, turn: TurnModel, needed: int) -> None:
        if needed > MOST_NEEDED:
            raise InputError(f"exact: goal: {needed} units to go: in fractions at most {MOST_NEEDED}")
        self._later, self._first, self._needed = (
            exact_distributions(turn),
            exact_distributions(first_turn(turn)),
            needed,
        )
        self._won: dict[tuple[int, int], flint.fmpq] = {}
        self._best: dict[tuple[int, int], tuple[int, int]] = {}

    def solve(self, dice: dict[tuple[int, int], tuple[int, int]], progress: Progress | None) -> None:
        """Solve all states for these numbers of dice of both players (by place), and prove that they are best."""
        n = self._needed
        for total in range(2, 2 * n + 1):
            if progress:
                progress(total / (2 * n))
            for a in range(max(1, total - n), min(n, total - 1) + 1):
                b = total - a
                i, j = dice[a, b]
                won, again = self._round(a, b, i, j)
                value = won / (1 - again)
                self._won[a, b], self._best[a, b] = value, (i, j)
                rows = max(self._worth(a, b, k, j) for k in range(len(self._later)))
                columns = min(self._worth(a, b, i, k) for k in range(len(self._later)))
                if not columns == value == rows:
                    raise JeopardiceError(
                        f"exact: with {a} and {b} to go best play mixes, so the value is usually not a fraction"
                    )

    def value(self, own: int, other: int) -> Fraction:
        """W(own, other)."""
        return fraction_of(self._won[own, other])

    def worth(self, own: int, other: int, place: int) -> Fraction:
        """What a number of dice wins against best play."""
        return fraction_of(self._worth(own, other, place, self._best[own, other][1]))

    def _worth(self, a: int, b: int, i: int, j: int) -> flint.fmpq:
        won, again = self._round(a, b, i, j)
        return won + again * self._won[a, b]

    def _round(self, a: int, b: int, i: int, j: int) -> tuple[flint.fmpq, flint.fmpq]:
        """What the first player wins with the i-th and the j-th number of dice, and the chance that both bust."""
        won = flint.fmpq(0)
        for mine, p in self._law(a, i).items():
            for theirs, q in self._law(b, j).items():
                if mine or theirs:
                    won += p * q * self._after(_left(a, mine), _left(b, theirs))
        return won, self._law(a, i)[0] * self._law(b, j)[0]

    def _law(self, needs: int, place: int) -> ExactOutcomes:
        return (self._first if needs == self._needed else self._later)[place]

    def _after(self, a: int, b: int) -> flint.fmpq:
        if min(a, b) > 0:
            return self._won[a, b]
        return flint.fmpq(1, 2) if a == b else flint.fmpq(int(a < b))


def _left(needs: int, gain: int) -> int:
    """The units to go after a turn; below 0 beyond the goal."""
    return -WON_BY if gain == WON else needs - gain
