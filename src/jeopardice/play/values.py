"""The interface through which play learns what positions are worth."""

from __future__ import annotations

from typing import Protocol

from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Advice
from jeopardice.turn.decisions import SolvedTurn


class PositionValues(Protocol):
    """The values of a game's positions: every solution for the win has them."""

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def objective(self) -> Objective:
        """What it was solved for."""

    def turn_at(self, position: Position, /) -> SolvedTurn:
        """The turn that a position is part of, solved."""

    def chances_at(self, position: Position, /) -> tuple[Number, ...]:
        """Everyone's chance of winning at the start of a turn, the mover's first."""

    def advise(self, position: Position, /) -> Advice:
        """Every legal action of a position; in simultaneous play how often each is made."""
