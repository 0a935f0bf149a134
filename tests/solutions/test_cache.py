"""The cache: broken entries are reported and replaced; many processes, kills and foreign files do no harm."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from subprocess import PIPE
from typing import Any

import h5py
import numpy as np
import pytest

import jeopardice as jd
from jeopardice.rulebook import Rules
from jeopardice.solutions import cache
from jeopardice.solvers.solve import Question, Work, answer
from support.cli_runner import assert_one_line, jeopardice
from support.stored import OBJECTIVES, PIG, assert_equal, race

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_cache")]


def entry(rules: Rules = PIG, objective: str = "win", strategy: str = "optimal") -> Path:
    """The file of a race in the cache."""
    return cache.place(rules, jd.solve(rules, objective, strategy).objective, strategy)


def test_the_second_time_is_read(own_cache: Path) -> None:
    first = race(cache=True)
    assert [path.name for path in own_cache.iterdir()] == [entry().name]
    # What is read is what is there.
    changed = replace(first, values=first.values / 2)
    jd.save(changed, entry())
    assert race(cache=True).value == first.value / 2
    assert race().value == first.value


@pytest.mark.parametrize("key", ["title", "source", "note"])
def test_equal_rules_under_another_name_share_an_entry(own_cache: Path, key: str) -> None:
    race(cache=True)
    named = PIG.replace({key: "Sow"})
    assert race(named, cache=True).rules == named
    assert len(list(own_cache.iterdir())) == 1


DIFFERENT: list[dict[str, Any]] = [
    {"goal": 16},
    {"family": "hog"},
    {"dice.count": 2},
    {"dice.sides": 8},
    {"dice.weights": [2, 1, 1, 1, 1, 1]},
    {"scoring": {"6": 7}},
    {"turn.minimum_bank": 2},
    {"turn.first_bank": 2},
    {"turn.keep_on_bust": True},
    {"events.bust": ["2"]},
    {"events.win": ["6"]},
    {"players": 3},
    {"turn.beat_previous": True},
    {"turn.steal": "after-bank"},
    {"bust.streak": 3},
    {"bust.streak": 3, "bust.penalty": 5},
    {"bust.streak": 3, "bust.penalty": 5, "bust.floor": "none"},
    {"events.lose_banked": ["2"]},
    {"end.rule": "last-turn"},
    {"end.tie": "split"},
]


def test_different_rules_have_different_entries() -> None:
    games = [PIG, *(PIG.replace(changes) for changes in DIFFERENT)]
    objectives = [race(objective=name).objective for name in (*OBJECTIVES, "within:5")]
    places = {
        cache.place(rules, objective, strategy)
        for rules in games
        for objective in objectives
        for strategy in ("optimal", "hold-at:20", "hold-at:21", "rolls:2")
    }
    assert len(places) == len(games) * len(objectives) * 4


def test_different_farkles_have_different_entries() -> None:
    farkle = jd.rules("farkle")
    changes: list[dict[str, Any]] = [
        {},
        {"scoring.111": 300},
        {"scoring.xxxx": 1000},
        {"turn.set_aside": "all"},
        {"turn.set_aside": "all", "turn.leave": ["5"]},
        {"turn.hot_dice": False},
        {"turn.hot_dice": "forced"},
        {"turn.full_bust": 500},
        {"turn.full_bust": 500, "turn.full_bust_rolls": "first"},
        {"turn.single_die_bonus": [500]},
        {"turn.single_die_bonus": [500, 1000]},
    ]
    win = race().objective
    assert len({cache.place(farkle.replace(more), win) for more in changes}) == len(changes)


def reported(objective: str = "win") -> tuple[jd.RaceSolution, list[str]]:
    """A race through the cache, with the lines that a user sees."""
    lines: list[str] = []
    question = Question(PIG, race(objective=objective).objective)
    solution = answer(question, Work(cache=True, note=lines.append)).solution
    assert isinstance(solution, jd.RaceSolution)
    for line in lines:
        assert_one_line(line)
    return solution, lines


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "text", "format", "version", "another game"])
def test_a_bad_entry_is_reported_and_replaced(damage: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, path = race(cache=True), entry()
    data = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(data[: len(data) // 2])
        case "flipped":
            place = data.index(expected.values.tobytes()) + 6
            path.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        case "empty":
            path.write_bytes(b"")
        case "text":
            path.write_text("hello")
        case "format":
            with h5py.File(path, "r+") as file:
                file.attrs["format"] = np.bytes_("jeopardice solution 0")
        case "version":
            with monkeypatch.context() as patch:
                patch.setattr(jd, "__version__", "0.0.1")
                jd.save(expected, path)
        case "another game":
            jd.save(race(PIG.replace(goal=16)), path)
    solution, lines = reported()
    assert_equal(solution, expected)
    assert len(lines) == 1
    assert str(path) in lines[0]
    assert damage != "version" or "0.0.1" in lines[0]
    again, lines = reported()
    assert_equal(again, expected)
    assert lines == []
    assert path.read_bytes() == data


@pytest.mark.parametrize("place", ["a file", "below a file", "/proc/nothing", "in the way"])
def test_a_cache_that_cannot_be_written_is_reported(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    folders = {"a file": tmp_path / "file", "below a file": tmp_path / "file" / "x", "/proc/nothing": "/proc/nothing"}
    if place in folders:
        monkeypatch.setenv("JEOPARDICE_CACHE", str(folders[place]))
    else:
        entry().mkdir(parents=True)
    solution, lines = reported()
    assert_equal(solution, race())
    assert lines
    assert_equal(race(cache=True), solution)
    assert (tmp_path / "file").read_text() == "mine"


def test_the_oldest_go_when_there_are_too_many(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, goal in enumerate((10, 11, 12, 13)):
        race(PIG.replace(goal=goal), cache=True)
        os.utime(entry(PIG.replace(goal=goal)), (age, age))
    foreign = own_cache / "climate.nc"
    foreign.write_bytes(b"x" * 100_000)
    os.utime(foreign, (0, 0))
    os.utime(entry(PIG.replace(goal=10)))  # used again
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * entry(PIG.replace(goal=13)).stat().st_size + 5_000)
    race(PIG.replace(goal=14), cache=True)
    left = [goal for goal in range(10, 15) if entry(PIG.replace(goal=goal)).exists()]
    assert 14 in left
    assert 10 in left
    assert 11 not in left
    assert foreign.exists(), "it is not the cache's own"


def test_leftovers_are_harmless_and_go_when_they_are_old(own_cache: Path) -> None:
    race(cache=True)
    old, new = (own_cache / f".{entry().name}.{age}.part" for age in ("old", "new"))
    for part in (old, new):
        part.write_bytes(entry().read_bytes()[:500])
    os.utime(old, (time.time() - 10 * 86400,) * 2)
    assert_equal(reported()[0], race())
    assert [path.name for path in cache.entries()] == [entry().name]
    race(PIG.replace(goal=16), cache=True)
    assert not old.exists()
    assert new.exists(), "someone may be writing it"
    assert jeopardice("cache", "--clear", "--json").json["cleared"] == 2
    assert list(own_cache.iterdir()) == []


# Many at once, and killed


def use_the_cache(seed: int) -> float:
    """Reads, writes and takes away the same entry, over and over; every answer is the same."""
    chance = random.Random(seed)
    values = set()
    for _ in range(12):
        solution, lines = reported()
        assert lines == [], lines
        values.add(solution.value)
        if chance.random() < 0.5:
            cache.keep(solution, lambda line: pytest.fail(line))
        if chance.random() < 0.3:
            entry().unlink(missing_ok=True)
    (value,) = values
    assert isinstance(value, float)
    return value


def test_many_processes_use_one_entry_at_once(own_cache: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert set(processes.map(use_the_cache, range(4))) == {race().value}
    assert all(path.suffix == ".nc" for path in own_cache.iterdir())


WRITER = """
import os
import jeopardice as jd
from jeopardice.solutions import cache
rules = jd.rules("pig").replace(goal=60)
solution = jd.solve(rules)
cache.keep(solution, print)  # all is imported now
while input():
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        while True:
            cache.keep(solution, print)
    os.wait()
    print("killed", flush=True)
"""


def test_a_writer_that_is_killed_leaves_a_whole_entry(own_cache: Path) -> None:
    rules = PIG.replace(goal=60)
    expected, chance = race(rules), random.Random(2)
    path = cache.place(rules, expected.objective)
    with subprocess.Popen([sys.executable, "-c", WRITER], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(15):
            print("go", file=process.stdin, flush=True)
            writer = int(process.stdout.readline())
            time.sleep(chance.uniform(0, 0.02))
            os.kill(writer, signal.SIGKILL)
            assert process.stdout.readline() == "killed\n"
            assert_equal(jd.load(path), expected)
        process.kill()
    assert_equal(race(rules, cache=True), expected)
    assert {file.suffix for file in own_cache.iterdir()} <= {".nc", ".part"}
    assert jeopardice("cache", "--clear").status == 0
    assert list(own_cache.iterdir()) == []
