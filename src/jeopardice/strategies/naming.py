"""Strategies by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from jeopardice.errors import InputError, shown
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.builtin import DiceCount, HoldAt, KeepPace, MaxScore, Optimal, Rolls

PLAIN: dict[str, Callable[[], Strategy]] = {"optimal": Optimal, "max-score": MaxScore}
NUMBERED: dict[str, tuple[int, Callable[..., Strategy]]] = {
    "hold-at": (1, HoldAt),
    "rolls": (1, Rolls),
    "dice": (1, DiceCount),
    "end-race": (2, KeepPace),
    "keep-pace": (3, KeepPace),
}
NAMES = "optimal, max-score, hold-at:TOTAL, rolls:NUMBER, dice:NUMBER, end-race:END,TOTAL, keep-pace:END,TOTAL,DIVISOR"


def strategy(name: str | Strategy) -> Strategy:
    """A strategy by its name, such as "max-score" or "hold-at:20"."""
    if isinstance(name, Strategy):
        return name
    if name in PLAIN:
        return PLAIN[name]()
    word, colon, rest = name.partition(":")
    if word in NUMBERED and colon:
        count, make = NUMBERED[word]
        numbers = rest.split(",")
        if len(numbers) != count or not all(re.fullmatch("[0-9]{1,9}", number) for number in numbers):
            wanted = "a number" if count == 1 else f"{count} numbers with commas"
            raise InputError(f"strategy: {shown(name)}: {word} needs {wanted}")
        if not all(map(int, numbers)):
            raise InputError(f"strategy: {shown(name)}: its numbers must be at least 1")
        return make(*map(int, numbers))
    raise InputError(f"strategy: {shown(name)}: there is {NAMES}")
