"""The fewest expected turns over all ways to play a turn, and where they are not a threshold.

With e as in `jeopardice.papers.dice_race.best`, and x = e(n) what a bust leads to, the totals t of a turn satisfy

    u(t) = min( e(n - t) - t/m,  q x + sum_g p(g) u(t + g) ),      x = 1 + (the second term at t = 0),

q being the chance that a roll busts: policy iteration in balls. A decision that balls leave open is made in fractions,
or with more bits. Rolling again and then banking changes the value by (r - q t)/m plus differences of e, with
weights that add up to 1 at most, r being what a roll gains. So if e swings by less than s,

  * banking is right at all totals t >= (r + m s) / q;
  * once s < |r - q t| / m at every total but t = r/q, the best way is to hold at the closing total, or, where r/q is a
    total that a turn can reach, one of two thresholds. From there on forever: this proves the conjecture
    of Haigh & Roters where the race below shows no other exception.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

from flint import arb, ctx, fmpq

from jeopardice.common.flint_numbers import exact_of, fraction_of
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.best import (
    EXACT_BITS,
    FEWEST_BITS,
    MOST_BITS,
    Excesses,
    RaceSearch,
    Way,
    hull,
    most_excess,
    over,
    reach,
    thresholds,
)
from jeopardice.papers.dice_race.turns import PigTurn

Number = TypeVar("Number", arb, fmpq)


@dataclass(frozen=True)
class Departure:
    """A number of units to go at which no threshold is best, and what is."""

    n: int
    rolls_at: tuple[int, ...]
    """The totals at which the best way rolls, of those that it reaches."""
    banks_at: tuple[int, ...]
    threshold: int
    """The best threshold there, when the best way is played from then on."""
    gain: arb
    """How many turns the best way is better than that threshold."""

    @property
    def goes_on_from(self) -> tuple[int, ...]:
        """The totals above a bank at which the best way nevertheless rolls."""
        return tuple(t for t in self.rolls_at if self.banks_at and t > self.banks_at[0])


@dataclass(frozen=True)
class Optimum(Excesses):
    """The race of a player who plays every turn as well as possible."""

    departures: tuple[Departure, ...]
    undecided: tuple[int, ...]
    """The units to go at which it is undecided whether a threshold is best."""
    decided_from: int | None
    """From here on, forever, a threshold is best."""
    last_ways: tuple[Way, ...]
    """The thresholds that are best from there on."""

    @property
    def proven(self) -> bool:
        """Whether no other departures exist, however many units there are to go."""
        return self.decided_from is not None and not self.undecided

    def limits(self) -> arb | None:
        """A ball that holds what e tends to."""
        span = reach(self.last_ways)
        if self.decided_from is None or len(self.excesses) - 1 < self.decided_from + span:
            return None
        with ctx.workprec(self.bits):
            return hull(self.excesses[-span:])


def optimum(turn: PigTurn, to: int, progress: Progress | None = None, bits: int = FEWEST_BITS) -> Optimum:
    """The best way to play each turn, for 1 to `to` units to go."""
    while True:
        with ctx.workprec(bits):
            found = _Pass(turn, last_try=2 * bits > MOST_BITS).run(to, progress)
        if found:
            return found
        bits *= 2


@dataclass(frozen=True)
class _Turn(Generic[Number]):
    """The turn at n units to go, in balls or in fractions: `bank` is what a total is worth when it is banked."""

    gains: Sequence[tuple[int, Number]]
    bust: Number
    last: int
    """The total from which banking is always best."""
    bank_from: int

    def solve(self, rolls: list[bool], bank: Callable[[int], Number]) -> tuple[list[bool], Number, list[Number]]:
        """Policy iteration: where to roll, what x is, and the differences that are left open."""
        while True:
            x = self.evaluate(rolls, bank)
            better, undecided = self.improve(rolls, bank, x)
            if better == rolls:
                return rolls, x, undecided
            rolls = better

    def evaluate(self, rolls: Sequence[bool], bank: Callable[[int], Number]) -> Number:
        """What x is when the turn is played this way."""
        zero = 0 * self.bust
        value = [zero] * self.last + [bank(t) for t in range(self.last, self.last + self.gains[-1][0])]
        slope = [zero] * len(value)
        for t in range(self.last - 1, -1, -1):
            if t == 0 or rolls[t]:
                value[t] = sum((p * value[t + g] for g, p in self.gains), zero)
                slope[t] = sum((p * slope[t + g] for g, p in self.gains), self.bust)
            else:
                value[t] = bank(t)
        return (1 + value[0]) / (1 - slope[0])

    def improve(
        self, rolls: Sequence[bool], bank: Callable[[int], Number], x: Number
    ) -> tuple[list[bool], list[Number]]:
        """Where to roll if a bust leads to x, and the differences that are left open; what is open or equal stays."""
        better, undecided = list(rolls), list[Number]()
        value = [x] * self.last + [bank(t) for t in range(self.last, self.last + self.gains[-1][0])]
        for t in range(self.last - 1, 0, -1):
            roll, banked = sum((p * value[t + g] for g, p in self.gains), self.bust * x), bank(t)
            if t < self.bank_from or roll < banked:
                better[t] = True
            elif roll > banked:
                better[t] = False
            else:
                undecided.append(abs(roll - banked))
            value[t] = roll if better[t] else banked
        return better, undecided


class _Pass:
    """One pass over the race with balls of some size."""

    def __init__(self, turn: PigTurn, *, last_try: bool) -> None:
        self.turn, self.last_try = turn, last_try
        self.gains, self.bust, self.per_unit = [(g, arb(p)) for g, p in turn.gains], arb(turn.bust), 1 / arb(turn.mean)
        self.ways = thresholds(turn)
        self.last_ways = tuple(way for way in self.ways if not way.excess)
        self.bank_by = self._bank_by(most_excess(turn))
        self.reach = self.bank_by + turn.most
        self.e = over(turn, self.reach)
        self.rolls = [True] * self.bank_by
        # The same in fractions, made where they are needed: each turn as it is played, and e as far as it is known.
        self.played: list[list[bool]] = []
        self.exact = [fmpq(i) / turn.mean for i in range(self.reach, -1, -1)]
        self.departures: list[Departure] = []
        self.undecided: list[int] = []

    def _bank_by(self, swing: fmpq) -> int:
        """The total from which banking is right, if e swings by no more."""
        total = (self.turn.gain + self.turn.mean * swing) / self.turn.bust
        return max(self.turn.bank_from, ceil(fraction_of(total)))

    def run(self, to: int, progress: Progress | None) -> Optimum | None:
        """The race from its end; None where more bits are needed."""
        for n in range(1, to + 1):
            if progress:
                progress(n / to)
            if n % self.reach == 0:
                above = exact_of((2 * hull(self.e[-self.reach :]).rad()).upper())
                swing = fmpq(above.numerator, above.denominator)
                self.bank_by = min(self.bank_by, self._bank_by(swing))
                if self._decided(swing):
                    return self._follow_thresholds(n, to, progress)
            if not self._solve(n):
                return None
        return self._found(self.e[self.reach :], None)

    def _found(self, e: Sequence[arb], decided_from: int | None) -> Optimum:
        found = tuple(self.departures), tuple(self.undecided)
        return Optimum(self.turn, ctx.prec, tuple(e), *found, decided_from, self.last_ways)

    def _decided(self, swing: fmpq) -> bool:
        """Whether only thresholds without excess are best from here on."""
        turn = self.turn
        doubtful = [abs(turn.gain - turn.bust * t) / turn.mean for t in range(turn.bank_from, self.bank_by + 1)]
        return all(not distance or distance > swing for distance in doubtful)

    def _follow_thresholds(self, n: int, to: int, progress: Progress | None) -> Optimum | None:
        search = RaceSearch(self.turn, self.last_ways, last_try=self.last_try, known=self.e[self.reach + 1 :])
        for i in range(n, to + 1):
            if progress and i % 100 == 0:
                progress(i / to)
            if search.choose(i, self.last_ways) is None:
                return None
        return self._found(search.e[search.reach :], n)

    def _solve(self, n: int) -> bool:
        """The turn at n units to go; it starts from the play at n - 1. False: more bits are needed."""
        last = min(max(n, self.turn.bank_from), self.bank_by)
        turn = _Turn(self.gains, self.bust, last, self.turn.bank_from)

        def bank(t: int) -> arb:
            return self.e[n - t + self.reach] - t * self.per_unit

        rolls, x, undecided = turn.solve(self.rolls[:last], bank)
        exact = self._solve_exactly(n, rolls) if undecided else None
        if undecided and exact is None and not self.last_try:
            return False
        if exact is not None:
            rolls, x = exact[0], arb(exact[1])
        elif undecided:
            # A turn meets each open total once at most, and banks at least as often as by rolling all the way.
            x = x.union(x - sum(undecided, arb(0)) / arb(self.turn.threshold(last).banked))
            self.undecided.append(n)
        self.rolls[:last] = rolls
        self.played.append(rolls)
        self.e.append(x)
        if not undecided or exact is not None:
            self._note_departure(n, rolls, exactly=exact is not None)
        return True

    def _solve_exactly(self, n: int, rolls: list[bool]) -> tuple[list[bool], fmpq] | None:
        """The same in fractions; None if they get too long."""
        gains, bust, mean = list(self.turn.gains), self.turn.bust, self.turn.mean
        while len(self.exact) - self.reach <= n:
            if int(self.exact[-1].q).bit_length() > EXACT_BITS:
                return None
            i = len(self.exact) - self.reach
            played = self.played[i - 1] if i < n else rolls
            turn = _Turn(gains, bust, len(played), self.turn.bank_from)

            def bank(t: int, i: int = i) -> fmpq:
                return self.exact[i - t + self.reach] - t / mean

            played, x, _ = turn.solve(played, bank)
            if i == n:
                rolls = played
            self.exact.append(x)
        return rolls, self.exact[n + self.reach]

    def _note_departure(self, n: int, rolled: Sequence[bool], *, exactly: bool) -> None:
        """Keep the turn at n units to go, if no threshold plays it as well."""
        rolls, banks, stands = [], [], {0}
        for t in range(len(rolled)):
            if t in stands:
                if t == 0 or rolled[t]:
                    rolls.append(t)
                    stands.update(t + g for g, _ in self.turn.gains)
                else:
                    banks.append(t)
        if not banks or rolls[-1] < banks[0]:
            return
        fitting, end = [way for way in self.ways if way.fits_from <= n], n + self.reach
        if exactly and any(way.exactly(self.exact, end) == self.exact[end] for way in fitting):
            return
        gains = [(self._threshold(n, way) - self.e[-1], way) for way in fitting]
        if not all(gain > 0 for gain, _ in gains):
            self.undecided.append(n)
            return
        gain, way = min(gains, key=lambda found: found[0].mid())
        self.departures.append(Departure(n, tuple(rolls), tuple(banks), way.k, gain))

    def _threshold(self, n: int, way: Way) -> arb:
        banked = way.outcomes.banked
        return sum((arb(p / banked) * self.e[n - j + self.reach] for j, p in way.outcomes.banks), arb(way.excess))
