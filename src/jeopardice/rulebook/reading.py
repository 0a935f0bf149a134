"""Reading and checking a rules file: TOML, or a dictionary of the same shape.

Every error is an InputError of one line: the file, the key, the value and what is allowed.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook.model import Bust, Dice, End, Events, RuleKeys, Turn, whole
from jeopardice.rulebook.patterns import Pattern, parse_pattern

MOST_BYTES = 256 * 1024
LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++\s*+\.\s*+){20,}""")
"""A dotted key of absurd length, on which a TOML parser spends minutes."""
MOST_PATTERNS = 1000
Made = TypeVar("Made", bound=RuleKeys)
SECTIONS: dict[str, type] = {"dice": Dice, "turn": Turn, "bust": Bust, "events": Events, "end": End}


def read_text(path: str | Path, what: str, most: int = MOST_BYTES) -> str:
    """Read a text file of at most this many bytes; `what` names the kind of file in error messages."""
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > most:
        raise InputError(f"{path}: too large for {what} (at most {most:,} bytes)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file in UTF-8 (byte {error.start})") from None


def parse_document(toml: str, name: str, what: str = "a rules file", levels: int = 5) -> dict[str, Any]:
    """Read the TOML of a rules file, or of another kind of file; `name` begins every error message."""
    if LONG_KEY.search(toml):
        raise InputError(f"{name}: not {what}: a key with more than 20 parts")
    try:
        document = tomllib.loads(toml, parse_float=Decimal)
    except RecursionError:
        raise InputError(f"{name}: nested too deeply") from None
    except (ValueError, ArithmeticError) as error:  # TOMLDecodeError, numbers of thousands of digits, 1e9999999999
        raise InputError(f"{name}: not valid TOML: {str(error)[:200]}") from None
    if _nested_deeply(document, levels):
        raise InputError(f"{name}: nested too deeply")
    return document


def _nested_deeply(document: Mapping[str, Any], most: int) -> bool:
    """Whether tables and lists are nested in more levels than this."""
    level: list[Any] = [document]
    for _ in range(most):
        inner = [v for value in level for v in (value.values() if isinstance(value, Mapping) else value)]
        level = [value for value in inner if isinstance(value, Mapping | list)]
    return bool(level)


def checked(make: type[Made], document: Mapping[str, Any], name: str) -> Made:
    """Check a dictionary of the shape of a rules file, and make rules from it."""
    values: dict[str, Any] = {}
    for place, value in document.items():
        if place in SECTIONS:
            values[place] = _section(SECTIONS[place], place, value, name)
        elif place == "scoring":
            values[place] = _scoring(value, name)
        elif place in keys_of(RuleKeys):
            values[place] = _value(RuleKeys, place, place, value, name)
        else:
            raise unknown_key(place, [*keys_of(RuleKeys), *SECTIONS, "scoring"], "", name)
    rules = make(**values, where=name)
    if "bust" not in document.get("events", {}):
        events = dataclasses.replace(rules.events, bust=usual_busts(rules.family))
        rules = dataclasses.replace(rules, events=events)
    _check_together(rules, name)
    return dataclasses.replace(rules, dice=rules.dice.simplest())


def usual_busts(family: str) -> tuple[Pattern, ...]:
    """What busts unless the rules say otherwise: a 1, in Pig and Hog."""
    return () if family == "farkle" else (Pattern(faces=(1,)),)


def keys_of(section: type, family: str | None = None) -> list[str]:
    """The keys of a section, of all families or of one."""
    fields = [f for f in dataclasses.fields(section) if "check" in f.metadata]
    return [f.name for f in fields if family is None or family in f.metadata["families"]]


def _section(section: type, place: str, table: Any, name: str) -> Any:
    if not isinstance(table, Mapping):
        raise InputError(f"{name}: {place}: {shown(table)}: it must be a section, [{place}]")
    for key in table:
        if key not in keys_of(section):
            raise unknown_key(key, keys_of(section), f"{place}.", name)
    return section(**{key: _value(section, key, f"{place}.{key}", value, name) for key, value in table.items()})


def _value(section: type, key: str, place: str, value: Any, name: str) -> Any:
    check = next(f.metadata["check"] for f in dataclasses.fields(section) if f.name == key)
    try:
        return check(value)
    except ValueError as error:
        raise InputError(f"{name}: {place}: {shown(value)}: {error}") from None


