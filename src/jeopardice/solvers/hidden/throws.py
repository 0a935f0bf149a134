"""The throws of a game in which both players choose and throw their dice at the same moment.

In a round a player chooses a number of dice d and gains g points with chance p_d(g), where g = 0 stands for a bust.
A player with s points to go who gains g has s - g to go; one with 0 or less has finished, with an *overshoot* of
g - s beyond the goal. Rounds are always completed, so the larger overshoot wins where both finish in the same round,
and equal ones share the win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, shown
from jeopardice.native.simultaneous import BUST, GAIN, dice_outcomes
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.turn import turn_model

Array = NDArray[np.float64]
Plan = NDArray[np.uint8]
"""plan[round, points to go - 1]: the place of the chosen number of dice in `Throws.dice`."""
MOST_GOAL = 10_000
MOST_GAIN = 10_000


@dataclass(frozen=True)
class Throws:
    """The numbers of dice that can be thrown; `gains[i, g]` is the chance that dice[i] dice gain g points."""

    dice: tuple[int, ...]
    gains: Array
    points: int
    """The most points to go that are modelled."""

    @property
    def most(self) -> int:
        """The most points of a throw."""
        return int(self.gains.shape[1]) - 1

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """places[s - 1, g] = s - g + most - 1: the index of s - g points to go in an array from 1 - most to `points`.

        The first `most` entries of such an array are for players who have finished, the largest overshoot first.
        """
        return np.arange(1, self.points + 1)[:, None] - np.arange(self.most + 1)[None, :] + self.most - 1

    @cached_property
    def outcomes(self) -> Array:
        """outcomes[s - 1, i, k]: the chance that dice[i] lead from s points to go to the k-th of those places."""
        result = np.zeros((self.points, len(self.dice), self.points + self.most))
        for s in range(self.points):
            result[s][:, self.places[s]] = self.gains
        return result

    @cached_property
    def _backwards(self) -> Array:
        return np.ascontiguousarray(self.gains[:, ::-1].T)

    def expected(self, values: Array) -> Array:
        """sum_g p_d(g) values(s - g) for all s (last axis but one) and d (last axis); leading axes are kept."""
        # One matrix product: row s of the windows holds values(s - most), ..., values(s).
        result: Array = sliding_window_view(values, self.most + 1, axis=-1) @ self._backwards
        return result

    def moved(self, shares: Array) -> Array:
        """Where players go: shares[s - 1, i] at s points to go throw dice[i]; the result is laid out as in `places`."""
        weights = shares @ self.gains
        size = self.points + self.most
        return np.bincount(self.places.ravel(), weights=weights.ravel(), minlength=size).astype(np.float64, copy=False)


def throws_of(rules: Rules, points: int | None = None) -> Throws:
    """The throws of a game; rules that hidden information does not support are refused."""
    hidden = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}
    require("best play", rules if rules.sees != "scores" else rules.replace({**hidden, "sees": "nothing"}))
    if rules.goal > MOST_GOAL:
        raise InputError(f"{rules.where}: goal: {rules.goal}: hidden games have a goal of at most {MOST_GOAL}")
    turn = turn_model(rules)
    rolls = turn.phases[0].rolls
    most = max((option.points for roll in rolls for outcome in roll.outcomes for option in outcome.options), default=0)
    if most < 1:
        raise InputError(f"{rules.where}: events.bust: no throw can score")
    if most > MOST_GAIN:
        raise InputError(f"{rules.where}: scoring: {most}: hidden games have throws of at most {MOST_GAIN} points")
    gains = np.zeros((len(rolls), most + 1))
    for row, (_, outcomes) in zip(gains, dice_outcomes(replace(turn, counted_in=1)), strict=True):
        row[0] = outcomes[BUST]
        row[1 : len(outcomes) - GAIN] = outcomes[GAIN + 1 :]
    return Throws(tuple(sum(roll.dice) for roll in rolls), gains, points or rules.goal)


def starting_points(rules: Rules, points: tuple[int, int] | None) -> tuple[int, int]:
    """The points that the first and the second player have to go at the start."""
    first, second = points or (rules.goal, rules.goal)
    for value in (first, second):
        if not 1 <= value <= rules.goal:
            raise InputError(f"points: {shown(value)}: the points to go must be from 1 to {rules.goal}")
    return first, second
