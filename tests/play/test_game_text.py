"""A game as text: what is written is read again, what people write is understood, and what is wrong is named."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.play.game import Game, replay
from jeopardice.play.game_reader import read_game
from jeopardice.play.game_text import GameText, write_game
from jeopardice.play.record import Record, Seat
from support.playing import new, of_rules, played
from support.real_dice import by_results, with_dice
from support.small_rules import Document, carryover_rules, small_rules

NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.sampled_from(' ":=(),|#->1.'), max_size=8
)


def assert_read_as_written(record: Record, games: list[Game], random: Random) -> None:
    """With the dice of the seed, with given dice, and with turns of which only the result is known."""
    for each in (record, with_dice(record, games), by_results(record, games), by_results(record, games, random)):
        text = write_game(each, "2026-11-19 14:31")
        assert read_game(text) == GameText(each, "2026-11-19 14:31")
        assert read_game(json.dumps(each.as_json())).record == each


@given(st.sampled_from(jd.presets()), st.integers(0, 10**6), st.integers(0, 120), NAMES, NAMES)
def test_a_game_of_any_preset_is_read_as_it_was_written(preset: str, seed: int, most: int, one: str, two: str) -> None:
    record = new({"preset": preset}, seed=str(seed), first=0 if seed % 2 else 1)
    record = replace(record, seats=(Seat(one), Seat(two, "hold-at:300")))
    assert_read_as_written(*played(record, Random(seed), most), Random(seed))


@given(carryover_rules() | small_rules(), st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 60))
def test_a_game_of_any_rules_is_read_as_it_was_written(document: Document, seed: int, seats: int, most: int) -> None:
    try:
        jd.turn_model(jd.rules(document))
    except jd.InputError:
        return
    record, _ = played(
        of_rules({**document, "goal": 40}, seats, seed=str(seed), first=seed % seats), Random(seed), most
    )
    assert read_game(write_game(record)).record == record


SETTLED = {"end.rule": "equal-turns", "end.tie": "split"}


def test_a_simultaneous_round_that_is_not_over_is_read_as_it_was_written() -> None:
    for preset, moves in (("hog", ("roll 7",)), ("pig", ("roll", "bank")), ("pig", ("roll", "bank", "roll"))):
        record = replace(new({"preset": preset, "set": {"simultaneous": True, **SETTLED}}, seed="a"), moves=moves)
        assert read_game(write_game(record)).record == record


EXAMPLE = """\
rules:    farkle
set:      goal = 1000
player:   Ann (human)
player:   "Ada (2)" (hold-at:300)
first:    Ann
seed:     1
date:     2026-11-19
result:   Ann wins, 1250 to 200

