"""Strategies that a person can memorise.

A card for Farkle and Pig is a table of totals, and when to go for it. For n dice left and a turn total of t, rolling on
is worth about the least v in row n whose total is at most t: "from this total on, rolling n dice is worth no more than
v". A player compares t + v over all dice that may be kept. Ties go to an option that is banked, then to the one that
leaves more dice. A player banks where v = 0, unless their own banked score has reached B_n or the other player's D_n:
then it is time to go for it, and they do not bank with n dice left before the goal is reached. Busche & Neller 2017,
Tables 3 and 4.

Where the rules carry something over to a turn, a card may have lines such as "after 2 busts in a row count 450 more
than the turn total": the table is then read at that total. A bust that also costs 500 points puts them at risk like
points of the turn, so that one number is enough for all rows. The first line that applies counts. Where reaching the
goal gives the others a last turn, a card may say how far ahead to be when banking there.

A card for Hog is a few rules for the number of dice. Rules for the player's own score come first, those for higher
scores before others: "If you have 94 points or more, roll 2 dice; else if the other player has 80 or more, roll 9; else
roll 5."
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import write_whole
from jeopardice.common.progress import Progress
from jeopardice.race.carryover import CarryoverState
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Situation
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.card_turn import CardTurn, Rows, shifted
from jeopardice.strategies.policy import Policy

FORMAT = "jeopardice card 1"
DICE_FORMAT = "jeopardice dice card 1"
NEVER = 10**12
Rule = tuple[int, int]
"""A banked score, and the number of dice to roll from that score on."""
When = Literal["last_turn", "no_bank", "busts", "to_beat", "seat", "first_bank"]
"""What a line is about: a last turn; a total that may not be banked yet; busts in a row; a total to beat; the place in
a round; no points so far."""


@dataclass(frozen=True)
class CarriedLine:
    """What a card adds to the turn total before its table is read, in a turn or at a total that it is about."""

    when: When
    number: int = 0
    """How many busts in a row, or which place in the round; else 0."""
    more: int = 0
    """The points to add, or to subtract if negative."""

    @property
    def about(self) -> tuple[When, int]:
        """The carryover that it is about."""
        return self.when, self.number

    def holds(self, state: CarryoverState | None) -> bool:
        """Whether it is about this carryover, or (None) a last turn; some lines depend on the score or the total."""
        if state is None or self.when == "last_turn":
            return state is None and self.when == "last_turn"
        if self.when == "busts":
            return state.busts[0] == self.number
        if self.when == "seat":
            return state.moved + 1 == self.number
        return self.when == "to_beat" and state.to_beat > 0


@dataclass(frozen=True)
class Card(PolicyStrategy):
    """The numbers to memorise for Farkle and Pig."""

    rows: Rows
    own: Mapping[int, int] = field(default_factory=dict)
    """B_n: the player's banked score from which not to bank with n dice left."""
    other: Mapping[int, int] = field(default_factory=dict)
    """D_n: the same for the other player's banked score."""
    carried: tuple[CarriedLine, ...] = ()
    """What is added to the turn total for what is carried over; the first line that applies counts."""
    lead: int = 0
    """How far ahead a bank that reaches the goal must be, if others then have a last turn; with less, and with all
    dice, the player rolls on. From the goal on the table is read as in a last turn."""
    more: int = 0
    """What is added to the turn total in the present turn."""
    name: str = "card"
    looks_at: LooksAt = "scores"

    @property
    def integers(self) -> list[int]:
        """The numbers to memorise; totals of 0 are implied."""
        totals = [total for row in self.rows.values() for total in row.values() if total]
        lines = [abs(line.more) for line in self.carried]
        return [*totals, *self.own.values(), *self.other.values(), *lines, *([self.lead] if self.lead else [])]

    def carrying(self, state: CarryoverState | None) -> Card:
        """The card as it is read with this carryover, or (None) in a last turn."""
        line = next((line for line in self.carried if line.holds(state)), None)
        if line:
            left = tuple(other for other in self.carried if other.when == "no_bank" and line.when != "last_turn")
            return replace(self, carried=left, more=line.more)
        return replace(self, carried=tuple(line for line in self.carried if line.when in ("no_bank", "first_bank")))

    def rows_of(self, *, first: bool) -> tuple[Rows, Rows]:
        """The table as it is read in the present turn, in which a first bank may be due; and for less than a bank."""
        more = {line.when: line.more for line in self.carried}
        usual = more.get("first_bank", self.more) if first else self.more
        return shifted(self.rows, usual), shifted(self.rows, more.get("no_bank", usual))

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The dice with which not to bank, whether a first bank is still to be made, and what is added to the total."""
        rival = own if other is None else other
        going = frozenset(n for n in self.rows if own >= self.own.get(n, NEVER) or rival >= self.other.get(n, NEVER))
        first = race.first_bank_due(own)
        return going, first, self.carried, self.more

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """How the card plays a turn."""
        going, first, carried, more = situation
        rows, below = replace(self, carried=carried, more=more).rows_of(first=first)
        turn, at_goal = CardTurn(race), self.carrying(None).rows_of(first=first)[0]
        found = turn.choices(rows, race.least_bank(first=first), below, self.lead)
        return found.policy(going, turn.waiting(at_goal, self.lead))

    def to_json(self) -> dict[str, Any]:
        """The card as plain data."""
        return {
            "format": FORMAT,
            "rows": {str(n): {str(worth): total for worth, total in row.items()} for n, row in self.rows.items()},
            "own": {str(n): total for n, total in self.own.items()},
            "other": {str(n): total for n, total in self.other.items()},
            "carried": [vars(line) for line in self.carried],
            "lead": self.lead,
        }

    @classmethod
    def of(cls, found: dict[str, Any], name: str) -> Card:
        """The card from plain data."""
        rows = {int(n): {_worth(w): _total(t) for w, t in row.items()} for n, row in found["rows"].items()}
        own, other = ({int(n): _total(t) for n, t in found.get(key, {}).items()} for key in ("own", "other"))
        if not all(row and 0 in row.values() for row in rows.values()):
            raise ValueError("each row needs a total of 0, from which its largest worth holds")
        lines, lead = tuple(map(_line, found.get("carried", []))), _total(found.get("lead", 0))
        return cls(rows, own, other, lines, lead, name=name)


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


def _line(found: dict[str, Any]) -> CarriedLine:
    if found["when"] not in get_args(When):
        raise ValueError(f"{shown(found['when'])} is not one of {', '.join(get_args(When))}")
    more = found["more"]
    if isinstance(more, bool) or not isinstance(more, int) or not -(10**9) <= more <= 10**9:
        raise ValueError(f"{shown(more)} is not a number of points to add")
    return CarriedLine(found["when"], _total(found.get("number", 0)), more)


def _worth(value: str) -> int:
    if not -(10**9) <= int(value) <= 10**9:
        raise ValueError(f"{shown(value)} is not a worth of rolling on")
    return int(value)
