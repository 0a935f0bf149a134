"""Moves: what a player may do in a position of a game, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from jeopardice.common.errors import InputError, shown
from jeopardice.play.table import Table

Then = Literal["roll", "bank", "steal", "end"]
THEN: tuple[Then, ...] = get_args(Then)


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move of the seat to move."""

    keep: str
    """The dice to set aside; empty where none are."""
    points: int
    """Their points; for a steal, the stolen turn total."""
    total: int
    """The turn total then."""
    then: Then
    dice: str
    """The dice rolled next; empty for a bank."""
    phase: int
    """The phase of the turn that follows, before the next roll."""
    text: str
    """The move as it is written in a record."""


def move_text(keep: str, then: Then, dice: str, *, hog: bool) -> str:
    """A move as it is written in a record: "roll", "bank", "15 roll", "roll 7", "steal", "115 end"."""
    if keep:
        return f"{keep} {then}"
    return f"{then} {dice}" if hog and then == "roll" else then


def parse(table: Table, text: str) -> tuple[str, Then, str]:
    """Read a move: the dice to set aside, what follows, and in Hog the dice to roll."""
    words = text.lower().split()
    if table.rules.family == "hog" and len(words) == 2 and words[0] == "roll":
        return "", "roll", words[1].upper()
    for then in THEN:
        if words and words[-1] == then:
            return " ".join(text.split()[:-1]), then, ""
    example = "roll 5" if table.rules.family == "hog" else "roll or bank"
    example = "15 roll, 15 bank or roll" if table.rules.family == "farkle" else example
    raise InputError(f"move: {shown(text)}: a move is written {example}")
