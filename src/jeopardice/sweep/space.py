"""The three ways to span a space of rules, each to a list of changes of the base: a list, a grid, and draws."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from itertools import product
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook.model import whole
from jeopardice.sweep.keys import check_value, flat, known_key

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
            check_value(key, value, f"{place} {number}: {key}")
        found.append(changes)
    return found


def grid_of(table: Any, place: str) -> list[Changes]:
    """[grid]: all combinations, the last key changes first."""
    if table is None:
        return []
    axes = _keyed(_section(table, place), place)
    for key, values in axes.items():
        _check_choices(key, values, f"{place}.{key}")
    _check_size(math.prod(map(len, axes.values())), place)
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def random_of(table: Any, place: str) -> list[Changes]:
    """[random]: independent draws; a larger count keeps those that were there."""
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
    for written, value in flat(table):
        key = known_key(written, f"{place}: {shown(written).strip(chr(34))}")
        if key in found:
            raise InputError(f"{place}: {key}: given twice")
        found[key] = value
    return found


def _check_choices(key: str, values: Any, place: str) -> None:
    if not isinstance(values, list) or not values:
        raise InputError(f"{place}: {shown(values)}: it must be a list of the values to try, such as [300, 500]")
    for value in values:
        check_value(key, value, place)


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
        check_value(key, value, place)
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
