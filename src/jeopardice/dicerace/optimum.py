"""The fewest expected turns over all ways to play a turn, and where they are not a threshold.

With e as in `jeopardice.dicerace.best`, and x = e(n) what a bust leads to, the totals t of a turn satisfy

    u(t) = min( e(n - t) - t/m,  q x + sum_g p(g) u(t + g) ),      x = 1 + (the second term at t = 0),

q being the chance that a roll busts: policy iteration in balls, which ends because every decision is certified. Rolling
once more and then banking changes the value by (r - q t)/m plus differences of e, with weights that add up to 1 at
most, r being what a roll gains. So if e swings by less than s,

  * banking is right at all totals t >= (r + m s) / q;
  * once s < |r - q t| / m at every total but t = r/q, the best way is to hold at the closing total, or, where r/q is a
    total that a turn can come to stand at, one of two thresholds. From there on for ever: this proves the conjecture
    of Haigh & Roters where the race below shows no other exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from flint import arb, ctx, fmpq

from jeopardice.dicerace.best import FEWEST_BITS, MOST_BITS, Search, Way, hull, most_excess, over, thresholds
from jeopardice.dicerace.turns import Law, PigTurn
from jeopardice.solvers.values import Progress

MOST_STEPS = 60


@dataclass(frozen=True)
class Departure:
    """A number of units to go at which no threshold is best, and what is."""

    n: int
    rolls_at: tuple[int, ...]
    """The totals at which the best way rolls, of those that it comes to stand at."""
    banks_at: tuple[int, ...]
    threshold: int
    """The best threshold there, when the best way is played from then on."""
    gain: arb
    """How many turns the best way is better than that threshold."""

    @property
    def goes_on_from(self) -> tuple[int, ...]:
        """The totals above a bank at which the best way rolls all the same."""
        return tuple(t for t in self.rolls_at if self.banks_at and t > self.banks_at[0])


@dataclass(frozen=True)
class Optimum:
    """The race of a player who plays every turn as well as possible."""

    turn: PigTurn
    bits: int
    excesses: tuple[arb, ...]
    """e(n) = E(n) - n/m for n = 0, 1, …"""
    departures: tuple[Departure, ...]
    decided_from: int | None
    """From here on, for ever, a threshold is best."""
    last_ways: tuple[Way, ...]
    """The thresholds that are best from there on."""

    def expected(self, n: int) -> arb:
        """The fewest expected turns."""
        with ctx.workprec(self.bits):
            return self.excesses[n] + arb(n / self.turn.mean)

    def limits(self) -> arb | None:
        """A ball that holds what e tends to."""
        span = max(way.law.furthest for way in self.last_ways)
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


class _Pass:
    """One pass over the race with balls of some size."""

    def __init__(self, turn: PigTurn, *, last_try: bool) -> None:
        self.turn, self.last_try = turn, last_try
        self.gains = [(g, arb(p)) for g, p in turn.gains]
        self.bust, self.per_unit = arb(turn.bust), 1 / arb(turn.mean)
        self.ways = thresholds(turn)
        self.last_ways = tuple(way for way in self.ways if not way.excess)
        self.bank_by = self._bank_by(most_excess(turn))
        self.reach = self.bank_by + turn.most
        self.e = over(turn, self.reach)
        self.rolls = [True] * self.bank_by

    def _bank_by(self, swing: fmpq) -> int:
        """The total from which banking is right, if e swings by no more."""
        total = (self.turn.gain + self.turn.mean * swing) / self.turn.bust
        return max(self.turn.bank_from, ceil(Fraction(int(total.p), int(total.q))))

    def run(self, to: int, progress: Progress | None) -> Optimum | None:
        departures: list[Departure] = []
        for n in range(1, to + 1):
            if progress:
                progress(n / to)
            if n % self.reach == 0:
                swing = _fraction_above(2 * hull(self.e[-self.reach :]).rad())
                self.bank_by = min(self.bank_by, self._bank_by(swing))
                if self._decided(swing):
                    return self._follow_thresholds(n, to, departures, progress)
            self._improve(n)
            departures += self._departure(n)
        return Optimum(self.turn, ctx.prec, tuple(self.e[self.reach :]), tuple(departures), None, self.last_ways)

    def _decided(self, swing: fmpq) -> bool:
        """Whether only thresholds without excess are best from here on."""
        turn = self.turn
        doubtful = [abs(turn.gain - turn.bust * t) / turn.mean for t in range(turn.bank_from, self.bank_by + 1)]
        return all(not distance or distance > swing for distance in doubtful)

    def _follow_thresholds(
        self, n: int, to: int, departures: list[Departure], progress: Progress | None
    ) -> Optimum | None:
        search = Search(self.turn, self.last_ways, last_try=self.last_try, known=self.e[self.reach + 1 :])
        for i in range(n, to + 1):
            if progress and i % 100 == 0:
                progress(i / to)
            if search.choose(i, self.last_ways) is None:
                return None
        return Optimum(self.turn, ctx.prec, tuple(search.e[search.reach :]), tuple(departures), n, self.last_ways)

    def _improve(self, n: int) -> None:
        """Policy iteration at n units to go; the play of n - 1 is where it starts."""
        last = self._last(n)
        for _ in range(MOST_STEPS):
            x, stays = self._evaluate(n, last)
            better = self._better(n, last, x)
            if better == self.rolls[:last]:
                break
            self.rolls[:last] = better
        # A decision that balls leave open is worth less than their radius: the ball is made to hold both.
        again = self._once(n, last, x)
        self.e.append(x if again.overlaps(x) and not self._open else x.union(x - (x - again) / stays))

    def _last(self, n: int) -> int:
        """The total from which everybody banks."""
        return min(max(n, self.turn.bank_from), self.bank_by)

    def _bank(self, n: int, t: int) -> arb:
        return self.e[n - t + self.reach] - t * self.per_unit

    def _evaluate(self, n: int, last: int) -> tuple[arb, arb]:
        """X when the turn is played by `rolls`, and the chance not to bust."""
        value, slope = self._beyond(n, last), [arb(0)] * (last + self.turn.most)
        for t in range(last - 1, -1, -1):
            if t == 0 or self.rolls[t]:
                value[t] = sum((p * value[t + g] for g, p in self.gains), arb(0))
                slope[t] = sum((p * slope[t + g] for g, p in self.gains), self.bust)
            else:
                value[t] = self._bank(n, t)
        stays = 1 - slope[0]
        return (1 + value[0]) / stays, stays

    def _better(self, n: int, last: int, x: arb) -> list[bool]:
        """Where to roll, if a bust leads to x; balls that overlap change nothing."""
        value, rolls = self._beyond(n, last), self.rolls[:last]
        self._open = False
        for t in range(last - 1, 0, -1):
            roll = sum((p * value[t + g] for g, p in self.gains), self.bust * x)
            bank = self._bank(n, t)
            if t < self.turn.bank_from or roll < bank:
                rolls[t] = True
            elif roll > bank:
                rolls[t] = False
            else:
                self._open = True
            value[t] = roll if rolls[t] else bank
        return rolls

    def _once(self, n: int, last: int, x: arb) -> arb:
        """The right side of the equation for x."""
        value = self._beyond(n, last)
        for t in range(last - 1, -1, -1):
            value[t] = sum((p * value[t + g] for g, p in self.gains), self.bust * x)
            if t >= self.turn.bank_from:
                value[t] = value[t].min(self._bank(n, t))
        return 1 + value[0]

    def _beyond(self, n: int, last: int) -> list[arb]:
        """Values with those of the totals at which everybody banks filled in."""
        return [arb(0)] * last + [self._bank(n, t) for t in range(last, last + self.turn.most)]

    def _departure(self, n: int) -> list[Departure]:
        """The turn at n units to go, if no threshold plays it."""
        last = self._last(n)
        stands, banks = {0}, list[int]()
        rolls = []
        for t in range(last):
            if t in stands:
                if t == 0 or self.rolls[t]:
                    rolls.append(t)
                    stands.update(t + g for g, _ in self.turn.gains)
                else:
                    banks.append(t)
        if not banks or rolls[-1] < banks[0]:
            return []
        best, way = min(
            ((self._threshold(n, way.law, way.excess), way) for way in self.ways if way.fits_from <= n),
            key=lambda found: found[0].mid(),
        )
        gain = best - self.e[-1]
        if not gain > 0:
            return []  # an open decision
        return [Departure(n, tuple(rolls), tuple(banks), way.k, gain)]

    def _threshold(self, n: int, law: Law, excess: fmpq) -> arb:
        banked = law.banked
        return sum((arb(p / banked) * self.e[n - j + self.reach] for j, p in law.banks), arb(excess))


def _fraction_above(ball: arb) -> fmpq:
    """A fraction that is no less than the ball."""
    mantissa, exponent = ball.upper().man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def first_difference(one: Sequence[arb], other: Sequence[arb]) -> int | None:
    """The first index at which two sequences of balls certainly differ."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if not a.overlaps(b)), None)
