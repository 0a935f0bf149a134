"""The value of seeing the other's dice: the best reply of a player who watches to one who looks at nothing.

Against a player whose chance sigma_t(s, d) of d dice depends only on the round and their own points, what the watching
player learns is the sequence h of that player's dice. With m_h(s) the chance that h was thrown and s points are left
to go, and the same for those who have just finished,

    m_{hd}(s') = sum_s m_h(s) sigma_t(s, d) p_d(s - s') ,

the watching player wins, from r points to go after h,

    V(h, r) = max over e of  sum_{g < r} p_e(g) sum_d V(hd, r - g)  +  sum_{g >= r} p_e(g) w_h(g - r) ,

w_h(x) being the chance that the other, after h and one more throw, has not finished or has a smaller overshoot (half
for an equal one). The choice of e comes before d is seen. Histories whose chance is below a threshold are not followed:
the reply wins there at most sum_s m_h(s) F_t(s, r), what it would if it saw all scores from then on, and at least
sum_s m_h(s) B_t(s, r), what it wins by continuing with the best reply that sees nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.nothing_seen import NothingSeenSolution
from jeopardice.solvers.hidden.replies import best_reply, ending, rounding
from jeopardice.solvers.hidden.throws import Array, Plan, Throws, throws_of

BATCH = 2048
"""Histories in one matrix product."""
MOST_HISTORIES = 20_000_000


@dataclass(frozen=True)
class Watching:
    """What the best reply wins when it sees how many dice are thrown."""

    low: float
    high: float
    nothing_seen: float
    """What the best reply that sees nothing wins."""
    scores_seen: float
    """What the best reply that sees the scores in every round, unseen itself, wins."""
    histories: int
    seconds: float

    @property
    def gain(self) -> tuple[float, float]:
        """Bounds of the value of seeing the dice."""
        return self.low - self.nothing_seen, self.high - self.nothing_seen


def watch(
    solution: NothingSeenSolution, seat: int = 0, rare: float = 1e-6, progress: Progress | None = None
) -> Watching:
    """The best reply to a player's optimal strategy of the game in which nothing is seen, by one who sees the dice."""
    mine, other = solution.points[seat], solution.points[1 - seat]
    throws = throws_of(solution.rules, max(solution.points))
    return watch_strategy(solution.rules, throws, solution.strategies[seat], (mine, other), rare, progress)


def watch_strategy(
    rules: Rules, throws: Throws, strategy: Array, start: tuple[int, int], rare: float, progress: Progress | None = None
) -> Watching:
    """The same for any strategy[round, points to go - 1, dice]; `start` has its points to go, then the watcher's."""
    begun = perf_counter()
    if not 0 < rare < 1:
        raise InputError(f"rare: {rare}: it must be above 0 and below 1")
    tree = _Histories(throws, strategy, rare)
    tree.follow(rules, start[0], part_of(progress, 0, 1 / 3))
    values, plan = best_reply(throws, ending(throws, start[0], strategy))
    at_least, at_most = (_scores_known(throws, strategy, reply) for reply in (plan, None))
    low = float(tree.reply(at_least, part_of(progress, 1 / 3, 2 / 3))[start[1] - 1])
    high = float(tree.reply(at_most, part_of(progress, 2 / 3, 1))[start[1] - 1])
    error, least = rounding(throws, 2 * len(strategy)), float(values[start[1] - 1])
    scores_seen = float(at_most[0][start[0] - 1, start[1] - 1])
    seconds = perf_counter() - begun
    return Watching(max(low, least) - error, high + error, least, scores_seen, tree.histories, seconds)


