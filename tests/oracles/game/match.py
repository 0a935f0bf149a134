"""What two fixed strategies make of a game."""

import heapq
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from .model import Bounds, Choice, Faces, Hand, State, Strategy
from .solve import ROUNDING, settle
from .turn import Array, Moves

Place = tuple[int, State]
Legal = list[tuple[Faces, float, str | None, list[Choice]]]
NEGLIGIBLE = 1e-15
MOST_ROLLS = 20_000


class MatchValues(NamedTuple):
    """Bounds of the first player's chance to win, and of the expected number of turns of the game."""

    win: Bounds
    turns: Bounds


class Played(NamedTuple):
    """Where a turn leads: chances of the next states, of the mover winning and losing in it, and what is not known."""

    then: dict[State, float]
    won: float
    lost: float
    unknown: float


class Match:
    """All states that two strategies come to, and where their turns lead."""

    def __init__(self, moves: Moves, first: Strategy, second: Strategy) -> None:
        self.moves, self.rules = moves, moves.rules
        self.strategies = (first, second)
        self.lowest = -4 * self.rules.goal - 12 * self.rules.penalty
        self.sunk = False
        self.known: dict[tuple[int, Hand, int, int, bool], Legal] = {}

    def choices(self, state: State, hand: Hand, total: int, singles: int, first: bool) -> Legal:
        """Every roll with its legal choices."""
        least = self.rules.threshold(state.mine, state.to_beat)
        key = least, hand, total, singles, first
        if key in self.known:
            return self.known[key]
        found: Legal = []
        for roll in self.moves.rolls.of(hand, first):
            legal: list[Choice] = []
            for kept in roll.kept:
                points, after = self.moves.gain(hand, singles, kept.points, roll.scores)
                then = (["bank"] if total + points >= least else []) + (["roll"] if kept.hand else [])
                legal += [Choice(kept.keep, points, total + points, what, kept.hand, after) for what in then or ["end"]]
            found.append((roll.faces, float(roll.chance), roll.event, legal))
        self.known[key] = found
        return found

    def played(self, who: int, state: State) -> Played:
        """Follows one turn of a strategy."""
        strategy = self.strategies[who]
        then: dict[State, float] = {}
        won = lost = unknown = 0.0
        starts = self.moves.starts
        start = starts[0]
        if self.rules.family == "hog" and len(starts) > 1:
            ways = [Choice((), 0, 0, "roll", hand, 0) for hand in starts]
            start = starts[strategy(state, 0, start, None, ways)]
        mass: dict[tuple[int, Hand, int, bool], float] = {(0, start, 0, True): 1.0}
        queue = [(0, start, 0, True)]
        rolls = 0

        def leads(after: State | float, chance: float) -> None:
            nonlocal won, lost, unknown
            if isinstance(after, State) and after.theirs < self.lowest and self.rules.floor is None:
                unknown += chance
                self.sunk = True
            elif isinstance(after, State):
                then[after] = then.get(after, 0.0) + chance
            else:
                won += after * chance
                lost += (1 - after) * chance

        while queue:
            node = heapq.heappop(queue)
            total, hand, singles, first = node
            here = mass.pop(node)
            rolls += 1
            if here < 0.1 * NEGLIGIBLE or rolls > MOST_ROLLS:
                unknown += here
                continue
            for faces, part, event, legal in self.choices(state, hand, total, singles, first):
                chance = here * part
                if event == "win":
                    won += chance
                elif event is not None:
                    leads(self.busted(state, total, event == "lose_banked"), chance)
                else:
                    choice = legal[strategy(state, total, hand, faces, legal) if len(legal) > 1 else 0]
                    if choice.then == "bank":
                        beat = choice.total if self.rules.beat_previous else 0
                        leads(self.after(state, state.mine + choice.total, 0, beat), chance)
                    elif choice.then == "end":
                        leads(self.busted(state, choice.total, False), chance)
                    else:
                        following = choice.total, choice.hand, choice.singles, False
                        if following not in mass:
                            heapq.heappush(queue, following)
                        mass[following] = mass.get(following, 0.0) + chance
        rare = [after for after, chance in then.items() if chance < NEGLIGIBLE]
        unknown += sum(then.pop(after) for after in rare)
        return Played(then, won, lost, unknown)

    def busted(self, state: State, total: int, loses: bool) -> State | float:
        """What follows a bust."""
        score = 0 if loses else state.mine + (total if self.rules.keep_on_bust else 0)
        score, busts = self.rules.after_bust(score, state.my_busts)
        return self.after(state, score, busts, 0)

    def after(self, state: State, score: int, busts: int, beat: int) -> State | float:
        """The next state, or the mover's part of the win."""
        rules = self.rules
        if state.last:
            return 1.0 if score > state.theirs else 0.5 if score == state.theirs and rules.split else 0.0
        equal = rules.end == "equal-turns"
        begins = not state.begins if equal else True
        reached = score >= rules.goal
        if reached and (rules.end == "sudden" or (equal and not state.begins)):
            return 1.0
        return State(
            state.theirs, score, state.their_busts, busts if rules.counted > 1 else 0, beat, None, begins, reached
        )