def _scoring(table: Any, name: str) -> tuple[tuple[Pattern, int], ...]:
    if not isinstance(table, Mapping):
        raise InputError(f"{name}: scoring: {shown(table)}: it must be a section, [scoring]")
    if len(table) > MOST_PATTERNS:
        raise InputError(f"{name}: scoring: {len(table)} patterns: at most {MOST_PATTERNS}")
    points: dict[Pattern, int] = {}
    for text, value in table.items():
        try:
            pattern = parse_pattern(text)
        except ValueError as error:
            raise InputError(f"{name}: scoring.{shown(text)}: {error}") from None
        if pattern in points:
            raise InputError(f'{name}: scoring.{shown(text)}: the same dice as "{pattern}", given twice')
        try:
            points[pattern] = whole(1)(value)
        except ValueError as error:
            raise InputError(f'{name}: scoring."{pattern}": {shown(value)}: {error}') from None
    return tuple(sorted(points.items(), key=lambda item: (len(item[0]), item[0].faces, item[0].repeats)))


def _check_together(rules: RuleKeys, name: str) -> None:
    """Check what involves several keys: contradictions, and patterns that the dice cannot show."""

    def refuse(place: str, value: object, why: str) -> InputError:
        return InputError(f"{name}: {place}: {shown(value)}: {why}")

    for place, section in [("", RuleKeys), *((f"{s}.", c) for s, c in SECTIONS.items())]:
        table = getattr(rules, place[:-1]) if place else rules
        for field in dataclasses.fields(section):
            families = field.metadata.get("families", (rules.family,))
            if rules.family not in families and getattr(table, field.name) != field.default:
                wanted = " or ".join(f'"{family}"' for family in families)
                raise refuse(place + field.name, getattr(table, field.name), f"only for family {wanted}")

    dice, turn = rules.dice, rules.turn
    if rules.sees != "scores" and not rules.simultaneous:
        raise refuse("sees", rules.sees, "it needs simultaneous = true")
    for faces in dice.weights:
        if len(faces) != dice.sides:
            raise refuse("dice.weights", list(faces), f"{len(faces)} weights for dice of {dice.sides} sides")
    if len(dice.weights) not in (0, 1, dice.count):
        raise refuse("dice.weights", f"{len(dice.weights)} lists", f"one list, or one for each of {dice.count} dice")
    for faces in dice.wild:
        if max(faces, default=1) > dice.sides:
            raise refuse("dice.wild", list(faces), f"faces are 1 to {dice.sides}")
    if len(dice.wild) not in (0, 1, dice.count):
        raise refuse("dice.wild", f"{len(dice.wild)} lists", f"one list, or one for each of {dice.count} dice")
    if turn.choose_dice and (len(turn.choose_dice) != 2 or turn.choose_dice[0] > turn.choose_dice[1]):
        raise refuse("turn.choose_dice", list(turn.choose_dice), "it must be [fewest, most]")
    fewest, most = rules.dice_to_choose
    if len(dice.weights) > 1 and most > dice.count:
        raise refuse("turn.choose_dice", list(turn.choose_dice), f"there are only {dice.count} dice, not all alike")
    if rules.family == "farkle" and not rules.scoring:
        raise refuse("scoring", "", 'family "farkle" needs at least one pattern')
    if turn.leave and turn.set_aside != "all":
        raise refuse("turn.leave", [str(p) for p in turn.leave], 'it needs set_aside = "all"')
    if rules.bust.penalty and not rules.bust.streak:
        raise refuse("bust.penalty", rules.bust.penalty, "it needs a bust.streak of at least 1")

    lists = {"turn.leave": turn.leave, "events.bust": rules.events.bust}
    lists |= {"events.lose_banked": rules.events.lose_banked, "events.win": rules.events.win}
    lists |= {f'scoring."{pattern}"': (pattern,) for pattern, _ in rules.scoring}
    for place, patterns in lists.items():
        for pattern in patterns:
            if len(pattern) > most:
                raise refuse(place, str(pattern), f"{len(pattern)} dice, but at most {most} are rolled")
            if not pattern.fits(dice.sides):
                raise refuse(place, str(pattern), f"dice of {dice.sides} sides cannot show it")
            if place.startswith("scoring") and rules.family != "farkle" and len(pattern) < fewest:
                dice_needed = f"{fewest} dice" if fewest == most else f"{fewest} to {most} dice"
                raise refuse(place, str(pattern), f'family "{rules.family}" scores whole rolls, of {dice_needed}')


def unknown_key(key: object, allowed: list[str], prefix: str, name: str) -> InputError:
    """The error for a key that does not exist, with a suggestion."""
    close = difflib.get_close_matches(str(key)[:80], allowed, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"allowed: {', '.join(allowed)}"
    bare = shown(key).strip('"')
    return InputError(f"{name}: {prefix}{bare}: unknown key ({hint})")
