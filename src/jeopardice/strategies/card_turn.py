"""How a card plays a turn: all options side by side as arrays, so that a card decides on all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.native.calls import Choices
from jeopardice.race.model import RaceModel
from jeopardice.strategies.policy import Policy, Waiting, outcomes_in_core, totals_of
from jeopardice.turn import Option, TurnModel

MOST_TOGETHER = 2_000_000
"""Options times totals that are evaluated together."""
Ints = NDArray[np.int64]
Rows = Mapping[int, Mapping[int, int]]
"""For each number of dice: what rolling on is worth -> the turn total from which it is worth no more."""


def shifted(rows: Rows, more: int) -> Rows:
    """The rows of a player who reads them as if the turn total were larger by `more`, which may be negative."""
    return rows if not more else {n: _shifted(row, more) for n, row in rows.items()}


def _shifted(row: Mapping[int, int], more: int) -> dict[int, int]:
    # From a turn total of 0 on, the least of the worths whose totals that has reached; below all of them, the largest.
    worth = min((worth for worth, start in row.items() if start <= more), default=max(row))
    return {worth: 0, **{w: start - more for w, start in row.items() if start > max(more, 0) and w < worth}}


def worth_at(row: Mapping[int, int], total: int) -> int:
    """What rolling on is worth at a turn total: the least of the worths whose totals have been reached."""
    return min(worth for worth, start in row.items() if start <= total)


@dataclass(frozen=True)
class CardChoices:
    """What a card keeps, if it may always bank and never goes for it: [turn total in units, outcome]."""

    model: TurnModel
    choices: Choices
    """As in a policy."""
    after: Ints
    """The turn total afterwards, in units."""
    dice: Ints
    """The dice left."""
    least: int
    """The least total that may be banked, in units."""

    def policy(self, going: frozenset[int], waiting: Waiting | None = None) -> Policy:
        """The policy that banks where that is legal, but never with a number of dice left in `going`."""
        rolls_on = self.after < self.least
        for n in going:
            rolls_on |= self.dice == n
        choices = self.choices - (self.choices % 2) * rolls_on.astype(np.uint16)
        return Policy(self.model, choices, waiting=waiting)


class CardTurn:
    """The turn of a race as arrays.

    A card ranks the options of an outcome by turn total + worth, then one that is banked, if that is legal, then one
    that leaves more dice, then, where there are several kinds of dice, more of the kind that busts least. Ranks are
    whole numbers, with the last two in the lowest digits.
    """

    def __init__(self, race: RaceModel) -> None:
        self.model, self.totals = race.turn, totals_of(race)
        self.hands = [phase.place.dice for phase in self.model.phases]
        self.kinds = kinds_to_leave(self.model)
        taken: list[tuple[int, int, Option]] = []
        starts: list[int] = []
        for outcome in outcomes_in_core(self.model):
            starts.append(len(taken))
            order = sorted(enumerate(outcome.options), key=lambda entry: self._left(*entry))
            taken += [(place, i, option) for place, (i, option) in enumerate(order)]
        self.starts = np.array(starts, dtype=np.int64)
        self.places = np.array([place for place, _, _ in taken], dtype=np.int64)
        self.options = np.array([2 * i for _, i, _ in taken], dtype=np.uint16)
        self.phases = np.array([option.phase for _, _, option in taken], dtype=np.int64)
        self.gains = np.array([option.points // self.model.unit for _, _, option in taken], dtype=np.int64)
        self.dice = np.array([sum(hand) for hand in self.hands])[self.phases]
        self.most = int(self.places.max(initial=0)) + 1

    def waiting(self, rows: Rows, lead: int) -> Waiting | None:
        """How a card goes on at the goal that wants a lead there, and reads these rows."""
        if not lead:
            return None
        never = 2 * self.totals
        rolls_on = tuple(sum(hand) not in rows for hand in self.hands)
        return Waiting(lead // self.model.unit, self.choices(rows, never, rows, lead).choices, rolls_on)

    def choices(self, rows: Rows, least: int, below: Rows, lead: int = 0) -> CardChoices:
        """What a card keeps, where a bank needs a least total, in units; `below` are the rows for less."""
        end = self.totals + lead // self.model.unit  # it waits for a lead past the goal
        ranks = self._ranks(rows, least, below, end) * self.most
        shape = (end, len(self.starts))
        taken, after, dice = np.zeros(shape, dtype=np.uint16), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        step = max(1, MOST_TOGETHER // (len(self.gains) + 1))
        offsets = self.phases * ranks.shape[1] + self.gains
        for begin in range(0, end, step):
            totals = np.arange(begin, min(begin + step, end))[:, None]
            found = ranks.ravel().take(totals + offsets)
            found += self.places
            best = np.maximum.reduceat(found, self.starts, axis=1)
            rank, place = np.divmod(best, self.most)
            option = self.starts + place
            part = slice(begin, begin + step)
            taken[part] = self.options.take(option) + (rank & 1)
            after[part], dice[part] = totals + self.gains.take(option), self.dice.take(option)
        return CardChoices(self.model, taken, after, dice, least)

    def _ranks(self, rows: Rows, least: int, below: Rows, totals: int) -> Ints:
        """[phase, turn total in units]: total + worth, doubled, so that of equal sums one that is banked is larger.

        What may not be banked yet is not: then more dice left are better.
        """
        points = np.arange(totals + self.model.most_points // self.model.unit + 1) * self.model.unit
        legal = points >= least * self.model.unit
        worths = {n: _worths(row, points) for n, row in rows.items()}
        if below != rows:
            worths = {n: np.where(legal, worth, _worths(below[n], points)) for n, worth in worths.items()}
        # Dice that are not in the table, usually all of them, are never banked: leaving them is best.
        best = int(points[-1]) + max((int(worth.max()) for worth in worths.values()), default=0) + 1
        ranks = np.zeros((len(self.hands), len(points)), dtype=np.int64)
        for q, (phase, hand) in enumerate(zip(self.model.phases, self.hands, strict=True)):
            worth = worths.get(sum(hand), np.full(len(points), best)) if phase.rolls else np.zeros_like(points)
            ranks[q] = 2 * (points + worth) + ((worth == 0) & legal)
        return ranks

    def _left(self, place: int, option: Option) -> tuple[int, tuple[int, ...], int]:
        """The order of an option among those of an equal sum; the last is taken."""
        hand = self.hands[option.phase]
        return sum(hand), tuple(hand[kind] for kind in self.kinds), -place


def kinds_to_leave(model: TurnModel) -> list[int]:
    """The kinds of dice, those that bust least when rolled singly first."""
    busts = {phase.place.dice: phase.rolls[0].bust for phase in model.phases if sum(phase.place.dice) == 1}
    hands = [tuple(int(kind == k) for k in range(len(model.kinds))) for kind in range(len(model.kinds))]
    return sorted(range(len(hands)), key=lambda kind: busts.get(hands[kind], 1))


def _worths(row: Mapping[int, int], points: Ints) -> Ints:
    """What rolling on is worth at each turn total."""
    worths = np.full(len(points), max(row), dtype=np.int64)
    for worth, start in sorted(row.items(), reverse=True):
        worths[points >= start] = worth
    return worths
