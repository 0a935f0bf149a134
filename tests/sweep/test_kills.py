"""Sweeps that are killed, stopped, damaged or run twice at once: nothing is lost, nothing is solved twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from jeopardice.sweep import journal, read_spec, run_sweep
from jeopardice.sweep.executors import SweepResults
from jeopardice.sweep.tasks import SweepResult, Task
from support.cli_runner import assert_one_line, assert_refused, jeopardice, jeopardice_process, without_progress
from support.sweeping import (
    FARKLES,
    LONG,
    Here,
    children_of,
    cpu_seconds,
    file_names,
    is_alive,
    journal_of,
    journaled,
    rows_of,
    start_sweep,
    swept_here,
    wait_for,
    written,
)

PIGS = (
    'base = "pig"\nobjectives = ["win", "score"]\n[grid]\ngoal = [10, 12, 14, 16, 18, 20]\nturn.minimum_bank = [0, 5]\n'
)
SHORT_AND_LONG = f'base = "farkle"\nobjectives = ["win"]\n[grid]\ngoal = [500, 600, 700, 800, {LONG}]\n'


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of an undisturbed sweep."""
    folder = tmp_path_factory.mktemp("undisturbed")
    swept_here(folder, FARKLES)
    return (folder / "table.parquet").read_bytes()


def at_work(out: Path) -> bool:
    """Whether a sweep has begun."""
    return journal_of(out).exists()


# Killed


@pytest.mark.parametrize("finished", [0, 5])
def test_a_killed_sweep_goes_on_where_it_was(tmp_path: Path, expected: bytes, finished: int) -> None:
    spec, out = written(tmp_path, FARKLES), tmp_path / "table.parquet"
    with start_sweep(spec, out) as process:
        wait_for(lambda: out.exists() or (at_work(out) and len(journaled(out)) >= finished), "the journal grows")
        workers = children_of(process.pid)
        process.kill()
    wait_for(lambda: not any(map(is_alive, workers)), "workers end with the sweep")
    before = journaled(out)
    # On a slow machine it may have finished before the kill.
    left = 12 if out.exists() else len(before)
    assert len(set(before)) == len(before)
    assert left >= finished
    found = jeopardice("sweep", str(spec), "--out", str(out), "--json").json
    assert [found[key] for key in ("rows", "done", "skipped", "failed")] == [12, 12 - left, left, 0]
    assert out.read_bytes() == expected
    assert file_names(tmp_path) == {"spec.toml", "table.parquet"}


class Dying:
    """An executor that is gone after this number of tasks."""

    def __init__(self, tasks: int) -> None:
        self.here, self.tasks = Here(), tasks

    def results(self, tasks: Sequence[Task]) -> SweepResults:
        yield from self.here.results(tasks[: self.tasks])
        raise ConnectionError


def test_interrupted_again_and_again_every_game_is_solved_once(tmp_path: Path) -> None:
    spec, out = read_spec(written(tmp_path, PIGS)), tmp_path / "table.parquet"
    undisturbed = tmp_path / "undisturbed.parquet"
    run_sweep(spec, undisturbed, Here())
    solved: list[str] = []
    for count in (1, 0, 2, 3, 1):
        dying = Dying(count)
        with pytest.raises(ConnectionError):
            run_sweep(spec, out, dying)
        solved += dying.here.solved
        assert journaled(out) == solved
        assert not out.exists()
    last = Here()
    run_sweep(spec, out, last)
    solved += last.solved
    assert len(solved) == len(set(solved)) == 12
    assert out.read_bytes() == undisturbed.read_bytes()


def test_a_kill_between_the_table_and_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: journal.Journal) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "remove", killed)
        with pytest.raises(ConnectionError):
            swept_here(tmp_path, PIGS)
    table = (tmp_path / "table.parquet").read_bytes()
    (tmp_path / ".table.parquet.0123456789abcdef.part").write_bytes(table[:100])
    assert len(journaled(tmp_path / "table.parquet")) == 12
    swept, solved = swept_here(tmp_path, PIGS)
    assert (swept.done, swept.skipped, solved) == (0, 12, [])
    assert (tmp_path / "table.parquet").read_bytes() == table
    assert file_names(tmp_path) == {"spec.toml", "table.parquet"}


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_torn_line_is_not_counted(tmp_path: Path, cut: int) -> None:
    spec, out = read_spec(written(tmp_path, PIGS)), tmp_path / "table.parquet"
    with pytest.raises(ConnectionError):
        run_sweep(spec, out, Dying(5))
    whole = journal_of(out).read_bytes()
    journal_of(out).write_bytes(b"\0\0\n[]\n\xff\n" + whole[:-cut])
    resumed = Dying(1)
    with pytest.raises(ConnectionError):
        run_sweep(spec, out, resumed)
    # A line that lacks only its end is whole.
    assert len(resumed.here.solved) == 1
    last = Here()
    swept = run_sweep(spec, out, last)
    assert (swept.skipped, swept.done) == ((6, 6) if cut == 1 else (5, 7))
    undisturbed = tmp_path / "undisturbed.parquet"
    run_sweep(spec, undisturbed, Here())
    assert out.read_bytes() == undisturbed.read_bytes()


