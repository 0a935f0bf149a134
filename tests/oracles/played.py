"""What strategies make of a game: an exact chain of turns for any number of players; no code of the package.

A state is that of `oracles.multiplayer`, seen by the mover, and who moves. A strategy says how it plays its turn in a
state, so that the chances of all ends of that turn are known, and with them those of the next states:

    W(state) = shares of a win at once + sum over next states of chance * W(next state)
    E(state) = 1 + sum over next states of chance * E(next state)
    the chance that the game ends with turn m, from those of all states before turn m, forward from the start

These systems are solved strongly connected part by part, from the end, and directly unless a part is large. Where
scores fall without end, the most unlikely states are left out, until the chance to come to one of them is negligible.
A solo player plays to the goal; what needs another player is ignored.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from oracles.fixed import Fixed, Play
from oracles.multiplayer import Race, State, start
from oracles.roll import Rules
from oracles.table import Table

Named = str | Callable[[Race], "Strategy"]  # a fixed strategy by its name, or what makes one
Key = tuple[State, int]  # a state and the player who moves, from 0
Array = NDArray[np.float64]
MOST_STATES = 20_000
MOST_DENSE, MOST_STEPS = 1_000, 20_000
NEGLIGIBLE = 1e-13


class Strategy(Protocol):
    """Says how it plays its turn in a state, and whether it had equally good decisions so far."""

    tied: bool

    def __call__(self, state: State) -> Play: ...


class TooLargeError(RuntimeError):
    """More states than this slow program should have."""


class Seats(Race):
    """The rules for one player or more; with a lowest score where the floor is "none"."""

    def __init__(self, rules: Rules, players: int, lowest: int | None = None, offers: bool = True) -> None:
        if rules.get("simultaneous", False):
            raise ValueError("the players of this oracle move in turn")
        self.table, self.players, self.was_stopped = Table(rules, lowest, solo=players == 1), players, False
        self.falls = has_no_floor(rules)
        self.lowest = lowest if self.falls else None
        if players == 1:
            self.table.end_rule = "sudden"
        if not offers:  # nobody steals
            self.table.steal = "never"
        self.past_goal = self.table.goal - min(self.table.floor, 0) + self.table.most_points()


def has_no_floor(rules: Rules) -> bool:
    bust = rules.get("bust", {})
    return bool(bust.get("floor", 0) == "none" and bust.get("streak", 0) and bust.get("penalty", 0))


@dataclass(frozen=True)
class Played:
    """What strategies make of a game; `chances` and what follows hold for the players in the order of the names."""

    chances: tuple[float, ...]
    turns: float
    lengths: tuple[float, ...]  # entry m - 1: the chance that the game ends with turn m
    rest: float  # the chance that it never ends, or comes to states that are left out
    tied: bool  # whether somebody had two equally good decisions, so that others may play otherwise
    states: int


class Chain:
    """All states that strategies come to from a state, and where their turns lead."""

    def __init__(
        self, race: Seats, strategies: Sequence[Strategy], state: State, mover: int, least_chance: float, most: int
    ) -> None:
        self.players = len(strategies)
        first = (state, mover)
        chances, queue = {first: 1.0}, [(-1.0, 0, first)]  # of the most likely way to each state; 0, 1, ... break ties
        numbers: dict[Key, int] = {}
        ends: list[tuple[list[float], dict[Key, float]]] = []
        while queue:
            _, _, key = heappop(queue)
            if key in numbers:
                continue
            numbers[key] = len(numbers)
            share, nexts = self.turn(race, strategies, key)
            for after, part in nexts.items():
                chance = part * chances[key]
                if chance > chances.get(after, 0.0) and (chance >= least_chance or not race.falls):
                    chances[after] = chance
                    heappush(queue, (-chance, len(chances), after))
            ends.append((share, nexts))
            if len(numbers) > most:
                raise TooLargeError(f"more than {most} states")
        self.shares = np.array([share for share, _ in ends])
        self.nexts = [{numbers[key]: part for key, part in nexts.items() if key in numbers} for _, nexts in ends]
        self.lost = np.array([sum([part for key, part in nexts.items() if key not in numbers]) for _, nexts in ends])

    def turn(self, race: Race, strategies: Sequence[Strategy], key: Key) -> tuple[list[float], dict[Key, float]]:
        """What each player wins with this turn, and what else comes of it."""
        state, who = key
        share, nexts = [0.0] * self.players, dict[Key, float]()
        for end, chance in strategies[who](state).ends.items():
            after = race.after(state, end)
            if isinstance(after, State):
                then = (after, (who + 1) % self.players)
                nexts[then] = nexts.get(then, 0.0) + chance
            else:
                for i, part in enumerate(after):
                    share[(who + i) % self.players] += chance * part
        return share, nexts

    def parts(self) -> Iterator[list[int]]:
        """The strongly connected parts, a part after all that it leads to (Tarjan's algorithm)."""
        index: dict[int, int] = {0: 0}
        low, stack, on_stack = {0: 0}, [0], {0}
        work = [(0, iter(self.nexts[0]))]
        while work:
            here, rest = work[-1]
            for there in rest:
                if there not in index:
                    index[there] = low[there] = len(index)
                    stack.append(there)
                    on_stack.add(there)
                    work.append((there, iter(self.nexts[there])))
                    break
                if there in on_stack:
                    low[here] = min(low[here], index[there])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[here])
                if low[here] == index[here]:
                    at = stack.index(here) if len(stack) < 20 else len(stack) - 1 - stack[::-1].index(here)
                    part = stack[at:]
                    del stack[at:]
                    on_stack.difference_update(part)
                    yield part

    def solve(self) -> Array:
        """For each state: the chances of all players, the rest, and the expected turns (infinite where some rest)."""
        n = self.players
        value = np.zeros((len(self.nexts), n + 2))
        for part in self.parts():
            place = {number: i for i, number in enumerate(part)}
            right = np.column_stack([self.shares[part], self.lost[part], np.ones(len(part))])
            leaves = bool(right[:, :-1].any())
            for i, number in enumerate(part):
                for there, chance in self.nexts[number].items():
                    if there not in place:
                        right[i] += chance * value[there]
                        leaves = True
            if not leaves:  # it never ends
                value[part, n], value[part, n + 1] = 1.0, inf
                continue
            endless = bool(np.isinf(right[:, -1]).any())
            right[:, -1] = 1.0 if endless else right[:, -1]
            value[part] = self.together(place, right)
            if endless:
                value[part, n + 1] = inf
        return value

    def together(self, place: dict[int, int], right: Array) -> Array:
        """The solution of x = right + (chances of the next states) * x for states that lead to each other."""
        size = len(place)
        inner = [(i, place[j], part) for one, i in place.items() for j, part in self.nexts[one].items() if j in place]
        rows, columns = np.array([(i, j) for i, j, _ in inner], int).reshape(-1, 2).T
        chances = np.array([part for *_, part in inner])
        if size <= MOST_DENSE:
            matrix = np.eye(size)
            matrix[rows, columns] -= chances
            return np.asarray(np.linalg.solve(matrix, right))
        found = right
        for _ in range(MOST_STEPS):
            each = [np.bincount(rows, chances * column[columns], size) for column in found.T]
            before, found = found, right + np.column_stack(each)
            if np.all(np.abs(found - before) <= 1e-15 * np.maximum(found, 1.0)):
                return found
        raise TooLargeError(f"{size} states that lead to each other for very long")

    def lengths(self, most: int) -> list[float]:
        """The chance that the game ends with turn 1, 2, ..., most."""
        pairs = [(i, j, chance) for i, one in enumerate(self.nexts) for j, chance in one.items()]
        rows, columns = np.array([(i, j) for i, j, _ in pairs], int).reshape(-1, 2).T
        chances = np.array([chance for *_, chance in pairs])
        ending = self.shares.sum(axis=1)
        reached = np.zeros(len(self.nexts))
        reached[0] = 1.0
        found = []
        for _ in range(most):
            found.append(float(reached @ ending))
            reached = np.asarray(np.bincount(columns, reached[rows] * chances, len(self.nexts)), dtype=np.float64)
        return found


