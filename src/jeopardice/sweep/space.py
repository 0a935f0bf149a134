"""The three ways to span a space of rules, each a list of changes to the base: a list, a grid, and random draws.

Keys of the rules have dotted names; they are found, checked one by one, and read off rules.
"""

from __future__ import annotations

import difflib
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import product
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook import Pattern, Rules, parse_pattern
from jeopardice.rulebook.model import whole
from jeopardice.rulebook.reading import SECTIONS
from jeopardice.rulebook.writing import rules_as_document

TABLES = {"": Rules, **SECTIONS}
MOST = 100_000
"""Rule sets of one sweep, of each kind."""

Changes = dict[str, Any]
"""Dotted keys of the rules and their values."""


def list_of(entries: Any, place: str) -> list[Changes]:
    """[[list]]: each entry is a rule set."""
    if entries is None:
        return []
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, Mapping) for entry in entries):
        raise InputError(f"{place}: {shown(entries)}: each rule set must be a section, [[list]]")
    _check_size(len(entries), place)
    found = []
    for number, entry in enumerate(entries, 1):
        changes = _keyed(entry, f"{place} {number}")
        for key, value in changes.items():
            _check_value(key, value, f"{place} {number}: {key}")
        found.append(changes)
    return found


def grid_of(table: Any, place: str) -> list[Changes]:
    """[grid]: all combinations; the last key varies fastest."""
    if table is None:
        return []
    axes = _keyed(_section(table, place), place)
    for key, values in axes.items():
        _check_choices(key, values, f"{place}.{key}")
    _check_size(math.prod(map(len, axes.values())), place)
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def random_of(table: Any, place: str) -> list[Changes]:
    """[random]: independent draws; a larger count keeps the earlier draws."""
    if table is None:
        return []
    table = dict(_section(table, place))
    count = _whole(table.pop("count", None), f"{place}.count", MOST, 1)
    seed = _whole(table.pop("seed", None), f"{place}.seed", 2**63)
    axes = {key: _choices(key, given, f"{place}.{key}") for key, given in _keyed(table, place).items()}
    chance = random.Random(seed)
    # random() is the one method whose numbers are promised to be the same in every version of Python.
    return [{key: of[int(chance.random() * len(of))] for key, of in axes.items()} for _ in range(count)]


def _section(table: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(table, Mapping):
        raise InputError(f"{place}: {shown(table)}: it must be a section, [{place.split()[-1]}]")
    if not table:
        raise InputError(f"{place}: empty: it must have a key of the rules, such as goal = [5000, 10000]")
    return table


def _keyed(table: Mapping[str, Any], place: str) -> Changes:
    """The entries by dotted keys that exist, each once."""
    found: Changes = {}
    for written, value in _flat(table):
        key = _known_key(written, f"{place}: {shown(written).strip(chr(34))}")
        if key in found:
            raise InputError(f"{place}: {key}: given twice")
        found[key] = value
    return found


def _check_choices(key: str, values: Any, place: str) -> None:
    if not isinstance(values, list) or not values:
        raise InputError(f"{place}: {shown(values)}: it must be a list of the values to try, such as [300, 500]")
    for value in values:
        _check_value(key, value, place)


def _choices(key: str, given: Any, place: str) -> list[Any] | range:
    """The values to draw from: a list, or whole numbers in a range."""
    if not isinstance(given, Mapping):
        _check_choices(key, given, place)
        return list(given)
    if not {"from", "to"} <= given.keys() <= {"from", "to", "step"}:
        raise InputError(f"{place}: {shown(dict(given))}: a range is {{ from = 2000, to = 10000, step = 500 }}")
    low, high = (_whole(given[end], f"{place}.{end}", 10**9, -(10**9)) for end in ("from", "to"))
    step = _whole(given.get("step", 1), f"{place}.step", 10**9, 1)
    if low > high:
        raise InputError(f"{place}: from {low} to {high}: the range is empty")
    found = range(low, high + 1, step)
    for value in (found[0], found[-1]):
        _check_value(key, value, place)
    return found


def _whole(value: Any, place: str, most: int, least: int = 0) -> int:
    try:
        found: int = whole(least, most)(value)
    except ValueError as error:
        raise InputError(f"{place}: {'missing' if value is None else shown(value)}: {error}") from None
    return found


def _check_size(size: int, place: str) -> None:
    if size > MOST:
        raise InputError(f"{place}: {shown(size)} rule sets: at most {MOST:,}")


def _rule_keys() -> list[str]:
    """Every key that a sweep may change; patterns of [scoring] come on top of them."""
    named = [
        f"{section}.{field.name}" if section else field.name
        for section, table in TABLES.items()
        for field in fields(table)
        if "check" in field.metadata
    ]
    return [*named, "scoring"]


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a table by their dotted names: turn.steal, "turn.steal" and [grid.turn] are the same."""
    for key, value in table.items():
        if (key in SECTIONS or key == "scoring") and isinstance(value, Mapping):
            yield from ((f"{key}.{inner}", entry) for inner, entry in value.items())
        else:
            yield key, value


def _known_key(key: str, place: str) -> str:
    """The dotted name in its one spelling (patterns have several), or an error that suggests a similar key."""
    section, dot, inner = key.partition(".")
    if section == "scoring" and dot:
        try:
            return f"scoring.{parse_pattern(inner.strip(chr(34) + chr(39)))}"
        except ValueError as error:
            raise InputError(f"{place}: {error}") from None
    if key in (allowed := _rule_keys()):
        return key
    if key in SECTIONS:
        inside = [name for name in allowed if name.startswith(f"{key}.")]
        raise InputError(f"{place}: a section, not a key: one of {', '.join(inside)}")
    close = difflib.get_close_matches(key[:80], allowed, n=1)
    hint = f'did you mean "{close[0]}"?' if close else "jeopardice rules farkle shows all keys"
    raise InputError(f"{place}: unknown key ({hint})")


def _check_value(key: str, value: Any, place: str) -> None:
    """Refuse a value that the key can never have; contradictions between keys are found later, in each rule set."""
    section, _, inner = key.rpartition(".")
    if key == "scoring":
        if not isinstance(value, Mapping):
            raise InputError(f'{place}: {shown(value)}: it must be a table of patterns, such as {{ "1" = 100 }}')
        for pattern, points in value.items():
            _check_value(_known_key(f"scoring.{pattern}", f"{place}.{shown(pattern)}"), points, f"{place}.{pattern}")
        return
    if section == "scoring":
        check = whole(1)
    else:
        check = next(f.metadata["check"] for f in fields(TABLES[section]) if f.name == inner)
    try:
        check(value)
    except ValueError as error:
        raise InputError(f"{place}: {shown(value)}: {error}") from None


def value_of(rules: Rules, key: str) -> Any:
    """The value of a key, as in a rules file; None where the family has no such key, or the rules no such pattern."""
    document = rules_as_document(rules)
    section, _, inner = key.rpartition(".")
    value = _plain((document[section] if section else document).get(inner))
    return value[0] if key in ("dice.weights", "dice.wild") and value and len(value) == 1 else value


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return str(value) if isinstance(value, Pattern) else value
