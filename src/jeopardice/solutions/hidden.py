"""A solved game with hidden information: both players choose at the same moment and see little of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import jeopardice
from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import PositionGiven, RollGiven
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.turn.advice import MixedAdvice
from jeopardice.turn.decisions import SolvedTurn

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy


class HiddenSolution(SolutionBase, ABC):
    """A strategy for each player, and what the two are proven to win."""

    rules: Rules
    points: tuple[int, int]
    """The points that the first and the second player have to go at the start."""
    low: float
    """The first strategy wins at least this often, whatever the second player does."""
    high: float
    """No first player wins more than this against the second strategy."""
    objective = Objective("win")
    exact = False

    @property
    @abstractmethod
    def states(self) -> int:
        """The number of situations that a strategy covers."""

    @property
    def seats(self) -> tuple[Number, ...]:
        """Each player's chance of winning: from equal points a half, else the middle of what is proven."""
        first = 0.5 if self.points[0] == self.points[1] else (self.low + self.high) / 2
        return first, 1 - first

    @property
    def value(self) -> Number:
        """The first player's chance of winning minus the second's."""
        return self.seats[0] - self.seats[1]

    @property
    def error_bound(self) -> float:
        """The proven distance between the two players' guarantees, as a difference of chances to win."""
        return 2 * (self.high - self.low)

    @property
    def exploitability(self) -> float:
        """The most that an opponent of either strategy can win beyond the value of the game: proven."""
        equal = self.points[0] == self.points[1]
        return max(0.5 - self.low, self.high - 0.5) if equal else self.high - self.low

    @abstractmethod
    def player(self, seat: int) -> Any:
        """Best play of a seat: a player of `jeopardice.solvers.hidden.players`."""

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Both players' chances of winning, the mover's first, given what the mover knows."""
        chance = (1 + self.value_at(position, **fields)) / 2
        return chance, 1 - chance

    @abstractmethod
    def advise(self, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> MixedAdvice:
        """How often best play rolls each number of dice; see `Position.round` and `Position.history`.

        The value of a number of dice is the difference between the players' chances if both play best from then on.
        """

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> SolvedTurn:
        """Refuse: a turn cannot be solved without the other player's score."""
        require("turn", self.rules)
        raise AssertionError("hidden information has no turns")

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        return jeopardice.strategies.optimal(self)
