"""Strategies that a person can memorise.

A card for Farkle and Pig is a table of totals, and when to go for it. For n dice left and a turn total of t, rolling on
is worth about the least v in row n whose total is at most t: "from this total on, rolling n dice is worth no more than
v". A player compares t + v over all dice that may be kept. Ties go to an option that is banked, then to the one that
leaves more dice. A player banks where v = 0, unless their own banked score has reached B_n or the other player's D_n:
then it is time to go for it, and they do not bank with n dice left before the goal is reached. Busche & Neller 2017,
Tables 3 and 4.

A card for Hog is a few rules for the number of dice. Rules for the own score come first, those for higher scores before
others: "If you have 94 points or more, roll 2 dice; else if the other player has 80 or more, roll 9; else roll 5."
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import write_whole
from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Situation
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.card_turn import CardTurn
from jeopardice.strategies.policy import Policy

FORMAT = "jeopardice card 1"
DICE_FORMAT = "jeopardice dice card 1"
NEVER = 10**12
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
        """That of a player who always rolls this number."""
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
        raise ValueError(f"{shown(value)} is not a total from 0 on")
    return value


def _worth(value: str) -> int:
    if not -(10**9) <= int(value) <= 10**9:
        raise ValueError(f"{shown(value)} is not what rolling on is worth")
    return int(value)


def worth_at(row: Mapping[int, int], total: int) -> int:
    """What rolling on is worth at a turn total: the least of the worths whose totals have been reached."""
    return min(worth for worth, start in row.items() if start <= total)
