"""A strategy is anything that decides. The core makes turn outcome distributions of it.

`looks_at` says what a strategy depends on: only the turn ("turn"), the mover's banked score as well ("mover"), or both
scores ("scores"). States that a strategy does not distinguish share one policy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import product
from typing import Any, ClassVar, Literal

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.native.table import CoreTable, PolicyBook, Seat
from jeopardice.race.carryover import CarryoverState
from jeopardice.race.model import RaceModel
from jeopardice.strategies.policy import Policy

LooksAt = Literal["turn", "mover", "scores"]
Situation = Any
"""What a strategy distinguishes in the scores: hashable; each strategy has its own type."""


class Strategy(ABC):
    """A way to play a race."""

    name: str
    looks_at: LooksAt = "turn"

    @abstractmethod
    def seat(self, table: CoreTable, progress: Progress | None = None) -> Seat:
        """The player at a table of the core: solo, of two, or of more."""

    def __str__(self) -> str:
        return self.name


class PolicyStrategy(Strategy):
    """A strategy with one policy for each situation that it distinguishes."""

    takes_wins: ClassVar[bool] = True
    """Whether an option that reaches the goal is always taken and banked, whatever the policy says."""

    @abstractmethod
    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """What the strategy distinguishes in two banked scores. `other` is None in solo play."""

    def carrying(self, state: CarryoverState | None) -> PolicyStrategy:
        """The strategy as it plays with this carryover, or (None) a last turn; its situations say all of that."""
        return self

    @abstractmethod
    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """How a turn is played in a situation."""

    def seat(self, table: CoreTable, progress: Progress | None = None) -> Seat:
        """The player, from the policies of all situations."""
        solo = table.players == 1
        if solo and self.looks_at == "scores":
            raise JeopardiceError(f"{self.name}: it depends on the other player's score and cannot play solo")
        scores = [(table.model.needed - units) * table.model.turn.unit for units in range(1, table.model.lowest + 1)]
        others: list[int | None] = [None] if solo or self.looks_at != "scores" else list(scores)
        plays, choices = self.plays_by_carry(table)
        states = len(plays) * len(scores) * len(others)
        check_memory(Estimate(states, 24 * states, 0))
        pairs = list(product(scores, others))
        seen = [play.situation(table.model, own, other) for play in plays for own, other in pairs]
        numbers = {situation: number for number, situation in enumerate(dict.fromkeys(seen))}
        policies = []
        for situation, number in numbers.items():
            if progress:
                progress(number / len(numbers))
            policies.append(self.policy(table.model, situation, progress))
        book = book_of(table, policies[0], takes_wins=self.takes_wins)
        for policy in policies:
            policy.added_to(book)
        which = np.array([numbers[situation] for situation in seen]).reshape(len(plays), len(pairs))
        return table.policy_seat(book, which, choices)

    def plays_by_carry(self, table: CoreTable) -> tuple[list[PolicyStrategy], list[int]]:
        """The different ways to play by what is carried over, and which one each state has; that of last turns last."""
        plays: list[PolicyStrategy] = []
        choices = []
        for state in (*table.carryover.all, None):
            play = self.carrying(state)
            if play not in plays:
                plays.append(play)
            choices.append(plays.index(play))
        return plays, choices


def book_of(table: CoreTable, policy: Policy, *, takes_wins: bool) -> PolicyBook:
    """An empty book for policies on the same turn as this one."""
    places = [table.model.turn.places[phase.place] for phase in policy.model.phases]
    return table.policy_book(policy.turn, places, takes_wins=takes_wins)
