"""Small games of simultaneous play."""

from __future__ import annotations

import jeopardice as jd

SIMULTANEOUS: dict[str, object] = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}
FALLING: list[dict[str, object]] = [
    {"events.bust": [], "events.lose_banked": ["1"]},
    {"bust.streak": 1, "bust.penalty": 2},
]
"""Rules by which scores can decrease."""


def small_hog(goal: int, most: int, **changes: object) -> jd.Rules:
    """Hog at the same moment with up to `most` three-sided dice."""
    dice = {"dice.sides": 3, "goal": goal, "turn.choose_dice": [1, most]}
    return jd.rules("television-hog").replace({**dice, **changes})


def small_pig(goal: int, **changes: object) -> jd.Rules:
    """Pig at the same moment."""
    return jd.rules("pig").replace({**SIMULTANEOUS, "goal": goal, **changes})
