"""What the tests of sweeps share: specs, an executor in this process, tables, and real runs to be killed."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from jeopardice.sweep import Swept, read_spec, run_sweep
from jeopardice.sweep.executors import SweepResults
from jeopardice.sweep.tasks import Task, solve_task
from support.cli_runner import PROCESS

FARKLES = """
base = "farkle"
objectives = ["win", "score"]
[grid]
goal = [2500, 3000, 3500, 4000]
turn.minimum_bank = [0, 300, 500]
"""
"""Twelve games of some tens of milliseconds each."""
LONG = 150_000
"""A goal of Farkle that takes many minutes."""


class Here:
    """Solves tasks in this process, one by one, and remembers which."""

    def __init__(self) -> None:
        self.solved: list[str] = []

    def results(self, tasks: Sequence[Task]) -> SweepResults:
        for task in tasks:
            self.solved.append(task.key)
            yield [solve_task(task)]


def written(folder: Path, text: str, name: str = "spec.toml") -> Path:
    """A spec as a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def swept_here(folder: Path, text: str, out: str = "table.parquet") -> tuple[Swept, list[str]]:
    """A sweep in this process, and the hashes of what was solved."""
    here = Here()
    return run_sweep(read_spec(written(folder, text)), folder / out, here), here.solved


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a table."""
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def journal_of(out: Path) -> Path:
    """Where the journal of a table lies."""
    return out.with_name(out.name + ".journal")


def journaled(out: Path) -> list[str]:
    """The hashes in a journal, whole lines only."""
    try:
        data = journal_of(out).read_bytes()
    except FileNotFoundError:
        return []
    return [json.loads(line)["outcome"]["key"] for line in data.split(b"\n")[:-1]]


def start_sweep(spec: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    """A real run, the leader of a process group as in a terminal."""
    command = [*PROCESS, "sweep", str(spec), "--out", str(out), "--workers", "2", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for(condition: Callable[[], Any], what: str, seconds: float = 60) -> None:
    """Waits until something has happened; the limit is there only so that a failure ends."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.005)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, the oldest first."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append((int(fields[19]), int(entry.name)))
    return [child for _, child in sorted(found)]


def cpu_seconds(pid: int) -> float:
    """What a process has taken of the processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def file_names(folder: Path) -> set[str]:
    """Everything in a folder, hidden files too."""
    return set(os.listdir(folder))
