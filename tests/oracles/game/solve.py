"""Solves a game, and proves bounds of the result.

Let F be the best value of a turn to the player whose turn it is, as a function of what the states afterwards are worth
to the other player. A fixed point l = F(1 - u), u = F(1 - l) is guessed by accelerated iteration. It is proven as
follows. Let s be a strategy with F_s(1 - u) >= l - e that the guess suggests, let F(1 - l) <= u + e, and let
D1 >= 1 + P_s D2 and D2 >= 1 + P_t D1 for every strategy t of the other player, where P moves to the next state. Then
D1 and D2 bound the expected number of turns to come, with s to move and with t to move; so play ends with certainty,
and l - e D1 and u + e D2 are bounds of what the state is worth to the player who is to move: whoever plays s gets no
less. Where no such D is found, plain iteration from l = 0 and u = 1 gives bounds that hold after every step.
"""

from collections.abc import Callable
from time import monotonic

import numpy as np

from .space import Space
from .turn import Array, Payoffs, Swept

ROUNDING = 1e-13
TIE = 1e-15


def settle(step: Callable[[Array], Array], guess: Array, small: float, deadline: float, memory: int = 8) -> Array:
    """A fixed point of a map, guessed by Anderson's acceleration; no promise about its error."""
    point, best, least = guess, guess, np.inf
    points: list[Array] = []
    errors: list[Array] = []
    stale = 0
    for count in range(2000):
        image = step(point)
        error = image - point
        size = float(np.abs(error).max())
        if not np.isfinite(size):
            break
        if size < 0.7 * least:
            stale = 0
        else:
            stale += 1
        if size < least:
            best, least = image, size
        if least <= small or stale > 30 or monotonic() > deadline:
            break
        points.append(image)
        errors.append(error)
        if len(points) > memory + 1:
            del points[0], errors[0]
        if size > 1e3 * least or stale == 15:
            points, errors = points[-1:], errors[-1:]
        if len(points) < 2 or count < 3:
            point = image
            continue
        differences = np.stack([errors[k + 1] - errors[k] for k in range(len(errors) - 1)], axis=1)
        moves = np.stack([points[k + 1] - points[k] for k in range(len(points) - 1)], axis=1)
        scale = np.maximum(np.linalg.norm(differences, axis=0), 1e-300)
        gram = (differences / scale).T @ (differences / scale)
        gram[np.diag_indices_from(gram)] += 1e-14
        weights = np.linalg.solve(gram, (differences / scale).T @ error)
        point = image - (moves / scale) @ weights
    return best


class Solver:
    """The values of all entries of a space, with proven bounds."""

    def __init__(self, space: Space, tolerance: float, deadline: float) -> None:
        self.space, self.tolerance, self.deadline = space, tolerance, deadline
        self.evaluations = 0
        size = space.size
        self.proven = False
        middle, ends = self.guess(), (np.zeros(size), np.ones(size))
        low = high = middle
        wide = self.gap(low, high)
        if wide > 1e-12:
            both = settle(self.pair, np.concatenate([low, high]), 1e-15, deadline)
            low, high = both[:size], both[size:]
        found = self.prove(low, high)
        if found is None:
            found = self.iterate(*ends)
        self.low, self.high = np.clip(found[0] - ROUNDING, 0, 1), np.clip(found[1] + ROUNDING, 0, 1)
        self.swept_low, self.swept_high = self.sweep(self.high, False), self.sweep(self.low, True)

    def vector(self, other: Array, high: bool) -> Array:
        """What each next state is worth to the player who moves there from, with the constants at the end."""
        return np.concatenate([1 - other, 1 - self.space.last_values, [1.0, 1.0 if high else 0.0, 0.0, -np.inf]])

    def sweep(self, other: Array, high: bool) -> Swept:
        """One turn from every context, from the values of all entries to the player who then is to move."""
        self.evaluations += 1
        return self.space.turn.sweep(self.space.payoffs(self.vector(other, high), high))

    def value(self, other: Array, high: bool) -> Array:
        """The value of every entry after one turn of best play."""
        return self.space.entered(self.sweep(other, high))

    def pair(self, both: Array) -> Array:
        """One step of lower and upper values."""
        size = self.space.size
        return np.concatenate([self.value(both[size:], False), self.value(both[:size], True)])

    def guess(self) -> Array:
        """Values that are nearly a fixed point, with unknown values taken at their lower end."""
        mine, theirs = self.space.contexts[0], self.space.contexts[1]
        ahead = (mine - theirs) / max(1, self.space.rules.goal - self.space.lowest)
        start = np.clip(0.55 + 0.4 * ahead, 0.05, 0.95)[self.space.owner]
        return settle(lambda other: self.value(other, False), start, 4e-16, self.deadline)

    def gap(self, low: Array, high: Array) -> float:
        """How far upper values are from a fixed point."""
        return float((self.value(low, True) - high).max())

    def prove(self, low: Array, high: Array) -> tuple[Array, Array] | None:
        """Proven bounds near a guess; none where no proof is found."""
        space = self.space
        pay = space.payoffs(self.vector(high, False), False)
        swept = space.turn.sweep(pay)
        short = float((low - space.entered(swept)).max())
        over = float((self.value(low, True) - high).max())
        slips = 2 * TIE * (space.turn.rows + 1)
        error = max(short, over, 0.0) + slips + 4e-16
        tail = np.zeros(len(space.last_values) + 3)
        guide = swept.fresh.max(axis=0)[space.owner]

        def costs(turns: Array) -> Payoffs:
            return space.payoffs(np.concatenate([turns, tail, [-np.inf]]), False, 0.0)

        def mine(turns: Array) -> Array:
            self.evaluations += 2
            cost = space.turn.follow(swept, pay, costs(turns), TIE)
            fresh = np.where(swept.fresh >= swept.fresh.max(axis=0) - TIE, cost.fresh, np.inf).min(axis=0)
            value: Array = fresh[space.owner]
            if len(space.offered):
                column = space.owner[space.offered]
                worth = swept.roll.reshape(-1, swept.roll.shape[2])[space.offer_at, column]
                paid = cost.roll.reshape(-1, swept.roll.shape[2])[space.offer_at, column]
                one, two = guide[space.offered], value[space.offered]
                value[space.offered] = np.where(
                    worth > one + TIE, paid, np.where(one > worth + TIE, two, np.minimum(paid, two))
                )
            return 1 + value

        def theirs(turns: Array) -> Array:
            self.evaluations += 1
            return 1 + space.entered(space.turn.sweep(costs(turns)))

        turns = np.ones(space.size)
        for small in (0.25, 0.01):
            turns = np.maximum(settle(lambda two: theirs(mine(two)), turns, small, self.deadline), 0)
            own = mine(turns)
            other = theirs(own)
            grows = max(0.0, float((other - turns).max()))
            if grows < 0.5 and float(turns.max()) < 1e7:
                factor = 1 / (1 - grows) + 1e-9
                self.proven, self.turns, self.error = True, own, error
                return low - error * (1 + factor * (own - 1)), high + error * factor * turns
        return None

    def iterate(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Plain iteration of bounds, until they meet, stand still, or time is up."""
        while True:
            new_low = np.maximum(low, self.value(high, False))
            new_high = np.minimum(high, self.value(low, True))
            moved = max(float((new_low - low).max()), float((high - new_high).max()))
            low, high = new_low, new_high
            if moved == 0 or float((high - low).max()) < self.tolerance / 4 or monotonic() > self.deadline:
                return low, high
