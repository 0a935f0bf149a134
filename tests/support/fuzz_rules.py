"""Rules files that are a little wrong, for the fuzzer: a preset or a random game, as text or as a document, mutated.

A rules file is drawn from a number, so that each can be drawn again.
"""

from __future__ import annotations

import copy
import datetime
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jeopardice
from support.bad_input import ALLOWED
from support.random_games import Document, random_game, toml_text

PRESETS = sorted((Path(jeopardice.__file__).parent / "rulebook" / "presets").glob("*.toml"))
TEXTS = [path.read_text(encoding="utf-8") for path in PRESETS]
SECTIONS = ("dice", "scoring", "turn", "bust", "events", "end")
CHARACTERS = [*"01259xyzX\"'=[]{}.,-+_#eE \n\t", *"\0\a\b\x1b\x7f\r\u2028\u2029\u200b\u202e\ufeffé骰🎲٣²½\ud800"]
WORDS = shlex.split(
    "any all none forced first split last-turn equal-turns after-bank after-bust never sudden pig hog farkle nothing"
    " dice scores 1/3 -1/2 1/0 1e99999 ''"
)
PATTERNS = shlex.split("1 x xx xxyy 123456 10,10 1, , 1x xxxxxxxxxxxx 7 0 -1 ' 1' ٣ 'x y'")
NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 7, 13, 100, 10_000, 10**9, 2**31, 2**63 - 1, 2**63, 2**64, -(10**40), 10**400)
VALUES = """nan|-inf|1.5|-0.0|1e400|1e-400|1_000|0x10|0b2|01|+1|--1|true|True|[]|[[]]|[[[[[[1]]]]]]|[1, [2, [3]]]|[nan]
["1", 1]|{}|{a = 1}|"|''|1979-05-27|07:32:00|1979-05-27T07:32:00Z|"\\u0000"|"\\ud800"|"\\n"|"٣"|[1,1,1,1,1,1]|[1, 100]
[0, 0]|[2, 1]""".replace("\n", "|").split("|")
VALUES += ["[" * 2_000, '"' + "x" * 70_000 + '"', "9" * 5_000, "[" + "1, " * 3_000 + "1]", '"""']
CHOICES = {
    "turn.set_aside": ('"any"', '"all"'),
    "turn.hot_dice": ("true", "false", '"forced"'),
    "turn.steal": ('"never"', '"after-bank"', '"after-bust"'),
    "turn.keep_on_bust": ("true", "false"),
    "turn.beat_previous": ("true", "false"),
    "turn.minimum_bank": ("0", "7", "300", "1000000000"),
    "turn.single_die_bonus": ("[]", "[5]", "[100, 200, 300]"),
    "turn.full_bust": ("0", "100", "500"),
    "end.rule": ('"sudden"', '"last-turn"', '"equal-turns"'),
    "end.tie": ('"split"', '"first-to-reach"'),
    "dice.count": ("1", "2", "4", "6", "9"),
    "dice.sides": ("2", "4", "6", "9", "12"),
    "dice.wild": ("[1]", "[6]", "[]", "[[1], []]"),
    "events.win": ('["666"]', '["x"]', '["11"]'),
}
"""Values that are allowed, at least in one family."""
PYTHON: tuple[Any, ...] = (None, float("nan"), 1.0, 0.5, 1j, b"1", (), (1,), set(), object, datetime.date(2000, 1, 1))


def random_rules(number: int) -> str | Document:
    """The rules file of a number: its text, or the document that a program would give."""
    draw = Random(number)
    if draw.random() < 0.3:
        return _changed_document(draw, random_game(draw.randrange(10**6)))
    text = draw.choice(TEXTS) if draw.random() < 0.5 else toml_text(random_game(draw.randrange(10**6)))
    for _ in range(draw.choice([1, 1, 2, 3, 4])):
        text = draw.choice(MUTATIONS)(draw, text)
    return text


def _changed_document(draw: Random, document: Document) -> Document:
    document = copy.deepcopy(document)
    for _ in range(draw.randint(1, 4)):
        key = draw.choice(
            [*ALLOWED, *ALLOWED, *SECTIONS, "scoring.x", "scoring.11", "turn.more", "more", "", "scoring."]
        )
        section, dot, inner = key.partition(".")
        table = document.setdefault(section, {}) if dot else document
        if isinstance(table, dict):
            table[inner if dot else section] = _python_value(draw)
        if draw.random() < 0.02:
            document[draw.choice(PYTHON[2:8])] = 1
    return document


