"""One turn, solved for the most expected points."""

from __future__ import annotations

from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.rulebook import Rules
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers import exact_turn
from jeopardice.turn import restricted, turn_model


def solve_turn(
    rules: Rules, strategy: str = "optimal", *, exact: bool = False, progress: Progress | None = None
) -> TurnSolution:
    """Solve one turn for the most expected points (objective `score`), in floating point or in exact fractions.

    `strategy` leaves fewer choices: "hold-at:20" banks at 20 or more, "rolls:5" makes exactly five rolls.
    """
    model = restricted(turn_model(rules, progress), strategy)
    if exact:
        return TurnSolution(model, exact_turn.solve_turn(model, progress))
    return TurnSolution(model, native.solve_turn(model, progress=progress))
