"""Moves: what may be done in a position of a game, as text and with what it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from jeopardice.common.errors import InputError, shown
from jeopardice.play.table import Table

Then = Literal["roll", "bank", "steal", "end"]
THEN: tuple[Then, ...] = get_args(Then)


@dataclass(frozen=True, slots=True)
class Move:
    """Something that the seat to move may do."""

    keep: str
    """The dice to set aside; empty where none are."""
    points: int
    """What they score; for a steal, the turn total that one goes on with."""
    total: int
    """The turn total then."""
    then: Then
    dice: str
    """The dice rolled next; empty for a bank."""
    phase: int
    """The phase of the turn that follows, before the next roll."""
    text: str
    """The move as a record has it."""


def move_text(keep: str, then: Then, dice: str, *, hog: bool) -> str:
    """A move as a record has it: "roll", "bank", "15 roll", "roll 7", "steal", "115 end"."""
    if keep:
        return f"{keep} {then}"
    return f"{then} {dice}" if hog and then == "roll" else then


def parse(table: Table, text: str) -> tuple[str, Then, str]:
    """What a move says: the dice to set aside, what comes then, and in Hog the dice to roll."""
    words = text.lower().split()
    if table.rules.family == "hog" and len(words) == 2 and words[0] == "roll":
        return "", "roll", words[1].upper()
    for then in THEN:
        if words and words[-1] == then:
            return " ".join(text.split()[:-1]), then, ""
    example = "roll 5" if table.rules.family == "hog" else "roll or bank"
    example = "15 roll, 15 bank or roll" if table.rules.family == "farkle" else example
    raise InputError(f"move: {shown(text)}: a move is written {example}")
