"""When a player finishes, and the best reply to it, in the game in which nothing is seen.

A player's strategy has an *ending*: f(t, x), the chance to finish in round t with overshoot x, and u, the chance not
to have finished by the last round H that is modelled. Whoever finishes in round t with overshoot x wins against it
with chance

    w(t, x) = u + sum_{t' > t} f(t', .) + sum_{x' < x} f(t, x') + f(t, x) / 2 .

So the best reply is a decision process of one player, solved from its last round backwards:

    V_t(s) = max over d of  sum_{g < s} p_d(g) V_{t+1}(s - g)  +  sum_{g >= s} p_d(g) w(t, g - s) ,

with V_{H+1}(s) = c u, c being what is counted when neither has finished: c = 1 bounds from above what any reply can win
in the game without end, whatever is played after round H. The game is decided when the first player finishes, so that
a player learns nothing from having to throw again: both players plan as if the other were still racing.

Rounding: all terms are positive and each of at most (H + 2) (most + 8) operations on the way to a value errs by a
factor of 1 +- 2^-53, which bounds the error of every value here (`rounding`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jeopardice.solvers.hidden.throws import Array, Plan, Throws


@dataclass(frozen=True)
class Ending:
    """When and how a player finishes: f[t, most - 1 - x], the largest overshoot first, and u."""

    finishes: Array
    unfinished: float

    @cached_property
    def rewards(self) -> Array:
        """w(t, x), laid out as `finishes`."""
        in_round = self.finishes.sum(axis=1)
        later = self.unfinished + np.append(np.cumsum(in_round[::-1])[::-1][1:], 0.0)
        up_to = np.cumsum(self.finishes[:, ::-1], axis=1)[:, ::-1]
        result: Array = later[:, None] + up_to - self.finishes / 2
        return result

    def beats(self, other: Ending) -> float:
        """The chance to win against another ending, a win being shared when neither has finished."""
        return float((self.finishes * other.rewards).sum()) + self.unfinished * other.unfinished / 2


def ending(throws: Throws, start: int | Array, strategy: Array | Plan) -> Ending:
    """The ending of a plan, or of a strategy[round, points to go - 1, dice] of probabilities.

    It starts from a number of points to go, or from weights of all of them.
    """
    rounds = len(strategy)
    here = np.eye(throws.points)[start - 1] if isinstance(start, int) else start
    finishes = np.empty((rounds, throws.ended))
    for t in range(rounds):
        there = throws.moved(chances(throws, strategy, t) * here[:, None])
        finishes[t], here = there[: throws.ended], there[throws.ended :]
    return Ending(finishes, float(here.sum()))


def occupation(throws: Throws, start: int, strategy: Array | Plan) -> Array:
    """The chance of being in round t with s points to go, and of throwing d dice there: [round, s - 1, dice]."""
    here, result = np.zeros(throws.points), np.empty((len(strategy), throws.points, len(throws.dice)))
    here[start - 1] = 1.0
    for t in range(len(strategy)):
        result[t] = chances(throws, strategy, t) * here[:, None]
        here = throws.moved(result[t])[throws.ended :]
    return result


def chances(throws: Throws, strategy: Array | Plan, t: int) -> Array:
    """The chance of each number of dice in round t: [points to go - 1, dice]."""
    if strategy.ndim == 3:
        return np.asarray(strategy[t], dtype=np.float64)
    result: Array = np.eye(len(throws.dice))[strategy[t]]
    return result


def best_reply(throws: Throws, other: Ending, unended: float = 0.5) -> tuple[Array, Plan]:
    """What the best reply wins for each number of points to go at the start, and its plan."""
    rewards, rounds = other.rewards, other.finishes.shape[0]
    plan = np.empty((rounds, throws.points), dtype=np.uint8)
    values = np.empty(throws.ended + throws.points)
    values[throws.ended :] = unended * other.unfinished
    for t in range(rounds - 1, -1, -1):
        values[: throws.ended] = rewards[t]
        worth = throws.expected(values)
        plan[t] = worth.argmax(axis=1)
        values[throws.ended :] = worth.max(axis=1)
    return values[throws.ended :], plan


def rounding(throws: Throws, rounds: int) -> float:
    """A bound on the rounding error of any chance computed here."""
    return float(4 * (rounds + 2) * (throws.ended + 8) * 2.0**-53)
