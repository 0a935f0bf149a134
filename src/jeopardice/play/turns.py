"""Solved turns, kept for the next question about them: one takes about a millisecond to recompute."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

from jeopardice.race.positions import Position
from jeopardice.turn.decisions import SolvedTurn

MOST_BYTES = 128 * 2**20


class KeptTurns(Protocol):
    """Where the solved turns of a game are kept, by the position at their start; any thread may ask."""

    def get(self, start: Position) -> SolvedTurn | None:
        """The turn that starts here, if it is kept."""

    def put(self, start: Position, turn: SolvedTurn) -> None:
        """Keep a turn as long as there is room."""


class RecentTurns:
    """The most recent turns, up to a number of bytes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes, self.bytes = most_bytes, 0
        self._kept: OrderedDict[Position, SolvedTurn] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, start: Position) -> SolvedTurn | None:
        """The turn that starts here, if it is kept."""
        return self._kept.get(start)

    def put(self, start: Position, turn: SolvedTurn) -> None:
        """Keep a turn; the newest stays, however large."""
        with self._lock:
            if start in self._kept:
                return
            self._kept[start] = turn
            self.bytes += turn.bytes
            while self.bytes > self.most_bytes and len(self._kept) > 1:
                self.bytes -= self._kept.popitem(last=False)[1].bytes
