"""What games take in memory, in bytes: roughly, and rather too much than too little."""

from __future__ import annotations

from jeopardice.turn import TurnModel

AN_OPTION = 500


def model_bytes(model: TurnModel) -> int:
    """What a turn takes that is not solved."""
    return AN_OPTION * sum(1 for _ in model.options)
