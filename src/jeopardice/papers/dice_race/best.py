"""The best way to play each turn of a race to a target, proven in ball arithmetic.

Let m be the most that a turn banks on average, and e(n) = E(n) - n/m what a race over n units takes beyond n/m turns
(for n <= 0 the race is over: e(n) = -n/m). A way to play a turn that banks j units with chance P(j), J on average, has
an *excess* d = (m - J) / (m (1 - P(0))) >= 0, and Louchard's equation (1), solved for E(n, k), says

    e(n, way) = d + sum_j P(j) / (1 - P(0)) e(n - j):      e(n) = min over ways.

So e is an average of earlier values of e, plus an excess. Three things follow, and they are all that is used here:

  * 0 <= e(n) <= (closing total + largest gain - 2) / m for all n: ways with a larger excess are never best;
  * once the last values of e, as many as a turn can bank, lie in [low, high], all later ones do, and ways with an
    excess above high - low are not best any more, forever;
  * the ways without excess decide in the end, by differences in e that shrink exponentially.

Balls that overlap decide nothing: then exact fractions do, or more bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from flint import arb, ctx, fmpq

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.turns import PigTurn, TurnOutcomes

FEWEST_BITS, MOST_BITS = 256, 1 << 16
EXACT_BITS = 8192
"""The size of fractions up to which two balls that overlap are decided exactly."""


@dataclass(frozen=True)
class Way:
    """A way to play a turn: bank at k or more, or for Haigh & Roters (`more`) roll on from the largest total."""

    k: int
    outcomes: TurnOutcomes
    excess: fmpq
    fits_from: int
    """The fewest units to go for which it makes sense."""
    more: int | None = None

    def __str__(self) -> str:
        return str(self.k) if self.more is None else f"{self.k}+{self.more}"

    def exactly(self, e: Sequence[fmpq], end: int) -> fmpq:
        """The excess of a race whose first turn is played this way, in fractions; `end` is its place in e."""
        return self.excess + sum((p * e[end - j] for j, p in self.outcomes.banks), fmpq(0)) / self.outcomes.banked


@dataclass(frozen=True)
class RaceChoice:
    """The best way at some number of units to go."""

    way: Way
    tied: tuple[Way, ...]
    """Other ways that are exactly as good."""
    second: Way | None
    """The best of the ways that are worse; None where there is no other."""
    lead: arb | None
    """How many turns better than the second."""
    proven: bool
    """False: the best two differ by less than the arithmetic resolves."""


@dataclass(frozen=True)
class Excesses:
    """What races take: e(n) = E(n) - n/m, in balls of `bits` bits."""

    turn: PigTurn
    bits: int
    excesses: tuple[arb, ...]
    """excesses[n] = e(n), from n = 0 on."""

    def expected(self, n: int) -> arb:
        """E(n), the expected turns for n units."""
        with ctx.workprec(self.bits):
            return self.excesses[n] + arb(n / self.turn.mean)


@dataclass(frozen=True)
class BestRace(Excesses):
    """The best of some ways at each number of units to go, and what the race takes."""

    choices: tuple[RaceChoice, ...]
    """choices[n - 1] for n units to go."""
    decided_from: int | None
    """From here on, forever, only ways without excess are best; None where the race was not followed that far."""

    @property
    def to(self) -> int:
        """The most units to go."""
        return len(self.choices)

    def holding(self, n: int, k: int) -> arb:
        """E(n, k) of equation (1): expected turns when this turn holds at k, and later ones are played best."""
        outcomes = self.turn.threshold(max(k, self.turn.bank_from))
        with ctx.workprec(self.bits):
            per_unit = 1 / arb(self.turn.mean)
            later = ((p, self.excesses[n - j] if j < n else (j - n) * per_unit) for j, p in outcomes.banks)
            value = sum((arb(p / outcomes.banked) * e for p, e in later), arb(self.turn.excess(outcomes)))
            return value + n * per_unit

    def way(self, n: int) -> Way:
        """The best way at n units to go."""
        return self.choices[n - 1].way

    def outcomes(self, n: int) -> TurnOutcomes:
        """What the best way banks."""
        return self.way(n).outcomes

    @cached_property
    def ways_at_last(self) -> tuple[Way, ...]:
        """The thresholds without excess among those chosen or second."""
        near = (w for c in self.choices for w in (c.way, *c.tied, c.second))
        seen = {w.k: w for w in near if w and not w.excess and w.more is None}
        return tuple(seen[k] for k in sorted(seen))

    @property
    def settled_from(self) -> int | None:
        """The number of units from which only ways without excess are best, forever."""
        if self.decided_from is None:
            return None
        return max((n + 1 for n in range(1, self.decided_from) if self.way(n).excess), default=1)

    @property
    def runs(self) -> list[tuple[int, int, int]]:
        """Stretches of equal best thresholds: (first n, threshold, length)."""
        starts = [n for n in range(1, self.to + 1) if n == 1 or self.way(n).k != self.way(n - 1).k]
        return [(a, self.way(a).k, b - a) for a, b in pairwise([*starts, self.to + 1])]

    def limits(self, n: int | None = None) -> arb:
        """A ball that holds e(i) for all i >= n (the last by default), and so the limit, Louchard's K1."""
        n = self.to if n is None else n
        if self.decided_from is None or n < self.decided_from + reach(self.ways_at_last):
            raise InputError(f"to: {n}: the race must be followed further to find its limit")
        with ctx.workprec(self.bits):
            return hull(self.excesses[n - reach(self.ways_at_last) + 1 : n + 1])


