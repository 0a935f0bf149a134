"""The slow, literal version of objective `average`, against which the package is checked; it shares no code with it.

A game without end: points a turn in the long run, when every `bust.streak` busts in a row lose `bust.penalty` points.
The carryover is the *mode*, the number of busts in a row so far. What a bust costs on top of the turn total depends on
nothing but the mode; call it the price. Turn by turn, as in `oracles.turn` (every ordered roll, every subset),

    V(position) = max(total, sum over rolls of p * max over legal sets of V(next)),  a bust being worth kept - price

and with W(m) the worth of being in mode m, relative to mode 0, the average g is given by

    g + W(m) = V(start of a turn) where the price is W(0) - W(m + 1), or the penalty if m + 1 busts are the streak.

A turn that may neither bank nor roll is a bust; so is one that loses what is banked, and that keeps nothing even with
keep_on_bust. The goal, the floor, first_bank, events.win and the end of the game have no part in it.

Turn totals go as far as `bank_limit`, from which on a player banks who may. In a game in which every roll can bust that
is exact if the limit is high enough; else the average comes out too low, by less and less as the limit grows.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Generic, TypeVar

from oracles.roll import Dice, Game, Rules

Number = TypeVar("Number", float, Fraction)
Key = tuple[Dice, int, int, bool]  # left, total, singles, first
Roll = tuple[
    Number, Number, list[tuple[Number, list[int]]]
]  # chance to bust, to lose all, to have which positions next
Position = tuple[int | None, int, list[Roll[Number]]]  # points if the turn is banked here, points after a bust, rolls
Turn = tuple[Number, Number]  # expected points, and the chance to bust


class Streaks(Generic[Number]):
    """A rules file as turns and modes; `number` is float or Fraction, and all chances are given as that."""

    def __init__(self, rules: Rules, bank_limit: int, number: Callable[[Fraction], Number]) -> None:
        self.game = Game(rules)
        self.bank_limit = bank_limit
        self.number: Callable[[Fraction], Number] = number
        self.penalty: Number = number(Fraction(rules.get("bust", {}).get("penalty", 0)))
        self.modes: int = rules.get("bust", {}).get("streak", 0) if self.penalty else 0  # 0: busts are not counted
        self.positions: list[Position[Number]] = []  # first what comes later; the start of a turn is last
        self.index: dict[Key, int] = {}
        self.visit((self.game.all_dice, 0, 0, True))

    def visit(self, key: Key) -> int:
        """Writes out a position and all that can follow from it: where it stands in the list."""
        left, total, singles, first = key
        key = (left, total, singles, first and self.game.full_bust_first_only)  # else a first roll is like any other
        if key not in self.index:
            can_bank = self.game.may_bank(total)
            at_limit = can_bank and total >= self.bank_limit
            rolls = [self.roll(dice, *key[1:]) for dice in self.game.choices(left) if left and not at_limit]
            self.index[key] = len(self.positions)
            self.positions.append((total if can_bank else None, self.game.after_bust(total), rolls))
        return self.index[key]

    def roll(self, dice: Dice, total: int, singles: int, first: bool) -> Roll[Number]:
        """What a roll of these dice leads to."""
        table = self.game.outcomes(dice, first, most_points=False)
        others = []
        for outcome, chance in table.items():
            if not isinstance(outcome, str):
                options = []
                for points, left, single in outcome:
                    new_total, new_singles = self.game.add(total, singles, points, single)
                    options.append(self.visit((left, new_total, new_singles, False)))
                others.append((self.number(chance), options))
        bust, lose_all = (self.number(table.get(name, Fraction(0))) for name in ("bust", "lose_banked"))
        return bust, lose_all, others

    def best_turn(self, price: Number) -> Turn[Number]:
        """The turn with the highest expected points - price * chance to bust; of several, one with the fewest busts."""
        zero, one = self.number(Fraction(0)), self.number(Fraction(1))
        found: list[Turn[Number]] = []

        def rank(turn: Turn[Number]) -> tuple[Number, Number]:
            return turn[0] - price * turn[1], -turn[1]

        for bank, kept, rolls in self.positions:
            choices = [] if bank is None else [(self.number(Fraction(bank)), zero)]
            for bust, lose_all, others in rolls:
                points, busts = bust * kept, bust + lose_all
                for chance, options in others:
                    its_points, its_busts = max([found[i] for i in options], key=rank)
                    points, busts = points + chance * its_points, busts + chance * its_busts
                choices.append((points, busts))
            found.append(max(choices, key=rank, default=(self.number(Fraction(kept)), one)))
        return found[-1]

    def prices(self, worth: list[Number]) -> list[Number]:
        """What a bust costs in each mode, by what the modes are worth."""
        if not self.modes:
            return [self.number(Fraction(0))]
        return [worth[0] - after for after in worth[1:]] + [self.penalty]


def average(rules: Rules, bank_limit: int, tolerance: float = 1e-11) -> float:
    """The best points a turn in the long run, by playing one more turn over and over.

    Whatever the modes are thought to be worth, one more turn gains at least the average in some mode, and at most the
    average in some mode. It is over when the two are so close. Half steps, for a game in which every turn busts.
    """
    streaks = Streaks(rules, bank_limit, float)
    worth = [0.0] * max(streaks.modes, 1)
    for _ in range(100_000):
        prices = streaks.prices(worth)
        turns = [streaks.best_turn(price) for price in prices]
        # The mode after a bank is 0, worth worth[0]; a bust is worth its price less than that.
        gains = [
            points - price * busts + worth[0] - before
            for (points, busts), price, before in zip(turns, prices, worth, strict=True)
        ]
        if max(gains) - min(gains) < tolerance:
            return (max(gains) + min(gains)) / 2
        worth = [before + gain / 2 for before, gain in zip(worth, gains, strict=True)]
        worth = [value - worth[0] for value in worth]
    raise RuntimeError("the average does not settle")


def average_exactly(rules: Rules, bank_limit: int) -> Fraction:
    """The same as an exact fraction, by improving the strategy until it stays the same.

    Between two turns begun in mode 0 the modes 0, 1, 2, ... follow each other until a bank or the penalty. With the
    expected points e and the chance to bust p of the turn in each mode,

        g = (e0 + p0 e1 + p0 p1 e2 + ... - p0 p1 ... * penalty) / (1 + p0 + p0 p1 + ...).
    """
    streaks = Streaks(rules, bank_limit, Fraction)
    prices = [Fraction(0)] * max(streaks.modes, 1)
    for _ in range(1000):
        turns = [streaks.best_turn(price) for price in prices]
        points, length, reached = Fraction(0), Fraction(0), Fraction(1)
        for expected, busts in turns:
            points, length, reached = points + reached * expected, length + reached, reached * busts
        if streaks.modes:
            points -= reached * streaks.penalty
        g = points / length
        worth, after_bust = [Fraction(0)] * len(turns), -streaks.penalty
        for mode in reversed(range(1, len(turns))):
            expected, busts = turns[mode]
            worth[mode] = after_bust = expected + busts * after_bust - g
        before, prices = prices, streaks.prices(worth)
        if prices == before:
            return g
    raise RuntimeError("the strategy does not settle")
