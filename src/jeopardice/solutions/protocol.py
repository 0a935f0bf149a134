"""What every solution answers, whatever the number of players, the carryover and the objective."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import PositionGiven, RollGiven
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Advice
from jeopardice.turn.decisions import SolvedTurn

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy


class Solution(Protocol):
    """A solved game.

    Positions are given as a `Position`, or as banked scores with the other fields of a position as keywords:
    `value_at((3500, 4200), busts=(1, 0))`.
    """

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def objective(self) -> Objective:
        """What it was solved for."""

    @property
    def value(self) -> Number:
        """The value for the player who begins: the chance of winning, expected points or turns, …"""

    @property
    def seats(self) -> tuple[Number, ...]:
        """Each seat's value."""

    @property
    def error_bound(self) -> float | None:
        """A proven bound on the error of the value; None if there is none."""

    @property
    def floor_error(self) -> float | None:
        """Where penalties have no floor: how far off the value may be because the model has a lowest score."""

    @property
    def states(self) -> int:
        """How many states were solved."""

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""

    def value_at(self, position: PositionGiven = (), **fields: Any) -> Number:
        """The mover's value of a position, before a roll."""

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Every seat's value at the start of a turn, the mover's first."""

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> SolvedTurn:
        """The turn that a position is part of, solved."""

    def advise(self, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> Advice:
        """Every legal action of a position, or of a roll made there, the best first."""

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
