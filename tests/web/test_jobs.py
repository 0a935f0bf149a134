"""Long jobs run apart from the server: they can be cancelled, can die, and never stand in its way."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jeopardice.common import workers
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import Limits
from jeopardice.rulebook import rules
from jeopardice.solutions import cache
from jeopardice.web.jobs import GentleWorker, Job, Jobs
from jeopardice.web.memory import Shelf
from jeopardice.web.settings import Settings
from support.web_app import PATIENCE, Site, alive, running

LONG: dict[str, Any] = {"preset": "farkle", "set": {"goal": 20_000, "players": 3}}
"""A solve of many minutes."""


def long(number: int) -> dict[str, Any]:
    return {"preset": "farkle", "set": {"goal": 20_000 + 50 * number, "players": 3}}


def task(name: str, kind: str = "look") -> Job:
    return Job(name, kind, {"rules": rules("pig")}, "Pig", kind, lambda found: {})


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(
        str(tmp_path), Settings(workers=1, waiting=2, job_seconds=1e9, job_bytes=2**40, memory=2**34)
    ) as found:
        yield found


def started(site: Site, asked: dict[str, Any]) -> tuple[str, int]:
    """A solve that runs: its id and its process."""
    name = site.client.post("/api/solves", json={"rules": asked}).json()["id"]
    until = time.monotonic() + PATIENCE
    while (job := site.behind.jobs.get(name)) is None or job.state != "running" or job.worker is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    return name, job.worker.process.pid


def test_cancel_ends_the_process_and_lets_the_next_begin(site: Site) -> None:
    name, process = started(site, LONG)
    waiting = site.client.post("/api/solves", json={"rules": {"preset": "pig", "set": {"goal": 20}}}).json()
    assert waiting["state"] == "queued"
    assert site.client.delete(f"/api/solves/{name}").json()["state"] == "cancelled"
    assert not alive(process)
    assert site.ended(name)["state"] == "cancelled"
    assert site.ended(waiting["id"])["state"] == "done"


def test_a_solve_that_waits_can_be_cancelled_and_asked_for_again(site: Site) -> None:
    running_one, _ = started(site, LONG)
    asked = {"rules": {"preset": "pig", "set": {"goal": 21}}}
    name = site.client.post("/api/solves", json=asked).json()["id"]
    assert site.client.delete(f"/api/solves/{name}").json()["state"] == "cancelled"
    assert site.client.post("/api/solves", json=asked).json()["state"] == "queued"
    site.client.delete(f"/api/solves/{running_one}")
    assert site.ended(name)["state"] == "done"


def test_a_solve_that_dies_fails_alone(site: Site) -> None:
    name, process = started(site, LONG)
    os.kill(process, signal.SIGKILL)
    job = site.ended(name)
    assert job["state"] == "failed"
    assert "signal 9" in job["error"]
    assert site.client.get("/api/health").status_code == 200
    assert site.solve({"preset": "pig", "set": {"goal": 22}})["state"] == "done"
    # Advice does not try again what has failed, and says why.
    advice = site.client.post("/api/advice", json={"rules": LONG, "scores": [0, 0, 0]})
    assert advice.status_code == 409
    assert "signal 9" in advice.json()["error"]


def test_another_job_that_dies_is_reported_and_then_tried_again(site: Site) -> None:
    asked = {"rules": {"preset": "farkle", "set": {"goal": 20_000}}, "most": 200}
    name = site.client.post("/api/surface", json=asked).json()["solve"]["id"]
    job = site.behind.jobs.get(name)
    assert job
    assert job.worker
    os.kill(job.worker.process.pid, signal.SIGKILL)
    assert site.ended(name)["state"] == "failed"
    reported = site.client.post("/api/surface", json=asked)
    assert (reported.status_code, "signal 9" in reported.json()["error"]) == (409, True)
    assert site.client.post("/api/surface", json=asked).status_code == 202


def test_too_many_solves_are_refused_and_equal_ones_are_one(site: Site) -> None:
    started(site, LONG)
    waiting = [site.client.post("/api/solves", json={"rules": long(number)}) for number in (1, 2)]
    assert [answer.json()["state"] for answer in waiting] == ["queued", "queued"]
    assert site.client.post("/api/solves", json={"rules": long(2)}).json()["id"] == waiting[1].json()["id"]
    refused = site.client.post("/api/solves", json={"rules": long(3)})
    assert refused.status_code == 429
    assert len(site.client.get("/api/solves").json()) == 3


def test_solves_that_take_too_long_are_refused_with_the_estimate(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(job_seconds=2)) as site:
        job = site.solve({"preset": "farkle", "set": {"goal": 30_000}})
        assert job["state"] == "failed"
        assert "2 seconds" in job["error"]


def test_the_server_ends_with_its_processes_whatever_runs(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(job_seconds=1e9, job_bytes=2**40, memory=2**34)) as site:
        _, process = started(site, LONG)
        spare, bench = site.behind.jobs.spare, site.behind.bench.worker.process.pid
        assert alive(bench)
    assert not alive(process)
    assert not alive(bench)
    assert spare is None or not alive(spare.process.pid)


def test_errors_are_kept_without_what_was_at_hand_when_they_were_raised(site: Site) -> None:
    for asked in ({"preset": "pig", "set": {"goal": -1}}, {"preset": "farkle", "set": {"dice.count": 20}}):
        errors = [site.client.post("/api/rules", json=asked).json()["error"] for _ in range(2)]
        assert errors[0]
        assert errors[0] == errors[1]
    kept = [thing for thing, _ in site.behind.shelf.things.values() if isinstance(thing, JeopardiceError)]
    assert len(kept) == 2
    assert all(error.__traceback__ is None and error.__context__ is None for error in kept)


def test_a_solution_that_cannot_be_kept_is_still_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with running(str(tmp_path / "file" / "cache")) as site:
        assert site.solve({"preset": "pig", "set": {"goal": 23}})["state"] == "done"
        advice = site.client.post(
            "/api/advice", json={"rules": {"preset": "pig", "set": {"goal": 23}}, "scores": [0, 0]}
        )
        assert advice.status_code == 200


def test_what_is_in_the_cache_is_done_at_once(tmp_path: Path) -> None:
    asked = {"preset": "pig", "set": {"goal": 24}}
    with running(str(tmp_path)) as site:
        first = site.solve(asked)
    with running(str(tmp_path)) as site:
        again = site.client.post("/api/solves", json={"rules": asked}).json()
    assert (again["state"], again["value"]) == ("done", first["value"])


def test_what_took_long_is_kept_for_another_server_until_the_cache_is_cleared(tmp_path: Path) -> None:
    asked = {"rules": [{"preset": "pig", "set": {"goal": 15}}]}
    with running(str(tmp_path)) as site:
        first = site.post("/api/compare", asked)
    with running(str(tmp_path)) as site:
        again = site.client.post("/api/compare", json=asked)
        assert (again.status_code, again.json()) == (200, first.json())
        assert site.behind.jobs.all() == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JEOPARDICE_CACHE", str(tmp_path))
        cache.clear()
    with running(str(tmp_path)) as site:
        assert site.client.post("/api/compare", json=asked).status_code == 202


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")
def test_finished_jobs_hold_no_pipes(site: Site) -> None:
    site.solve({"preset": "pig", "set": {"goal": 16}})
    before = len(os.listdir("/proc/self/fd"))
    for goal in range(17, 25):
        name = site.solve({"preset": "pig", "set": {"goal": goal}})["id"]
        job = site.behind.jobs.get(name)
        assert job
        assert job.worker is None
    # Fewer than one for each job: those of the spare worker, and connections that are just being closed.
    assert len(os.listdir("/proc/self/fd")) < before + 8


def test_a_job_whose_process_cannot_start_fails_and_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_process(*arguments: Any, **more: Any) -> Any:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    jobs = Jobs(Settings(workers=1), Limits(2**34, 2**20))
    try:
        with monkeypatch.context() as patch:
            patch.setattr(subprocess, "Popen", no_process)
            if jobs.spare:
                jobs.spare.close()
            failed = jobs.submit(task("a"))
            assert failed.finished.is_set()
            assert (failed.state, failed.error) == ("failed", "no process can be started: Too many open files")
        assert jobs.running == 0
        assert jobs.submit(task("b")).finished.wait(PATIENCE)
        assert jobs.submit(task("a")).finished.wait(PATIENCE)
        assert [job.state for job in jobs.all()] == ["done", "done"]
    finally:
        jobs.close()


def test_one_process_is_kept_for_what_cannot_take_long() -> None:
    jobs = Jobs(Settings(workers=2), Limits(2**40, 2**20))
    long: dict[str, Any] = {"rules": rules("farkle").replace(goal=20_000, players=3), "most_seconds": 1e9}
    card, solve = ("seat_card", long), ("solve", {**long, "objective": "win"})
    try:
        with jobs.lock:
            asked = {
                name: jobs.submit(Job(name, kind, arguments, "x", kind, lambda found: {}, estimated=kind == "solve"))
                for name, (kind, arguments) in {"a": card, "b": card, "c": solve, "d": solve}.items()
            }
            states = {name: job.state for name, job in asked.items()}
            assert states == {"a": "running", "b": "queued", "c": "running", "d": "queued"}
        jobs.cancel("c")
        assert asked["c"].finished.wait(PATIENCE)
        with jobs.lock:
            assert (asked["b"].state, asked["d"].state) == ("queued", "running")
    finally:
        jobs.close()


def test_a_process_that_does_not_start_is_reported_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "STARTING", 0.1)
    monkeypatch.setattr(workers, "PROGRAM", "import time; time.sleep(1000)")
    worker = GentleWorker(Limits(2**30, 2**20))
    with pytest.raises(workers.LostError, match=r"did not start within 0\.1 seconds") as reported:
        worker.run("look", {"rules": rules("pig")}, limit=1800)
    assert not isinstance(reported.value, workers.LateError)  # it says nothing about the task
    worker.close()


def test_progress_grows_to_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE", str(tmp_path))  # where nothing is solved yet
    jobs = Jobs(Settings(workers=1), Limits(2**34, 2**20))
    try:
        seen = []
        arguments = {"rules": rules("farkle"), "objective": "win", "most_seconds": 600, "most_bytes": 2**30}
        job = jobs.submit(Job("x", "solve", arguments, "Farkle", "win", lambda solved: dict(solved.facts)))
        while not job.finished.wait(0.01):
            seen.append(job.progress)
        assert job.state == "done", job.error
        assert seen == sorted(seen)
        assert any(0 < part < 1 for part in seen)
    finally:
        jobs.close()


def test_the_shelf_forgets_what_was_not_used_for_longest() -> None:
    shelf = Shelf(100)
    for name in "abc":
        shelf.put(name, name.upper(), 30)
    assert shelf.get("a") == "A"
    shelf.put("d", "D", 30)
    assert [name for name in "abcd" if name in shelf] == ["a", "c", "d"]
    shelf.put("huge", "H", 51)
    assert list(shelf.things) == ["c", "a", "d"]  # it would leave no room for others
    shelf.put("a", "larger", 50)
    assert list(shelf.things) == ["d", "a"]
    assert shelf.bytes == 80


def test_solves_without_an_estimate_leave_a_process_to_the_others(tmp_path: Path) -> None:
    """Simultaneous play and averages cannot be refused beforehand, so that they may not take every process."""
    with running(str(tmp_path), Settings(workers=2, job_seconds=1e9, job_bytes=2**40, memory=2**34)) as site:

        def asked(preset: str, changes: dict[str, Any]) -> Job:
            answer = site.client.post("/api/solves", json={"rules": {"preset": preset, "set": changes}})
            job = site.behind.jobs.get(answer.json()["id"])
            assert job
            return job

        long = [asked("television-hog", {"goal": goal}) for goal in (2000, 2001)]
        assert asked("pig", {"goal": 20}).finished.wait(PATIENCE)
        assert [job.state for job in long] == ["running", "queued"]


def test_finished_jobs_are_forgotten_by_their_bytes() -> None:
    jobs = Jobs(Settings(workers=1), Limits(2**34, 2**20))
    try:
        for name in "abcd":
            jobs.note(Job(name, "look", {"rules": "x" * 2**20}, "Pig", "look", lambda found: {}), {})
        assert [job.id for job in jobs.all()] == ["d"]
        for name in "efg":
            jobs.note(task(name), {})
        assert [job.id for job in jobs.all()] == ["g", "f", "e", "d"]
    finally:
        jobs.close()
