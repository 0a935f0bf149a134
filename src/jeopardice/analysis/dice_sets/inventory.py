"""The dice that a player owns: a TOML file with a table for each kind of die.

version = "1.2"             # of the game that the weights were taken from, for people

[[die]]
name    = "Weighted"
weights = [10, 1, 1, 1, 1, 1]
owned   = 3                 # by default as many as the game has dice
wild    = []                # faces that are wild
version = ""                # distinguishes tables for the same die
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook import Dice, Rules
from jeopardice.rulebook.model import MOST_DICE, text, weights, whole, wild
from jeopardice.rulebook.reading import parse_document, read_text, unknown_key

MOST_KINDS = 200
KEYS = ["die", "title", "source", "version"]


@dataclass(frozen=True)
class InventoryDie:
    """A kind of die, and how many of it a player owns."""

    name: str
    weights: tuple[int, ...]
    owned: int
    wild: tuple[int, ...] = ()
    version: str = ""

    @property
    def label(self) -> str:
        """The name, with the version if there is one."""
        return f"{self.name} ({self.version})" if self.version else self.name

    def shows(self, dice: Dice) -> tuple[int, ...]:
        """How often it shows each face of a game's dice, wild faces together, last."""
        single = Dice(1, dice.sides, (self.weights,), (self.wild,) if self.wild else ()).each[0]
        return single + (0,) * (dice.shown - len(single))


@dataclass(frozen=True)
class Inventory:
    """Kinds of dice to choose from."""

    dice: tuple[InventoryDie, ...]

    def sets(self, count: int) -> int:
        """The number of different sets of `count` dice."""
        ways = [1] + [0] * count
        for die in self.dice:
            ways = [sum(ways[n - k] for k in range(min(n, die.owned) + 1)) for n in range(count + 1)]
        return ways[count]


def read_inventory(path: Path, rules: Rules) -> Inventory:
    """Read the file of an inventory for a game."""
    return parse_inventory(read_text(path, "an inventory"), rules, str(path))


def parse_inventory(toml: str, rules: Rules, name: str = "inventory") -> Inventory:
    """Read the text of an inventory for a game; `name` begins every error message."""
    document = parse_document(toml, name, "an inventory")
    for key in document:
        if key not in KEYS:
            raise unknown_key(key, KEYS, "", name)
    tables = document.get("die", [])
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise InputError(f"{name}: die: {shown(tables)}: it must be tables, [[die]]")
    if not 1 <= len(tables) <= MOST_KINDS:
        raise InputError(f"{name}: die: {len(tables)} kinds of dice: it must be from 1 to {MOST_KINDS}")
    dice = tuple(_die(table, rules, f"{name}: die {number}") for number, table in enumerate(tables, 1))
    _check(dice, rules, name)
    return Inventory(dice)


def _die(table: Mapping[str, Any], rules: Rules, place: str) -> InventoryDie:
    allowed = [field.name for field in fields(InventoryDie)]
    for key in table:
        if key not in allowed:
            raise unknown_key(key, allowed, "", place)
    count, sides = rules.dice.count, rules.dice.sides

    def value(key: str, check: Callable[[Any], Any], default: Any) -> Any:
        try:
            return check(table[key]) if key in table else default
        except ValueError as error:
            raise InputError(f"{place}: {key}: {shown(table[key])}: {error}") from None

    def one_list(check: Callable[[Any], tuple[tuple[int, ...], ...]]) -> Callable[[Any], tuple[int, ...]]:
        def checked(given: Any) -> tuple[int, ...]:
            lists = check(given)
            if any(isinstance(entry, list) for entry in given):
                raise ValueError("it must be one list, of the faces of one die")
            return lists[0] if lists else ()

        return checked

    name = value("name", text(60), "")
    if not name.strip():
        raise InputError(f"{place}: name: missing: every kind of die needs a name")
    faces = value("weights", one_list(weights), (1,) * sides)
    if len(faces) != sides:
        raise InputError(f"{place}: weights: {shown(list(faces))}: {len(faces)} weights for dice of {sides} sides")
    wild_faces = value("wild", one_list(wild), ())
    if max(wild_faces, default=1) > sides:
        raise InputError(f"{place}: wild: {shown(list(wild_faces))}: faces are 1 to {sides}")
    if wild_faces and rules.family != "farkle":
        raise InputError(f'{place}: wild: {shown(list(wild_faces))}: only for family "farkle"')
    owned = value("owned", whole(0, MOST_DICE), count)
    return InventoryDie(name, faces, min(owned, count), wild_faces, value("version", text(60), ""))


def _check(dice: tuple[InventoryDie, ...], rules: Rules, name: str) -> None:
    labels = [die.label for die in dice]
    for number, label in enumerate(labels, 1):
        if label in labels[: number - 1]:
            raise InputError(f"{name}: die {number}: name: {shown(label)}: given twice (a version distinguishes dice)")
    owned = sum(die.owned for die in dice)
    if owned < rules.dice.count:
        raise InputError(f"{name}: owned: {owned} dice in all, but the game has {rules.dice.count}")