def solve(matrix: Callable[[Array], Array], dense: Array | None, right: Array) -> Array:
    """A solution of x = right + M x."""
    if dense is not None:
        return np.asarray(np.linalg.solve(np.eye(len(right)) - dense, right), dtype=np.float64)
    return settle(lambda point: right + matrix(point), right, 1e-15, monotonic() + 5)


def play(moves: Moves, first: Strategy, second: Strategy, tolerance: float) -> MatchValues:
    """The value of a match from the start; `tolerance` is not needed where all is finite."""
    match = Match(moves, first, second)
    numbers: dict[Place, int] = {(0, State(0, 0)): 0}
    waiting: list[Place] = [(0, State(0, 0))]
    turns: list[Played] = []
    rows: list[int] = []
    columns: list[int] = []
    chances: list[float] = []
    right: list[float] = []
    while len(turns) < len(waiting):
        who, state = waiting[len(turns)]
        found = match.played(who, state)
        for after, chance in found.then.items():
            place = (1 - who, after)
            if place not in numbers:
                numbers[place] = len(numbers)
                waiting.append(place)
            rows.append(len(turns))
            columns.append(numbers[place])
            chances.append(chance)
        right.append(found.won if who == 0 else found.lost)
        turns.append(found)
    size = len(turns)
    row, column, chance_of = np.array(rows, int), np.array(columns, int), np.array(chances)
    unknown = np.array([found.unknown for found in turns])
    closed = np.array([found.won + found.lost + found.unknown > 0 for found in turns])
    while True:
        more = closed.copy()
        more[row[closed[column]]] = True
        if (more == closed).all():
            break
        closed = more
    endless = not closed.all()
    live = closed[row]
    row, column, chance_of = row[live], column[live], chance_of[live]
    constant, unknown = np.where(closed, np.array(right), 0.0), np.where(closed, unknown, 1.0)

    def matrix(point: Array) -> Array:
        return np.asarray(np.bincount(row, chance_of * point[column], size), dtype=np.float64)

    dense = None
    if size <= 1200:
        dense = np.zeros((size, size))
        np.add.at(dense, (row, column), chance_of)
    length = np.maximum(solve(matrix, dense, np.ones(size)), 1.0)
    grows = float(np.abs(1 + matrix(length) - length).max())
    if grows >= 0.5:
        return MatchValues((0.0, 1.0), (1.0, inf))
    bound = length / (1 - grows)
    value, lost = solve(matrix, dense, constant), solve(matrix, dense, unknown)
    error = (float(np.abs(constant + matrix(value) - value).max()) + 1e-15) * float(bound[0]) + ROUNDING
    doubt = float(np.abs(unknown + matrix(lost) - lost).max()) * float(bound[0])
    low, high = value[0] - error, value[0] + lost[0] + doubt + error
    if endless:
        return MatchValues((max(0.0, float(low)), min(1.0, float(high))), (inf, inf))
    missing, most = float(unknown.max()), float(bound.max())
    upper = inf
    if most * missing < 0.5 and not match.sunk:
        beyond = most * (1 + missing) / (1 - most * missing)
        upper = float(bound[0]) * (1 + missing * (1 + beyond)) * (1 + ROUNDING)
    fewest = float(length[0]) * (1 - grows) * (1 - ROUNDING)
    return MatchValues((max(0.0, float(low)), min(1.0, float(high))), (fewest, upper))
