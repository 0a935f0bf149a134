"""Family hog: how many dice to roll, in a few rules that a person can memorise.

    If you have 94 points or more, roll 2 dice; else if the other player has 80 or more, roll 9; else roll 5.

Rules for the own score come first, those for higher scores before others.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.policy import Policy

FORMAT = "jeopardice dice card 1"
Rule = tuple[int, int]
"""From this banked score on, roll so many dice."""


@dataclass(frozen=True)
class DiceCard(PolicyStrategy):
    """The numbers to memorise."""

    dice: int
    own: tuple[Rule, ...] = ()
    other: tuple[Rule, ...] = ()
    name: str = "card"
    looks_at: LooksAt = "scores"

    @property
    def integers(self) -> list[int]:
        """The numbers to memorise."""
        return [self.dice, *(number for rule in (*self.own, *self.other) for number in rule)]

    def dice_at(self, own: int, other: int) -> int:
        """How many dice to roll with these banked scores."""
        for rules, score in ((self.own, own), (self.other, other)):
            for start, dice in sorted(rules, reverse=True):
                if score >= start:
                    return dice
        return self.dice

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """The dice to roll."""
        return self.dice_at(own, 0 if other is None else other)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """That of a player who always rolls so many."""
        assert isinstance(situation, int)
        return DiceCount(situation).policy(race, None, progress)

    def to_json(self) -> dict[str, Any]:
        """The card as plain data."""
        return {"format": FORMAT, "dice": self.dice, "own": self.own, "other": self.other}
