"""What a game can be played for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from jeopardice.common.errors import InputError, shown

Name = Literal["win", "score", "average", "turns", "within"]
OBJECTIVES = ("win", "score", "average", "turns", "within:N")
RACES = ("win", "turns", "within")
MOST_TURNS = 10_000
WORTH = {"win": (1, -1, 1), "turns": (-1, -1, -1), "within": (0, 1, 1)}
"""Shift, scale and goal: a bank is worth shift + scale * (the value that follows), or the goal."""


@dataclass(frozen=True, slots=True)
class Objective:
    """win: the chance to win. score: the points of a turn. average: points a turn in the long run, when busts in a
    row cost points. turns: the fewest to the goal. within: the chance to reach the goal in N turns.
    """

    name: Name
    turns: int = 0

    def __str__(self) -> str:
        return f"within:{self.turns}" if self.name == "within" else self.name

    @property
    def is_race(self) -> bool:
        """Whether the goal matters."""
        return self.name in RACES


def read_objective(text: str | Objective, place: str = "objective") -> Objective:
    """An objective by its name: "win", "score", "average", "turns" or "within:10"."""
    if isinstance(text, Objective):
        return text
    if not isinstance(text, str):
        raise InputError(f"{place}: {shown(text)}: it must be one of {', '.join(OBJECTIVES)}")
    match text:
        case "win" | "score" | "average" | "turns":
            return Objective(text)
    name, _, number = text.partition(":")
    if name != "within":
        raise InputError(f"{place}: {shown(text)}: it must be one of {', '.join(OBJECTIVES)}")
    if not re.fullmatch("[0-9]{1,9}", number) or not 1 <= int(number) <= MOST_TURNS:
        raise InputError(f"{place}: {shown(text)}: within:N needs a number of turns from 1 to {MOST_TURNS:,}")
    return Objective("within", int(number))
