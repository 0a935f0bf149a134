"""What the numbers of a long race tend to.

All ways without excess bank m on average, so the points banked beyond m a turn are a martingale, and the number of
turns of a race over n units has mean n/m + K and variance n s^2 with s^2 = (average variance of a turn) / m^3
(Louchard, section 4). The average is over the turns that are played: if the thresholds repeat with some period, it
follows from the Markov chain of the units to go modulo that period, in exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from math import erf, sqrt

from flint import arb, fmpq, fmpq_mat

from jeopardice.common.flint_numbers import float_of
from jeopardice.papers.dice_race.turns import PigTurn, TurnOutcomes


@dataclass(frozen=True)
class ThresholdPattern:
    """Thresholds that repeat: thresholds[(n - 1) mod period] is played at n units to go."""

    turn: PigTurn
    thresholds: tuple[int, ...]

    @property
    def period(self) -> int:
        """How many units to go until it repeats."""
        return len(self.thresholds)

    def outcomes(self, n: int) -> TurnOutcomes:
        """What a turn banks."""
        return self.turn.threshold(self.thresholds[(n - 1) % self.period])

    def _equations(self, size: int) -> fmpq_mat:
        """A row for each place of the pattern: 1 there, less the chance of each place at which the next turn begins."""
        equations = fmpq_mat(size, size)
        for i in range(self.period):
            outcomes = self.outcomes(i + 1)
            equations[i, i] += 1 - outcomes.bust
            for units, chance in outcomes.banks:
                equations[i, (i - units) % self.period] -= chance
        return equations

    @cached_property
    def visits(self) -> tuple[fmpq, ...]:
        """The share of turns that are begun at each place of the pattern (Louchard, section 4.2)."""
        equations, right = self._equations(self.period).transpose(), fmpq_mat(self.period, 1)
        # One equation follows from the others; the shares add up to 1.
        for i in range(self.period):
            equations[0, i] = fmpq(1)
        right[0, 0] = fmpq(1)
        found = equations.solve(right)
        return tuple(found[i, 0] for i in range(self.period))

    def share(self, k: int) -> fmpq:
        """The share of turns in which a threshold is played."""
        return sum((v for v, used in zip(self.visits, self.thresholds, strict=True) if used == k), fmpq(0))

    @cached_property
    def variance(self) -> fmpq:
        """s^2: the variance of the number of turns, for each unit of the race."""
        spread = sum((v * self.outcomes(i + 1).variance for i, v in enumerate(self.visits)), fmpq(0))
        return spread / self.turn.mean**3

    @cached_property
    def periodic_part(self) -> tuple[tuple[fmpq, ...], fmpq]:
        """U(1), …, U(period), which add up to 0, and s^2 again, from one linear system (Louchard, section 4.4)."""
        p, m = self.period, self.turn.mean
        equations, right = self._equations(p + 1), fmpq_mat(p + 1, 1)
        for i in range(p):
            equations[i, p], equations[p, i] = m, fmpq(1)
            right[i, 0] = self.outcomes(i + 1).variance / m**2
        found = equations.solve(right)
        return tuple(found[i, 0] for i in range(p)), found[p, 0]


def pattern(turn: PigTurn, *runs: tuple[int, int]) -> ThresholdPattern:
    """The pattern of runs (threshold, length)."""
    return ThresholdPattern(turn, tuple(chain.from_iterable(repeat(k, length) for k, length in runs)))


def mixed_variance(turn: PigTurn, parts: Sequence[tuple[int, int]]) -> fmpq:
    """The variance per unit if each threshold were played in the given parts of all turns: Louchard's s1^2 and s2^2."""
    whole = sum(part for _, part in parts)
    spread = sum((part * turn.threshold(k).variance for k, part in parts), fmpq(0))
    return spread / (whole * turn.mean**3)


def advantage(variance: fmpq | arb) -> arb:
    """The c in Pw ~ (1 + c / sqrt(n)) / 2, the first player's chance when both play alike: 1 / (2 sqrt(pi) s)."""
    return 1 / (2 * (arb.pi() * arb(variance)).sqrt())


def far_chance(turn: PigTurn, own: int, other: int, total: int = 0) -> float:
    """The mover's chance to win when both are far from the goal: an asymptotic form of P(i, j, k) (open problem 5).

    With `own` and `other` units to go the difference of what they bank is a Brownian motion. The one behind prefers the
    threshold with the larger variance, the one ahead the smaller one, and both cost nothing. So, always, its
    variance is the sum of the two a round, and the chance is a normal one. The mover is ahead by half a turn.
    """
    spreads = [float_of(turn.threshold(k).variance) for k in free_thresholds(turn)]
    rolling = float_of(turn.worth(total))
    lead = other - own + rolling - float_of(turn.mean) / 2
    rounds = (own + other) / 2 / float_of(turn.mean)
    return 0.5 * (1 + erf(lead / sqrt(2 * rounds * (spreads[0] + spreads[-1]))))


def free_thresholds(turn: PigTurn) -> tuple[int, ...]:
    """The thresholds without excess: one, or two where it makes no difference to roll at the closing total."""
    after = next(k for k in turn.plans(2 * turn.closing + turn.most) if k > turn.closing)
    first = turn.plan_of(turn.closing)
    return (first,) if turn.excess(turn.threshold(after)) else (first, after)
