"""Tasks on a cluster of `dask.distributed`: a scheduler and workers that somebody has started, anywhere.

The cluster solves the tasks of a worker that is lost on another one; an outcome is counted once, when it arrives here.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.sweep.executors import SweepResults
from jeopardice.sweep.tasks import SweepResult, Task, solve_bundle

PATIENCE = 5
"""Seconds in which a scheduler must answer."""
BUNDLE = 0.5
"""Estimated seconds of work that are sent together."""


class Cluster:
    """The workers of a running scheduler."""

    def __init__(self, scheduler: str, tell: Callable[[str], None] = lambda line: None) -> None:
        self.scheduler, self.tell = scheduler, tell

    def outcomes(self, tasks: Sequence[Task]) -> SweepResults:
        """Submits everything, the first tasks first, and yields what arrives."""
        client = self._client()
        try:
            if not client.scheduler_info(n_workers=-1)["workers"]:
                self.tell(f"note: the scheduler {self.scheduler} has no workers yet: waiting for one")
            yield from self._arriving(client, tasks)
        finally:
            # Without waiting for a scheduler that may be gone.
            client.close(timeout=1)

    def _client(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise JeopardiceError(
                "--executor: dask: it needs dask.distributed: pip install 'jeopardice[dask]'"
            ) from None
        # What it has to say in many lines is told in one, below.
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            return Client(self.scheduler, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise JeopardiceError(f"--scheduler: {shown(self.scheduler)}: no scheduler answers there") from None
        except (ValueError, TypeError) as error:
            raise InputError(f"--scheduler: {shown(self.scheduler)}: no address ({error})") from None

    def _arriving(self, client: Any, tasks: Sequence[Task]) -> SweepResults:
        from distributed import KilledWorker, as_completed

        run = secrets.token_hex(8)
        bundles = list(_bundles(tasks))
        futures = [
            client.submit(solve_bundle, [t.plain() for t in some], key=f"jeopardice-{run}-{place}", priority=-place)
            for place, some in enumerate(bundles)
        ]
        of = {future.key: some for future, some in zip(futures, bundles, strict=True)}
        arriving = as_completed(futures, with_results=True, raise_errors=False, loop=client.loop)
        for batch in arriving.batches():
            for future, result in batch:
                yield self._found(of[future.key], future, result, KilledWorker)

    def _found(self, bundle: list[Task], future: Any, result: Any, killed: type[Exception]) -> list[SweepResult]:
        if future.status == "finished":
            return [SweepResult(**outcome) for outcome in result]
        if future.status != "error":
            raise JeopardiceError(f"--scheduler: {shown(self.scheduler)}: the scheduler is gone")
        error = future.exception()
        if isinstance(error, killed):
            return [
                SweepResult.lost(task.key, "the workers that tried it died; was there enough memory?")
                for task in bundle
            ]
        raise JeopardiceError(f"--executor: dask: {error}")


def _bundles(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Tasks as they are sent: alone when they are long, else together, for each journey takes milliseconds."""
    bundle: list[Task] = []
    for task in tasks:
        bundle.append(task)
        if sum(held.cost for held in bundle) >= BUNDLE:
            yield bundle
            bundle = []
    if bundle:
        yield bundle
