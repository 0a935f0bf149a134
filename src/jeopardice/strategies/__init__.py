"""Ways to play: anything that decides."""

from jeopardice.strategies.base import LooksAt, PolicyStrategy, Strategy
from jeopardice.strategies.builtin import DiceCount, HoldAt, KeepPace, MaxScore, Optimal, Rolls
from jeopardice.strategies.naming import strategy
from jeopardice.strategies.policy import Policy

__all__ = [
    "DiceCount",
    "HoldAt",
    "KeepPace",
    "LooksAt",
    "MaxScore",
    "Optimal",
    "Policy",
    "PolicyStrategy",
    "Rolls",
    "Strategy",
    "strategy",
]