def _python_value(draw: Random, depth: int = 0) -> Any:
    kind = draw.randrange(9 if depth < 3 else 6)
    if kind < 3:
        return draw.choice(NUMBERS)
    if kind == 3:
        return draw.choice([True, False])
    if kind == 4:
        return draw.choice([*WORDS, *PATTERNS, "x" * 10_000, "\n", "\ud800"])
    if kind == 5:
        return draw.choice(PYTHON)
    if kind == 6:
        return {draw.choice([*WORDS, *PATTERNS]): _python_value(draw, depth + 1) for _ in range(draw.randint(0, 2))}
    return [_python_value(draw, depth + 1) for _ in range(draw.choice([0, 1, 1, 2, 2, 3, 6]))]


def _toml_value(draw: Random) -> str:
    kind = draw.randrange(4)
    if kind == 0:
        return str(draw.choice(NUMBERS))
    if kind == 1:
        return f'"{draw.choice([*WORDS, *PATTERNS])}"'
    if kind == 2:
        return "[" + ", ".join(_toml_value(draw) for _ in range(draw.choice([1, 1, 2, 3]))) + "]"
    return draw.choice(VALUES)


def _change_characters(draw: Random, text: str) -> str:
    at = draw.randint(0, len(text))
    return (
        text[:at] + "".join(draw.choices(CHARACTERS, k=draw.choice([0, 1, 1, 2, 3]))) + text[at + draw.randint(0, 3) :]
    )


def _repeat_characters(draw: Random, text: str) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + text[at : at + draw.randint(1, 12)] * draw.choice([2, 3, 50]) + text[at:]


def _change_lines(draw: Random, text: str) -> str:
    lines = text.splitlines(keepends=True) or [""]
    taken = lines.pop(draw.randrange(len(lines)))
    for _ in range(draw.choice([0, 1, 2])):
        lines.insert(draw.randint(0, len(lines)), taken)
    return "".join(lines)


def _change_number_a_little(draw: Random, text: str) -> str:
    return _replaced(draw, text, r"-?\b\d+\b", lambda: str(draw.randint(0, 9) * draw.choice([1, 1, 10, 50])))


def _change_number(draw: Random, text: str) -> str:
    return _replaced(draw, text, r"-?\b\d+\b", lambda: str(draw.choice(NUMBERS)))


def _change_value(draw: Random, text: str) -> str:
    return _replaced(draw, text, r"(?<== ).*", lambda: _toml_value(draw))


def _change_key(draw: Random, text: str) -> str:
    inner = [key.partition(".")[2] or key for key in ALLOWED]
    return _replaced(draw, text, r"(?m)^\S+(?= *=)", lambda: draw.choice([*inner, *(f'"{p}"' for p in PATTERNS)]))


def _change_section(draw: Random, text: str) -> str:
    name = draw.choice([*SECTIONS, "scoring.x", "turn.leave", "[dice]", "", "goal", "DICE", "é", "a." * 30 + "a"])
    return _replaced(draw, text, r"(?m)^\[.*\]", lambda: f"[{name}]")


def _add_key(draw: Random, text: str) -> str:
    key = draw.choice([*ALLOWED, *(f'scoring."{pattern}"' for pattern in PATTERNS), "x" * 300, "é.x", '""', "turn.x"])
    section, dot, inner = key.partition(".")
    line = f"{inner if dot else key} = {_toml_value(draw)}\n"
    if not dot:
        return line + text
    head = f"[{section}]\n"
    return text.replace(head, head + line) if head in text else f"{text}\n{head}{line}"


def _replaced(draw: Random, text: str, pattern: str, new: Callable[[], str]) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    place = draw.choice(found)
    return text[: place.start()] + new() + text[place.end() :]


def _change_one_choice(draw: Random, text: str) -> str:
    key, values = draw.choice(list(CHOICES.items()))
    section, _, inner = key.partition(".")
    line, head = f"{inner} = {draw.choice(values)}\n", f"[{section}]\n"
    text = re.sub(rf"(?m)^{inner} *=.*\n", "", text)
    return text.replace(head, head + line) if head in text else f"{text}\n{head}{line}"


MUTATIONS = (
    _change_characters,
    _repeat_characters,
    _change_lines,
    _change_number,
    _change_number_a_little,
    _change_number_a_little,
    _change_value,
    _change_value,
    _change_key,
    _change_section,
    _add_key,
    _change_one_choice,
    _change_one_choice,
    _change_one_choice,
)
