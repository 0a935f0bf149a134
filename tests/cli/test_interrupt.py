"""Long work: an estimate comes first, and Ctrl-C ends it immediately, in one line, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from support.cli_runner import assert_refused, changes, jeopardice
from support.processes import files, interrupt, start

pytestmark = pytest.mark.slow

LONG = changes(goal=200_000)
ESTIMATE = re.compile(r"estimate: [0-9,]+ states, [0-9.]+ [KMG]iB, about [0-9,]+ (seconds|minutes|hours|days|years)\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "farkle", *LONG],
        ["solve", "farkle", *LONG, "--objective", "turns"],
        ["solve", "farkle", *LONG, "--objective", "within:100"],
        ["solve", "farkle", *LONG, "--certify", "--save", "x.nc"],
        ["solve", "farkle", *LONG, "--no-cache", "--json"],
        ["advise", "farkle", *LONG, "--scores", "0,0"],
        ["table", "farkle", *LONG, "--objective", "win", "--scores", "0,0"],
        ["fairness", "farkle", *LONG],
        ["compare", "farkle", *LONG],
    ],
    ids=" ".join,
)
def test_long_work_is_announced_and_can_be_stopped(tmp_path: Path, arguments: list[str]) -> None:
    process = start(tmp_path, *arguments)
    assert process.stderr is not None
    # Whoever reads the line has seen it before the work is done.
    assert ESTIMATE.fullmatch(process.stderr.readline())
    assert interrupt(process) == ("", "jeopardice: stopped\n")
    assert files(tmp_path) == []


@pytest.mark.parametrize("command", ["solve", "fairness"])
def test_work_beyond_the_memory_is_refused_with_the_estimate(command: str) -> None:
    ran = jeopardice(command, "farkle", *changes(goal=10_000_000))
    assert_refused(ran, "GiB", status=1)
    assert "states" in ran.err
    assert "years" in ran.err


def test_short_work_is_not_announced() -> None:
    assert jeopardice("solve", "pig", "--no-cache").err == ""


def stopped_in_the_middle(folder: Path, pipe: Path, content: bytes, *arguments: str) -> None:
    """Once the game is read from a pipe the work has begun, and it is long; then Ctrl-C."""
    os.mkfifo(pipe)
    process = start(folder, *arguments)
    # The pipe takes little at a time.
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    writer.join(timeout=60)
    time.sleep(0.5)
    assert interrupt(process) == ("", "jeopardice: stopped\n")
    assert files(folder) == []


@pytest.mark.parametrize(
    ("changed", "arguments"),
    [
        ({"dice.count": 12}, ["--exact", "--objective", "score"]),
        ({"goal": 1_500}, ["--exact"]),
        ({"goal": 5_000}, ["--exact", "--objective", "turns"]),
    ],
    ids=["score", "win", "turns"],
)
def test_interrupt_while_computing_fractions(tmp_path: Path, changed: dict[str, int], arguments: list[str]) -> None:
    pipe = tmp_path / "game.toml"
    rules = jd.rules("farkle").replace(changed)
    stopped_in_the_middle(tmp_path, pipe, rules.to_toml().encode(), "solve", str(pipe), *arguments)


@pytest.mark.parametrize(
    "arguments",
    [["solve", "--certify", "--save", "x.nc"], ["fairness"], ["compare", "--html", "x.html", "--games", "1000000"]],
    ids=["certify", "fairness", "compare"],
)
def test_interrupt_after_the_race_is_solved(tmp_path: Path, arguments: list[str]) -> None:
    """The race is long and given, right or not."""
    rules = jd.rules("farkle").replace(goal=50_000)
    given = jd.RaceSolution(CoreRace(race_model(rules)), jd.Objective("win"), np.full((1000, 1000), 0.5))
    jd.save(given, tmp_path / "race.nc")
    content = (tmp_path / "race.nc").read_bytes()
    (tmp_path / "race.nc").unlink()
    pipe = tmp_path / "pipe.nc"
    stopped_in_the_middle(tmp_path, pipe, content, arguments[0], str(pipe), *arguments[1:])


def test_interrupt_leaves_an_old_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "x.nc").write_text("precious")
    process = start(tmp_path, "solve", "farkle", *LONG, "--save", "x.nc")
    assert process.stderr is not None
    process.stderr.readline()
    interrupt(process)
    assert files(tmp_path) == ["x.nc"]
    assert (tmp_path / "x.nc").read_text() == "precious"
