"""A player who sees the other player's number of dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.players import HiddenPlayer, Places, lengthened
from jeopardice.solvers.hidden.public import floor_strategy
from jeopardice.solvers.hidden.replies import Ending, ending
from jeopardice.solvers.hidden.throws import Array, Throws, throws_of


@dataclass(frozen=True)
class LooksAtDice(HiddenPlayer):
    """A player who goes by the history for some rounds, then by a strategy for the points that are left."""

    rules: Rules
    tree: tuple[Array, ...]
    """For each round [history, points to go - 1, dice], their own dice first in a history."""

    @property
    def looks_for(self) -> int:  # type: ignore[override]
        """The rounds of the tree."""
        return len(self.tree)

    def chances(self, t: int, history: int) -> Array:
        """The chances after one history."""
        result: Array = self.tree[t][history]
        return result

    def chances_of(self, t: int, histories: Places, points: Places, stood: Places) -> Array:
        """By the history for some rounds, then as when it stopped looking."""
        if t < self.looks_for:
            known: Array = self.tree[t][histories, points - 1]
            return known
        found = np.empty((len(points), self.tree[0].shape[2]))
        for to_go in np.unique(stood):
            games = stood == to_go
            later = _floor_strategy(self.rules, self.tree[0].shape[1], int(to_go))
            found[games] = later[min(t - self.looks_for, len(later) - 1), points[games] - 1]
        return found

    def with_dice(self, t: int, place: int) -> LooksAtDice:
        """The same for all histories of a round."""
        tree = list(self.tree)
        tree[t] = np.broadcast_to(np.eye(tree[t].shape[2])[place], tree[t].shape)
        return replace(self, tree=tuple(tree))

    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """The mixture of the endings from each number of points."""
        found = Ending(np.zeros((rounds, throws.ended)), 0.0)
        for place in np.flatnonzero(stands):
            later = lengthened(_floor_strategy(self.rules, throws.points, int(place) + 1), rounds)[:rounds]
            one = ending(throws, int(place) + 1, later)
            weight = float(stands[place])
            found = Ending(found.finishes + weight * one.finishes, found.unfinished + weight * one.unfinished)
        return found


@cache
def _floor_strategy(rules: Rules, points: int, to_go: int) -> Array:
    return floor_strategy(rules, throws_of(rules, points), to_go)
