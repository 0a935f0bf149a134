"""Games as trees of moves: every position is replayed and judged once, for all records that begin alike.

An analysis asks for a whole game, then for its positions one by one, and for variations.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from jeopardice.play.game import Game, after_move, moved
from jeopardice.play.judge import Judge
from jeopardice.play.record import MOST_MOVES, Record

A_MOVE = 4000
"""Bytes that a position takes."""
MOST_POSITIONS = MOST_MOVES + 1000
"""Positions of a game beyond which they are forgotten."""
JUDGING = 2.0
"""Seconds of one request for chances, the last positions first; the next request continues."""


@dataclass(eq=False)
class KnownPosition:
    """A position, and those after the moves that were made there."""

    game: Game
    after: dict[str, KnownPosition] = field(default_factory=dict)
    chances: tuple[float, ...] | None = None
    """Each seat's chance to win; None where it is not known."""
    is_judged: bool = False


class Course:
    """What is remembered of a game."""

    def __init__(self, start: Game) -> None:
        self.start = KnownPosition(start)
        self.positions = 1

    def follow(self, record: Record) -> list[KnownPosition]:
        """The positions of a record: those that are remembered, and the rest replayed."""
        if self.positions > MOST_POSITIONS:
            self.start, self.positions = KnownPosition(self.start.game), 1
        path = [self.start]
        for number, move in enumerate(record.moves):
            known = path[-1].after.get(move)
            path.append(known or self._add(path[-1], move, after_move(path[-1].game, number, move)))
        return path

    def move(self, record: Record, path: list[KnownPosition], text: str) -> tuple[Record, list[KnownPosition]]:
        """The record and its positions after a move."""
        record, games = moved(record, games_of(path), text)
        before, made = path[: len(record.moves)], record.moves[-1]
        return record, [*before, before[-1].after.get(made) or self._add(before[-1], made, games[-1])]

    def _add(self, position: KnownPosition, move: str, game: Game) -> KnownPosition:
        position.after[move] = known = KnownPosition(game)
        self.positions += 1
        return known

    @property
    def bytes(self) -> int:
        """What it takes; the turn is kept as long as the game, though others may share it."""
        return A_MOVE * self.positions + self.start.game.table.turn_choices.bytes


def games_of(path: Sequence[KnownPosition]) -> list[Game]:
    """The positions of a path."""
    return [position.game for position in path]


def judge_all(path: Sequence[KnownPosition], judge: Judge) -> None:
    """Find the chances at all positions of a path, or as many as there is time for."""
    until = time.monotonic() + JUDGING
    for position in reversed(path):
        if not position.is_judged:
            position.chances, position.is_judged = judge.chances(position.game), True
            if time.monotonic() >= until:
                return


def course_key(record: Record) -> str:
    """The name of a game, independent of its moves."""
    return f"course {replace(record, moves=())!r}"
