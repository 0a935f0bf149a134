"""Surfaces, slices and binary arrays are those of the library, and views that a game lacks have a reason."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.boundaries import boundaries, turn_slice
from jeopardice.solvers.race import solve_race
from jeopardice.web.binary import packed
from support.binary import unpacked
from support.web_app import Site

PIG = {"preset": "pig", "set": {"goal": 40}}
FARKLE = {"preset": "farkle", "set": {"goal": 1500}}


def game(asked: dict[str, Any]) -> jd.Rules:
    return jd.rules(asked["preset"]).replace(asked.get("set", {}))


def test_surface_and_slice_are_those_of_the_library(site: Site) -> None:
    solution = solve_race(game(FARKLE))
    wanted = boundaries(solution, 15)
    for dice in wanted.phases:
        answer = site.post("/api/surface", {"rules": FARKLE, "dice": dice, "most": 15})
        about, arrays = unpacked(answer.content)
        assert (about["phases"], about["goal"], about["unit"]) == (list(wanted.phases), 1500, 50)
        assert np.array_equal(arrays["hold_at"], wanted.hold_at[wanted.phases.index(dice)])
        assert np.array_equal(arrays["never"], wanted.never[wanted.phases.index(dice)])
        assert np.array_equal(arrays["value"], wanted.values)
        assert np.array_equal(arrays["scores"], wanted.scores)
    about, arrays = unpacked(site.post("/api/slice", {"rules": FARKLE, "scores": [500, 700]}).content)
    turn = turn_slice(solution.turn_at((500, 700)))
    for name in ("totals", "bank", "roll", "decision", "bust", "reachable"):
        assert np.array_equal(arrays[name], getattr(turn, name), equal_nan=name in ("bank", "roll"))


@pytest.mark.parametrize(
    ("asked", "status", "word"),
    [
        ({"rules": {"preset": "television-hog"}}, 422, "simultaneous"),
        ({"rules": PIG, "dice": "7", "most": 10}, 422, "dice"),
        ({"rules": PIG, "most": 100_000}, 422, "most"),
        ({"rules": {"preset": "pig", "set": {"players": 1}}}, 422, "at least two players"),
    ],
)
def test_surfaces_that_do_not_exist_say_which_key_prevents_them(
    site: Site, asked: dict[str, Any], status: int, word: str
) -> None:
    answer = site.post("/api/surface", asked)
    assert (answer.status_code, word in answer.json()["error"]) == (status, True)


@pytest.mark.parametrize(
    "change",
    [
        {"bust.streak": 3, "bust.penalty": 10},
        {"events.lose_banked": ["11"], "dice.count": 2},
        {"turn.steal": "after-bust"},
        {"end.rule": "equal-turns"},
        {"players": 3, "goal": 12},
        {"players": 1},
        {"family": "hog", "dice.count": 4},
        {"family": "hog", "dice.count": 4, "simultaneous": True},
    ],
    ids=str,
)
def test_every_view_that_a_game_offers_is_there_and_others_have_a_reason(site: Site, change: dict[str, Any]) -> None:
    asked = {"preset": "pig", "set": {"goal": 20, **change}}
    views = {view["name"]: view["missing"] for view in site.client.post("/api/rules", json=asked).json()["views"]}
    assert set(views) == {"surface", "slice", "table"}
    scores = [3] * change.get("players", 2)
    surface = site.post("/api/surface", {"rules": asked, "most": 10})
    one_turn = site.post("/api/slice", {"rules": asked, "scores": scores})
    assert (surface.status_code == 200) == (views["surface"] is None) == (views["table"] is None)
    if views["slice"] is None:
        assert one_turn.status_code == 200
    for reason in filter(None, views.values()):
        assert reason.endswith(".")
        assert not re.search(r"[a-z]\.[a-z]|_|true|: \d", reason), "in words that a player knows"
    if surface.status_code == 200:
        assumed = unpacked(surface.content)[0]["assumed"]
        assert bool(assumed) == (bool({"bust.streak", "turn.steal", "end.rule"} & {*change}) or len(scores) == 3)


def test_presets_tell_their_views(site: Site) -> None:
    missing = {
        preset["name"]: [view["name"] for view in preset["views"] if view["missing"]]
        for preset in site.client.get("/api/presets").json()
    }
    assert missing["zilch"] == missing["cosmic-wimpout"] == missing["farkle"] == []
    assert missing["hog"] == ["slice"]
    assert missing["television-hog"] == ["surface", "slice", "table"]


def test_binary_arrays_begin_at_multiples_of_8() -> None:
    arrays = {"a": np.arange(3, dtype=np.uint8), "b": np.arange(6.0).reshape(2, 3), "c": np.array([], np.int32)}
    data = packed(arrays, {"title": "Pig"})
    size = int.from_bytes(data[:4], "little")
    assert (4 + size) % 8 == 0
    assert len(data) % 8 == 0
    assert json.loads(data[4 : 4 + size])["title"] == "Pig"
    assert np.frombuffer(data, np.float64, 6, 4 + size + 8).tolist() == list(range(6))
    _, found = unpacked(data)
    assert all(np.array_equal(found[name], array) for name, array in arrays.items())
