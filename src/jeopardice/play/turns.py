"""Solved turns, kept for the next question about them: one takes about a millisecond to work out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple, Protocol

from jeopardice.play.sizes import turn_bytes
from jeopardice.solutions.race import RaceTurn
from jeopardice.solutions.simultaneous_turn import AtOnceTurn

MOST_BYTES = 128 * 2**20
Solved = RaceTurn | AtOnceTurn


class Moment(NamedTuple):
    """Where a turn begins, as the seat to move sees it."""

    scores: tuple[int, ...]
    busts: tuple[int, ...] | None
    to_beat: int
    seat: int


class Turns(Protocol):
    """Where the solved turns of a game are kept; any thread may ask."""

    def get(self, moment: Moment) -> Solved | None:
        """The turn that begins here, if it is kept."""

    def put(self, moment: Moment, turn: Solved) -> None:
        """Keeps a turn, as long as there is room."""


class RecentTurns:
    """The turns that were worked out last, no more than so many bytes of them."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes, self.bytes = most_bytes, 0
        self._kept: OrderedDict[Moment, Solved] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, moment: Moment) -> Solved | None:
        """The turn that begins here, if it is kept."""
        return self._kept.get(moment)

    def put(self, moment: Moment, turn: Solved) -> None:
        """Keeps a turn; the newest stays, however large."""
        with self._lock:
            if moment in self._kept:
                return
            self._kept[moment] = turn
            self.bytes += turn_bytes(turn)
            while self.bytes > self.most_bytes and len(self._kept) > 1:
                self.bytes -= turn_bytes(self._kept.popitem(last=False)[1])
