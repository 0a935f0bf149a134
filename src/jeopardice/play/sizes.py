"""What is kept of games in memory, in bytes: roughly, and rather too much than too little."""

from __future__ import annotations

from jeopardice.solutions.race import RaceTurn
from jeopardice.solutions.simultaneous_turn import AtOnceTurn
from jeopardice.turn import TurnModel

AN_OPTION = 500
A_STATE = 600
"""Of a solved turn: what banks and events are worth in it as well, all as numbers of Python."""
A_NUMBER = 32


def model_bytes(model: TurnModel) -> int:
    """What a turn takes that is not solved."""
    return AN_OPTION * sum(1 for _ in model.options)


def turn_bytes(turn: RaceTurn | AtOnceTurn) -> int:
    """What a solved turn takes, without its model, which it shares with others."""
    if isinstance(turn, AtOnceTurn):
        return A_STATE + A_NUMBER * (len(turn.worth) + len(turn.values) + len(turn.busts))
    return A_STATE * (1 + len(turn.values)) * len(turn.model.phases)
