"""The public tree of the game in which the dice numbers are seen, and what a strategy on it provably wins.

After t rounds both players know the *history* h = (d_1, e_1), ..., (d_t, e_t) of the dice that both have thrown, and
each knows their own points to go. Throws are independent, so that given h the points of the two are independent,
and a player needs to know only h and their own points. With z(h, s, d) the first player's weight of s points to go
and a throw of d dice (only their own chances, not the other's),

    sum_d' z(h(d, e), s', d') = sum_s z(h, s, d) p_d(s - s')     for every e of the other,                        (flow)

and the least that the first player wins, when the second has s points to go after h, is

    W(h, s) = min over e of  sum_{s', d} z(h, s', d) k(s', d, s, e)  +  sum_d sum_{g < s} p_e(g) W(h(d, e), s - g) ,

where k(s', d, s, e) is the chance to win in this round. The game has no last round: after the last round that is
modelled, k counts positions in which neither has finished with a floor b(s', s), proven to be within reach of the first
player (`floors`). Histories are numbered so that h(d, e) has the number n D^2 + d D + e if h has the number n and there
are D numbers of dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jeopardice.common.progress import Progress
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.nothing_seen import solve_nothing_seen
from jeopardice.solvers.hidden.replies import best_reply, ending, rounding
from jeopardice.solvers.hidden.throws import Array, Throws


@dataclass(frozen=True)
class PublicTree:
    """The game from one player's side: `start` has this player's points to go, then the other's."""

    throws: Throws
    start: tuple[int, int]
    rounds: int
    floors: Array
    """floors[own - 1, other's - 1]: what the player certainly wins if neither has finished after the last round."""

    @property
    def choices(self) -> int:
        """How many numbers of dice there are."""
        return len(self.throws.dice)

    @property
    def points(self) -> int:
        """The most points to go."""
        return self.throws.points

    def histories(self, t: int) -> int:
        """How many histories there are after t rounds."""
        return int(self.choices ** (2 * t))

    @cached_property
    def moves(self) -> Array:
        """moves[d, s - 1, s' - 1]: the chance to get from s to s' > 0 points to go."""
        return np.ascontiguousarray(self.throws.outcomes[:, :, self.throws.ended :].transpose(1, 0, 2))

    @cached_property
    def _payoffs(self) -> Array:
        size = self.points + self.throws.ended
        own, other = np.arange(size)[:, None], np.arange(size)[None, :]
        ended = np.minimum(own, other) < self.throws.ended
        return np.where(ended, (own < other) + 0.5 * (own == other), 0.0)

    @cached_property
    def wins(self) -> Array:
        """k(s', d, s, e): the chance to win in this round."""
        return self._wins(self._payoffs)

    @cached_property
    def last_wins(self) -> Array:
        """The same in the last round, with the floors for what comes after."""
        payoffs = self._payoffs.copy()
        payoffs[self.throws.ended :, self.throws.ended :] = self.floors
        return self._wins(payoffs)

    def _wins(self, payoffs: Array) -> Array:
        flat = self.throws.outcomes.reshape(self.points * self.choices, -1)
        result: Array = (flat @ payoffs @ flat.T).reshape(self.points, self.choices, self.points, self.choices)
        return result

    def wins_in(self, t: int) -> Array:
        """The wins of round t, counted from 0."""
        return self.last_wins if t == self.rounds - 1 else self.wins

    def flows(self, strategy: Sequence[Array]) -> list[Array]:
        """z(h, s, d) of a strategy, whose chances in round t are strategy[t][h, s - 1, d]."""
        here = np.zeros((1, self.points))
        here[0, self.start[0] - 1] = 1.0
        found = []
        for t in range(self.rounds):
            found.append(here[:, :, None] * strategy[t])
            if t + 1 < self.rounds:
                there = np.einsum("hsd,dsr->hdr", found[-1], self.moves)
                here = np.repeat(there.reshape(-1, self.points), self.choices, axis=0)
        return found

    def guaranteed(self, strategy: Sequence[Array]) -> float:
        """What a strategy wins against the other's best reply: W at the start."""
        flows = self.flows(strategy)
        later: Array | None = None
        for t in range(self.rounds - 1, -1, -1):
            size = self.points * self.choices
            now = flows[t].reshape(-1, size) @ self.wins_in(t).reshape(size, size)
            worth = now.reshape(-1, self.points, self.choices)
            if later is not None:
                by_other = later.reshape(-1, self.choices, self.choices, self.points).sum(axis=1)
                worth = worth + np.einsum("her,esr->hse", by_other, self.moves)
            later = worth.min(axis=2)
        assert later is not None
        return float(later[0, self.start[1] - 1])


def floors(rules: Rules, throws: Throws, progress: Progress | None = None) -> Array:
    """b(s, r): from s points to go a player certainly wins this much against r.

    The player continues with a strategy that is optimal when nothing is seen and both have s to go. The other may know
    it and s, and replies as well as possible: seeing more does not help against a strategy that looks at nothing.
    """
    result = np.empty((throws.points, throws.points))
    for s in range(1, throws.points + 1):
        if progress:
            progress(s / (throws.points + 1))
        strategy = floor_strategy(rules, throws, s)
        others_best, _ = best_reply(throws, ending(throws, s, strategy), unended=1.0)
        result[s - 1] = 1 - others_best - rounding(throws, len(strategy))
    return np.maximum(result, 0.0)


def floor_strategy(rules: Rules, throws: Throws, to_go: int) -> Array:
    """The strategy of a player with `to_go` points to go: optimal if nothing is seen and both have as many."""
    optimal = solve_nothing_seen(rules, (to_go, to_go), tolerance=1e-7).strategies[0]
    strategy = np.zeros((len(optimal), throws.points, len(throws.dice)))
    modelled = optimal.shape[1]
    strategy[:, :modelled], strategy[:, modelled:, 0] = optimal, 1.0
    return strategy
