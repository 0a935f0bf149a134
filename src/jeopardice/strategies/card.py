"""Strategies that a person can memorise.

A card for Farkle and Pig is a table of totals, and when to go for it. For n dice left and a turn total of t, rolling on
is worth about the least v in row n whose total is at most t: "from this total on, rolling n dice is worth no more than
v". A player compares t + v over all dice that may be kept. Ties go to an option that is banked, then to the one that
leaves more dice. A player banks where v = 0, unless their own banked score has reached B_n or the other player's D_n:
then it is time to go for it, and they do not bank with n dice left before the goal is reached. Busche & Neller 2017,
Tables 3 and 4.

A card for Hog is a few rules for the number of dice. Rules for the player's own score come first, those for higher
scores before others: "If you have 94 points or more, roll 2 dice; else if the other player has 80 or more, roll 9; else
roll 5."
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import write_whole
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Situation
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of
from jeopardice.turn import Option, TurnModel

FORMAT = "jeopardice card 1"
DICE_FORMAT = "jeopardice dice card 1"
NEVER = 10**12
MOST_TOGETHER = 2_000_000
"""Options times totals that are evaluated together."""
Ints = NDArray[np.int64]
Rule = tuple[int, int]
"""A banked score, and the number of dice to roll from that score on."""


@dataclass(frozen=True)
class Card(PolicyStrategy):
    """The numbers to memorise for Farkle and Pig."""

    rows: Mapping[int, Mapping[int, int]]
    """For each number of dice: what rolling on is worth -> the turn total from which it is worth no more."""
    own: Mapping[int, int] = field(default_factory=dict)
    """B_n: the player's banked score from which not to bank with n dice left."""
    other: Mapping[int, int] = field(default_factory=dict)
    """D_n: the same for the other player's banked score."""
    name: str = "card"
    looks_at: LooksAt = "scores"

    @property
    def integers(self) -> list[int]:
        """The numbers to memorise; totals of 0 are implied."""
        totals = [total for row in self.rows.values() for total in row.values() if total]
        return [*totals, *self.own.values(), *self.other.values()]

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The numbers of dice with which not to bank, and whether a first bank is still to be made."""
        rival = own if other is None else other
        going = frozenset(n for n in self.rows if own >= self.own.get(n, NEVER) or rival >= self.other.get(n, NEVER))
        return going, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """How the card plays a turn."""
        going, first = situation
        return CardTurn(race).choices(self.rows).policy(going, race.least_bank(first=first))

    def to_json(self) -> dict[str, Any]:
        """The card as plain data."""
        return {
            "format": FORMAT,
            "rows": {str(n): {str(worth): total for worth, total in row.items()} for n, row in self.rows.items()},
            "own": {str(n): total for n, total in self.own.items()},
            "other": {str(n): total for n, total in self.other.items()},
        }

    @classmethod
    def of(cls, found: dict[str, Any], name: str) -> Card:
        """The card from plain data."""
        rows = {int(n): {_worth(w): _total(t) for w, t in row.items()} for n, row in found["rows"].items()}
        own, other = ({int(n): _total(t) for n, t in found.get(key, {}).items()} for key in ("own", "other"))
        if not all(row and 0 in row.values() for row in rows.values()):
            raise ValueError("each row needs a total of 0, from which its largest worth holds")
        return cls(rows, own, other, name)


@dataclass(frozen=True)
class DiceCard(PolicyStrategy):
    """The numbers to memorise for Hog."""

    dice: int
    own: tuple[Rule, ...] = ()
    other: tuple[Rule, ...] = ()
    name: str = "card"
    looks_at: LooksAt = "scores"

    @property
    def integers(self) -> list[int]:
        """The numbers to memorise."""
        return [self.dice, *(number for rule in (*self.own, *self.other) for number in rule)]

    def dice_at(self, own: int, other: int) -> int:
        """The number of dice to roll with these banked scores."""
        for rules, score in ((self.own, own), (self.other, other)):
            for start, dice in sorted(rules, reverse=True):
                if score >= start:
                    return dice
        return self.dice

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The number of dice to roll."""
        return self.dice_at(own, 0 if other is None else other)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """The policy of a player who always rolls this number."""
        return DiceCount(situation).policy(race, None, progress)

    def to_json(self) -> dict[str, Any]:
        """The card as plain data."""
        return {"format": DICE_FORMAT, "dice": self.dice, "own": self.own, "other": self.other}


def save_card(card: Card | DiceCard, path: str | Path) -> None:
    """Write a card to a file that `card:FILE` reads."""
    write_whole(path, json.dumps(card.to_json(), indent=1) + "\n")


def read_card(path: str) -> Card | DiceCard:
    """The card in a file."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as a card: {getattr(error, 'strerror', None) or error}") from None
    if not isinstance(found, dict) or found.get("format") not in (FORMAT, DICE_FORMAT):
        raise InputError(f'{path}: not a card: "format" must be "{FORMAT}" or "{DICE_FORMAT}"')
    try:
        if found["format"] == FORMAT:
            return Card.of(found, f"card:{path}")
        own, other = (tuple((_total(s), _total(d)) for s, d in found.get(key, [])) for key in ("own", "other"))
        return DiceCard(_total(found["dice"]), own, other, f"card:{path}")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: not a card: {shown(str(error))}") from None


def _total(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**9:
        raise ValueError(f"{shown(value)} is not a whole number from 0 on")
    return value


def _worth(value: str) -> int:
    if not -(10**9) <= int(value) <= 10**9:
        raise ValueError(f"{shown(value)} is not a worth of rolling on")
    return int(value)


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

    def policy(self, going: frozenset[int], least: int) -> Policy:
        """The policy that banks from a least total on, in units, and never with a number of dice left in `going`."""
        rolls_on = self.after < least
        for n in going:
            rolls_on |= self.dice == n
        return Policy(self.model, self.choices - (self.choices % 2) * rolls_on.astype(np.uint16))


class CardTurn:
    """The turn of a race as arrays: all options side by side, so that a card decides on all of them together.

    A card ranks the options of an outcome by turn total + worth, then one that is banked, then one that leaves more
    dice, then, where there are several kinds of dice, more of the kind that busts least. Ranks are whole numbers, with
    the last two in the lowest digits.
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
        # Dice that are not in the table, usually all of them, are never banked: leaving them is best.
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
