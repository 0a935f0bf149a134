"""Random input: read back equal, or refused in one line; never a traceback, never a hang."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.rulebook import Rules, parse_rules, presets
from support.bad_input import ALLOWED, SECTIONS, checked
from support.cli_runner import COMMANDS, SCORE, assert_one_line, assert_refused, jeopardice, no_hang
from support.small_rules import Document, small_rules

FUZZ = settings(max_examples=40)
"""`make fuzz` tries many more."""
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 10**9 + 1, 2**64, -(10**40), 10**4_000])
"""Whole numbers that are wrong or small: whatever is accepted is a small game."""
SCALARS = st.one_of(
    NUMBERS,
    st.booleans(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["1", "xx", "all", "none", "forced", "first", "split", "1/3", "farkle", "hog", "pig", "1e99999"]),
    st.dates(),
    st.times(),
    st.datetimes(),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def as_toml(value: Any) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 2**63:
            # More digits than Python prints are still a number of TOML.
            return hex(value) if value > 0 else f"-{abs(value)}"
        case float() if math.isnan(value):
            return "nan"
        case int() | float():
            return str(value)
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(as_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{as_toml(k)} = {as_toml(v)}' for k, v in value.items())}}}"
    return str(value.isoformat())


def file_of(document: Document) -> str:
    """A document as the text of a rules file."""
    return "".join(f"{as_toml(key)} = {as_toml(value)}\n" for key, value in document.items())


def read(text: str) -> Rules | None:
    """Reads a file and builds its turn. What is accepted reads back equal; what is refused is reported in one line."""
    with no_hang():
        try:
            rules = parse_rules(text)
        except jd.InputError as error:
            assert_one_line(str(error))
            return None
        assert parse_rules(rules.to_toml()) == rules
        if rules.dice.count <= 6 and rules.dice.sides <= 12 and rules.dice_to_choose[1] <= 30:
            try:
                jd.turn_model(rules)
            except jd.JeopardiceError as error:
                assert_one_line(str(error))
        return rules


@FUZZ
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random.toml"
    path.write_bytes(content)
    assert_refused(checked(str(path)), "random.toml")


@FUZZ
@given(st.text("abcdefgilnorstuw_.=[]{}\"'0123456789,x#\n ", max_size=60))
def test_random_text(text: str) -> None:
    read(text)


@st.composite
def disturbed_rules(draw: st.DrawFn) -> Document:
    """A small game in which some keys have values of any type."""
    document = draw(small_rules())
    for key in draw(st.lists(st.sampled_from([*ALLOWED, *SECTIONS, "scoring", "scoring.11", "more"]), max_size=3)):
        section, dot, inner = key.partition(".")
        table = document.setdefault(section, {}) if dot else document
        if isinstance(table, dict):
            table[inner or section] = draw(VALUES)
    return document


@FUZZ
@given(disturbed_rules())
def test_random_values(document: Document) -> None:
    read(file_of(document))


@FUZZ
@given(disturbed_rules())
def test_random_values_in_a_dictionary(document: Document) -> None:
    """The same without a file, where values are Python's own."""
    with no_hang():
        try:
            rules = jd.rules(document)
        except jd.InputError as error:
            assert_one_line(str(error))
        else:
            assert parse_rules(rules.to_toml()) == rules


def test_small_games_are_read_back_equal() -> None:
    """So that the tests above do not only see what is refused."""
    accepted = 0

    @settings(max_examples=60, database=None)
    @given(small_rules())
    def count(document: Document) -> None:
        nonlocal accepted
        accepted += read(file_of(document)) is not None

    count()
    assert accepted >= 20


@st.composite
def mutated_presets(draw: st.DrawFn) -> str:
    """A preset with some characters removed, doubled or replaced, or with a line moved."""
    text = jd.rules(draw(st.sampled_from(presets()))).to_toml()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text) - 1))
        character = draw(st.sampled_from('01259xX"=[].,-\n #e') | st.characters(exclude_categories=["Cs"]))
        lines = text.splitlines(keepends=True)
        line = draw(st.integers(0, len(lines) - 1))
        text = draw(
            st.sampled_from(
                [
                    text[:at] + text[at + 1 :],
                    text[:at] + character + text[at:],
                    text[:at] + character + text[at + 1 :],
                    "".join([*lines[:line], *lines[line + 1 :]]),
                    "".join([*lines, lines[line]]),
                ]
            )
        )
    return text


@FUZZ
@given(mutated_presets())
def test_mutated_presets(text: str) -> None:
    read(text)


KEYS = st.sampled_from([*ALLOWED, *SECTIONS, "scoring", "scoring.11", 'scoring."15"', "scoring.x"]) | st.text(
    max_size=8
)


@FUZZ
@given(st.sampled_from(["pig", "ten-thousand"]), KEYS, VALUES.map(as_toml) | st.text(max_size=8))
def test_random_set(game: str, key: str, value: str) -> None:
    with no_hang():
        ran = jeopardice("rules", game, "--set", f"{key}={value}")
    if ran.status:
        assert_refused(ran, "")
    else:
        assert ran.err == ""
        assert parse_rules(ran.out).to_toml() == ran.out


ROLLS = st.text("123456", min_size=1, max_size=7) | st.text("0178AB, x-", max_size=6) | st.text(max_size=6)


@FUZZ
@given(ROLLS, st.integers(-1, 12), st.none() | st.text("0123456789xA ", max_size=2) | st.text(max_size=2))
def test_random_position(roll: str, chips: int, dice_left: str | None) -> None:
    more = () if dice_left is None else (f"--dice-left={dice_left}",)
    ran = jeopardice("advise", "ten-thousand", *SCORE, "--turn", str(50 * chips), f"--roll={roll}", *more, "--json")
    if ran.status:
        assert_refused(ran, "")
    else:
        assert ran.err == ""
        actions = ran.json["actions"]
        assert actions or ran.json["event"] == "bust"


@FUZZ
@given(
    st.lists(st.sampled_from([*COMMANDS, "pig", "--json", "--set", "--exact", "-h", "--", "-"]) | st.text(max_size=6))
)
def test_random_arguments(arguments: list[str]) -> None:
    with no_hang():
        ran = jeopardice(*arguments)
    if ran.status and arguments:
        assert_refused(ran, "")
