"""Games that hardly end, and Ctrl-C in the middle of a contest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.evaluation.duels import match_duel
from support.cli_runner import CONTESTS, assert_types, changes, jeopardice
from support.processes import start

pytestmark = pytest.mark.slow

PIG = ["pig", *changes(goal=30)]

RARE = {"goal": 6, "dice.weights": [10**9, 0, 0, 0, 0, 1]}


@pytest.mark.parametrize("command", ["match", "alone"])
def test_games_that_hardly_end(command: str, tmp_path: Path) -> None:
    """One turn in a thousand million wins: the result, or one line and nothing else."""
    more = ["--set", "goal=6", "--set", f"dice.weights={RARE['dice.weights']}"]
    process = start(tmp_path, command, "pig", *more, *CONTESTS[command])
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode in (0, 1)
    if process.returncode:
        assert (out, err.count("\n")) == ("", 1)


def long_strategy(folder: Path) -> str:
    (folder / "long_strategy.py").write_text(
        "import time\nclass Slow:\n    def choose(self, p, c):\n        time.sleep(0.1)\n        return c[0]\n"
    )
    return "long_strategy:Slow"


@pytest.mark.parametrize(
    ("game", "changed", "arguments"),
    [
        ("pig", {"goal": 2500}, ["match", "hold-at:20", "hold-at:25"]),
        ("pig", {}, ["simulate", "hold-at:20", "rolls:4", "--games", "1000000000"]),
        ("farkle", {"goal": 50_000}, ["tournament", "optimal", "max-score", "hold-at:300"]),
        ("pig", {"goal": 3000}, ["best-response", "hold-at:20"]),
        ("pig", {"goal": 5_000}, ["alone", "hold-at:20"]),
        ("pig", {}, ["match", "OWN", "hold-at:20"]),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else str(part)[:30],
)
def test_interrupt(game: str, changed: dict[str, object], arguments: list[str], tmp_path: Path) -> None:
    """Within a second, in one line."""
    folder, place = tmp_path / "work", tmp_path / "own"
    folder.mkdir()
    place.mkdir()
    command, *names = [long_strategy(place) if word == "OWN" else word for word in arguments]
    pipe = folder / "game.toml"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", "from jeopardice.cli import main; main()", command, str(pipe), *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env=os.environ | {"JEOPARDICE_CACHE": str(folder / "cache")},
    )
    try:
        # Once the game is read from the pipe the work has begun.
        pipe.write_bytes(jd.rules(game).replace(changed).to_toml().encode())
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=2)
    finally:
        process.kill()
        process.wait()
    lines = [line for line in err.splitlines() if not line.startswith("estimate: ")]
    assert (process.returncode, out, lines) == (130, "", ["jeopardice: stopped"])


def test_results_have_their_types_after_all_that() -> None:
    """Nothing that misbehaved has left anything behind."""
    found = jeopardice("match", *PIG, "hold-at:7", "optimal", "--json").json
    assert_types(found, first=float, second=float, overall=float)
    with pytest.raises(ValueError, match="strategy"):
        match_duel(jd.rules("pig"), "chess", "optimal")