1. Ann          0: rolled 463546, kept 5, bank 50 -> 50
2. "Ada (2)"    0: rolled 345221, kept 1, bank 100 -> 100
3. Ann         50: rolled 131543, kept 11, bank 200 -> 250
4. "Ada (2)"  100: rolled 321616, kept 1, bank 100 -> 200
5. Ann        250: rolled 211133, kept 111, bank 1000 -> 1250
"""
MOVES = ("roll", "5 bank", "roll", "1 bank", "roll", "11 bank", "roll", "1 bank", "roll", "111 bank")


def test_a_text_is_as_documented() -> None:
    read = read_game(EXAMPLE)
    assert read.record.moves == MOVES
    assert replay(read.record)[-1].winners == (0,)
    assert write_game(read.record, read.date) == EXAMPLE


def test_people_may_leave_out_what_follows_and_add_notes() -> None:
    short = """
        # A game on the train
        rules: farkle
        SET: goal = 1000
        player: Ann
        player: "Ada (2)" (hold-at:300)
        seed: 1
        1. Ann: rolled 344566, kept 5, bank -> 50
        2. Ada (2): Rolled 345221, kept 1, bank

        3. Ann 50: rolled 1 1 3 3 4 5, kept 1 1, bank 200
        # the end comes later
    """
    assert read_game(short.replace("\n", "\r\n")).record.moves == MOVES[:6]


ERRORS = [
    ("rules:    farkle", "rules:    chess", 1, "rules.preset"),
    ("rules:    farkle", "", 1, "rules: missing"),
    ("goal = 1000", "goal = many", 2, "set"),
    ("goal = 1000", "gaol = 1000", 1, "gaol"),
    ("Ann (human)", "Ann (human", 3, "NAME (PLAYER)"),
    ('"Ada (2)" (', '"Ada (2) (', 4, "quotation marks"),
    ("first:    Ann", "first:    Bob", 5, "first"),
    ("seed:     1", "seed:     2", 10, "the seed gives 151615"),
    ("seed:     1", "seed:     1\nseed: 1", 7, "given twice"),
    ("2026-11-19", "yesterday", 7, "date"),
    ("Ann wins, 1250", "Ann wins, 1300", 8, "these turns give"),
    ("date:", "colour:", 7, "it must begin with one of"),
    ("1. Ann", "2. Ann", 10, "it must be turn 1"),
    ("1. Ann  ", "1. Bob  ", 10, "Ann's turn"),
    ("rolled 463546", "463546", 10, "it must be rolled DICE"),
    ("rolled 463546", "rolled 463547", 10, "no die shows 7"),
    ("rolled 463546", "rolled 463556", 10, "the seed gives 463546"),
    ("kept 5, bank 50", "kept 4, bank 50", 10, "4"),
    ("kept 5, bank 50 -> 50", "kept 5", 10, "what follows is missing"),
    ("kept 5, bank 50", "bank 50", 10, "bank"),
    ("bank 50 -> 50", "bank 60 -> 50", 10, "it must be bank 50"),
    ("bank 50 -> 50", "bank 50 -> 60", 10, "it must be 50"),
    ("bank 50 -> 50", "bank 50, wins -> 50", 10, "nothing follows"),
    ("3. Ann         50", "3. Ann         60", 12, "it must be 50"),
    ("5. Ann        250: rolled 211133, kept 111, bank 1000 -> 1250", "5. Ann 250:", 14, "it must be rolled DICE"),
    ("bank 1000 -> 1250", "bank 1000 -> 1250\n6. Ada: rolled 1", 15, "the game is over"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "words"), ERRORS)
def test_an_error_names_the_line_and_what_is_allowed(right: str, wrong: str, line: int, words: str) -> None:
    assert EXAMPLE.count(right) == 1
    with pytest.raises(jd.InputError, match=f"^line {line}: .*{re.escape(words)}"):
        read_game(EXAMPLE.replace(right, wrong))


@given(
    st.integers(0, len(EXAMPLE)),
    st.integers(0, 30),
    st.text(max_size=4) | st.sampled_from(["\n", ",", ": ", "9" * 5000]),
)
def test_no_change_of_a_text_breaks_the_reader(at: int, length: int, put: str) -> None:
    with suppress(jd.InputError):
        read_game(EXAMPLE[:at] + put + EXAMPLE[at + length :])


REAL = """\
rules:    zilch
player:   Ann (human)
player:   Bob (human)
first:    Ann
dice:     given
result:   not finished

1. Ann    0: banked 450 -> 450
2. Bob    0: rolled 115346, kept 15, rolled ?, then bust -> 0
3. Ann  450: bust -> 450
4. Bob    0: rolled 115346, then banked 300 -> 300
5. Ann  450: rolled 222346, kept 222, rolled ?
"""


def test_a_game_with_real_dice_is_as_documented() -> None:
    read = read_game(REAL)
    moves = ("banked 450", "roll [115346]", "15 roll", "bust", "bust", "roll [115346]", "banked 300")
    assert read.record.moves == (*moves, "roll [222346]", "222 roll")
    assert write_game(read.record) == REAL
    assert read_game(REAL.replace("banked 450", "bank 450")) == read
    for wrong, right in (("banked 475", "multiples of 50"), ("rolled 11534", "5 dice given, but 6 are rolled")):
        with pytest.raises(jd.InputError, match=f"^line 8: .*{right}"):
            read_game(REAL.replace("banked 450 -> 450", wrong))
