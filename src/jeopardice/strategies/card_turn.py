"""A turn as arrays for cards: all options side by side, so that a table decides on all of them together.

A card ranks the options of an outcome by turn total + worth, then one that is banked, then one that leaves more dice,
then, where dice are not alike, more of the kind that busts least. Ranks are whole numbers, with the last two in the
lowest digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.native.calls import Choices
from jeopardice.race.model import RaceModel
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of
from jeopardice.turn import Option, TurnModel

Ints = NDArray[np.int64]
MOST_TOGETHER = 2_000_000
"""Options times totals that are evaluated together."""


@dataclass(frozen=True)
class CardChoices:
    """What a card keeps, if it may always bank and never goes for it: [turn total in units, outcome]."""

    model: TurnModel
    choices: Choices
    """As those of a policy."""
    after: Ints
    """The turn total afterwards, in units."""
    dice: Ints
    """The dice left."""

    def policy(self, going: frozenset[int], least: int) -> Policy:
        """The policy that banks from a least total on, in units, and never with a number of dice left in `going`."""
        rolls_on = self.after < least
        for n in going:
            rolls_on |= self.dice == n
        return Policy(self.model, self.choices - (self.choices % 2) * rolls_on.astype(np.uint16))


class CardTurn:
    """The turn of a race."""

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

    def choices(self, rows: Mapping[int, Mapping[int, int]]) -> CardChoices:
        """What a card with these rows keeps."""
        ranks = self._ranks(rows) * self.most
        shape = (self.totals, len(self.starts))
        taken, after, dice = np.zeros(shape, dtype=np.uint16), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        step = max(1, MOST_TOGETHER // (len(self.gains) + 1))
        for begin in range(0, self.totals, step):
            totals = np.arange(begin, min(begin + step, self.totals))[:, None]
            found = ranks[self.phases, totals + self.gains] + self.places
            best = np.maximum.reduceat(found, self.starts, axis=1)
            option = self.starts + best % self.most
            part = slice(begin, begin + step)
            taken[part] = self.options[option] + best // self.most % 2
            after[part], dice[part] = totals + self.gains[option], self.dice[option]
        return CardChoices(self.model, taken, after, dice)

    def _ranks(self, rows: Mapping[int, Mapping[int, int]]) -> Ints:
        """[phase, turn total in units]: total + worth, doubled, so that of equal sums one that is banked is larger."""
        points = np.arange(self.totals + self.model.most_points // self.model.unit + 1) * self.model.unit
        worths = {n: _worths(row, points) for n, row in rows.items()}
        # Dice that are not in the table, usually all of them, are never banked: to have them left is best.
        best = int(points[-1]) + max((int(worth.max()) for worth in worths.values()), default=0) + 1
        ranks = np.zeros((len(self.hands), len(points)), dtype=np.int64)
        for q, (phase, hand) in enumerate(zip(self.model.phases, self.hands, strict=True)):
            worth = worths.get(sum(hand), np.full(len(points), best)) if phase.rolls else np.zeros_like(points)
            ranks[q] = 2 * (points + worth) + (worth == 0)
        return ranks

    def _left(self, place: int, option: Option) -> tuple[int, tuple[int, ...], int]:
        """The order of an option among those of an equal sum; the last is taken."""
        hand = self.hands[option.phase]
        return sum(hand), tuple(hand[kind] for kind in self.kinds), -place


def kinds_to_leave(model: TurnModel) -> list[int]:
    """The kinds of dice, those that bust least when rolled alone first."""
    busts = {phase.place.dice: phase.rolls[0].bust for phase in model.phases if sum(phase.place.dice) == 1}
    hands = [tuple(int(kind == k) for k in range(len(model.kinds))) for kind in range(len(model.kinds))]
    return sorted(range(len(hands)), key=lambda kind: busts.get(hands[kind], 1))


def _worths(row: Mapping[int, int], points: Ints) -> Ints:
    """What rolling on is worth at each turn total."""
    worths = np.full(len(points), max(row), dtype=np.int64)
    for worth, start in sorted(row.items(), reverse=True):
        worths[points >= start] = worth
    return worths
