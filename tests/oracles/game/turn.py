"""One turn as a table: rows are turn totals, and every row knows where each roll of each hand leads.

A *node* is a hand to roll with a count of single-die bonuses; a *place* is where a choice leads: a node at which the
player may bank or roll, or no dice at all. Values are arrays whose last axis runs over contexts (scores and the like).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from .model import Hand
from .rolls import Rolls

Array = NDArray[np.float64]
Index = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Outcomes:
    """What the rolls of several nodes lead to: events, and merged outcomes that allow the same options.

    points, place: of each option, first the first option of every outcome, then the second of every outcome that has
    two, and so on (outcomes with the most options come first); layers: how many options each of these layers has;
    outcome, owner: outcome and node of each option; chance: nodes by outcomes; bust, lose, win: chance of the events
    at each node.
    """

    points: Index
    place: Index
    layers: tuple[int, ...]
    outcome: Index
    owner: Index
    chance: Array
    bust: Array
    lose: Array
    win: Array

    def best(self, values: Array) -> Array:
        """The largest value among the options of each outcome."""
        if not self.layers:
            return np.zeros((0, values.shape[1]))
        result = values[: self.layers[0]].copy()
        begin = self.layers[0]
        for layer in self.layers[1:]:
            np.maximum(result[:layer], values[begin : begin + layer], out=result[:layer])
            begin += layer
        return result


class Moves:
    """The hands that can come up, and the outcomes of rolling them."""

    def __init__(self, rolls: Rolls) -> None:
        self.rolls = rolls
        self.rules = rolls.rules
        self.singles = len(self.rules.bonus) + 1
        self.hands: list[Hand] = []
        if self.rules.family != "hog":
            waiting = [rolls.full]
            while waiting:
                hand = waiting.pop()
                if hand not in self.hands:
                    self.hands.append(hand)
                    waiting += [
                        kept.hand
                        for first in (True, False)
                        for roll in rolls.of(hand, first)
                        for kept in roll.kept
                        if kept.hand
                    ]
        self.hands.sort(key=lambda hand: (sum(hand), hand))
        self.numbers = {hand: number for number, hand in enumerate(self.hands)}
        self.nodes = len(self.hands) * self.singles
        self.places = self.nodes + self.singles
        self.starts = rolls.starts()
        regular = [(hand, singles, False) for hand in self.hands for singles in range(self.singles)]
        fresh = [(hand, 0, True) for hand in self.starts]
        unit = 0
        for hand, singles, first in regular + fresh:
            for roll in rolls.of(hand, first):
                for kept in roll.kept:
                    unit = gcd(unit, self.gain(hand, singles, kept.points, roll.scores)[0])
        self.unit = unit or 1
        self.regular = self.outcomes(regular)
        self.fresh = self.outcomes(fresh)
        every = [*self.regular.points, *self.fresh.points, 1]
        self.most = int(max(every))

    def gain(self, hand: Hand, singles: int, points: int, scores: bool) -> tuple[int, int]:
        """The points of a choice with its bonus, and the count of bonuses afterwards."""
        if not self.rules.bonus or sum(hand) != 1 or not scores or singles >= len(self.rules.bonus):
            return points, singles
        return points + self.rules.bonus[singles], singles + 1

    def place(self, hand: Hand, singles: int) -> int:
        """The number of a place; () is no dice at all."""
        return (self.numbers[hand] if hand else len(self.hands)) * self.singles + singles

    def outcomes(self, nodes: list[tuple[Hand, int, bool]]) -> Outcomes:
        """The outcomes of rolling at each of these nodes, with points in units."""
        listed: list[tuple[int, list[tuple[int, int]], float]] = []
        events = np.zeros((3, len(nodes)))
        for number, (hand, singles, first) in enumerate(nodes):
            merged: dict[frozenset[tuple[int, int]], Fraction] = {}
            happens = {"bust": Fraction(0), "lose_banked": Fraction(0), "win": Fraction(0)}
            for roll in self.rolls.of(hand, first):
                if roll.event:
                    happens[roll.event] += roll.chance
                    continue
                options: set[tuple[int, int]] = set()
                for kept in roll.kept:
                    worth, after = self.gain(hand, singles, kept.points, roll.scores)
                    options.add((worth // self.unit, self.place(kept.hand, after)))
                key = frozenset(options)
                merged[key] = merged.get(key, Fraction(0)) + roll.chance
            events[:, number] = [float(happens[name]) for name in ("bust", "lose_banked", "win")]
            listed += [(number, sorted(key), float(chance)) for key, chance in merged.items()]
        listed.sort(key=lambda outcome: -len(outcome[1]))
        matrix = np.zeros((len(nodes), len(listed)))
        for column, (number, _, chance_of) in enumerate(listed):
            matrix[number, column] = chance_of
        flat: list[tuple[int, int, int, int]] = []
        layers: list[int] = []
        for layer in range(len(listed[0][1]) if listed else 0):
            here = [
                (*ways[layer], column, number) for column, (number, ways, _) in enumerate(listed) if len(ways) > layer
            ]
            layers.append(len(here))
            flat += here
        points, place, outcome, owner = np.array(flat, dtype=np.int64).reshape(-1, 4).T
        return Outcomes(points, place, tuple(layers), outcome, owner, matrix, events[0], events[1], events[2])


@dataclass
class Payoffs:
    """What ends a turn, to the player whose turn it is; arrays of rows (or 1), places or nodes (or 1), contexts.

    bank: at each row and place, -inf where it is not allowed, `rows` + `tops` rows; bust, lose: of a roll at each row
    and node; end: with no dice left and no bank allowed, `rows` + `tops` rows; win: of a winning roll;
    top: value of every place in the rows beyond the table, where dice are left.
    """

    bank: Array
    bust: Array
    lose: Array
    end: Array
    win: float
    top: Array


def row_of(values: Array, row: int) -> Array:
    """One row of an array that may have a single row for all."""
    found: Array = values[row if values.shape[0] > 1 else 0]
    return found


@dataclass
class Swept:
    """Values of every place (rows and tops, places, contexts), of rolling at every node, and of each fresh start."""

    place: Array
    roll: Array
    fresh: Array


class Turn:
    """The table of a turn: rows, and beyond them `tops` rows, the last of which stands for all greater totals."""

    def __init__(self, moves: Moves, rows: int, tops: int) -> None:
        self.moves, self.rows, self.tops = moves, rows, tops
        last = rows + tops - 1
        part = moves.regular
        self.targets = [(np.minimum(row + part.points, last), part.place) for row in range(rows)]
        self.flat = [target * moves.places + place for target, place in self.targets]
        self.first = np.minimum(moves.fresh.points, last) * moves.places + moves.fresh.place
        self.seen, self.rolled = self.reach()
        self.used = [row for row in range(rows) if self.rolled[row].any() or self.seen[row].any()]

    def reach(self) -> tuple[Mask, Mask]:
        """Which places and which nodes can come up in a turn, at each total."""
        moves = self.moves
        seen = np.zeros(((self.rows + self.tops) * moves.places,), bool)
        rolled = np.zeros((self.rows, moves.nodes), bool)
        seen[self.first] = True
        for row in range(self.rows):
            here = seen[row * moves.places : row * moves.places + moves.nodes].copy()
            if row == 0 and moves.nodes and moves.rules.steal == "after-bust":
                here[moves.place(moves.rolls.full, 0)] = True
            rolled[row] = here
            if here.any():
                seen[self.flat[row][here[moves.regular.owner]]] = True
        if self.tops == 1:  # the last row also stands for all greater totals
            top = seen[self.rows * moves.places :][: moves.nodes]
            while (here := rolled[-1] | top).sum() > rolled[-1].sum():
                rolled[-1] = here
                seen[self.flat[-1][here[moves.regular.owner]]] = True
        return seen.reshape(self.rows + self.tops, moves.places), rolled

    def sweep(self, pay: Payoffs) -> Swept:
        """The values of best play within the turn."""
        moves, part = self.moves, self.moves.regular
        contexts = pay.bank.shape[2]
        nodes = moves.nodes
        place = np.zeros((self.rows + self.tops, moves.places, contexts))
        roll = np.zeros((self.rows, nodes, contexts))
        flat = place.reshape(-1, contexts)
        for top in range(self.rows, self.rows + self.tops):
            place[top, :nodes] = pay.top[top - self.rows]
            place[top, nodes:] = self.stuck(pay, top)
        bust, lose, win = part.bust[:, None], part.lose[:, None], part.win[:, None] * pay.win
        for row in reversed(self.used):
            if nodes:
                value = part.chance @ part.best(flat[self.flat[row]])
                value += bust * row_of(pay.bust, row) + lose * row_of(pay.lose, row) + win
                roll[row] = value
                banked = pay.bank[row] if pay.bank.shape[1] == 1 else pay.bank[row, :nodes]
                np.maximum(value, banked, out=place[row, :nodes])
            place[row, nodes:] = self.stuck(pay, row)
        return Swept(place, roll, self.begin(flat, pay))

    def stuck(self, pay: Payoffs, row: int) -> Array:
        """The values with no dice left: a bank, or the end of the turn."""
        banked = pay.bank[row] if pay.bank.shape[1] == 1 else pay.bank[row, self.moves.nodes :]
        return np.where(np.isneginf(banked), row_of(pay.end, row), banked)

    def begin(self, flat: Array, pay: Payoffs) -> Array:
        """The value of each fresh start, from the values of all places."""
        fresh = self.moves.fresh
        return fresh.chance @ fresh.best(flat[self.first]) + self.missed(pay)

    def missed(self, pay: Payoffs) -> Array:
        """The part of the events in the value of each fresh start."""
        fresh = self.moves.fresh
        bust, lose = row_of(pay.bust, 0), row_of(pay.lose, 0)
        if bust.shape[0] > 1:
            full = self.moves.place(self.moves.rolls.full, 0)
            bust, lose = bust[full : full + 1], lose[full : full + 1]
        return fresh.bust[:, None] * bust + fresh.lose[:, None] * lose + fresh.win[:, None] * pay.win

    def follow(self, swept: Swept, pay: Payoffs, cost: Payoffs, tie: float) -> Swept:
        """The costs of play that is best for `pay` (up to `tie` in each decision, and then cheapest for `cost`)."""
        moves, part, nodes = self.moves, self.moves.regular, self.moves.nodes
        place = np.zeros_like(swept.place)
        roll = np.zeros_like(swept.roll)
        flat, guide = place.reshape(-1, place.shape[2]), swept.place.reshape(-1, place.shape[2])
        for top in range(self.rows, self.rows + self.tops):
            place[top, :nodes] = cost.top[top - self.rows]
            place[top, nodes:] = self.stuck(cost, top)
        bust, lose, win = part.bust[:, None], part.lose[:, None], part.win[:, None] * cost.win
        for row in reversed(self.used):
            if nodes:
                value = part.chance @ cheapest(part, guide[self.flat[row]], flat[self.flat[row]], tie)
                value += bust * row_of(cost.bust, row) + lose * row_of(cost.lose, row) + win
                roll[row] = value
                banked = pay.bank[row] if pay.bank.shape[1] == 1 else pay.bank[row, :nodes]
                paid = cost.bank[row] if cost.bank.shape[1] == 1 else cost.bank[row, :nodes]
                place[row, :nodes] = either(banked, swept.roll[row], paid, value, tie)
            place[row, nodes:] = self.stuck(cost, row)
        fresh = moves.fresh
        first = fresh.chance @ cheapest(fresh, guide[self.first], flat[self.first], tie) + self.missed(cost)
        return Swept(place, roll, first)


def cheapest(part: Outcomes, guide: Array, cost: Array, tie: float) -> Array:
    """The least cost among the options of each outcome whose guide is within `tie` of the largest."""
    best = part.best(guide)[part.outcome]
    return -part.best(np.where(guide >= best - tie, -cost, -np.inf))


def either(one: Array, two: Array, cost_one: Array, cost_two: Array, tie: float) -> Array:
    """The cost of the better of two, and the lesser cost where they are equal up to `tie`."""
    return np.where(one > two + tie, cost_one, np.where(two > one + tie, cost_two, np.minimum(cost_one, cost_two)))
