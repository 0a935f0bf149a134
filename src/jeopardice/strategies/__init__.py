"""Ways to play: anything that decides."""

from jeopardice.strategies.base import LooksAt, PolicyStrategy, Strategy
from jeopardice.strategies.builtin import BestHold, DiceCount, HoldAt, KeepPace, MaxScore, Optimal, Rolls
from jeopardice.strategies.card import Card
from jeopardice.strategies.dice_card import DiceCard
from jeopardice.strategies.naming import hold_at, max_score, optimal, strategy
from jeopardice.strategies.own import Choice, Chooser, Own, Position
from jeopardice.strategies.policy import Policy
from jeopardice.strategies.table import Table

__all__ = [
    "BestHold",
    "Card",
    "Choice",
    "Chooser",
    "DiceCard",
    "DiceCount",
    "HoldAt",
    "KeepPace",
    "LooksAt",
    "MaxScore",
    "Optimal",
    "Own",
    "Policy",
    "PolicyStrategy",
    "Position",
    "Rolls",
    "Strategy",
    "Table",
    "hold_at",
    "max_score",
    "optimal",
    "strategy",
]
