"""Which of two thresholds without excess is best, a million points from the target and further.

The question of `settling` by computation: whole numbers with an error that is counted take the
place of balls, because only the last few of very many values of e matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import lcm

from flint import arb, ctx

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import exact_of
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.best import BestRace, best_race, hull, reach
from jeopardice.papers.dice_race.limits import free_thresholds
from jeopardice.papers.dice_race.turns import PigTurn, TurnOutcomes

MOST_BITS = 1 << 22


@dataclass(frozen=True)
class LongRun:
    """Which of two thresholds without excess is best, far beyond the units of a game."""

    turn: PigTurn
    first: int
    runs: tuple[tuple[int, int], ...]
    """Stretches of one threshold from `first` units to go on: (threshold, length); the last one may continue."""
    bits: int

    @property
    def to(self) -> int:
        """The most units to go."""
        return self.first - 1 + sum(length for _, length in self.runs)

    @property
    def mean_period(self) -> float | None:
        """The mean length of a run of the one threshold and the next of the other; None where there are too few."""
        whole = self.runs[1:-1] if len(self.runs) % 2 == 0 else self.runs[1:-2]
        if not whole:
            return None
        return sum(length for _, length in whole) / (len(whole) / 2)

    @property
    def lengths(self) -> dict[int, dict[int, int]]:
        """How often each threshold has runs of each length, the first and the last left out."""
        found: dict[int, dict[int, int]] = {}
        for k, length in self.runs[1:-1]:
            counts = found.setdefault(k, {})
            counts[length] = counts.get(length, 0) + 1
        return {k: dict(sorted(counts.items())) for k, counts in sorted(found.items())}


def long_run(turn: PigTurn, to: int, progress: Progress | None = None, bits: int | None = None) -> LongRun:
    """The best of two thresholds without excess, for any number of units to go.

    e is kept in whole numbers of 2^-bits, known to 2 of them at the start. Each is rounded down once, and averages of
    earlier errors are no larger than those, so after n units the error is below n: a difference of more than twice that
    is certain.
    """
    if len(free_thresholds(turn)) != 2:
        raise InputError("long run: there is one threshold without excess: the best settles at it")
    start = best_race(turn, min(to, 100 * turn.closing))
    while start.decided_from is None and start.to < to:
        start = best_race(turn, min(to, 2 * start.to))
    first = start.decided_from
    if first is None or first >= to:
        raise InputError(f"long run: {to}: two thresholds compete only at more points to go")
    if start.choices[-1].tied:
        raise InputError("long run: two thresholds are exactly as good as each other")
    bits = bits or _bits_needed(start, to)
    while True:
        with ctx.workprec(bits + 64):
            runs = _run(turn, to, bits, first, progress)
        if runs is not None:
            return LongRun(turn, first + 1, runs, bits)
        bits *= 2
        if bits > MOST_BITS:
            raise JeopardiceError(f"long run: {to}: the two thresholds are too close to each other")


def _bits_needed(start: BestRace, to: int) -> int:
    """A guess from how fast the swings of e fade, with a margin."""
    span, first, last = reach(start.ways_at_last), start.decided_from or 1, start.to
    if last - first < span:
        return 256 + to // 8
    with ctx.workprec(start.bits):
        early, late = (hull(start.excesses[n - span : n]).rad() for n in (first, last))
        fades = float((early / late).log()) / (last - first)
    return 256 + int(1.6 * fades * to)


def _run(
    turn: PigTurn, to: int, bits: int, first: int, progress: Progress | None
) -> tuple[tuple[int, int], ...] | None:
    begun = best_race(turn, first, bits=bits + 64)
    last = begun.excesses[-reach(begun.ways_at_last) :]
    if not all(choice.proven for choice in begun.choices) or not all(x.rad() < arb(2) ** -bits for x in last):
        return None
    span = len(last)
    e = [int(exact_of(x.mid()) * 2**bits // 1) for x in last]
    low, high = begun.ways_at_last
    (a, whole_a), (b, whole_b) = (_whole(way.outcomes) for way in (low, high))
    chosen = bytearray()
    for n in range(first + 1, to + 1):
        one = sum([w * e[-j] for j, w in a]) // whole_a
        other = sum([w * e[-j] for j, w in b]) // whole_b
        if abs(one - other) <= 2 * n:
            return None
        better = one < other
        e.append(one if better else other)
        chosen.append(better)
        if len(e) > 4096:
            del e[:-span]
            if progress:
                progress(n / to)
    return tuple((low.k if k else high.k, len(list(group))) for k, group in groupby(chosen))


def _whole(outcomes: TurnOutcomes) -> tuple[list[tuple[int, int]], int]:
    """The chances of a turn that does not bust, in whole numbers out of a total."""
    shares = [(j, p / outcomes.banked) for j, p in outcomes.banks]
    total = lcm(*(int(share.q) for _, share in shares))
    return [(j, int((share * total).p)) for j, share in shares], total
