"""The keys of the rules by their dotted names, as a sweep changes them: found, checked one by one, read off rules."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook import Pattern, Rules, parse_pattern
from jeopardice.rulebook.model import whole
from jeopardice.rulebook.reading import SECTIONS
from jeopardice.rulebook.writing import rules_as_document

TABLES = {"": Rules, **SECTIONS}


def rule_keys() -> list[str]:
    """Every key that a sweep may change; patterns of [scoring] come on top of them."""
    named = [
        f"{section}.{field.name}" if section else field.name
        for section, table in TABLES.items()
        for field in fields(table)
        if "check" in field.metadata
    ]
    return [*named, "scoring"]


def flat(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a table by their dotted names: turn.goal, "turn.goal" and [grid.turn] are the same."""
    for key, value in table.items():
        if (key in SECTIONS or key == "scoring") and isinstance(value, Mapping):
            yield from ((f"{key}.{inner}", entry) for inner, entry in value.items())
        else:
            yield key, value


def known_key(key: str, place: str) -> str:
    """The dotted name in its one spelling (patterns have several), or an error that names what is near."""
    section, dot, inner = key.partition(".")
    if section == "scoring" and dot:
        try:
            return f"scoring.{parse_pattern(inner.strip(chr(34) + chr(39)))}"
        except ValueError as error:
            raise InputError(f"{place}: {error}") from None
    if key in (allowed := rule_keys()):
        return key
    if key in SECTIONS:
        inside = [name for name in allowed if name.startswith(f"{key}.")]
        raise InputError(f"{place}: a section, not a key: one of {', '.join(inside)}")
    close = difflib.get_close_matches(key[:80], allowed, n=1)
    hint = f'did you mean "{close[0]}"?' if close else "jeopardice rules farkle shows all keys"
    raise InputError(f"{place}: unknown key ({hint})")


def check_value(key: str, value: Any, place: str) -> None:
    """Refuses a value that the key can never have; what keys refuse together is found later, in each rule set."""
    section, _, inner = key.rpartition(".")
    if key == "scoring":
        if not isinstance(value, Mapping):
            raise InputError(f'{place}: {shown(value)}: it must be a table of patterns, such as {{ "1" = 100 }}')
        for pattern, points in value.items():
            check_value(known_key(f"scoring.{pattern}", f"{place}.{shown(pattern)}"), points, f"{place}.{pattern}")
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
    """What rules say for a key, as a rules file would; None where their family has no such key or no such pattern."""
    document = rules_as_document(rules)
    section, _, inner = key.rpartition(".")
    value = _plain((document[section] if section else document).get(inner))
    return value[0] if key in ("dice.weights", "dice.wild") and value and len(value) == 1 else value


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return str(value) if isinstance(value, Pattern) else value
