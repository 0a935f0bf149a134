"""What users wait for, in CPU time beside another version: an installed checkout, such as a worktree of an old commit.

`python -m benchmarks.beside OTHER/.venv/bin/python` runs both versions in turns and compares the shortest times.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import jeopardice as jd

ROUNDS = 4


def questions() -> dict[str, Callable[[], object]]:
    """What is measured, by its name: only what both versions can be asked."""
    farkle = jd.solve("farkle", threads=1)
    hidden = jd.rules("television-hog").replace({"sees": "nothing"})
    return {
        "simulate Pig": lambda: jd.simulate("pig", "hold-at:20", "hold-at:25", games=50_000, threads=1),
        "simulate Pig against best play": lambda: jd.simulate("pig", "optimal", "hold-at:20", games=50_000, threads=1),
        "simulate Farkle": lambda: jd.simulate("farkle", "max-score", "max-score", games=10_000, threads=1),
        "match of Pig": lambda: [jd.match("pig", "hold-at:20", "hold-at:25", threads=1) for _ in range(20)],
        "advice on a roll of Farkle": lambda: [
            farkle.advise((score, 4200), turn=650, roll="115346") for score in range(0, 5000, 50)
        ],
        "hidden Hog": lambda: jd.solve(hidden),
    }


def measure() -> None:
    """Prints the CPU seconds of each question."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["JEOPARDICE_CACHE"] = cache
        for name, work in questions().items():
            times = []
            for _ in range(2):  # the first run imports
                began = time.process_time()
                work()
                times.append(time.process_time() - began)
            print(name, min(times), sep="\t")


def main(other: str) -> None:
    """Prints the ratios of this version to another."""
    shortest: dict[str, dict[str, float]] = {other: {}, sys.executable: {}}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for _ in range(ROUNDS):
        for python, times in shortest.items():
            command = [python, str(Path(__file__).resolve()), "--measure"]
            ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
            for name, seconds in (line.split("\t") for line in ran.stdout.splitlines()):
                times[name] = min(float(seconds), times.get(name, float("inf")))
    for name, before in shortest[other].items():
        now = shortest[sys.executable][name]
        print(f"{name}: {before * 1e3:.1f} ms, now {now * 1e3:.1f} ms: {now / before:.2f} times")


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    else:
        main(*sys.argv[1:])
