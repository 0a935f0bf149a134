"""The interface through which play learns the values of positions, and the solved turns that it remembers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Advice
from jeopardice.turn.decisions import SolvedTurn

MOST_BYTES = 128 * 2**20
"""Bytes of solved turns that are remembered; one takes about a millisecond to recompute."""


class PositionValues(Protocol):
    """The values of a game's positions: every solution for the win has them."""

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def objective(self) -> Objective:
        """What it was solved for."""

    def turn_at(self, position: Position, /) -> SolvedTurn:
        """The solved turn that a position is part of."""

    def chances_at(self, position: Position, /) -> tuple[Number, ...]:
        """Each player's chance of winning at the start of a turn, the mover's first."""

    def advise(self, position: Position, /) -> Advice:
        """Every legal action of a position; in simultaneous play how often each is made."""


class KeptTurns(Protocol):
    """Remembers solved turns of a game, by the position at their start, for any thread."""

    def get(self, start: Position) -> SolvedTurn | None:
        """The turn that starts here, if it is kept."""

    def put(self, start: Position, turn: SolvedTurn) -> None:
        """Keep a turn while there is room."""


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
