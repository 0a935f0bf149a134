"""Where tasks are solved: an executor takes many and yields results as they arrive.

`Processes` has workers on this machine, started once, with a thread for each. A pool of `concurrent.futures` would not
work: one dead worker breaks the whole pool, and its task is not known. `Cluster` sends tasks to `dask.distributed`: a
scheduler and workers that already run, on any machines; the tasks of a lost worker go to another one.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict
from queue import SimpleQueue
from typing import Any, Protocol

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.workers import Limits, LostError, Worker
from jeopardice.sweep.tasks import SweepResult, Task, solve_bundle

MOST_WORKERS = 1024
MODULES = ("jeopardice.sweep.tasks", "jeopardice.solvers.solve")
"""Where a worker finds its task, and a slow import before the first."""
PATIENCE = 5
"""Seconds within which a scheduler must answer."""
BUNDLE = 0.5
"""Estimated seconds of work that are sent to a cluster together."""

SweepResults = Generator[list[SweepResult], None, None]
"""What has finished since the last time, repeatedly; closing it stops the work."""


class Executor(Protocol):
    """Solves tasks somewhere."""

    def results(self, tasks: Sequence[Task]) -> SweepResults:
        """Solve the tasks, the first ones first; each has one result."""
        ...


class Processes:
    """Workers on this machine, one thread each; by default one for each processor."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is None:
            from jeopardice.native.calls import cores

            workers = min(cores(), MOST_WORKERS)
        if not 1 <= workers <= MOST_WORKERS:
            raise InputError(f"workers: {shown(workers)}: it must be from 1 to {MOST_WORKERS:,}")
        self.workers = workers

    def results(self, tasks: Sequence[Task]) -> SweepResults:
        """Hand out the tasks in their order; a worker that dies is replaced."""
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
                for result in found:
                    if isinstance(result, Exception):
                        raise result
                left -= len(found)
                yield [result for result in found if isinstance(result, SweepResult)]
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
                self.finished.put(self._result(task))
                task = self.waiting.popleft()
        except IndexError:  # nothing is left to do
            pass
        except Exception as error:  # raised again where results are awaited
            self.finished.put(error)

    def _result(self, task: Task) -> SweepResult:
        try:
            result: SweepResult = self.worker.run("solve_task", {"task": task})
        except LostError as error:
            if not self.worker.ready:
                raise
            self.worker.close()
            with self.lock:
                if not self.stopped:
                    self.worker = Worker(MODULES, Limits())
            return SweepResult.lost(task.key, str(error))
        return result

    def stop(self) -> None:
        """Stop the worker and its thread."""
        with self.lock:
            self.stopped = True
        self.worker.stop()
        self.thread.join()
        self.worker.close()


class Cluster:
    """The workers of a running scheduler."""

    def __init__(self, scheduler: str, note: Callable[[str], None] = lambda line: None) -> None:
        self.scheduler, self.note = scheduler, note

    def results(self, tasks: Sequence[Task]) -> SweepResults:
        """Submit everything, the first tasks first, and yield what arrives."""
        client = self._client()
        try:
            if not client.scheduler_info(n_workers=-1)["workers"]:
                self.note(f"note: the scheduler {self.scheduler} has no workers yet: waiting for one")
            yield from self._arriving(client, tasks)
        finally:
            # Without waiting for a scheduler that may be gone.
            client.close(timeout=1)

    def _client(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise JeopardiceError("executor: dask: it needs dask.distributed: pip install 'jeopardice[dask]'") from None
        # Its log of many lines is replaced by one error, below.
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            return Client(self.scheduler, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise JeopardiceError(f"scheduler: {shown(self.scheduler)}: no scheduler answers at this address") from None
        except (ValueError, TypeError) as error:
            raise InputError(f"scheduler: {shown(self.scheduler)}: not an address ({error})") from None

    def _arriving(self, client: Any, tasks: Sequence[Task]) -> SweepResults:
        from distributed import KilledWorker, as_completed

        run = secrets.token_hex(8)
        bundles = list(_bundles(tasks))
        futures = [
            client.submit(solve_bundle, [asdict(t) for t in some], key=f"jeopardice-{run}-{place}", priority=-place)
            for place, some in enumerate(bundles)
        ]
        of = {future.key: some for future, some in zip(futures, bundles, strict=True)}
        arriving = as_completed(futures, with_results=True, raise_errors=False, loop=client.loop)
        for batch in arriving.batches():
            for future, result in batch:
                yield self._found(of[future.key], future, result, KilledWorker)

    def _found(self, bundle: list[Task], future: Any, result: Any, killed: type[Exception]) -> list[SweepResult]:
        if future.status == "finished":
            return [SweepResult(**each) for each in result]
        if future.status != "error":
            raise JeopardiceError(f"scheduler: {shown(self.scheduler)}: the scheduler is gone")
        error = future.exception()
        if isinstance(error, killed):
            why = "the workers that tried it died; was there enough memory?"
            return [SweepResult.lost(task.key, why) for task in bundle]
        raise JeopardiceError(f"executor: dask: {error}")


def _bundles(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Tasks as they are sent: long ones singly, short ones together, because each message takes milliseconds."""
    bundle: list[Task] = []
    for task in tasks:
        bundle.append(task)
        if sum(held.cost for held in bundle) >= BUNDLE:
            yield bundle
            bundle = []
    if bundle:
        yield bundle
