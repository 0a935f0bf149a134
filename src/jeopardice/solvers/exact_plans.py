"""The turns of simultaneous play in fractions: turn outcome distributions, and the best answer to one.

As in core/simultaneous/turn_choices.hpp: the place of an outcome is that of `jeopardice.native.simultaneous`, and from
some turn total on all totals are worth the same, where a player banks or rolls on until a roll ends the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

import flint
import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import BUST, GAIN, LOST, WON, WON_BY, TotalPlaces, dice_outcomes, first_turn
from jeopardice.native.turn import event_chances
from jeopardice.race.standings import Standings
from jeopardice.solutions.simultaneous import outcomes_key
from jeopardice.solutions.simultaneous_turn import bank_chances
from jeopardice.turn import Roll, TurnModel

Distribution = dict[int, flint.fmpq]
"""A turn outcome distribution: the chance of each place."""
RARELY = 1e-5
"""In floating point players who would roll on forever until a roll wins bank at totals that they reach less often."""
EVENTS = (BUST, LOST, WON)
ZERO, ONE = flint.fmpq(0), flint.fmpq(1)


class ExactPlans:
    """The ways to play a turn."""

    def __init__(self, turn: TurnModel, standings: Standings) -> None:
        self.turn, self.standings = turn, standings
        self.places, self.keeps = TotalPlaces.of(turn.rules), turn.rules.turn.keep_on_bust
        self._afters: dict[tuple[int, int], int] = {}
        self._turns = {False: turn, True: first_turn(turn)}
        self._roll = roll_distribution(turn.phases[0].rolls[0], turn.unit)
        self._dice = {
            first: [self._thrown(roll, first=first) for roll in turn.phases[0].rolls] for first in self._turns
        }
        self._keys = {
            first: [outcomes_key(outcomes) for _, outcomes in dice_outcomes(each)] if self.is_hog else []
            for first, each in self._turns.items()
        }

    @property
    def is_hog(self) -> bool:
        """Whether a turn is a number of dice."""
        return self.turn.rules.family == "hog"

    def _is_first(self, standing: int) -> bool:
        return self.standings.units(standing) == self.standings.needed

    def _least(self, *, first: bool) -> int:
        return max(1, -(-self._turns[first].bank_from // self.turn.unit))

    def _kept(self, total: int) -> int:
        return self.places.kept(total) if self.keeps and total else BUST

    def _thrown(self, roll: Roll, *, first: bool) -> Distribution:
        distribution: Distribution = {}
        for place, chance in roll_distribution(roll, self.turn.unit).items():
            total, then = place - GAIN, place
            if total > 0:
                then = self.places.banked(total) if total >= self._least(first=first) else self._kept(total)
            distribution[then] = distribution.get(then, ZERO) + chance
        return distribution

    def ways(self, standing: int) -> list[Distribution]:
        """Hog: the numbers of dice."""
        return self._dice[self._is_first(standing)]

    def distribution(self, standing: int, outcomes: Floats) -> Distribution:
        """The way to play with this turn outcome distribution."""
        first = self._is_first(standing)
        if self.is_hog:
            return self._dice[first][self._keys[first].index(outcomes_key(outcomes))]
        if self.keeps and LOST not in self._roll:
            raise self._endless()
        bank, stands = bank_chances(outcomes[None], self._turns[first])
        banks = bank[0] > 0.5
        if WON in self._roll:
            beyond = np.arange(len(banks)) >= self.standings.units(standing)
            rarely = np.flatnonzero(banks & beyond & (stands[0] < RARELY))
            banks = banks[: rarely[0]] if len(rarely) else banks
        return self._rolled(banks, self._least(first=first))

    def _endless(self) -> JeopardiceError:
        where, what = self.turn.rules.where, "turns run past the goal without end, because a roll has nothing to lose"
        return JeopardiceError(
            f"{where}: turn.keep_on_bust: true: {what}: values are limits of fractions (use floating point)"
        )

    def _rolled(self, banks: np.ndarray, least: int) -> Distribution:
        """Pig: the turns that bank at these totals, and beyond them roll on forever."""
        distribution: Distribution = {}
        stands = {0: ONE}
        ends = {place: chance for place, chance in self._roll.items() if place in EVENTS}
        while stands:
            total = min(stands)
            here = stands.pop(total)
            if least <= total < len(banks) and banks[total]:
                add(distribution, self.places.banked(total), here)
                continue
            if total >= len(banks) and self.keeps and BUST in ends:
                raise self._endless()
            share = here if total < len(banks) else here / sum(ends.values(), ZERO)
            for place, chance in ends.items():
                add(distribution, self._kept(total) if place == BUST else place, share * chance)
            if total < len(banks):
                for place, chance in self._roll.items():
                    if place > GAIN:
                        add(stands, total + place - GAIN, here * chance)
        return {place: chance for place, chance in distribution.items() if chance}

    def after(self, standing: int, place: int) -> int:
        """Where a turn leads: a standing, or at most 0 at the goal, minus the units beyond it."""
        found = self._afters.get((standing, place))
        if found is None:
            found = self._afters[standing, place] = self._after(standing, place)
        return found

    def _after(self, standing: int, place: int) -> int:
        if place == WON:
            return -WON_BY
        if place in EVENTS:
            return self.standings.after_bust(standing) if place == BUST else self.standings.after_loss(standing)
        total = self.places.total(place)
        if place < self.places.banked(total):
            return self.standings.after_bust(standing, total)
        return self.standings.units(standing) - total

    def furthest(self, standing: int, other: Distribution, other_standing: int) -> int:
        """The turn total from which all are worth the same against a distribution of the other player."""
        over = max(-then for place in other if (then := self.after(other_standing, place)) > -WON_BY)
        spare = self.standings.penalty if self.places.stride > 1 else 0
        return max(1, self.standings.units(standing) + max(0, over) + 1 + spare)

    def best(self, standing: int, worth: Sequence[flint.fmpq]) -> flint.fmpq:
        """The value of the best way to play, if places are worth this (past the end, the last)."""
        if self.is_hog:
            return max(expected(distribution, worth) for distribution in self.ways(standing))
        return self._decided(standing, worth)[0]

    def best_way(self, standing: int, worth: Sequence[flint.fmpq]) -> Distribution:
        """The best way to play."""
        if self.is_hog:
            return max(self.ways(standing), key=lambda distribution: expected(distribution, worth))
        return self._rolled(self._decided(standing, worth)[1], self._least(first=self._is_first(standing)))

    def _decided(self, standing: int, worth: Sequence[flint.fmpq]) -> tuple[flint.fmpq, np.ndarray]:
        """Pig: the value of the best way to play, and the totals at which it banks; beyond them it rolls on forever."""
        least = self._least(first=self._is_first(standing))
        last = max(least, self.places.total(len(worth) - 1))
        ends = {place: chance for place, chance in self._roll.items() if place in EVENTS}
        gains = [(place - GAIN, chance) for place, chance in self._roll.items() if place > GAIN]
        most = max((gain for gain, _ in gains), default=0)

        def ended(total: int) -> flint.fmpq:
            rolled = ((self._kept(total) if place == BUST else place, chance) for place, chance in ends.items())
            return sum((chance * at(worth, place) for place, chance in rolled), ZERO)

        beyond, banks = at(worth, self.places.banked(last)), np.ones(last + most + 1, dtype=bool)
        if ends and (rolls_on := ended(last) / sum(ends.values(), ZERO)) > beyond:
            beyond, banks = rolls_on, banks[:last]
        values = [beyond] * (last + most + 1)
        for total in range(last - 1, -1, -1):
            value = ended(total) + sum((chance * values[total + gain] for gain, chance in gains), ZERO)
            bank = at(worth, self.places.banked(total)) if total >= least else value
            banks[total] = total >= least and bank >= value
            values[total] = max(value, bank)
        return values[0], banks


def roll_distribution(roll: Roll, unit: int) -> Distribution:
    """The outcomes of a roll that ends the turn, a gain of g units at GAIN + g."""
    distribution: Distribution = {}
    for place, p in zip(EVENTS, event_chances(roll, wins_count=True), strict=True):
        add(distribution, place, flint.fmpq(p.numerator, p.denominator))
    for outcome in roll.going_on:
        if not outcome.event:
            add(distribution, GAIN + outcome.options[0].points // unit, flint.fmpq(outcome.count, roll.total))
    return {place: chance for place, chance in distribution.items() if chance}


def mixed(distributions: Sequence[Distribution], chances: Sequence[flint.fmpq]) -> Distribution:
    """A mixture of distributions."""
    found: Distribution = {}
    for distribution, share in zip(distributions, chances, strict=True):
        for place, chance in distribution.items():
            if share:
                add(found, place, share * chance)
    return found


def expected(distribution: Distribution, worth: Sequence[flint.fmpq]) -> flint.fmpq:
    """The mean worth of a distribution."""
    return sum((chance * at(worth, place) for place, chance in distribution.items()), ZERO)


def at(worth: Sequence[flint.fmpq], place: int) -> flint.fmpq:
    """The worth of a place; the last one holds for larger gains."""
    return worth[min(place, len(worth) - 1)]


def add(distribution: Distribution, place: int, chance: flint.fmpq) -> None:
    """Add a chance to a place."""
    distribution[place] = distribution.get(place, ZERO) + chance
