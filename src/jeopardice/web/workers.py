"""The server's end of a worker process: give it a task, hear of its progress, stop it."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.web.errors import BUSY, BusyError, LateError, LostError, StoppedError
from jeopardice.web.worker import PROGRAM

Tell = Callable[[float], None]
STARTING = 120.0
"""Seconds in which a process must be there, on a machine however busy."""
MOST_WAITING = 8
"""Questions that wait for the bench; each holds one of the server's threads, and others need some too."""


@dataclass(frozen=True)
class Limits:
    """What a worker process may take."""

    memory: int
    """Bytes of the process."""
    result: int
    """Bytes of a result."""
    make_room: Callable[[int], None] = lambda size: None
    """Called with the size of a result before it is read."""


class Worker:
    """A worker process."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM, str(limits.memory), str(limits.result), *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server alone
            )
        except OSError as error:  # too many open files, not enough memory
            raise LostError(f"no process can be started: {error.strerror}") from None
        self.stopped = self.ready = False
        self.late: LostError | None = None
        """Why it was killed, if something took too long."""

    def run(self, name: str, arguments: dict[str, Any], tell: Tell = lambda part: None, limit: float = 600) -> Any:
        """Does a task (`jeopardice.web.tasks`) and returns its result; it is stopped after so many seconds."""
        assert self.process.stdin
        assert self.process.stdout
        try:
            if not self.ready:
                with self._watched(STARTING, LostError(f"its process did not start within {STARTING:g} seconds")):
                    pickle.load(self.process.stdout)
                self.ready = True
            with self._watched(limit, LateError(f"stopped after {limit:g} seconds: this takes too long here")):
                pickle.dump((name, arguments), self.process.stdin, protocol=5)
                self.process.stdin.flush()
                return self._answer(self.process.stdout, tell)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._why_gone() from None

    def _answer(self, output: IO[bytes], tell: Tell) -> Any:
        while True:
            kind, content = pickle.load(output)
            if kind == "progress":
                tell(content)
            elif kind == "size":
                self.limits.make_room(content)
            elif kind == "done":
                return content
            else:
                raise (InputError if kind == "bad input" else JeopardiceError)(content)

    @contextmanager
    def _watched(self, limit: float, why: LostError) -> Iterator[None]:
        """Kills the process if this takes longer."""
        watch = threading.Timer(limit, self._too_late, (why,))
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def _why_gone(self) -> JeopardiceError:
        self.stop(asked=False)
        if self.late:
            return self.late
        if self.stopped:
            return StoppedError("cancelled")
        status = self.process.returncode
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return LostError(f"its process died ({how}); was there enough memory?")

    @property
    def alive(self) -> bool:
        """Whether it can take another task."""
        return self.process.poll() is None

    def _too_late(self, why: LostError) -> None:
        self.late = why
        self.process.kill()

    def stop(self, *, asked: bool = True) -> None:
        """Ends it at once."""
        self.stopped = self.stopped or asked
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Ends it and lets go of its pipes; for whoever has run its tasks."""
        self.stop()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()


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
            return self.worker.run(name, arguments, limit=self.seconds)
        finally:
            self.turn.release()

    def close(self) -> None:
        """Ends the worker."""
        self.closed = True
        with suppress(OSError):
            self.worker.stop()
