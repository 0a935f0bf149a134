"""The throws of a game in which both players choose and throw their dice at the same moment.

In a round a player chooses a number of dice d and gains g points with chance p_d(g). A player with s points to go who
gains g has s - g to go; one with 0 or less has finished, with an *overshoot* of g - s beyond the goal. A bust, and a
throw that loses everything banked, lead back to as many points as the rules say. A throw that wins immediately finishes
with more than every overshoot. Rounds are always completed, so the larger overshoot wins where both finish in the same
round, and equal ones share the win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, shown
from jeopardice.native.simultaneous import BUST, LOST, WON, TotalPlaces, dice_outcomes, first_turn
from jeopardice.race.model import has_streak_penalty
from jeopardice.race.standings import Standings
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.turn import TurnModel, turn_model

Array = NDArray[np.float64]
Plan = NDArray[np.uint8]
"""plan[round, points to go - 1]: the place of the chosen number of dice in `Throws.dice`."""
MOST_GOAL = 10_000
MOST_GAIN = 10_000


@dataclass(frozen=True)
class Throws:
    """The numbers of dice that can be thrown, and where they lead.

    The *places* of a player are those of one who has finished, the largest overshoot first, then 1, 2, … points to go.
    Where busts in a row count, the points to go are repeated for each number of busts: "points to go" below are
    then standings (`jeopardice.race.standings`).
    """

    dice: tuple[int, ...]
    gains: Array
    """gains[i, k]: the chance that dice[i] dice end with outcome k (see `jeopardice.native.simultaneous`)."""
    first_gains: Array
    """The same for a player who has nothing banked."""
    points: int
    """The most points to go that are modelled; where busts in a row count, the number of standings."""
    standings: Standings
    """Where busts lead."""
    can_win: bool
    """Whether a throw can win immediately."""

    @cached_property
    def most(self) -> int:
        """The most points of a throw."""
        return self._totals.total(int(self.gains.shape[1]) - 1)

    @cached_property
    def _totals(self) -> TotalPlaces:
        return TotalPlaces.of(self.standings.rules)

    @cached_property
    def _busts(self) -> list[tuple[int, int]]:
        """The outcomes that are kept busts, with the points that they keep."""
        if self._totals.stride == 1:
            return []
        kept = [(self._totals.kept(total), total) for total in range(1, self.most + 1)]
        return [(outcome, total) for outcome, total in kept if self.first_gains[:, outcome].any()]

    @cached_property
    def ended(self) -> int:
        """The number of places of players who have finished."""
        return self.most + self.can_win

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """places[s - 1, k]: the place after outcome k with s points to go."""
        units = np.arange(self.points) % self.standings.lowest + 1
        totals = self._totals.total(np.arange(self.gains.shape[1]))
        found = self.ended - 1 + units[:, None] - totals[None, :]
        for outcome, total in [(BUST, 0), *self._busts]:
            after = [self.standings.after_bust(k, total) for k in range(1, self.points + 1)]
            found[:, outcome] = self.ended - 1 + np.array(after)
        found[:, LOST] = self.ended - 1 + np.minimum(self.standings.lost[: self.points], self.points)
        found[:, WON] = 0
        return found

    @property
    def start(self) -> int:
        """The row of a player at the start, or of the most points that are modelled."""
        return min(self.standings.needed, self.points) - 1

    @cached_property
    def first_rows(self) -> NDArray[np.intp]:
        """The rows of a player who has nothing banked, where they are modelled and that makes a difference."""
        if np.array_equal(self.first_gains, self.gains):
            return np.arange(0)
        found = self.standings.needed - 1 + self.standings.lowest * np.arange(self.standings.counts)
        return found[found < self.points]

    @cached_property
    def outcomes(self) -> Array:
        """outcomes[s - 1, i, k]: the chance that dice[i] lead from s points to go to the k-th place."""
        result = np.zeros((self.points, len(self.dice), self.ended + self.points))
        for s in range(self.points):
            chances = self.first_gains if s in self.first_rows else self.gains
            np.add.at(result[s].T, self.places[s], chances.T)
        return result

    @cached_property
    def _backwards(self) -> Array:
        banked = self.gains[:, self._totals.banked(1) :: self._totals.stride]
        return np.ascontiguousarray(banked[:, ::-1].T)

    @cached_property
    def _ends(self) -> list[tuple[NDArray[np.intp], Array]]:
        """For each outcome that is no bank and can happen, its places and its chances."""
        ends = (BUST, LOST, WON, *(outcome for outcome, _ in self._busts))
        return [(self.places[:, k, None].copy(), self.gains[:, k].copy()) for k in ends if self.gains[:, k].any()]

    @cached_property
    def _firsts(self) -> tuple[NDArray[np.intp], Array]:
        """The places of the first rows, and the chances by outcome."""
        return self.places[self.first_rows], self.first_gains.T

    def expected(self, values: Array) -> Array:
        """[s - 1, i]: the expected value after a throw of dice[i] dice with s points to go, by the values of places."""
        # One matrix product: row s of the windows holds the values of s - most, ..., s - 1 points to go.
        modelled = min(self.points, self.standings.lowest)
        body = values[self.can_win : self.ended + modelled - 1]
        result: Array = sliding_window_view(body, self.most) @ self._backwards
        if self.points > modelled:
            result = np.tile(result, (self.standings.counts, 1))
        for places, chances in self._ends:
            result += values[places] * chances
        if len(self.first_rows):
            places, chances = self._firsts
            result[self.first_rows] = values[places] @ chances
        return result

    def moved(self, shares: Array) -> Array:
        """Where players go: shares[s - 1, i] at s points to go throw dice[i]; the result is by place."""
        weights = shares @ self.gains
        if len(self.first_rows):
            weights[self.first_rows] = shares[self.first_rows] @ self.first_gains
        size = self.ended + self.points
        return np.bincount(self.places.ravel(), weights=weights.ravel(), minlength=size).astype(np.float64, copy=False)


def throws_of(rules: Rules, points: int | None = None) -> Throws:
    """The throws of a game with hidden information, up to these points to go where scores cannot decrease."""
    require("best play", rules)
    if not rules.simultaneous or rules.sees == "scores":
        raise InputError(f'{rules.where}: sees: "{rules.sees}": it must be "nothing" or "dice" in a simultaneous game')
    if rules.goal > MOST_GOAL:
        raise InputError(f"{rules.where}: goal: {rules.goal}: hidden games have a goal of at most {MOST_GOAL}")
    turn = turn_model(rules)
    most = max((option.points for option in turn.options), default=0)
    if most < 1:
        raise InputError(f"{rules.where}: events.bust: no throw can score")
    if most > MOST_GAIN:
        raise InputError(f"{rules.where}: scoring: {most}: hidden games have throws of at most {MOST_GAIN} points")
    turn = replace(turn, counted_in=1)
    gains, first = (_gains(each, most) for each in (turn, first_turn(turn)))
    falls = has_streak_penalty(rules) or bool(rules.events.lose_banked)
    standings = Standings(rules, 1, rules.goal)
    modelled = standings.count if falls or points is None else points
    dice = tuple(sum(roll.dice) for roll in turn.phases[0].rolls)
    return Throws(dice, gains, first, modelled, standings, bool(rules.events.win))


def _gains(turn: TurnModel, most: int) -> Array:
    """[number of dice, outcome]: the chances of a player with this turn."""
    ways = [outcomes for _, outcomes in dice_outcomes(turn)]
    width = TotalPlaces.of(turn.rules).banked(most) + 1
    return np.array([np.pad(way, (0, width - len(way))) for way in ways])


def starting_points(rules: Rules, points: tuple[int, int] | None) -> tuple[int, int]:
    """The points (or standings) that the first and the second player have to go at the start."""
    first, second = points or (rules.goal, rules.goal)
    most = Standings(rules, 1, rules.goal).count
    for value in (first, second):
        if not 1 <= value <= most:
            raise InputError(f"points: {shown(value)}: the points to go must be from 1 to {most}")
    return first, second
