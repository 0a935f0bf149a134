"""The game in which nothing is seen as one linear program: another way to its value, for small goals.

The first player's occupation measure z(t, s, d) >= 0 satisfies, from `start` points to go,

    sum_d z(t, s, d) = [t = 1, s = start] + sum_{s', d} z(t - 1, s', d) p_d(s' - s) ,
    f(t, x) = sum_{s, d} z(t, s, d) p_d(s + x) ,

and the second player's potentials W(t, s), the least that the first player wins when the second has s to go in round t,

    W(t, s) <= sum_{g < s} p_d(g) W(t + 1, s - g) + sum_{g >= s} p_d(g) a(t, g - s)     for every d ,

a(t, x) = sum_{t' < t} f(t', .) + sum_{x' > x} f(t, x') + f(t, x) / 2 being the first player's chance against a finish
at (t, x). After the last round H that is followed W = (1 + sum f) / 2. The value is max W(1, start of the second).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import numpy as np

from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.programs import Program, solved
from jeopardice.solvers.hidden.throws import Throws, starting_points, throws_of


@dataclass
class Rows:
    """The rows of a linear program, as they are stated."""

    begins: list[int] = field(default_factory=lambda: [0])
    places: list[int] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)

    def add(self, terms: dict[int, float], low: float, high: float) -> None:
        """A row: low <= sum of terms <= high."""
        self.places += terms
        self.entries += terms.values()
        self.begins.append(len(self.places))
        self.low.append(low)
        self.high.append(high)

    def program(self, costs: dict[int, float], free: range, size: int) -> Program:
        """The program with these rows; variables are at least 0 but for the free ones."""
        least, cost = np.zeros(size), np.zeros(size)
        least[free.start : free.stop] = -inf
        cost[list(costs)] = list(costs.values())
        return Program(
            cost,
            least,
            np.full(size, inf),
            np.array(self.low),
            np.array(self.high),
            np.array(self.begins, np.int32),
            np.array(self.places, np.int32),
            np.array(self.entries),
        )


def value_by_flows(rules: Rules, rounds: int, points: tuple[int, int] | None = None) -> float:
    """The first player's chance if a win is shared after some rounds, to the tolerance of the linear program."""
    start = starting_points(rules, points)
    game = _Flows(throws_of(rules, max(start)), start, rounds)
    cost, _ = solved(game.program())
    return -cost


class _Flows:
    """The variables in the order z, f, then the running sums b of f, then W; and the rows that bind them."""

    def __init__(self, throws: Throws, start: tuple[int, int], rounds: int) -> None:
        self.throws, self.start, self.rounds = throws, start, rounds
        self.f = rounds * throws.points * len(throws.dice)
        self.b = self.f + rounds * throws.ended
        self.w = self.b + rounds * throws.ended + 1
        self.size = self.w + rounds * throws.points
        self.rows = Rows()

    def _z(self, t: int, s: int, d: int) -> int:
        return (t * self.throws.points + s - 1) * len(self.throws.dice) + d

    def _w(self, t: int, s: int) -> int:
        return self.w + t * self.throws.points + s - 1

    def _finish(self, t: int, overshoot: int) -> int:
        """The place of a finish in the order from the best to the worst."""
        return t * self.throws.ended + self.throws.ended - 1 - overshoot

    def program(self) -> Program:
        """The whole linear program."""
        for t in range(self.rounds):
            for s in range(1, self.throws.points + 1):
                self._flow(t, s)
                for d in range(len(self.throws.dice)):
                    self._reply(t, s, d)
            for overshoot in range(self.throws.ended):
                self._ended(t, overshoot)
        self.rows.add({self.b: 1.0}, 0.0, 0.0)
        for k in range(self.rounds * self.throws.ended):
            self.rows.add({self.b + k + 1: 1.0, self.b + k: -1.0, self.f + k: -1.0}, 0.0, 0.0)
        return self.rows.program({self._w(0, self.start[1]): -1.0}, range(self.w, self.size), self.size)

    def _gains(self, d: int) -> list[tuple[int, float]]:
        bust, _, _, *gains = self.throws.gains[d]
        return [(g, float(p)) for g, p in enumerate((bust, *gains)) if p]

    def _flow(self, t: int, s: int) -> None:
        terms = {self._z(t, s, d): 1.0 for d in range(len(self.throws.dice))}
        if t:
            for d in range(len(self.throws.dice)):
                for g, p in self._gains(d):
                    if s + g <= self.throws.points:
                        terms[self._z(t - 1, s + g, d)] = -p
        given = float(t == 0 and s == self.start[0])
        self.rows.add(terms, given, given)

    def _ended(self, t: int, overshoot: int) -> None:
        terms = {self.f + self._finish(t, overshoot): 1.0}
        for d in range(len(self.throws.dice)):
            for g, p in self._gains(d):
                if 1 <= g - overshoot <= self.throws.points:
                    terms[self._z(t, g - overshoot, d)] = -p
        self.rows.add(terms, 0.0, 0.0)

    def _reply(self, t: int, s: int, d: int) -> None:
        terms = {self._w(t, s): 1.0}
        given = 0.0
        for g, p in self._gains(d):
            if g >= s:
                place = self._finish(t, g - s)
                terms[self.b + place], terms[self.f + place] = -p, -p / 2
            elif t + 1 < self.rounds:
                terms[self._w(t + 1, s - g)] = terms.get(self._w(t + 1, s - g), 0.0) - p
            else:
                last = self.b + self.rounds * self.throws.ended
                terms[last] = terms.get(last, 0.0) - p / 2
                given += p / 2
        self.rows.add(terms, -inf, given)
