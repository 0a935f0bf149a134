"""One turn as a small automaton: phases, rolls, outcomes, options and events."""

from jeopardice.turn.build import turn_model
from jeopardice.turn.model import Option, Outcome, Phase, Place, Roll, TurnModel
from jeopardice.turn.restrict import holding_at, restricted, rolling_exactly
from jeopardice.turn.scoring import Event

__all__ = [
    "Event",
    "Option",
    "Outcome",
    "Phase",
    "Place",
    "Roll",
    "TurnModel",
    "holding_at",
    "restricted",
    "rolling_exactly",
    "turn_model",
]
