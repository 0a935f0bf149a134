"""Long jobs in the background: each in its own process, a few at a time, and one for equal questions."""

from __future__ import annotations

import pickle
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import Limits, LostError, StoppedError, Worker
from jeopardice.web.errors import BUSY, BusyError, too_large
from jeopardice.web.settings import GENTLE, Settings

State = Literal["queued", "running", "done", "failed", "cancelled"]
REMEMBERED, REMEMBERED_BYTES = 200, 8 * 2**20
"""Finished jobs that are still known, and what they may take in memory."""
LENIENCE = 3
"""A job may take this many times what its estimate was allowed to be."""


GONE = 90.0
"""Seconds without a request after which a client is considered gone; a browser lets a hidden page ask once a minute."""
MOST_KNOWN = 100
"""Those who wait for a job that are known; the others are not asked before it is cancelled."""
MOST_WAITING = 8
"""Questions that wait for the bench; each holds one of the server's threads, and others need some too."""


class GentleWorker(Worker):
    """A worker process of low priority."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(("jeopardice.web.tasks",), limits, GENTLE)

    def too_large(self, size: int) -> JeopardiceError:
        """An error that names the option that allows more."""
        return too_large("the result", size, self.limits.result or 0)


@dataclass(eq=False)
class Job:
    """A task and its progress."""

    id: str
    task: str
    arguments: dict[str, Any]
    title: str
    objective: str
    settle: Callable[[Any], dict[str, Any]]
    """Keeps the result, and returns what is reported of it."""
    estimated: bool = False
    """Whether it is refused beforehand if it would take long."""
    state: State = "queued"
    progress: float = 0.0
    error: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    finished: threading.Event = field(default_factory=threading.Event)
    worker: GentleWorker | None = None
    waiting: dict[str, float] = field(default_factory=dict)
    """Who waits for it, and when they last asked."""
    began: float | None = None
    took: float | None = None

    @property
    def seconds(self) -> float | None:
        """How long it has run."""
        if self.took is not None or self.began is None:
            return self.took
        return time.monotonic() - self.began

    @cached_property
    def bytes(self) -> int:
        """Its approximate size in memory, mostly its rules."""
        return 2000 + 4 * len(pickle.dumps(self.arguments))

    @property
    def unfinished(self) -> bool:
        """Whether there is still something to wait for."""
        return self.state in ("queued", "running")


class StartedError(JeopardiceError):
    """The answer takes a while: the job that finds it (HTTP 202)."""

    def __init__(self, job: Job, message: str = "") -> None:
        super().__init__(message or job.error or job.state)
        self.job = job


class NotSolvedError(StartedError):
    """Best play is needed and not known yet (HTTP 409, with the job that looks for it)."""


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self.settings, self.limits = settings, limits
        self.lock = threading.RLock()
        self.jobs: dict[str, Job] = {}
        self.queue: deque[Job] = deque()
        self.running = self.others = 0
        """Jobs that run, and those among them that may take long."""
        self.closed = False
        self.spare: GentleWorker | None = None
        self._start_spare()

    def _start_worker(self) -> GentleWorker:
        return GentleWorker(self.limits)

    def _start_spare(self) -> None:
        if not self.closed and self.spare is None:
            with suppress(LostError):  # the next job reports it
                self.spare = self._start_worker()

    def submit(self, job: Job) -> Job:
        """Start a job, or return the one for the same question; a failed one is repeated."""
        with self.lock:
            known = self.jobs.get(job.id)
            if known and (known.unfinished or known.state == "done"):
                return known
            if len(self.queue) >= self.settings.waiting:
                raise BusyError(f"{len(self.queue)} jobs are waiting already: try again when some are done")
            self.jobs.pop(job.id, None)  # a new one comes last
            self.jobs[job.id] = job
            self.queue.append(job)
            self._start_next()
            self._forget()
            return job

    def note(self, job: Job, facts: dict[str, Any]) -> Job:
        """A job whose result is known."""
        with self.lock:
            known = self.jobs.get(job.id)
            if known and (known.unfinished or known.state == "done"):
                return known
            job.state, job.progress, job.facts, job.took = "done", 1.0, facts, 0.0
            job.finished.set()
            self.jobs[job.id] = job
            self._forget()
            return job

    def get(self, name: str) -> Job | None:
        """The job of this id."""
        return self.jobs.get(name)

    def all(self) -> list[Job]:
        """All that are known, the newest first."""
        with self.lock:
            return list(reversed(self.jobs.values()))

    def drop(self, name: str) -> None:
        """Forget a job whose result is no longer kept."""
        with self.lock:
            job = self.jobs.get(name)
            if job and not job.unfinished:
                del self.jobs[name]

    def wait(self, name: str, who: str) -> Job | None:
        """Return the job with this id to a client that waits for it."""
        with self.lock:
            job = self.jobs.get(name)
            if job and job.unfinished and (who in job.waiting or len(job.waiting) < MOST_KNOWN):
                job.waiting[who] = time.monotonic()
        return job

    def cancel(self, name: str, who: str | None = None) -> Job | None:
        """Stop a job, unless others wait for it and only one of them gives up; one that is done stays done."""
        with self.lock:
            job = self.jobs.get(name)
            if job and who is not None:
                job.waiting.pop(who, None)
                recent = time.monotonic() - GONE
                if any(asked > recent for asked in job.waiting.values()):
                    return job
            if job and job.state == "queued":
                self.queue.remove(job)
                self._end(job, "cancelled", None)
            elif job and job.state == "running" and job.worker:
                job.state = "cancelled"  # visible immediately; its thread does the rest
                job.worker.stop()
        return job

    def close(self) -> None:
        """Stop all jobs."""
        with self.lock:
            self.closed = True
            for job in list(self.jobs.values()):
                if job.unfinished:
                    self.cancel(job.id)
            if self.spare:
                self.spare.stop()

    def _start_next(self) -> None:
        while not self.closed and (job := self._next()):
            self.queue.remove(job)
            try:
                self._start(job)
            except LostError as error:
                self._end(job, "failed", str(error))

    def _next(self) -> Job | None:
        """The first job that may start: one process is reserved for jobs with an estimate."""
        left = self.settings.workers - self.running
        others = max(1, self.settings.workers - 1) - self.others
        return next((job for job in self.queue if left > 0 and (job.estimated or others > 0)), None)

    def _start(self, job: Job) -> None:
        """Start a job; it counts as running only once its process and its thread exist."""
        ready, self.spare = self.spare, None
        worker = ready if ready and ready.alive else self._start_worker()
        job.worker, job.state, job.began = worker, "running", time.monotonic()
        try:
            threading.Thread(target=self._run, args=(job, worker), daemon=True).start()
        except RuntimeError:
            job.worker = None
            worker.close()
            raise LostError("no thread can be started: the machine is busy") from None
        self.running += 1
        self.others += not job.estimated

    def _run(self, job: Job, worker: GentleWorker) -> None:
        def report(part: float) -> None:
            job.progress = max(job.progress, part)

        state: State = "done"
        error = None
        try:
            result = worker.run(job.task, job.arguments, report, LENIENCE * self.settings.job_seconds)
            job.facts = job.settle(result)
        except StoppedError:
            state = "cancelled"
        except JeopardiceError as reason:
            state, error = "failed", str(reason)
        except Exception as reason:  # the server survives any error of a job
            state, error = "failed", f"{type(reason).__name__}: {reason}"[:200]
        worker.close()
        with self.lock:
            self.running -= 1
            self.others -= not job.estimated
            job.worker = None
            self._end(job, "cancelled" if job.state == "cancelled" else state, error)
            self._start_next()
            self._start_spare()

    def _end(self, job: Job, state: State, error: str | None) -> None:
        job.took = None if job.began is None else time.monotonic() - job.began
        job.error = error
        job.state = state
        if state == "done":
            job.progress = 1.0
        job.finished.set()

    def _forget(self) -> None:
        finished = [job for job in self.jobs.values() if not job.unfinished]
        number, size = len(finished), sum(job.bytes for job in finished)
        for job in finished[:-1]:  # the newest is wanted now
            if number > REMEMBERED or size > REMEMBERED_BYTES:
                del self.jobs[job.id]
                number, size = number - 1, size - job.bytes


class Bench:
    """One worker for quick questions, one after another; it is replaced if it dies or takes too long."""

    def __init__(self, limits: Limits, seconds: float) -> None:
        self.limits, self.seconds = limits, seconds
        self.turn = threading.Lock()
        self.places = threading.Semaphore(MOST_WAITING)
        self.closed = False
        self.worker = GentleWorker(limits)

    def ask(self, name: str, arguments: dict[str, Any]) -> Any:
        """What a task answers."""
        if not self.places.acquire(blocking=False):
            raise BusyError(BUSY)
        try:
            return self._answered(name, arguments)
        finally:
            self.places.release()

    def _answered(self, name: str, arguments: dict[str, Any]) -> Any:
        if not self.turn.acquire(timeout=self.seconds):
            raise BusyError(BUSY)
        try:
            if not self.worker.alive and not self.closed:
                self.worker.close()
                self.worker = GentleWorker(self.limits)
            return self.worker.run(name, arguments, lambda part: None, self.seconds)
        finally:
            self.turn.release()

    def close(self) -> None:
        """End the worker."""
        self.closed = True
        with suppress(OSError):
            self.worker.stop()
