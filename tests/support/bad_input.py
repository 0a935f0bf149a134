"""What the tests of bad input share: small games, the keys of a rules file, and cases with their places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jeopardice.rulebook.model import Bust, Dice, End, Events, Turn
from support.cli_runner import Ran, jeopardice, no_hang

FARKLE = '[scoring]\n"1" = 100\n"5" = 50\n'
PIG = 'family = "pig"\n[dice]\ncount = 1\n'
HOG = 'family = "hog"\n'


ALLOWED = {
    "title": {"text"},
    "source": {"text"},
    "note": {"text"},
    "family": set(),
    "goal": set(),
    "players": set(),
    "simultaneous": {"truth"},
    "sees": set(),
    "dice.count": set(),
    "dice.sides": set(),
    "dice.weights": set(),
    "dice.wild": set(),
    "turn.set_aside": set(),
    "turn.leave": set(),
    "turn.hot_dice": {"truth"},
    "turn.minimum_bank": set(),
    "turn.first_bank": set(),
    "turn.beat_previous": {"truth"},
    "turn.full_bust": set(),
    "turn.full_bust_rolls": set(),
    "turn.single_die_bonus": set(),
    "turn.keep_on_bust": {"truth"},
    "turn.steal": set(),
    "turn.choose_dice": set(),
    "bust.streak": set(),
    "bust.penalty": set(),
    "bust.floor": {"number"},
    "events.bust": set(),
    "events.lose_banked": set(),
    "events.win": set(),
    "end.rule": set(),
    "end.tie": set(),
}
SECTIONS = {"dice": Dice, "turn": Turn, "bust": Bust, "events": Events, "end": End}


def as_file(key: str, value: str, base: str = FARKLE) -> str:
    """A rules file with one key, in front of the sections or in its own."""
    section, dot, inner = key.partition(".")
    return f"{base}[{section}]\n{inner} = {value}\n" if dot else f"{key} = {value}\n{base}"


def write_rules(folder: Path, content: str | bytes) -> str:
    """Writes a rules file and returns its name."""
    path = folder / "game.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def checked(game: str, *more: str) -> Ran:
    """`jeopardice rules`: reads a game and builds its turn, which finds all that can be wrong with it."""
    with no_hang():
        return jeopardice("rules", game, *more)


def cases(**table: Any) -> pytest.MarkDecorator:
    """Named cases, each a tuple of arguments that ends with the place that the message must name."""
    names = list(table)
    rows = [row if isinstance(row, tuple) else (row,) for row in table.values()]
    return pytest.mark.parametrize(("given_input", "place"), rows, ids=[name.replace("_", " ") for name in names])
