"""Strategies: anything that decides."""

from jeopardice.strategies.base import PolicyStrategy, Strategy
from jeopardice.strategies.builtin import BestHold, DiceCount, HoldAt, KeepPace, MaxScore, Optimal, Rolls
from jeopardice.strategies.card import Card, CarriedLine, DiceCard
from jeopardice.strategies.custom import Chooser, CustomStrategy, LegalChoice, SeenPosition
from jeopardice.strategies.naming import StrategyLike, hold_at, max_score, optimal, strategy

__all__ = [
    "BestHold",
    "Card",
    "CarriedLine",
    "Chooser",
    "CustomStrategy",
    "DiceCard",
    "DiceCount",
    "HoldAt",
    "KeepPace",
    "LegalChoice",
    "MaxScore",
    "Optimal",
    "PolicyStrategy",
    "Rolls",
    "SeenPosition",
    "Strategy",
    "StrategyLike",
    "hold_at",
    "max_score",
    "optimal",
    "strategy",
]
