"""Sweeps on a real cluster: a scheduler and two workers of dask.distributed, processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.sweep.tasks import Task, solve_bundle, solver_version
from support.cli_runner import assert_refused, jeopardice, jeopardice_process, without_progress
from support.sweeping import LONG, file_names, journaled, rows_of, swept_here, wait_for, written

GAMES = """
base = "farkle"
objectives = ["win"]
[grid]
goal = [1500, 2000, 2500]
turn.minimum_bank = [0, 200, 250, 300, 350, 400, 450, 500]
"""
WAITING = "note: the scheduler {} has no workers yet: waiting for one\n"


@dataclass(frozen=True)
class Processes:
    """A scheduler and its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def dask(folder: Path, *arguments: str, allowed_failures: int = 3) -> subprocess.Popen[bytes]:
    """`dask scheduler` or `dask worker`."""
    environment = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
    )


@contextmanager
def cluster(folder: Path, workers: int = 2, allowed_failures: int = 3) -> Iterator[Processes]:
    """A cluster on free ports; whatever happens, its processes end."""
    about = folder / "scheduler.json"
    started = [
        dask(
            folder,
            *("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(about)),
            allowed_failures=allowed_failures,
        )
    ]
    try:
        wait_for(lambda: about.exists() and about.read_text().endswith("}"), "a scheduler")
        address = json.loads(about.read_text())["address"]
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        started += [dask(folder, "worker", address, *options) for _ in range(workers)]
        yield Processes(address, started[0], started[1:])
    finally:
        for process in started:
            process.kill()
            process.wait()


def start(spec: Path, out: Path, address: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from jeopardice.cli import main; main()", "sweep", str(spec), "--out", str(out)]
    command += ["--executor", "dask", "--scheduler", address, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_worker_killed_in_the_middle_costs_nothing_and_a_lost_scheduler_little(tmp_path: Path) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    spec = written(tmp_path, GAMES)
    swept_here(tmp_path, GAMES, "expected.parquet")
    expected = (tmp_path / "expected.parquet").read_bytes()
    with cluster(folder) as nodes:
        out = tmp_path / "table.parquet"
        with start(spec, out, nodes.address) as process:
            wait_for(lambda: len(journaled(out)) >= 3, "some rows")
            nodes.workers[0].send_signal(signal.SIGKILL)
            seen = journaled(out)
            stdout, stderr = process.communicate(timeout=60)
        assert (process.returncode, without_progress(stderr).replace(WAITING.format(nodes.address), "")) == (0, "")
        found = json.loads(stdout)
        assert [found[key] for key in ("rows", "done", "skipped", "failed")] == [24, 24, 0, 0]
        assert len(seen) == len(set(seen)) < 24
        assert out.read_bytes() == expected

        # The scheduler goes, too: what has arrived is kept, and processes finish it.
        out = tmp_path / "other.parquet"
        with start(spec, out, nodes.address) as process:
            wait_for(lambda: len(journaled(out)) >= 2, "some rows")
            nodes.scheduler.send_signal(signal.SIGKILL)
            stdout, stderr = process.communicate(timeout=60)
        kept = journaled(out)
        assert (process.returncode, stdout) == (1, "")
        note, error = without_progress(stderr).splitlines()
        assert note.startswith(f"note: {len(kept)} of 24 rows are solved and kept")
        assert error == f'jeopardice: --scheduler: "{nodes.address}": the scheduler is gone'
    found = jeopardice("sweep", str(spec), "--out", str(out), "--json").json
    assert [found[key] for key in ("done", "skipped", "failed")] == [24 - len(kept), len(kept), 0]
    assert out.read_bytes() == expected
    assert file_names(tmp_path) == {"cluster", "spec.toml", "expected.parquet", "table.parquet", "other.parquet"}


def test_a_game_that_kills_its_workers_is_a_row_with_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    spec = written(tmp_path, f'base = "farkle"\nobjectives = ["win"]\n[grid]\ngoal = [500, 600, 700, {LONG}]\n')
    out = tmp_path / "table.parquet"
    with cluster(folder, allowed_failures=0) as nodes, start(spec, out, nodes.address) as process:
        wait_for(lambda: len(journaled(out)) == 3, "the short ones are done")
        for worker in nodes.workers:  # one of them is busy with the long one
            worker.send_signal(signal.SIGKILL)
        stdout, _ = process.communicate(timeout=60)
        assert process.returncode == 0
    assert json.loads(stdout)["failed"] == 1
    *fine, lost = rows_of(out)
    assert all(row["win"] for row in fine)
    assert lost["error"] == "the workers that tried it died; was there enough memory?"


def test_no_scheduler_no_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["sweep", str(written(tmp_path, GAMES)), "--out", str(tmp_path / "table.parquet")]
    arguments += ["--executor", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    error = '"tcp://127.0.0.1:9": no scheduler answers at this address'
    assert_refused(jeopardice_process(*arguments), error, status=1)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert_refused(jeopardice(*arguments), "pip install 'jeopardice[dask]'", status=1)
    assert file_names(tmp_path) == {"spec.toml"}


def test_a_worker_with_another_solver_does_not_answer() -> None:
    task = Task("", jd.rules("pig").to_toml(), ("score",), certify=False, version=solver_version())
    assert solve_bundle([asdict(task)])[0]["columns"]["score"] == jd.solve(jd.rules("pig"), "score").value
    with pytest.raises(RuntimeError, match=r"a worker has Jeopardice .*, not 0"):
        solve_bundle([asdict(task) | {"version": "0"}])
