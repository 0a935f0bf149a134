"""Where tasks are solved: an executor takes many and yields what has finished, as it finishes.

`Processes` has a few workers on this machine, started once, with a thread for each. It is no pool of
`concurrent.futures`, where one dead worker breaks the whole pool and nobody can tell what it was doing.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Sequence
from queue import SimpleQueue
from typing import Protocol

from jeopardice.common.errors import InputError, shown
from jeopardice.common.workers import Limits, LostError, Worker
from jeopardice.sweep.tasks import SweepResult, Task

MOST_WORKERS = 1024
MODULES = ("jeopardice.sweep.tasks", "jeopardice.solvers.solve")
"""Where a worker finds its task, and the long import before the first."""


SweepResults = Generator[list[SweepResult], None, None]
"""What has finished since the last time, again and again; closing it stops the work."""


class Executor(Protocol):
    """Solves tasks somewhere."""

    def outcomes(self, tasks: Sequence[Task]) -> SweepResults:
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

    def outcomes(self, tasks: Sequence[Task]) -> SweepResults:
        """Hands out the tasks in their order, and another worker takes the place of one that dies."""
        waiting = deque(tasks)
        finished: SimpleQueue[SweepResult | Exception] = SimpleQueue()
        crew: list[_Pair] = []
        try:
            while waiting and len(crew) < self.workers:
                crew.append(_Pair(waiting, finished))
            left = len(tasks)
            while left:
                found = [finished.get()]
                while not finished.empty():
                    found.append(finished.get())
                for outcome in found:
                    if isinstance(outcome, Exception):
                        raise outcome
                left -= len(found)
                yield [outcome for outcome in found if isinstance(outcome, SweepResult)]
        finally:
            for pair in crew:
                pair.stop()


class _Pair:
    """A worker, and the thread that hands it one task after another."""

    def __init__(self, waiting: deque[Task], finished: SimpleQueue[SweepResult | Exception]) -> None:
        self.waiting, self.finished = waiting, finished
        self.lock, self.stopped = threading.Lock(), False
        self.worker = Worker(MODULES, Limits())
        self.thread = threading.Thread(target=self._work, args=(waiting.popleft(),), daemon=True)
        self.thread.start()

    def _work(self, task: Task) -> None:
        try:
            while not self.stopped:
                self.finished.put(self._outcome(task))
                task = self.waiting.popleft()
        except IndexError:  # nothing is left to do
            pass
        except Exception as error:  # raised again by whoever waits for outcomes
            self.finished.put(error)

    def _outcome(self, task: Task) -> SweepResult:
        try:
            outcome: SweepResult = self.worker.run("solve_task", {"task": task})
        except LostError as error:
            if not self.worker.ready:
                raise
            self.worker.close()
            with self.lock:
                if not self.stopped:
                    self.worker = Worker(MODULES, Limits())
            return SweepResult.lost(task.key, str(error))
        return outcome

    def stop(self) -> None:
        """Ends both at once."""
        with self.lock:
            self.stopped = True
        self.worker.stop()
        self.thread.join()
        self.worker.close()
