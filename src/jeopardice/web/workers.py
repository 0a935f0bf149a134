"""The server's workers: each runs one task of `jeopardice.web.tasks` after another."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from jeopardice.common import workers
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import Limits
from jeopardice.web.errors import BUSY, BusyError, too_large
from jeopardice.web.settings import GENTLE

MOST_WAITING = 8
"""Questions that wait for the bench; each holds one of the server's threads, and others need some too."""


class Worker(workers.Worker):
    """A worker process that leaves the processors to whoever answers a person."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(("jeopardice.web.tasks",), limits, GENTLE)

    def too_large(self, size: int) -> JeopardiceError:
        """Names the option that allows more."""
        return too_large("the result", size, self.limits.result or 0)


class Bench:
    """One worker for quick questions, one after another; another takes its place when it dies or takes too long."""

    def __init__(self, limits: Limits, seconds: float) -> None:
        self.limits, self.seconds = limits, seconds
        self.turn = threading.Lock()
        self.places = threading.Semaphore(MOST_WAITING)
        self.closed = False
        self.worker = Worker(limits)

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
                self.worker = Worker(self.limits)
            return self.worker.run(name, arguments, lambda part: None, self.seconds)
        finally:
            self.turn.release()

    def close(self) -> None:
        """Ends the worker."""
        self.closed = True
        with suppress(OSError):
            self.worker.stop()