def reach(ways: Sequence[Way]) -> int:
    """The most units that a turn played in one of the ways banks."""
    return max(way.outcomes.furthest for way in ways)


def most_excess(turn: PigTurn) -> fmpq:
    """A bound of e(n) for all n: holding at the closing total has no excess, and e is known where the race is over."""
    return fmpq(turn.closing + turn.most - 2) / turn.mean


def thresholds(turn: PigTurn) -> list[Way]:
    """All thresholds that may be best at some number of units to go, and one more."""
    bound = most_excess(turn)
    ways: list[Way] = []
    k = turn.bank_from
    while True:
        if turn.plan_of(k) == k:
            ways.append(Way(k, turn.threshold(k), turn.excess(turn.threshold(k)), k if k > turn.bank_from else 1))
            # Beyond the closing total the excess only grows.
            if ways[-1].excess > bound and k > turn.closing:
                return ways
        k += 1


def goings_on(turn: PigTurn, most: int = 10) -> list[Way]:
    """Strategy 6 of Haigh & Roters: thresholds with rolling on from the largest possible total."""
    found = []
    for way in thresholds(turn):
        last = way.k + turn.most - 1
        if any(units == last for units, _ in way.outcomes.banks):
            for more in turn.plans(most, 1):
                outcomes = turn.go_on(way.k, more)
                found.append(Way(way.k, outcomes, turn.excess(outcomes), last + 1, more))
    return found


def best_race(
    turn: PigTurn, to: int, ways: Sequence[Way] | None = None, progress: Progress | None = None, bits: int = FEWEST_BITS
) -> BestRace:
    """The best of some ways (by default all thresholds) for 1 to `to` units to go."""
    if to < 1:
        raise InputError(f"to: {to}: the points to go must be at least 1")
    ways = thresholds(turn) if ways is None else ways
    if all(way.excess for way in ways) or all(way.fits_from > 1 for way in ways):
        raise InputError("ways: one of them must have no excess, and one must fit a single unit to go")
    while True:
        with ctx.workprec(bits):
            found = RaceSearch(turn, ways, last_try=2 * bits > MOST_BITS).run(to, progress)
        if found:
            return found
        bits *= 2


