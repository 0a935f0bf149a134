"""One turn of the family pig as a distribution: what it banks, and how likely.

A roll gains g points with chance p(g), or busts. Let a(i) be the chance that the running total of a turn is ever
exactly i, a(i) = sum_g p(g) a(i - g), a(0) = 1. A player who banks at k or more banks j >= k with chance

    P(k, j) = sum_{i < k} a(i) p(j - i),

Louchard's PJ(k, j) of section 2.1, solved. Points are counted in the game's unit, and every number is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import ceil

from flint import fmpq

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.turn import turn_model

NOTHING = fmpq(0)
MOST_CLOSING = 300
"""The closing total, in units, up to which fractions stay short enough."""


@dataclass(frozen=True)
class TurnOutcomes:
    """What a way to play a turn banks: units of points with their chances; with the rest of the chance it busts."""

    banks: tuple[tuple[int, fmpq], ...]

    @cached_property
    def banked(self) -> fmpq:
        """The chance not to bust."""
        return sum((chance for _, chance in self.banks), NOTHING)

    @property
    def bust(self) -> fmpq:
        """The chance to bust."""
        return 1 - self.banked

    @cached_property
    def mean(self) -> fmpq:
        """Expected units."""
        return sum((units * chance for units, chance in self.banks), NOTHING)

    @cached_property
    def variance(self) -> fmpq:
        """Variance of the units."""
        return sum((units**2 * chance for units, chance in self.banks), NOTHING) - self.mean**2

    @property
    def furthest(self) -> int:
        """The most units."""
        return self.banks[-1][0]


@dataclass(frozen=True)
class PigTurn:
    """A turn of a game of the family pig in which scores never decrease."""

    rules: Rules
    unit: int
    gains: tuple[tuple[int, fmpq], ...]
    """Units gained by a roll, the fewest first, with their chances; with the rest of the chance it busts."""
    bank_from: int
    """The fewest units that may be banked."""
    _visits: list[fmpq] = field(default_factory=lambda: [fmpq(1)], compare=False, repr=False)
    _thresholds: dict[int, TurnOutcomes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def most(self) -> int:
        """The most units of a roll."""
        return self.gains[-1][0]

    @cached_property
    def gain(self) -> fmpq:
        """Expected units of a roll."""
        return sum((g * chance for g, chance in self.gains), NOTHING)

    @cached_property
    def bust(self) -> fmpq:
        """The chance that a roll busts."""
        return 1 - sum((chance for _, chance in self.gains), NOTHING)

    def visits(self, total: int) -> fmpq:
        """The chance that a turn which is never banked reaches exactly this total."""
        while len(self._visits) <= total:
            i = len(self._visits)
            self._visits.append(sum((p * self._visits[i - g] for g, p in self.gains if g <= i), NOTHING))
        return self._visits[total]

    def threshold(self, k: int) -> TurnOutcomes:
        """Strategy 1: roll until the total is k or more, then bank."""
        if k not in self._thresholds:
            self.visits(k)
            ends: dict[int, fmpq] = {}
            for g, p in self.gains:
                for i in range(max(0, k - g), k):
                    if self._visits[i]:
                        ends[i + g] = ends.get(i + g, NOTHING) + self._visits[i] * p
            self._thresholds[k] = _outcomes(ends)
        return self._thresholds[k]

    def exactly(self, rolls: int) -> TurnOutcomes:
        """Strategy 2: make exactly this number of rolls, then bank, or roll on until that is allowed."""
        ends = {0: fmpq(1)}
        for _ in range(rolls):
            following: dict[int, fmpq] = {}
            for total, chance in ends.items():
                for g, p in self.gains:
                    following[total + g] = following.get(total + g, NOTHING) + chance * p
            ends = following
        for total in [t for t in ends if t < self.bank_from]:
            chance = ends.pop(total)
            for units, then in self.threshold(self.bank_from - total).banks:
                ends[total + units] = ends.get(total + units, NOTHING) + chance * then
        return _outcomes(ends)

    def go_on(self, k: int, more: int) -> TurnOutcomes:
        """Strategy 6, of Haigh & Roters: bank at k or more, but from the largest total roll on for `more` units."""
        ends = dict(self.threshold(k).banks)
        last = k + self.most - 1
        chance = ends.pop(last, NOTHING)
        for units, then in self.threshold(more).banks:
            ends[last + units] = chance * then
        return _outcomes(ends)

    @cached_property
    def closing(self) -> int:
        """The total from which a bank is worth no less than a roll, for the points of one turn."""
        return max(self.bank_from, ceil(fraction_of(self.gain / self.bust)))

    @cached_property
    def mean(self) -> fmpq:
        """The most expected units of a turn: those of holding at the closing total."""
        return self.threshold(self.closing).mean

    def worth(self, total: int) -> fmpq:
        """The most expected units of a turn from this total on."""
        values: dict[int, fmpq] = {}
        for t in range(self.closing + self.most, total - 1, -1):
            roll = sum((p * values[t + g] for g, p in self.gains if t + g in values), NOTHING)
            values[t] = fmpq(t) if t >= self.closing else roll
        return values.get(total, fmpq(total))

    def excess(self, outcomes: TurnOutcomes) -> fmpq:
        """The turns that a way to play loses with each bank, against the best mean: d of docs/theory/dice-race.md."""
        return (self.mean - outcomes.mean) / (self.mean * outcomes.banked)

    def plan_of(self, k: int, first: int | None = None) -> int:
        """The smallest threshold that is equivalent to k: no turn reaches a total between the two."""
        first = self.bank_from if first is None else first
        k = max(k, first)
        while k > first and not self.visits(k - 1):
            k -= 1
        return k

    def plans(self, last: int, first: int | None = None) -> list[int]:
        """The thresholds up to `last` that are played differently, each as its smallest equivalent."""
        first = self.bank_from if first is None else first
        return sorted({self.plan_of(k, first) for k in range(first, max(last, first) + 1)})


def _outcomes(ends: dict[int, fmpq]) -> TurnOutcomes:
    return TurnOutcomes(tuple(sorted((units, chance) for units, chance in ends.items() if chance)))


def pig_turn(rules: Rules) -> PigTurn:
    """The turn of a game; rules with which a race depends on more than the points to go are refused."""
    require("dice race", rules)
    model = turn_model(rules)
    chances: dict[int, fmpq] = {}
    (roll,) = model.phases[0].rolls
    for outcome in roll.going_on:
        units = outcome.options[0].points // model.unit
        chances[units] = chances.get(units, NOTHING) + fmpq(outcome.count, roll.total)
    if not roll.bust:
        raise InputError(f"{rules.where}: events.bust: a dice race needs a roll that busts")
    found = PigTurn(rules, model.unit, tuple(sorted(chances.items())), max(1, -(-model.bank_from // model.unit)))
    if found.closing > MOST_CLOSING:
        raise JeopardiceError(
            f"{rules.where}: turns continue to {found.closing * model.unit:,} points: too far for exact fractions "
            f"(at most {MOST_CLOSING * model.unit:,})"
        )
    return found
