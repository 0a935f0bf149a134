"""What strategies make of a game: an exact chain of turns for any number of players; no code of the package.

A state is that of `oracles.multiplayer`, seen by the mover, and who moves. A strategy says how it plays its turn in a
state, so that the chances of all ends of that turn are known, and with them those of the next states:

    W(state) = shares of a win at once + sum over next states of chance * W(next state)
    E(state) = 1 + sum over next states of chance * E(next state)
    the chance that the game ends with turn m, from those of all states before turn m, forward from the start

These systems are solved strongly connected part by part, from the end, so that nothing is iterated. Where scores fall
without end, the most unlikely states are left out, until the chance to come to one of them is negligible.
A solo player plays to the goal; what needs another player is ignored.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from oracles.fixed import Fixed, Play, least_bank
from oracles.multiplayer import Plan, Race, State, Sweeps, Vectors, start, win_vectors
from oracles.points import Place
from oracles.roll import Dice, Rules
from oracles.table import Offer, Table

Named = str | Callable[[Race], "Strategy"]  # a fixed strategy by its name, or what makes one
Key = tuple[State, int]  # a state and the player who moves, from 0
Array = NDArray[np.float64]
MOST_STATES = 20_000
MOST_DENSE, MOST_STEPS = 1_000, 20_000
NEGLIGIBLE = 1e-13
TIED = 1e-9  # chances that may be equal


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


class BestPlay:
    """Best play by known vectors, see `oracles.multiplayer`; called with a state it says how it plays its turn."""

    def __init__(self, race: Race, vectors: Vectors) -> None:
        self.race, self.vectors, self.known = race, dict(vectors), dict[State, BestPlayTurn]()
        self.tied = False

    def __call__(self, state: State) -> "BestPlayTurn":
        if state not in self.known:
            self.known[state] = BestPlayTurn(self, state)
        return self.known[state]

    def chance(self, state: State) -> float:
        """What it is worth to leave the game in a state; where the goal is reached it may have to be worked out."""
        if state not in self.vectors:
            if not state.leader:
                raise KeyError(f"there is no vector for {state}")
            now, later = self.race.plan(state, self.race.turn(state, self.chance))
            rest = [(chance, after, self.chance(after)) for chance, after in later]
            self.vectors[state] = tuple(
                [
                    share + sum([chance * self.vectors[after][i - 1] for chance, after, _ in rest])
                    for i, share in enumerate(now)
                ]
            )
        return self.vectors[state][-1]


class BestPlayTurn(Play):
    """A turn played as well as possible."""

    def __init__(self, strategy: BestPlay, state: State) -> None:
        race = strategy.race
        super().__init__(race.table, least_bank(race.table, state))
        self.strategy, self.turn = strategy, race.turn(state, strategy.chance)

    def begin(self) -> Place:
        values = sorted([self.turn.rolling(*one) for one in self.turn.starts])
        self.strategy.tied |= len(values) > 1 and values[-2] >= values[-1] - TIED
        return Place(*self.turn.best_start())

    def dice(self, place: Place) -> Dice:
        return self.turn.best_dice(*place.offer)

    def settle(self, place: Place, positions: list[Offer]) -> tuple[Place, bool]:
        best = self.turn.best_position(positions)
        decision = self.turn.decision(*best)
        self.strategy.tied |= self.is_tied(best, positions)
        return Place(*best), decision is not None

    def is_tied(self, best: Offer, positions: list[Offer]) -> bool:
        """Whether something else is as good, below a certain win."""
        turn = self.turn
        value = turn.position(*best)
        if value >= 1 - TIED:
            return False
        if any(turn.position(*one) >= value - TIED for one in positions if one != best):
            return True
        both = bool(best[0]) and turn.may_bank(best[1])
        return both and abs(turn.rolling(*best) - turn.worth(turn.table.bank(*best))) <= TIED


def best_play(rules: Rules, players: int) -> Callable[[Race], BestPlay]:
    """Best play of two players and more."""
    vectors = win_vectors(rules, players)
    return lambda race: BestPlay(race, vectors)


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
        self, race: Seats, strategies: Sequence[Strategy], state: State, mover: int, least_chance: float
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
            if len(numbers) > MOST_STATES:
                raise TooLargeError(f"more than {MOST_STATES} states")
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


def depth(state: State) -> int:
    """How far all players together are below 0, as a negative number."""
    return sum([min(score, 0) for score in state.scores])


def lowest_depths(rules: Rules, state: State) -> Iterator[int | None]:
    """Where to leave off scores that fall without end, lower and lower; None once if there is a floor."""
    if not has_no_floor(rules):
        yield None
        return
    step = 12 * int(rules["bust"]["penalty"])
    lowest = depth(state) - step
    while True:
        yield lowest
        step *= 2
        lowest -= step


def play(
    rules: Rules,
    names: Sequence[Named],
    state: State | None = None,
    mover: int = 0,
    lengths: int = 0,
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
        chain = Chain(race, made, state, mover, least_chance)
        *chances, rest, turns = chain.solve()[0].tolist()
        tied = any(one.tied for one in made)
        found = Played(tuple(chances), turns, tuple(chain.lengths(lengths)), rest, tied, len(chain.nexts))
        if not race.falls or (before and rest <= NEGLIGIBLE and abs(before.turns - turns) <= 1e-11 * turns):
            return found
        if before and rest > 0.9 * before.rest > 1e-9:  # scores may fall for ever
            return replace(found, turns=inf)
        before, least_chance = found, least_chance / 1000


def best_response(
    rules: Rules,
    names: Sequence[Named],
    seat: int,
    state: State | None = None,
    mover: int = 0,
    lowest: int | None = None,
) -> float:
    """The greatest chance to win of the player in a seat against the strategies of the others.

    The name in that seat is not used. All chances begin with 0, so a game that never ends counts nothing. Where scores
    fall without end the game stops (and counts nothing) at a lowest score, which is lowered until that does not matter.
    """
    state = state or start(len(names))
    before = -1.0
    for floor in lowest_depths(rules, state):
        found = _best_response(Seats(rules, len(names), floor), names, seat, state, mover)
        if floor is None or abs(found - before) < 1e-11:
            return found
        before = found
    raise AssertionError


def _best_response(race: Seats, names: Sequence[Named], seat: int, state: State, mover: int) -> float:
    others: list[Strategy | None] = [
        None if i == seat else Fixed(race, name) if isinstance(name, str) else name(race)
        for i, name in enumerate(names)
    ]
    known: dict[Key, Plan[Key]] = {}
    lowest = -inf if race.lowest is None else race.lowest

    def chance(key: Key) -> float:
        return 0.0 if depth(key[0]) <= lowest else sweeps.vector(key)[0]

    def plan(key: Key) -> Plan[Key]:
        here, who = key
        following = (who + 1) % race.players
        strategy = others[who]
        if strategy is None:
            now, later = race.plan(here, race.turn(here, lambda after: chance((after, following))))
            return [now[0]], [(part, (after, following)) for part, after in later if depth(after) > lowest]
        if key not in known:
            at = (seat - who) % race.players
            won, then = 0.0, []
            for end, part in strategy(here).ends.items():
                after = race.after(here, end)
                if not isinstance(after, State):
                    won += part * after[at]
                elif depth(after) > lowest:
                    then.append((part, (after, following)))
            known[key] = [won], then
        return known[key]

    sweeps = Sweeps(plan, lambda key: key[0], lambda _: (0.0,))
    sweeps.vector((state, mover))
    changes = sweeps.settle(1e-12)
    if changes:
        raise RuntimeError(f"the chances of seat {seat} do not settle")
    return sweeps.known[state, mover][0]