def _scores_known(throws: Throws, strategy: Array, plan: Plan | None) -> list[Array]:
    """For each round B, what a plan wins: [other's points - 1, own points - 1]; without a plan F, for the best plan.

    After the last modelled round F is 1 and B is 0.
    """
    outcomes = throws.outcomes
    own, other = np.arange(outcomes.shape[2])[None, :], np.arange(outcomes.shape[2])[:, None]
    payoffs = (own < other) + 0.5 * (own == other)
    payoffs[throws.ended :, throws.ended :] = float(plan is None)
    found = [payoffs[throws.ended :, throws.ended :].copy()]
    points = np.arange(throws.points)
    for t in range(len(strategy) - 1, -1, -1):
        other_goes = np.einsum("sd,sdk->sk", strategy[t], outcomes)
        worth = (other_goes @ payoffs @ outcomes.reshape(-1, outcomes.shape[2]).T).reshape(*outcomes.shape[:1], -1)
        by_dice = worth.reshape(throws.points, throws.points, len(throws.dice))
        values: Array = by_dice.max(axis=2) if plan is None else by_dice[:, points, plan[t]]
        payoffs[throws.ended :, throws.ended :] = values
        found.append(values)
    return found[::-1]


class _Histories:
    """The histories of one player's dice that are not rare, round by round."""

    def __init__(self, throws: Throws, strategy: Array, rare: float) -> None:
        self.throws, self.strategy, self.rare = throws, strategy, rare
        self.finished: list[Array] = []
        """For each round, [history, place]: the chance to have just finished, the largest overshoot first."""
        self.going_on: list[Array] = []
        """For each round, [history]: the chance not to have finished after it."""
        self.rare_ones: list[Array] = []
        """For each round, [history, points to go - 1]: the chances of its continuations that are not followed."""
        self.parents: list[NDArray[np.intp]] = []
        """For each round but the first, the history that each one continues."""
        self.histories = 0

    def follow(self, rules: Rules, start: int, progress: Progress | None) -> None:
        """Follow histories from the first round until all are rare."""
        throws = self.throws
        here = np.zeros((1, throws.points))
        here[0, start - 1] = 1.0
        for t in range(len(self.strategy)):
            self.histories += len(here)
            if self.histories > MOST_HISTORIES:
                raise JeopardiceError(f"{rules.where}: rare: {self.rare}: there are too many histories")
            finished = np.zeros((len(here), throws.ended))
            left, rare_ones = np.zeros(len(here)), np.zeros_like(here)
            after, parents = [], []
            for d in np.flatnonzero(self.strategy[t].any(axis=0)):
                for begin in range(0, len(here), BATCH):
                    part = slice(begin, begin + BATCH)
                    arrived = (here[part] * self.strategy[t, :, d]) @ throws.outcomes[:, d]
                    finished[part] += arrived[:, : throws.ended]
                    mass = arrived[:, throws.ended :].sum(axis=1)
                    left[part] += mass
                    kept = mass > self.rare
                    rare_ones[part] += arrived[:, throws.ended :] * ~kept[:, None]
                    after.append(arrived[kept, throws.ended :])
                    parents.append(begin + np.flatnonzero(kept))
            if progress:
                progress(1 - float(left.sum()))
            self.finished.append(finished)
            self.going_on.append(left)
            self.rare_ones.append(rare_ones)
            here = np.concatenate(after)
            if not len(here):
                return
            self.parents.append(np.concatenate(parents))
        raise JeopardiceError(f"{rules.where}: rare: {self.rare}: the strategy does not cover enough rounds")

    def reply(self, bounds: Sequence[Array], progress: Progress | None) -> Array:
        """V at the start for each number of points to go, with a bound for histories that are not followed."""
        throws = self.throws
        onto = np.ascontiguousarray(throws.outcomes.reshape(-1, throws.points + throws.ended).T)
        later: Array = np.zeros((0, throws.points))
        for t in range(len(self.finished) - 1, -1, -1):
            finished = self.finished[t]
            worth = np.zeros((len(finished), throws.ended + throws.points))
            up_to = np.cumsum(finished[:, ::-1], axis=1)[:, ::-1]
            worth[:, : throws.ended] = self.going_on[t][:, None] + up_to - finished / 2
            worth[:, throws.ended :] = self.rare_ones[t] @ bounds[t + 1]
            if len(later):
                np.add.at(worth[:, throws.ended :], self.parents[t], later)
            later = np.empty((len(finished), throws.points))
            for begin in range(0, len(finished), BATCH):
                by_dice = worth[begin : begin + BATCH] @ onto
                later[begin : begin + BATCH] = by_dice.reshape(-1, throws.points, len(throws.dice)).max(axis=2)
            if progress:
                progress(1 - t / len(self.finished))
        result: Array = later[0]
        return result
