"""What was found before, kept in memory as long as there is room: what was not used for longest goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from jeopardice.race.positions import Position
from jeopardice.turn.decisions import SolvedTurn

A_TURN = 2_000
"""Bytes that a turn takes besides its values."""


class Shelf:
    """Things by name, no more than so many bytes of them."""

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
        """Forget what was not used for longest, until there is no more than this."""
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
