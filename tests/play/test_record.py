"""The record of a game, and the dice that follow from its seed."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.play.dice import RolledDie, Stream, roll_dice
from jeopardice.play.game import Game, replay
from jeopardice.play.record import MOST_MOVES, Record
from support.playing import FARKLE, new, played


def test_a_record_is_its_json() -> None:
    record, _ = played(new({"preset": "farkle", "set": {"goal": 2000}}, 3, first=2), Random(1))
    assert Record.read(json.dumps(record.as_json())) == record
    assert record.rules.players == 3
    assert record.rules.goal == 2000


BAD: list[tuple[dict[str, Any], str]] = [
    ({"rules": {"preset": "chess"}}, "rules.preset"),
    ({"rules": {"preset": "pig", "toml": ""}}, "rules"),
    ({"rules": {"preset": "pig", "set": {"goal": -5}}}, "goal"),
    ({"rules": {"preset": "pig", "set": {"colour": 1}}}, "colour"),
    ({"rules": {"toml": "goal = ["}}, "TOML"),
    ({"rules": 7}, "rules"),
    ({"seats": []}, "seats"),
    ({"seats": [{}] * 9}, "seats"),
    ({"seats": [{"name": "x" * 41}, {}]}, "seats[0].name"),
    ({"seats": [{}, {"player": 3}]}, "seats[1].player"),
    ({"seats": [{}, {"hat": "red"}]}, "hat"),
    ({"first": 2}, "first"),
    ({"first": True}, "first"),
    ({"seed": "x" * 41}, "seed"),
    ({"dice": "loaded"}, "dice"),
    ({"dice": ["given"]}, "dice"),
    ({"moves": ["roll"] * (MOST_MOVES + 1)}, "moves"),
    ({"moves": [None]}, "moves[0]"),
    ({"moves": "roll"}, "moves"),
    ({"version": 2}, "version"),
    ({"cheat": 1}, "cheat"),
]


@pytest.mark.parametrize(("change", "place"), BAD)
def test_a_bad_record_is_refused_in_one_line_that_names_the_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(jd.InputError, match=r"^[^\n]*$") as error:
        Record.of(new().as_json() | change)
    assert place in str(error.value)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner)))
def test_no_json_value_in_a_record_breaks_the_reader(value: object) -> None:
    for key in ("version", "rules", "seats", "first", "seed", "moves"):
        with suppress(jd.InputError):
            assert Record.of(new().as_json() | {key: value}).as_json()[key] == value


@pytest.mark.parametrize(
    ("players", "key", "value"),
    [
        (3, "goal", 100),
        (2, "end.rule", "sudden"),
        (2, "end.tie", "first-to-reach"),
        (2, "turn.steal", "after-bank"),
        (2, "turn.beat_previous", True),
        (2, "sees", "nothing"),
    ],
)
def test_simultaneous_play_refuses_what_means_nothing_to_it(players: int, key: str, value: object) -> None:
    with pytest.raises(jd.InputError, match="players: 3" if players == 3 else f"rules: {key}"):
        new({"preset": "television-hog", "set": {key: value}}, players)


# The dice


def test_the_same_seed_has_the_same_dice_whatever_was_decided_before() -> None:
    one = Game.start(new()).after("roll").after("bank")
    other = Game.start(new()).after("roll").after("roll")
    while other.mover == 0:
        other = other.after("bank")
    assert one.turn.number == other.turn.number == 2
    assert [n.dice for n in one.after("roll").news if n.kind == "roll"] == [
        n.dice for n in other.after("roll").news if n.kind == "roll"
    ]
    assert Game.start(new()).after("roll") == Game.start(new()).after("roll")


def test_taking_a_move_back_and_doing_it_again_shows_the_same_dice() -> None:
    record, games = played(new(FARKLE), Random(2))
    for number in range(0, len(record.moves), 7):
        assert replay(record.cut(number + 1)) == games[: number + 2]


def test_dice_fall_as_their_weights_say() -> None:
    kinds = ((1, 2, 0, 3), (1, 1, 1, 1))
    shown: Counter[RolledDie] = Counter()
    rolls = 6000
    for turn in range(rolls):
        shown.update(roll_dice(kinds, (1, 1), "seed", turn, 1))
    for kind, weights in enumerate(kinds):
        for face, weight in enumerate(weights, 1):
            chance = weight / sum(weights)
            spread = (chance * (1 - chance) * rolls) ** 0.5
            assert abs(shown[RolledDie(kind, face)] - chance * rolls) <= 4 * spread


def test_more_dice_in_a_roll_only_add_to_those_that_fewer_would_show() -> None:
    for turn in range(50):
        few, many = (roll_dice(((1,) * 6,), (n,), "seed", turn, 1) for n in (3, 7))
        assert many[:3] == few


def test_numbers_below_a_bound_are_below_it() -> None:
    stream = Stream("a", 1)
    for bound in (1, 2, 6, 10**15):
        assert all(0 <= stream.below(bound) < bound for _ in range(50))


def test_a_number_that_would_favour_some_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([2**64 - 1, 2**64 - 6, 17])
    monkeypatch.setattr(Stream, "_next", lambda stream: next(drawn))
    assert Stream("a").below(10) == 7  # 2^64 leaves 6 when it is shared by 10
