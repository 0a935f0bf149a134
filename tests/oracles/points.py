"""The expected points of a turn by itself, played for the most of them, with a rule for when to bank or without one.

Objective score of docs/rules.md: lose_banked is a bust that keeps nothing, a roll that wins scores as it is, and what
is carried over between turns is ignored; banks are legal from a given total on. No code of the package is used.
"""

import sys
from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np

from oracles.roll import Dice, Game, Step
from oracles.table import Offer

NEAR = 1e-10  # relative: numbers that differ by less are equal
Rolled = tuple[float, list[tuple[float, list[Step]]]]  # the chance of a bust, and of each set of options
Phase = tuple[Dice, int]  # the dice to roll and the single-die bonuses had
sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))


class EndlessError(ValueError):
    """A turn in which maximum scoring rolls forever."""


class Place(NamedTuple):
    """Where a player is to roll, or to decide whether to."""

    left: Dice
    total: int
    singles: int
    rolls: int = 0  # made so far, as far as the strategy counts them
    wanted: bool = False  # whether a bank was wanted that could not be made

    @property
    def offer(self) -> Offer:
        """The place as the table knows it."""
        return self.left, self.total, self.singles


class Points:
    """The expected points of a turn by itself that is played for the most of them; banks are legal from `least` on.

    `rule(total, rolls made)` says whether the player must bank, if it is legal, and otherwise roll; without a rule the
    player does what is best. `dice` is how many dice must be rolled in Hog; rolls are counted up to `count_to`.
    """

    def __init__(
        self, game: Game, least: int, rule: Callable[[int, int], bool] | None = None, count_to: int = 0, dice: int = 0
    ) -> None:
        self.game, self.least, self.rule, self.count_to, self.size = game, least, rule, count_to, dice
        self.known: dict[Place, float] = {}
        self.tables: dict[tuple[Dice, bool], Rolled] = {}
        self.beyond: dict[Phase, float] = {}
        self.closed: float = inf
        if rule is None and game.family != "hog":
            self.close()

    def may_bank(self, total: int) -> bool:
        return total >= self.least

    def rolls(self, dice: Dice, first: bool) -> Rolled:
        """The chance of a bust, and of each set of options."""
        first = first and self.game.full_bust_first_only
        if (dice, first) not in self.tables:
            outcomes = self.game.outcomes(dice, first, most_points=False)
            options = [(float(chance), sorted(one)) for one, chance in outcomes.items() if not isinstance(one, str)]
            self.tables[dice, first] = float(outcomes.get("bust", 0)), options
        return self.tables[dice, first]

    def choices(self, left: Dice) -> list[Dice]:
        """The dice that this player may roll together."""
        return [dice for dice in self.game.choices(left) if not self.size or len(dice) == self.size]

    def after(self, place: Place, step: Step) -> Place:
        points, left, single = step
        total, singles = self.game.add(place.total, place.singles, points, single)
        return Place(left, total, singles, min(place.rolls + 1, self.count_to))

    def phases(self) -> dict[Phase, tuple[float, list[tuple[float, list[Place]]]]]:
        """Of each phase that can come up: the chance that a roll loses the total, and where it leads otherwise."""
        found: dict[Phase, tuple[float, list[tuple[float, list[Place]]]]] = {}
        waiting: list[Phase] = [(self.game.all_dice, 0)]
        for phase in waiting:  # more are found on the way
            if phase in found or not phase[0]:
                continue
            bust, options = self.rolls(phase[0], first=False)
            place = Place(phase[0], 0, phase[1])
            steps = [(chance, [self.after(place, step) for step in some]) for chance, some in options]
            lost = 1 - sum([chance for chance, _ in steps]) - (bust if self.game.keep_on_bust else 0)
            found[phase] = (lost if lost > 1e-12 else 0.0, steps)
            waiting += [(after.left, after.singles) for _, some in steps for after in some]
        return found

    def close(self) -> None:
        """Finds the total from which on the most points are the total plus a number c for each phase.

        From there on a player rolls where a roll cannot lose the total, and there only: with c = 0 elsewhere,
        c = sum over options of chance * max(points + c there), and a roll that loses the total with chance q is worth
        no more than a bank if sum over options of chance * max(points + c there) <= q * total.
        """
        phases = self.phases()
        self.beyond = dict.fromkeys(phases, 0.0)
        free = [phase for phase, (lost, _) in phases.items() if not lost]
        while free:  # policy iteration
            row, points = np.eye(len(free)), np.zeros(len(free))
            for i, phase in enumerate(free):
                for chance, some in phases[phase][1]:
                    best = max(some, key=self.gain)
                    points[i] += chance * best.total
                    if (best.left, best.singles) in free:
                        row[i, free.index((best.left, best.singles))] -= chance
            if np.linalg.svd(row, compute_uv=False)[-1] < 1e-12:
                raise EndlessError("maximum scoring never stops")
            found = dict(zip(free, np.linalg.solve(row, points).tolist(), strict=True))
            settled = all(found[phase] <= self.beyond[phase] + 1e-9 for phase in free)
            self.beyond |= found
            if settled:
                break
        most = [
            sum([chance * max([self.gain(after) for after in some]) for chance, some in steps]) / lost
            for lost, steps in phases.values()
            if lost
        ]
        self.closed = max([*most, self.least]) + 1

    def gain(self, after: Place) -> float:
        """What a roll gains that leads to a place, from a total of 0 but far out."""
        return after.total + self.beyond.get((after.left, after.singles), 0.0)

    def value(self, place: Place) -> float:
        """The most expected points in a place before the decision to bank or roll."""
        may_bank = self.may_bank(place.total)
        if not place.left:
            return place.total if may_bank else self.game.after_bust(place.total)
        if place.total >= self.closed:
            return place.total + self.beyond[place.left, place.singles]
        if self.rule is None:
            return max(place.total if may_bank else -inf, self.rolling(place))
        return place.total if may_bank and self.rule(place.total, place.rolls) else self.rolling(place)

    def rolling(self, place: Place) -> float:
        """The most expected points of a roll."""
        if place not in self.known:
            self.known[place] = max([self.rolling_these(dice, place) for dice in self.choices(place.left)])
        return self.known[place]

    def rolling_these(self, dice: Dice, place: Place) -> float:
        bust, options = self.rolls(dice, place.total == 0)
        value = bust * self.game.after_bust(place.total)
        for chance, some in options:
            value += chance * max([self.value(self.after(place, step)) for step in some])
        return value

    def lead(self, place: Place) -> float:
        """How many points a bank is worth more than a roll, with dice left and without a rule."""
        if not self.may_bank(place.total):
            return -inf
        if place.total >= self.closed:
            return 1.0 if self.beyond[place.left, place.singles] == 0 else -inf
        return place.total - self.rolling(place._replace(wanted=False))

    def bust(self, dice: Dice, total: int) -> float:
        """The chance that a roll of these dice ends the turn by a bust."""
        return 1 - sum([chance for chance, _ in self.rolls(dice, total == 0)[1]])

    def bust_of_next(self, left: Dice, total: int) -> float:
        """The smallest chance that the next roll busts."""
        return min([self.bust(dice, total) for dice in self.choices(left)]) if left else 0.0