class RaceSearch:
    """One pass over the race with balls of some size; `e` may be given for the first numbers of units to go."""

    def __init__(self, turn: PigTurn, ways: Sequence[Way], *, last_try: bool, known: Sequence[arb] = ()) -> None:
        self.turn, self.ways, self.last_try = turn, ways, last_try
        self.reach = reach(ways)
        self.balls = {id(w): [(j, arb(p / w.outcomes.banked)) for j, p in w.outcomes.banks] for w in ways}
        self.excess = {id(w): arb(w.excess) for w in ways}
        # e for -reach to 0 units to go, then onwards.
        self.e = [*over(turn, self.reach), *known]
        self.exact = None if known else _Exact(turn, self.reach)

    def run(self, to: int, progress: Progress | None) -> BestRace | None:
        """The race from its end; None where more bits are needed."""
        candidates, choices, decided_from = list(self.ways), list[RaceChoice](), None
        for n in range(1, to + 1):
            if n % self.reach == 0:
                if progress:
                    progress(n / to)
                candidates, decided = self._still_good()
                if decided and decided_from is None:
                    decided_from = n
            choice = self.choose(n, candidates)
            if choice is None:
                return None
            choices.append(choice)
        return BestRace(self.turn, ctx.prec, tuple(self.e[self.reach :]), tuple(choices), decided_from)

    def _still_good(self) -> tuple[list[Way], bool]:
        """The ways that may be best or second from here on, and whether only those without excess may be best."""
        swing = 2 * hull(self.e[-self.reach :]).rad()
        # Where the first two tie, the third is the second best.
        third = sorted(way.excess for way in self.ways)[min(2, len(self.ways) - 1)]
        good = [way for way in self.ways if not arb(way.excess - third) > swing]
        return good, all(not way.excess or self.excess[id(way)] > swing for way in self.ways)

    def choose(self, n: int, candidates: Sequence[Way]) -> RaceChoice | None:
        """The best way at the next n; None where more bits are needed."""
        end = n + self.reach
        found = [(self._value(end, way), way) for way in candidates if n >= way.fits_from]
        best, proven = found[0], True
        tied: list[Way] = []
        for other in found[1:]:
            order = self._order(n, other, best)
            if order is None:
                if not self.last_try:
                    return None
                proven = False
                best = (best[0].union(other[0]), best[1])
            elif order < 0:
                best, tied = other, []
            elif order == 0:
                tied.append(other[1])
        worse = [other for other in found if other[1] is not best[1] and other[1] not in tied]
        second = min(worse, key=lambda other: other[0].mid(), default=None)
        lead = second[0] - best[0] if second else None
        self.e.append(best[0])
        if self.exact:
            self.exact.ways.append(best[1])
        return RaceChoice(best[1], tuple(tied), second[1] if second else None, lead, proven)

    def _value(self, end: int, way: Way) -> arb:
        return sum((p * self.e[end - j] for j, p in self.balls[id(way)]), self.excess[id(way)])

    def _order(self, n: int, one: tuple[arb, Way], other: tuple[arb, Way]) -> int | None:
        """Less than 0 if the first is better, 0 if both are equal, None if it is undecided."""
        if one[0] > other[0]:
            return 1
        if one[0] < other[0]:
            return -1
        difference = self.exact.difference(n, one[1], other[1]) if self.exact else None
        return None if difference is None else (difference > 0) - (difference < 0)


class _Exact:
    """The race in fractions, as far as they stay small."""

    def __init__(self, turn: PigTurn, reach: int) -> None:
        self.ways: list[Way] = []
        self.reach = reach
        self.e = [fmpq(i) / turn.mean for i in range(reach, -1, -1)]

    def difference(self, n: int, one: Way, other: Way) -> fmpq | None:
        """How many more turns one way takes than the other at n units to go; None if the fractions are too large."""
        while len(self.e) < n + self.reach:
            if int(self.e[-1].q).bit_length() > EXACT_BITS:
                return None
            i = len(self.e) - self.reach
            self.e.append(self.ways[i - 1].exactly(self.e, i + self.reach))
        return one.exactly(self.e, n + self.reach) - other.exactly(self.e, n + self.reach)


def over(turn: PigTurn, reach: int) -> list[arb]:
    """What e is for -reach to 0 units to go: the race is over."""
    return [arb(i / turn.mean) for i in range(reach, -1, -1)]


def hull(balls: Sequence[arb]) -> arb:
    """The smallest ball that holds them all."""
    return min(balls, key=lambda ball: ball.lower()).union(max(balls, key=lambda ball: ball.upper()))
