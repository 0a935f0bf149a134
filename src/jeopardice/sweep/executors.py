"""Where tasks are solved: an executor takes many and yields what has finished, as it finishes.

`Processes` has a few workers on this machine, started once (`jeopardice.sweep.worker`). It is no pool of
`concurrent.futures`, where one dead worker breaks the whole pool and nobody can tell what it was doing.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import Protocol

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.sweep.tasks import Outcome, Task
from jeopardice.sweep.worker import PROGRAM, READY

MOST_WORKERS = 1024
PLENTY = 8
"""Tasks for each worker that are still waiting while a worker is given one in advance."""


Outcomes = Generator[list[Outcome], None, None]
"""What has finished since the last time, again and again; closing it stops the work."""


class Executor(Protocol):
    """Solves tasks somewhere."""

    def outcomes(self, tasks: Sequence[Task]) -> Outcomes:
        """Solves the tasks, the first ones first; each has one outcome."""
        ...


class Processes:
    """Workers on this machine, one thread each; by default one for each processor."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is None:
            from jeopardice.native.calls import cores

            workers = min(cores(), MOST_WORKERS)
        if not 1 <= workers <= MOST_WORKERS:
            raise InputError(f"--workers: {shown(workers)}: it must be from 1 to {MOST_WORKERS:,}")
        self.workers = workers

    def outcomes(self, tasks: Sequence[Task]) -> Outcomes:
        """Hands out the tasks in their order, and another worker takes the place of one that dies."""
        waiting = deque(tasks)
        crew: list[_Worker] = []
        try:
            with selectors.DefaultSelector() as selector:
                for _ in range(min(self.workers, len(tasks))):
                    _join(crew, selector)
                _hand_out(crew, waiting)
                while any(worker.holds for worker in crew):
                    finished: list[Outcome] = []
                    for key, _ in selector.select():
                        worker: _Worker = key.data
                        finished += worker.answers()
                        if worker.gone:
                            selector.unregister(worker.output)
                            crew.remove(worker)
                            finished += worker.lost(waiting)
                            if waiting:
                                _join(crew, selector)
                    # Workers first: what is done with the outcomes may take a moment.
                    _hand_out(crew, waiting)
                    if finished:
                        yield finished
        finally:
            for worker in crew:
                worker.stop()


def _join(crew: list[_Worker], selector: selectors.BaseSelector) -> None:
    worker = _Worker()
    crew.append(worker)
    selector.register(worker.output, selectors.EVENT_READ, worker)


def _hand_out(crew: list[_Worker], waiting: deque[Task]) -> None:
    """A task for everyone who has none, and one in advance as long as there are plenty."""
    for most in (1, 2):
        for worker in crew:
            if len(worker.holds) < most and waiting and (most == 1 or len(waiting) > PLENTY * len(crew)):
                worker.give(waiting.popleft())


class _Worker:
    """A worker process, and the tasks that it holds: it is busy with the first."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us alone
        )
        assert self.process.stdin
        assert self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.holds: deque[Task] = deque()
        self.ready = self.gone = False
        self._unread = b""

    def give(self, task: Task) -> None:
        """Sends a task; should the worker have died, its output says so soon."""
        self.holds.append(task)
        with suppress(BrokenPipeError):
            self.input.write(json.dumps(task.plain()).encode() + b"\n")
            self.input.flush()

    def answers(self) -> list[Outcome]:
        """What it has written."""
        data = os.read(self.output.fileno(), 1 << 16)
        self.gone = not data
        *lines, self._unread = (self._unread + data).split(b"\n")
        found = []
        for answer in map(json.loads, lines):
            if answer == READY:
                self.ready = True
            else:
                self.holds.popleft()
                found.append(Outcome(**answer))
        return found

    def lost(self, waiting: deque[Task]) -> list[Outcome]:
        """After its death: what it was doing is lost, what it had not begun waits again."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)  # its output ends a moment before it does
        self.stop()
        status = self.process.returncode
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        if not self.ready:
            raise JeopardiceError(f"a worker process could not start ({how})")
        if not self.holds:
            return []
        task = self.holds.popleft()
        waiting.extendleft(reversed(self.holds))
        self.holds.clear()
        return [Outcome.lost(task.key, f"the worker process died ({how}); was there enough memory?")]

    def stop(self) -> None:
        """Ends it at once."""
        self.process.kill()
        for stream in (self.input, self.output):
            with suppress(BrokenPipeError):
                stream.close()
        self.process.wait()
