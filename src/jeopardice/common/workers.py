"""Worker processes: a task can be stopped, and can crash, without harm to the parent process.

The parent writes tasks to a worker's standard input: the name of a function, its arguments, and whether it takes a
`progress` callback. It reads messages from the worker's standard output: a kind and its content. All are pickled.

    ready                 once, when the modules are imported
    progress   part       at most every OFTEN seconds
    size       bytes      of the result, before it is sent
    too large  bytes      of a result that is not sent
    done       result
    failed     error

A worker ends as soon as its input ends: when it is closed, or when its parent is gone for any reason. It is a
program rather than a `multiprocessing` process, so that a script needs no `if __name__ == "__main__"`.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from typing import Any

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress

PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from jeopardice.common.workers import main; main(sys.argv[1])"
"""What Python runs; the arguments are the set-up of the worker and the parent's module path."""
STARTING = 120.0
"""Seconds in which a process must be ready, however busy the machine is."""
OFTEN = 0.1
"""Seconds between two reports of progress."""
SPARE_BYTES = 2**32
"""Address space that libraries reserve and never use."""


class LostError(JeopardiceError):
    """A worker could not start, has died, or took too long; a retry may succeed."""


class LateError(LostError):
    """A task took longer than allowed; so would a retry."""


class StoppedError(LostError):
    """The work was cancelled."""


@dataclass(frozen=True)
class Limits:
    """The limits of a worker process."""

    memory: int | None = None
    """Bytes of the process."""
    result: int | None = None
    """Bytes of a result."""
    make_room: Callable[[int], None] = lambda size: None
    """Called with the size of a result before it is read."""


class Worker:
    """The parent's end of a worker process; tasks are functions of its first module."""

    def __init__(self, modules: tuple[str, ...], limits: Limits, niceness: int = 0) -> None:
        self.limits = limits
        setup = json.dumps([modules, limits.memory, limits.result, niceness])
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM, setup, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in a terminal does not reach it
            )
        except OSError as error:  # too many open files, not enough memory
            raise LostError(f"no process can be started: {error.strerror}") from None
        self.stopped = self.ready = False
        self.late: LostError | None = None
        """Why it was killed, if something took too long."""

    def run(
        self, name: str, arguments: dict[str, Any], progress: Progress | None = None, limit: float | None = None
    ) -> Any:
        """Do a task and return its result; the worker is killed after `limit` seconds."""
        assert self.process.stdin
        try:
            if not self.ready:
                late = LostError(f"a worker process did not start within {STARTING:g} seconds")
                with self._killed_after(limit and STARTING, late):
                    self._receive()
                self.ready = True
            late = LateError(f"stopped after {limit or 0:g} seconds: this takes too long")
            with self._killed_after(limit, late):
                pickle.dump((name, arguments, progress is not None), self.process.stdin, protocol=5)
                self.process.stdin.flush()
                return self._answer(progress)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._why_gone() from None

    def _receive(self) -> tuple[str, Any]:
        assert self.process.stdout
        message: tuple[str, Any] = pickle.load(self.process.stdout)
        return message

    def _answer(self, progress: Progress | None) -> Any:
        while True:
            match self._receive():
                case "progress", part if progress:
                    progress(part)
                case "size", size:
                    self.limits.make_room(size)
                case "too large", size:
                    raise self.too_large(size)
                case "failed", error:
                    raise error
                case _, result:
                    return result

    def too_large(self, size: int) -> JeopardiceError:
        """Why a result is refused."""
        return JeopardiceError(f"the result has {size:,} bytes: at most {self.limits.result:,} are allowed")

    @contextmanager
    def _killed_after(self, limit: float | None, why: LostError) -> Iterator[None]:
        if limit is None:
            yield
            return
        watch = threading.Timer(limit, self._too_late, (why,))
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def _too_late(self, why: LostError) -> None:
        self.late = why
        self.process.kill()

    def _why_gone(self) -> LostError:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)  # its output ends a moment before it does
        self.stop(asked=False)
        if self.late:
            return self.late
        if self.stopped:
            return StoppedError("cancelled")
        status = self.process.returncode
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        if not self.ready:
            return LostError(f"a worker process could not start ({how})")
        return LostError(f"the worker process died ({how}); was there enough memory?")

    @property
    def alive(self) -> bool:
        """Whether it can take another task."""
        return self.process.poll() is None

    def stop(self, *, asked: bool = True) -> None:
        """End it immediately; any thread may do that."""
        self.stopped = self.stopped or asked
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End it and close its pipes; for the thread that runs its tasks."""
        self.stop()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()


def main(setup: str) -> None:
    """Run tasks as they arrive: the program of a worker."""
    # Other output must not come between the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    waiting: SimpleQueue[tuple[str, dict[str, Any], bool]] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    modules, memory, most_result, niceness = json.loads(setup)
    _be_modest(memory, niceness)

    def send(kind: str, content: Any = None) -> None:
        message = pickle.dumps((kind, content), protocol=5)
        if kind == "done":
            if most_result is not None and len(message) > most_result:
                return send("too large", len(message))
            send("size", len(message))
        try:
            output.write(message)
            output.flush()
        except BrokenPipeError:  # the parent no longer waits
            os._exit(0)

    reported = 0.0

    def progress(part: float) -> None:
        nonlocal reported
        if time.monotonic() - reported >= OFTEN:
            reported = time.monotonic()
            send("progress", min(1.0, max(0.0, float(part))))

    tasks, *_ = map(import_module, modules)
    send("ready")
    while True:
        name, arguments, takes_progress = waiting.get()
        try:
            send("done", getattr(tasks, name)(**arguments, **({"progress": progress} if takes_progress else {})))
        except JeopardiceError as error:
            send("failed", (InputError if isinstance(error, InputError) else JeopardiceError)(str(error)))
        except MemoryError:
            send("failed", JeopardiceError("not enough memory"))
        except RecursionError:
            send("failed", JeopardiceError("the rules are nested too deeply"))


def _be_modest(memory: int | None, niceness: int) -> None:
    """Lower the priority, and be the first to be killed when memory runs out."""
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("900")
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory + SPARE_BYTES,) * 2)


def _listen(waiting: SimpleQueue[tuple[str, dict[str, Any], bool]]) -> None:
    # Not sys.stdin: Python aborts if it exits while a thread reads that.
    with suppress(EOFError, pickle.UnpicklingError), open(0, "rb", closefd=False) as tasks:
        while True:
            waiting.put(pickle.load(tasks))
    os._exit(0)
