"""What solutions have in common: each defines `turn_at` and its numbers, the rest follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jeopardice.common.numbers import Number
from jeopardice.common.tables import ResultTable, Tabular, facts_table
from jeopardice.race.positions import Position, PositionGiven, RollGiven, advise_position
from jeopardice.turn.advice import Advice

if TYPE_CHECKING:
    from jeopardice.solutions.certificates import Certificate, Equilibrium
    from jeopardice.solutions.protocol import Solution


class SolutionBase(Tabular):
    """The parts of the protocol that follow from the others; what only some kinds of solution have is None here."""

    certificate: Certificate | None = None
    """Races of up to two players: what certifying has proved."""
    equilibrium: Equilibrium | None = None
    """Races of three or more players: how far the values may be from an equilibrium."""
    floor_error: float | None = None
    """Where penalties have no floor: how far off the value may be because the model has a lowest score."""

    def __repr__(self: Solution) -> str:
        seats = ", ".join(f"{float(seat):.6g}" for seat in self.seats)
        return f"<{type(self).__name__} of {self.rules.where}: {self.objective} {seats}, {self.states:,} states>"

    def table(self: Solution) -> ResultTable:
        """The facts of the solution, for a notebook."""
        rules = self.rules
        return facts_table(
            f"{rules.title or rules.where} to {rules.goal:,}",
            objective=str(self.objective),
            value=self.value,
            seats=self.seats if len(self.seats) > 1 else None,
            error_bound=self.error_bound,
            states=self.states,
        )

    @property
    def seats(self: Solution) -> tuple[Number, ...]:
        """Each seat's value; solo objectives have one."""
        return (self.value,)

    def value_at(self: Solution, position: PositionGiven = (), **fields: Any) -> Number:
        """The mover's value of a position before a roll: see `Position`, whose fields may be given as keywords."""
        return self.advise(position, **fields).value

    def chances_at(self: Solution, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Every seat's value at the start of a turn, the mover's first; solo objectives have one."""
        return (self.value_at(position, **fields),)

    def advise(self: Solution, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> Advice:
        """Every legal action of a position, or of a roll made there, the best first.

        `advise((3500, 4200), turn=650, roll="115346")`: the other fields of a `Position` may be given as keywords.
        """
        at = Position.of(position, **fields)
        return advise_position(self.turn_at(at), at, roll)
