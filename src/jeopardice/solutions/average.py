"""Points a turn in the long run with penalties for busts in a row (objective `average`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jeopardice.common.errors import InputError, shown
from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position, PositionGiven
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.solutions.turn import TurnSolution
from jeopardice.turn import TurnModel

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy

SETTLED = 1e-13
"""Newton steps end when the points a turn change by less, relatively."""


@dataclass(frozen=True, repr=False)
class AverageSolution(SolutionBase):
    """The best points a turn in the long run, and the turn to play after each number of busts in a row."""

    model: TurnModel
    turns: tuple[TurnSolution, ...]
    """turns[k]: the best turn after k busts in a row; what a bust leads to is part of its value."""

    objective = Objective("average")

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.model.rules

    @property
    def value(self) -> Number:
        """The points a turn in the long run."""
        return self.turns[0].value

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.turns[0].exact

    @property
    def error_bound(self) -> float:
        """A bound on the error of the value: the rounding errors of all turns, and the size of Newton's last step."""
        if len(self.turns) == 1 or self.exact:
            return self.turns[0].error_bound
        settled = SETTLED * max(1.0, abs(float(self.value)))
        return sum(turn.error_bound for turn in self.turns) + len(self.turns) * settled

    @property
    def states(self) -> int:
        """How many states were solved."""
        return sum(turn.states for turn in self.turns)

    @property
    def shares(self) -> tuple[Number, ...]:
        """The share of all turns that are played after 0, 1, 2, … busts in a row."""
        reached: list[Number] = [self.turns[0].number(1)]
        for turn in self.turns[:-1]:
            reached.append(reached[-1] * turn.bust_probability)
        return tuple(chance / sum(reached) for chance in reached)

    @property
    def bust_probability(self) -> Number:
        """The part of all turns that ends with a bust."""
        turns = zip(self.shares, self.turns, strict=True)
        return sum((chance * turn.bust_probability for chance, turn in turns), self.turns[0].number(0))

    def turn_after(self, busts: int) -> TurnSolution:
        """The turn of a player who has just had this number of busts in a row."""
        if not 0 <= busts < len(self.turns):
            raise InputError(f"busts: {shown(busts)}: busts in a row so far must be from 0 to {len(self.turns) - 1}")
        return self.turns[busts]

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> TurnSolution:
        """The turn that a position is part of: `turn_at(busts=(2,))`."""
        busts = Position.of(position, **fields).busts or (0,)
        if len(busts) != 1:
            raise InputError(f"busts: {shown(busts)}: objective average needs one number of busts in a row")
        return self.turn_after(busts[0])

    def strategy(self) -> Strategy:
        """There is no strategy for matches that counts busts in a row."""
        raise InputError("objective: average: only solutions for win and score are strategies")
