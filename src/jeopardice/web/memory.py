"""The memory of the server process: a stated limit for all of it.

    limit = BASE (Python, the libraries, the app) + WORK (requests that are being answered) + what is kept

What is kept lies on shelves that count its bytes. Sizes are estimates, rather too large; so where the
operating system reports how much memory the process has, `check` compares, and makes room if that is too much.
Solves and other jobs run in other processes, with another limit.
"""

from __future__ import annotations

import ctypes
import gc
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from jeopardice.race.positions import Position
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.web.errors import BASE, BUSY, TURNS, WORK, BusyError, too_large

FULL, ENOUGH = 0.9, 0.8
"""Parts of the limit: above the first, things are forgotten until less than the second is in use."""
PAUSE = 5.0
"""Seconds until the next try where that was not enough."""
A_TURN = 2_000
"""Bytes that a turn takes besides its values."""


class Memory:
    """What the server keeps, and what it is working on."""

    def __init__(self, limit: int, forget: Sequence[Callable[[], None]] = ()) -> None:
        self.limit = limit
        self.forget = forget
        """How to free memory besides the shelves, the cheapest way first."""
        kept = limit - BASE - WORK
        self.shelf = Shelf(kept - kept // TURNS)
        self.turns = Shelf(kept // TURNS)
        self._in_use = 0
        self._not_before = 0.0
        self._lock = threading.Lock()

    @property
    def most_result_bytes(self) -> int:
        """The largest result of a job: while it is read it takes twice as much."""
        return self.shelf.most_bytes // 2

    @contextmanager
    def work(self, size: int) -> Iterator[None]:
        """Count the bytes that answering a request takes; refuse it while others take too many."""
        if size > self.shelf.most_bytes:
            raise too_large("an answer", size, self.shelf.most_bytes)
        with self._lock:
            if self._in_use and self._in_use + size > WORK:
                raise BusyError(BUSY)
            self._in_use += size
        try:
            if size > WORK:
                self.shelf.shrink(self.shelf.most_bytes - size)
            yield
        finally:
            with self._lock:
                self._in_use -= size

    def make_room(self, result: int) -> None:
        """Forget as much as a result takes while it is read."""
        self.shelf.shrink(self.shelf.most_bytes - 2 * result)

    def check(self) -> None:
        """Make room if the process has almost as much memory as allowed: first what is easy to recompute."""
        if resident() < FULL * self.limit or time.monotonic() < self._not_before:
            return
        for step in self._steps():
            step()
            if resident() <= ENOUGH * self.limit:
                return
        self._not_before = time.monotonic() + PAUSE  # the rest is in use

    def _steps(self) -> Iterator[Callable[[], None]]:
        yield from self.forget
        yield release
        while self.shelf.things or self.turns.things:
            yield self._halve

    def _halve(self) -> None:
        self.turns.shrink(self.turns.bytes // 2)
        self.shelf.shrink(self.shelf.bytes // 2)
        release()


def resident() -> int:
    """The bytes of memory that this process has; 0 where the operating system does not report it."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def release() -> None:
    """Give memory that is not in use back to the operating system."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Shelf:
    """Things by name, up to a number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self.things: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, name: str) -> Any:
        """The thing, or None."""
        with self.lock:
            if name not in self.things:
                return None
            self.things.move_to_end(name)
            return self.things[name][0]

    def __contains__(self, name: str) -> bool:
        return name in self.things

    def size_of(self, name: str) -> int:
        """The bytes of a thing; 0 if it is not kept."""
        return self.things.get(name, (None, 0))[1]

    def put(self, name: str, thing: Any, size: int) -> None:
        """Keep a thing, unless it would take more than half of the room."""
        with self.lock:
            self._remove(name)
            if self.has_room_for(size):
                self.things[name] = (thing, size)
                self.bytes += size
                self._shrink(self.most_bytes)

    def has_room_for(self, size: int) -> bool:
        """Whether a thing of this size is kept at all."""
        return size <= self.largest

    @property
    def largest(self) -> int:
        """The bytes of the largest thing that is kept."""
        return self.most_bytes // 2

    def shrink(self, most_bytes: int) -> None:
        """Forget the least recently used things, until at most this many bytes are left."""
        with self.lock:
            self._shrink(most_bytes)

    def _shrink(self, most_bytes: int) -> None:
        while self.things and self.bytes > most_bytes:
            self._remove(next(iter(self.things)))

    def _remove(self, name: str) -> None:
        if name in self.things:
            self.bytes -= self.things.pop(name)[1]


class ShelvedTurns:
    """The solved turns of one solution, on a shelf with those of others."""

    def __init__(self, shelf: Shelf, solution: str) -> None:
        self.shelf, self.solution = shelf, solution

    def get(self, start: Position) -> SolvedTurn | None:
        """The turn that starts here, if it is kept."""
        found: SolvedTurn | None = self.shelf.get(self._name(start))
        return found

    def put(self, start: Position, turn: SolvedTurn) -> None:
        """Keep a turn, unless it would take the place of many others."""
        size = A_TURN + turn.bytes
        if size <= self.shelf.most_bytes // 4:
            self.shelf.put(self._name(start), turn, size)

    def _name(self, start: Position) -> str:
        return f"{self.solution} {start}"
