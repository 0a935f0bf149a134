"""Cards that differ from a given one in a single number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from jeopardice.strategies.card import Card

Kind = Literal["other", "own", "bank"]
"""A number of a row: the score of the other player or the own from which to go for it, or the total from which to bank.
"""
THRESHOLDS: tuple[Kind, ...] = ("other", "own")
KINDS: tuple[Kind, ...] = (*THRESHOLDS, "bank")


def number_of(card: Card, kind: Kind, n: int) -> int | None:
    """A number of a card; None where it has none: nobody goes for it, or banks, with so many dice left."""
    return card.rows[n].get(0) if kind == "bank" else (card.own if kind == "own" else card.other).get(n)


def with_number(card: Card, kind: Kind, n: int, number: int | None, unit: int) -> Card:
    """The card with another number, or with none; what no longer matters goes, too."""
    if kind == "own":
        return replace(card, own=_with(card.own, n, number))
    if kind == "other":
        return replace(card, other=_with(card.other, n, number))
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
    # Where nobody banks nobody need go for it.
    return replace(changed, own=_with(card.own, n, None), other=_with(card.other, n, None))


def shorter_in_thresholds(card: Card) -> Iterator[Card]:
    """Every card that goes for it in one case less."""
    for n in card.own:
        yield replace(card, own=_with(card.own, n, None))
    for n in card.other:
        yield replace(card, other=_with(card.other, n, None))


def shorter_in_totals(card: Card, unit: int) -> Iterator[Card]:
    """Every card with one total of its table left out: of a total to bank, so that one always banks, or never."""
    for n, row in card.rows.items():
        for worth, total in row.items():
            if total and worth:
                yield replace(card, rows={**card.rows, n: {w: t for w, t in row.items() if w != worth}})
        if row.get(0):
            yield with_number(card, "bank", n, None, unit)
            yield with_number(card, "bank", n, 0, unit)


def _with(thresholds: Mapping[int, int], n: int, threshold: int | None) -> dict[int, int]:
    others = {dice: total for dice, total in thresholds.items() if dice != n}
    return others if threshold is None else dict(sorted({**others, n: threshold}.items(), reverse=True))
