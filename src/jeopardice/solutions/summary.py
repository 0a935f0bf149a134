"""What a solution says of itself in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.common.tables import ResultTable, Tabular, facts_table

if TYPE_CHECKING:
    from jeopardice.solutions.certificates import Certificate, Equilibrium
    from jeopardice.solutions.protocol import Solution


class Summarised(Tabular):
    """A solution whose facts are a short table; what only some kinds of solution have is None in the others."""

    certificate: Certificate | None = None
    """Races of up to two players: what certifying has proved."""
    equilibrium: Equilibrium | None = None
    """Races of three and more players: how far the values may be from an equilibrium."""
    floor_error: float | None = None
    """Where penalties have no floor: how far off the value may be because the model has a lowest score."""

    def table(self: Solution) -> ResultTable:
        """The facts of the solution."""
        rules = self.rules
        return facts_table(
            f"{rules.title or rules.where} to {rules.goal:,}",
            objective=str(self.objective),
            value=self.value,
            seats=self.seats if len(self.seats) > 1 else None,
            error_bound=self.error_bound,
            states=self.states,
        )
