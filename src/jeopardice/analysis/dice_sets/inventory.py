"""The dice that a player owns: a TOML file with a table for each kind of die.

version = "1.2"             # of the game that the weights were taken from, for people

[[die]]
name    = "Weighted"
weights = [10, 1, 1, 1, 1, 1]
owned   = 3                 # as many as the game has dice, if it is not said
wild    = []                # faces that are wild
version = ""                # tells tables for the same die apart
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from math import comb
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook import Dice, Rules
from jeopardice.rulebook.model import MOST_DICE, text, weights, whole, wild
from jeopardice.rulebook.reading import LONG_KEY, MOST_BYTES

MOST_KINDS = 200
KEYS = ("die", "title", "source", "version")


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
        """How often it shows each face of a game's dice, wild faces together as the last where there are any."""
        alone = Dice(1, dice.sides, (self.weights,), (self.wild,) if self.wild else ()).each[0]
        return alone + (0,) * (dice.shown - len(alone))


@dataclass(frozen=True)
class Inventory:
    """Kinds of dice to choose from."""

    dice: tuple[InventoryDie, ...]

    def sets(self, count: int) -> int:
        """How many different sets of so many dice there are."""
        ways = [1] + [0] * count
        for die in self.dice:
            ways = [sum(ways[n - k] for k in range(min(n, die.owned) + 1)) for n in range(count + 1)]
        assert ways[count] <= comb(len(self.dice) + count - 1, count)
        return ways[count]


def read_inventory(path: Path, rules: Rules) -> Inventory:
    """Reads the file of an inventory for a game."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{path}: too large for an inventory (at most {MOST_BYTES:,} bytes)")
    try:
        return parse_inventory(data.decode("utf-8-sig"), rules, str(path))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file in UTF-8 (byte {error.start})") from None


def parse_inventory(toml: str, rules: Rules, name: str = "inventory") -> Inventory:
    """Reads the text of an inventory for a game; `name` stands before every error."""
    if LONG_KEY.search(toml):
        raise InputError(f"{name}: not an inventory: a key of more than 20 parts")
    try:
        document = tomllib.loads(toml, parse_float=Decimal)
    except RecursionError:
        raise InputError(f"{name}: nested too deeply") from None
    except (ValueError, ArithmeticError) as error:
        raise InputError(f"{name}: not valid TOML: {str(error)[:200]}") from None
    for key in document:
        if key not in KEYS:
            raise _unknown(key, KEYS, name)
    tables = document.get("die", [])
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise InputError(f"{name}: die: {shown(tables)}: it must be tables, [[die]]")
    if not 1 <= len(tables) <= MOST_KINDS:
        raise InputError(f"{name}: die: {len(tables)} kinds of dice: it must be from 1 to {MOST_KINDS}")
    dice = tuple(_die(table, rules, f"{name}: die {number}") for number, table in enumerate(tables, 1))
    _check(dice, rules, name)
    return Inventory(dice)


def _die(table: Mapping[str, Any], rules: Rules, place: str) -> InventoryDie:
    allowed = tuple(field.name for field in fields(InventoryDie))
    for key in table:
        if key not in allowed:
            raise _unknown(key, allowed, place)
    count, sides = rules.dice.count, rules.dice.sides

    def value(key: str, check: Callable[[Any], Any], otherwise: Any) -> Any:
        try:
            return check(table[key]) if key in table else otherwise
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
            raise InputError(f"{name}: die {number}: name: {shown(label)}: given twice (a version tells dice apart)")
    owned = sum(die.owned for die in dice)
    if owned < rules.dice.count:
        raise InputError(f"{name}: owned: {owned} dice in all, but the game has {rules.dice.count}")


def _unknown(key: str, allowed: tuple[str, ...], place: str) -> InputError:
    close = difflib.get_close_matches(key[:80], allowed, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"allowed: {', '.join(allowed)}"
    return InputError(f"{place}: {shown(key).strip(chr(34))}: unknown key ({hint})")