def play(
    rules: Rules,
    names: Sequence[Named],
    state: State | None = None,
    mover: int = 0,
    lengths: int = 0,
    most_states: int = MOST_STATES,
) -> Played:
    """What strategies make of a game from a state, the mover's first, with that player to move.

    A strategy is the name of a fixed one, or makes one from the race. Where scores fall without end, states that are
    most unlikely are left out; more and more of them are looked at until that makes no difference.
    """
    state = state or start(len(names))
    race = Seats(rules, len(names), -(10**12), any(not isinstance(name, str) for name in names))
    made = [Fixed(race, name) if isinstance(name, str) else name(race) for name in names]
    before, least_chance = None, 1e-14
    while True:
        chain = Chain(race, made, state, mover, least_chance, most_states)
        *chances, rest, turns = chain.solve()[0].tolist()
        tied = any(one.tied for one in made)
        found = Played(tuple(chances), turns, tuple(chain.lengths(lengths)), rest, tied, len(chain.nexts))
        if not race.falls or (before and rest <= NEGLIGIBLE and abs(before.turns - turns) <= 1e-11 * turns):
            return found
        if before and rest > 0.9 * before.rest > 1e-9:  # scores may fall forever
            return replace(found, turns=inf)
        before, least_chance = found, least_chance / 1000