# What earlier runs are good for


def test_a_larger_sweep_takes_over_what_an_earlier_table_has(tmp_path: Path) -> None:
    swept_here(tmp_path, PIGS)
    swept, solved = swept_here(tmp_path, PIGS.replace("[10,", "[8, 10,"))
    assert (swept.rows, swept.done, swept.skipped, len(solved)) == (14, 2, 12, 2)
    larger = (tmp_path / "table.parquet").read_bytes()
    swept_here(tmp_path, PIGS.replace("[10,", "[8, 10,"), "other.parquet")
    assert (tmp_path / "other.parquet").read_bytes() == larger


@pytest.mark.parametrize("change", ["objectives", "certify", "version"])
def test_what_was_solved_for_something_else_is_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    swept_here(tmp_path, PIGS)
    with pytest.raises(ConnectionError):
        run_sweep(read_spec(written(tmp_path, PIGS)), tmp_path / "other.parquet", Dying(3))
    text = PIGS
    if change == "objectives":
        text = PIGS.replace('"score"', '"turns"')
    elif change == "certify":
        text = "certify = true\n" + PIGS
    else:
        monkeypatch.setattr("jeopardice.sweep.run.solver_version", lambda: "another")
    for out in ("table.parquet", "other.parquet"):
        swept, solved = swept_here(tmp_path, text, out)
        assert (swept.done, swept.skipped, len(solved)) == (12, 0, 12)


def test_rows_with_errors_are_tried_again(tmp_path: Path) -> None:
    class Unlucky(Here):
        def results(self, tasks: Sequence[Task]) -> SweepResults:
            yield [SweepResult.lost(tasks[0].key, "the worker process died")]
            yield from super().results(tasks[1:])

    spec, out = read_spec(written(tmp_path, PIGS)), tmp_path / "table.parquet"
    swept = run_sweep(spec, out, Unlucky())
    assert (swept.done, swept.failed, swept.first_error) == (12, 1, "the worker process died")
    again = Here()
    swept = run_sweep(spec, out, again)
    assert (swept.done, swept.skipped, swept.failed, len(again.solved)) == (1, 11, 0, 1)


# Stopped, refused, dead


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    spec, out = written(tmp_path, SHORT_AND_LONG), tmp_path / "table.parquet"
    with start_sweep(spec, out, "--json") as process:
        wait_for(lambda: len(journaled(out)) == 4, "the short ones are done")
        workers = children_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (130, "")
    assert len(workers) == 2
    assert not any(map(is_alive, workers))
    note, stopped = without_progress(stderr).splitlines()
    assert note.startswith("note: 4 of 5 rows are solved and kept in ")
    assert note.endswith("table.parquet.journal: the same command resumes there")
    assert stopped == "jeopardice: stopped"
    assert file_names(tmp_path) == {"spec.toml", "table.parquet.journal"}
    swept, solved = swept_here(tmp_path, SHORT_AND_LONG.replace(str(LONG), "900"))
    assert (swept.done, swept.skipped, len(solved)) == (1, 4, 1)


def test_a_second_sweep_onto_the_same_table_is_refused(tmp_path: Path) -> None:
    spec, out = written(tmp_path, SHORT_AND_LONG), tmp_path / "table.parquet"
    with start_sweep(spec, out) as process:
        wait_for(lambda: len(journaled(out)) == 4, "the short ones are done")
        ran = jeopardice("sweep", str(spec), "--out", str(out))
        assert len(journaled(out)) == 4
        process.kill()
    assert_refused(ran, f"--out: {out}: another sweep is writing this table")


def test_a_worker_that_dies_costs_one_row(tmp_path: Path) -> None:
    spec, out = written(tmp_path, SHORT_AND_LONG), tmp_path / "table.parquet"
    with start_sweep(spec, out, "--json") as process:
        wait_for(lambda: len(journaled(out)) == 4, "the short ones are done")
        busy = children_of(process.pid)[0]  # the longest is begun first
        wait_for(lambda: cpu_seconds(busy) > 2, "it is at work, not still starting")
        os.kill(busy, signal.SIGKILL)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, without_progress(stderr)) == (0, "")
    assert '"done": 5, "skipped": 0, "failed": 1' in stdout
    *fine, lost = rows_of(out)
    assert all(row["win"] and row["error"] is None for row in fine)
    assert lost["error"] == "the worker process died (signal 9); was there enough memory?"
    assert lost["win"] is None
    assert_one_line(lost["error"])


def test_workers_that_cannot_start_end_the_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.common.workers.PROGRAM", "raise SystemExit(3)")
    ran = jeopardice("sweep", str(written(tmp_path, PIGS)), "--out", str(tmp_path / "table.parquet"))
    assert_refused(ran, "a worker process could not start (exit status 3)", status=1)
    assert file_names(tmp_path) == {"spec.toml"}


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    ran = jeopardice_process("sweep", str(written(tmp_path, PIGS)), "--out", "/proc/table.parquet")
    assert_refused(ran, "--out: /proc/table.parquet")
