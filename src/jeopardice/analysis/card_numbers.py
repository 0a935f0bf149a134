"""The numbers of a card: each can be read, changed or removed, which is all that a search for the best card needs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from jeopardice.race.model import RaceModel
from jeopardice.strategies.card import Card, CarriedLine, When

Kind = Literal["other", "own", "bank", "line", "lead"]
"""A number of a row: the score of either player from which to roll for the goal, or the total to bank at; of a line:
the points to add to the turn total; or the lead with which to bank at the goal."""
THRESHOLDS: tuple[Kind, ...] = ("other", "own")
KINDS: tuple[Kind, ...] = (*THRESHOLDS, "bank")


@dataclass(frozen=True)
class CardNumber:
    """One of the numbers that a card may have."""

    kind: Kind
    dice: int = 0
    """The dice left, of a number of a row."""
    line: CarriedLine = CarriedLine("first_bank")
    """What a line is about."""

    def of(self, card: Card) -> int | None:
        """The number in a card; None where it never rolls for the goal, or never banks, or has no such line."""
        if self.kind == "line":
            return next((line.more for line in card.carried if line.about == self.line.about), None)
        if self.kind == "bank":
            return card.rows[self.dice].get(0)
        if self.kind == "lead":
            return card.lead or None
        return (card.own if self.kind == "own" else card.other).get(self.dice)

    def put(self, card: Card, number: int | None, unit: int) -> Card:
        """The card with another number, or with none; what no longer matters is removed, too."""
        if self.kind == "line":
            lines = [line for line in card.carried if line.about != self.line.about]
            lines += [replace(self.line, more=number)] if number else []
            return replace(card, carried=tuple(sorted(lines, key=_place_of)))
        if self.kind == "lead":
            return replace(card, lead=number or 0)
        if self.kind == "own":
            return replace(card, own=_with(card.own, self.dice, number))
        if self.kind == "other":
            return replace(card, other=_with(card.other, self.dice, number))
        return _banking_from(card, self.dice, number, unit)


def general_numbers(race: RaceModel) -> list[CardNumber]:
    """The numbers of no row that a card for a game may have: those of its lines, and a lead."""
    carryover, rules = race.carryover("win"), race.rules
    has_last_turns = rules.end.rule != "sudden"
    lines = [CarriedLine("last_turn")] if has_last_turns else []
    lines += [CarriedLine("no_bank")] if race.bank_from > 1 or race.has_first_bank else []
    lines += [CarriedLine("busts", busts) for busts in range(carryover.streak - 1, 0, -1)]
    lines += [CarriedLine("to_beat")] if carryover.beats else []
    lines += [CarriedLine("seat", moved + 1) for moved in sorted({state.moved for state in carryover.all}) if moved]
    lines += [CarriedLine("first_bank")] if race.has_first_bank else []
    return [*(CardNumber("line", line=line) for line in lines), *([CardNumber("lead")] if has_last_turns else [])]


def _place_of(line: CarriedLine) -> tuple[int, int]:
    """The order of lines, of which the first that applies counts."""
    return get_args(When).index(line.when), -line.number


def _banking_from(card: Card, n: int, number: int | None, unit: int) -> Card:
    row = {worth: total for worth, total in card.rows[n].items() if worth and (number is None or total < number)}
    if number == 0:
        row = {0: 0}
    elif number is None:
        row = row or {unit: 0}
    else:
        row = {0: number, **(row or {unit: 0})}
    changed = replace(card, rows={**card.rows, n: row})
    if number is not None:
        return changed
    # A hand that is never banked needs no threshold to roll for the goal.
    return replace(changed, own=_with(card.own, n, None), other=_with(card.other, n, None))


def removed(card: Card, shorter: Card) -> Hashable:
    """The names of the numbers that a shorter card lacks, whatever their values."""
    names = {name: frozenset(getattr(card, name)) - frozenset(getattr(shorter, name)) for name in THRESHOLDS}
    lines = frozenset(line.about for line in card.carried) - frozenset(line.about for line in shorter.carried)
    rows = {n: frozenset(row) - frozenset(shorter.rows[n]) for n, row in card.rows.items()}
    always = {n for n, row in shorter.rows.items() if row.get(0) == 0 and card.rows[n].get(0)}
    return frozenset(names.items()), frozenset(rows.items()), frozenset(always), lines, card.lead > shorter.lead


def shorter_cards(card: Card, unit: int) -> Iterator[Card]:
    """Every card with one number less; a row without a total to bank always banks, or never."""
    for n in card.own:
        yield replace(card, own=_with(card.own, n, None))
    for n in card.other:
        yield replace(card, other=_with(card.other, n, None))
    for line in card.carried:
        yield CardNumber("line", line=line).put(card, None, unit)
    if card.lead:
        yield replace(card, lead=0)
    for n, row in card.rows.items():
        for worth, total in row.items():
            if total and worth:
                yield replace(card, rows={**card.rows, n: {w: t for w, t in row.items() if w != worth}})
        if row.get(0):
            yield _banking_from(card, n, None, unit)
            yield _banking_from(card, n, 0, unit)


def _with(thresholds: Mapping[int, int], n: int, threshold: int | None) -> dict[int, int]:
    others = {dice: total for dice, total in thresholds.items() if dice != n}
    return others if threshold is None else dict(sorted({**others, n: threshold}.items(), reverse=True))
