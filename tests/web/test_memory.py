"""What the server keeps is counted as what it takes, there is one of it, and all of it has a limit that holds."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import jeopardice as jd
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import Limits
from jeopardice.opponents import policies
from jeopardice.opponents.players import players_of
from jeopardice.opponents.policies import PolicyPlayer
from jeopardice.play.record import Record
from jeopardice.play.session import Session
from jeopardice.play.table import Table, TurnChoices
from jeopardice.play.values import RecentTurns
from jeopardice.race.positions import Position
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.race import solve_race
from jeopardice.strategies import strategy
from jeopardice.web import memory, solutions
from jeopardice.web.courses import course_key
from jeopardice.web.errors import MB, WORK, BusyError
from jeopardice.web.jobs import GentleWorker
from jeopardice.web.memory import A_TURN, Memory, Shelf, ShelvedTurns
from jeopardice.web.settings import Settings
from jeopardice.web.solutions import Solved
from support.cli_runner import PROCESS
from support.web_app import PATIENCE, Site, running

PIG = {"preset": "pig", "set": {"goal": 31}}


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
    solution = solve_race(rules)
    turn, real = taken(lambda: solution.turn_at((0, 0)))
    assert real / 1.5 < turn.bytes < 10 * real

    def played() -> TurnChoices:
        turn_rolls = TurnChoices(rules)
        table = Table(rules, 2, 0, "seed", turn_rolls)
        for number in range(500):
            table.choices(0, table.roll(turn_rolls.model.all_dice, number, 1))
        return turn_rolls

    turn_rolls, real = taken(played)
    assert real / 3 - 50_000 < turn_rolls.bytes < 10 * real


def test_turns_are_kept_by_their_bytes() -> None:
    solution = solve_race(jd.rules("pig").replace(goal=50))
    first = solution.turn_at((0, 0))
    kept = RecentTurns(3 * first.bytes)
    for score in range(40):
        kept.put(Position((score, 0)), solution.turn_at((score, 0)))
        assert kept.bytes <= kept.most_bytes
    assert kept.get(Position((39, 0))) is not None
    assert kept.get(Position((0, 0))) is None

    shelf = Shelf(3 * (A_TURN + first.bytes))
    ShelvedTurns(shelf, "a").put(Position((0, 0)), first)
    assert shelf.bytes == 0  # it would leave no room for others
    shelf = Shelf(4 * (A_TURN + first.bytes))
    ShelvedTurns(shelf, "a").put(Position((0, 0)), first)
    assert shelf.bytes == A_TURN + first.bytes
    assert ShelvedTurns(shelf, "b").get(Position((0, 0))) is None


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
    assert size > len(toml) + course.start.game.table.turn_choices.bytes


def test_players_count_with_what_they_have_thought_of_and_forget(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.of(Record.new(PIG, ["keep-pace:30,9,4", "beginner"], seed="z"), None, players_of)
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
        player._policy(score, 25 - score, None)
    assert len(player._known) > 3
    most = player.bytes
    monkeypatch.setattr(policies, "MOST_POLICY_BYTES", 1)
    player._policy(30, 0, None)
    assert len(player._known) == 1
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


def test_work_is_refused_while_other_work_takes_the_memory() -> None:
    kept = Memory(256 * MB)
    with kept.work(WORK - 100), kept.work(100), pytest.raises(BusyError), kept.work(1):
        pass
    with kept.work(WORK):
        pass
    with pytest.raises(JeopardiceError, match=r"takes 91 MB .* --memory 384$"), kept.work(91 * MB):
        pass


def test_large_work_makes_room_for_itself_and_is_done_alone() -> None:
    kept = Memory(256 * MB)
    for name in "abc":
        kept.shelf.put(name, name, 30 * MB)
    with kept.work(WORK + 1):
        assert kept.shelf.bytes + WORK < kept.shelf.most_bytes
        with pytest.raises(BusyError), kept.work(1):
            pass


def test_a_result_has_room_before_it_is_read() -> None:
    kept = Memory(256 * MB)
    for name in "abc":
        kept.shelf.put(name, name, 30 * MB)
    kept.make_room(20 * MB)
    assert kept.shelf.bytes + 2 * 20 * MB <= kept.shelf.most_bytes
    announced: list[int] = []
    worker = GentleWorker(Limits(2**34, MB, announced.append))
    try:
        worker.run("look", {"rules": jd.rules("pig")}, lambda part: None)
        assert len(announced) == 1
        assert 1000 < announced[0] < MB
    finally:
        worker.close()


def test_a_result_that_is_too_large_is_not_sent() -> None:
    worker = GentleWorker(Limits(2**34, 1000))
    try:
        with pytest.raises(JeopardiceError, match=r"the result of this game takes 1 MB .* --memory"):
            worker.run("look", {"rules": jd.rules("pig")}, lambda part: None)
    finally:
        worker.close()


def test_the_easiest_to_get_again_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    kept = Memory(200 * MB, [lambda: done.append("pages"), lambda: done.append("boxes")])
    for number in range(8):
        kept.shelf.put(str(number), number, 2 * MB)
        kept.turns.put(str(number), number, MB)

    def has(*sizes: int) -> None:
        left = list(sizes)
        monkeypatch.setattr(memory, "resident", lambda: (left.pop(0) if left[1:] else left[0]) * MB)

    has(179)
    kept.check()
    assert done == []
    has(181, 150)
    kept.check()
    assert done == ["pages"]
    assert len(kept.shelf.things) == 8
    has(181, 181, 181, 181, 150)
    kept.check()
    assert done == ["pages", "pages", "boxes"]
    assert (list(kept.shelf.things), list(kept.turns.things)) == (["4", "5", "6", "7"], ["4", "5", "6", "7"])
    has(181)
    kept.check()
    assert not kept.shelf.things
    kept.shelf.put("new", "", MB)
    kept.check()  # the rest is in use: another try would only take time
    assert "new" in kept.shelf


def test_values_that_are_mapped_are_the_same_and_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE", str(tmp_path))
    monkeypatch.setattr(solutions, "LARGE", 1000)
    solved = solve_race(jd.rules("pig").replace(goal=31))
    sent = Solved.of(solved, {})
    assert isinstance(sent.solution, RaceSolution)
    assert sent.solution.values.size == 0
    assert len(list(tmp_path.iterdir())) == 1
    found = sent.restored()
    assert list(tmp_path.iterdir()) == []
    assert found == solved
    solutions.unload()
    assert isinstance(found, RaceSolution)
    assert found.advise((0, 7)) == solved.advise((0, 7))


def test_a_large_solution_is_mapped_and_can_be_downloaded(tmp_path: Path) -> None:
    rules = {"preset": "pig", "set": {"goal": 110, "players": 3}}
    with running(str(tmp_path)) as site:
        job = site.solve(rules)
        assert job["state"] == "done", job["error"]
        advice = site.client.post("/api/advice", json={"rules": rules, "scores": [0, 0, 0]}).json()
        assert advice["value"] == job["value"]
        assert site.behind.shelf.bytes < 110**3 * 16 / 4
        file = site.client.get(f"/api/solves/{job['id']}/solution.nc")
        assert file.headers["content-type"] == "application/x-netcdf"
        assert len(file.content) > 110**3 * 16
    with running(str(tmp_path)) as site:  # from the cache, by way of a job
        assert site.client.post("/api/rules", json=rules).json()["best_play"]["known"] is True
        assert site.client.post("/api/advice", json={"rules": rules, "scores": [0, 0, 0]}).status_code == 202
        assert site.post("/api/advice", {"rules": rules, "scores": [0, 0, 0]}).json() == advice


def test_a_solution_that_is_too_large_is_refused_with_what_would_help(tmp_path: Path) -> None:
    rules = {"preset": "pig", "set": {"players": 4}}
    with running(str(tmp_path), Settings(memory=160 * MB)) as site:
        problem = site.client.post("/api/rules", json=rules).json()["best_play"]["problem"]
        job = site.solve(rules)
        assert (job["state"], job["error"]) == ("failed", problem)
        wanted = re.fullmatch(r"the solution of this game takes 7[0-9] MB of memory, .* --memory ([0-9]+)", problem)
        assert wanted
        assert Memory(int(wanted[1]) * MB).shelf.has_room_for(79 * MB)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_the_limit_holds_for_the_process(tmp_path: Path) -> None:
    command = [*PROCESS, "serve", "--port", "0", "--no-browser", "--memory", "160"]
    environment = {**os.environ, "JEOPARDICE_CACHE": str(tmp_path)}
    chance = random.Random(1)
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        found = re.search(r"http://127.0.0.1:[0-9]+/", process.stderr.readline())
        assert found
        try:
            with httpx.Client(base_url=found[0], timeout=PATIENCE) as client:
                for _ in range(300):  # a turn of Farkle takes 0.4 MB
                    scores = [50 * chance.randrange(200), 50 * chance.randrange(200)]
                    asked = {"rules": {"preset": "farkle"}, "scores": scores}
                    while (answer := client.post("/api/advice", json=asked)).status_code == 202:
                        time.sleep(0.05)
                    assert answer.status_code == 200
                for goal in range(20):
                    rules = {"preset": "farkle", "set": {"goal": 1000 + 50 * goal}}
                    assert client.post("/api/rules", json=rules).json()["ok"] is True
            most = re.search(r"VmHWM:\s*([0-9]+) kB", Path(f"/proc/{process.pid}/status").read_text())
            assert most
            assert int(most[1]) < 160 * 1024
        finally:
            process.terminate()
