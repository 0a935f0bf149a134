"""What the server keeps is counted as what it takes, and there is one of it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play import policies
from jeopardice.play.policies import PolicyPlayer
from jeopardice.play.record import Record
from jeopardice.play.session import Session
from jeopardice.play.sizes import turn_bytes
from jeopardice.play.table import Box, Table
from jeopardice.play.turns import Moment, RecentTurns
from jeopardice.race_solution import RaceSolution
from jeopardice.strategies import strategy
from jeopardice.web.shelf import Shelf, ShelvedTurns
from jeopardice.web.tables import course_key
from web_app import Site, running

PIG = {"preset": "pig", "set": {"goal": 31}}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(str(tmp_path_factory.getbasetemp() / "cache")) as found:
        yield found


def taken(make: Callable[[], Any]) -> tuple[Any, int]:
    """What something takes in memory."""
    make()
    tracemalloc.start()
    try:
        return make(), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["pig", "farkle", "hog"])
def test_sizes_are_roughly_right(name: str) -> None:
    rules = jd.rules(name).replace(goal=2000 if name == "farkle" else 100)
    solution = jd.solve_race(rules)
    turn, real = taken(lambda: solution.turn_at(0, 0))
    assert real / 1.5 < turn_bytes(turn) < 10 * real

    def played() -> Box:
        box = Box(rules)
        table = Table(rules, 2, 0, "seed", box)
        for number in range(500):
            table.keeping(0, table.roll(box.model.all_dice, number, 1))
        return box

    box, real = taken(played)
    assert real / 3 - 50_000 < box.bytes < 10 * real


def test_turns_are_kept_by_their_bytes() -> None:
    solution = jd.solve_race(jd.rules("pig").replace(goal=50))
    first = solution.turn_at(0, 0)
    kept = RecentTurns(3 * turn_bytes(first))
    for score in range(40):
        kept.put(Moment((score, 0), None, 0, 1), solution.turn_at(score, 0))
        assert kept.bytes <= kept.most_bytes
    assert kept.get(Moment((39, 0), None, 0, 1)) is not None
    assert kept.get(Moment((0, 0), None, 0, 1)) is None

    shelf = Shelf(3 * turn_bytes(first))
    ShelvedTurns(shelf, "a").put(Moment((0, 0), None, 0, 1), first)
    assert shelf.bytes == 0  # it would leave no room for others
    shelf = Shelf(4 * turn_bytes(first))
    ShelvedTurns(shelf, "a").put(Moment((0, 0), None, 0, 1), first)
    assert shelf.bytes == turn_bytes(first)
    assert ShelvedTurns(shelf, "b").get(Moment((0, 0), None, 0, 1)) is None


def test_a_turn_that_a_game_has_worked_out_is_there_for_advice(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.solve(PIG)
    record = Record.new(PIG, ["human", "human"], seed="x").as_json()
    coached = site.client.post("/api/games/coach", json={"record": record}).json()
    monkeypatch.setattr(RaceSolution, "turn_at", None)
    advice = site.client.post("/api/advice", json={"rules": PIG, "scores": [0, 0]})
    assert advice.status_code == 200, advice.text
    assert advice.json()["value"] == coached["value"]
    site.behind.turns.things.clear()
    monkeypatch.undo()


def test_a_game_counts_with_its_rules_and_its_box(site: Site) -> None:
    toml = jd.rules("farkle").to_toml() + "#" * 40_000
    record = Record.new({"toml": toml}, ["human", "human"], seed="y")
    assert site.client.post("/api/games", json={"record": record.as_json(), "move": "roll"}).status_code == 200
    course, size = site.behind.shelf.things[course_key(record)]
    assert size > len(toml) + course.games[0].table.box.bytes


def test_players_count_with_what_they_have_thought_of_and_forget(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.of(Record.new(PIG, ["keep-pace:30,9,4", "beginner"], seed="z"))
    sizes = set()
    while not session.game.over:
        asked = {"record": session.record.as_json(), "advance": True}
        answer = site.client.post("/api/games", json=asked)
        assert answer.status_code == 200, answer.text
        session.advance()
        sizes |= {size for name, (_, size) in site.behind.shelf.things.items() if name.startswith("seated ")}
    assert len(sizes) >= 3  # the beginner, and more than one of the other

    player = PolicyPlayer(session.record.rules, strategy("keep-pace:30,9,4"))  # type: ignore[arg-type]
    for score in range(25):
        player._policy(score, 25 - score)
    assert len(player._written) > 3
    most = player.bytes
    monkeypatch.setattr(policies, "MOST_WRITTEN", 1)
    player._policy(30, 0)
    assert len(player._written) == 1
    assert player.bytes < most


def test_a_solution_that_had_to_make_room_is_not_at_hand(tmp_path: Path) -> None:
    with running(str(tmp_path)) as site:
        site.solve(PIG)
        behind = site.behind
        name = next(name for name in behind.shelf.things if name.startswith("solution "))
        asked = {"rules": PIG, "scores": [0, 0]}
        assert site.client.post("/api/advice", json=asked).status_code == 200
        del behind.shelf.things[name]
        assert site.client.post("/api/advice", json=asked).status_code == 200  # from the cache
        assert name in behind.shelf
