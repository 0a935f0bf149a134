"""A strategy is anything that decides. The rest of the program sees its turn outcome distributions.

`looks_at` says what a strategy depends on: only the turn ("turn"), the mover's banked score as well ("mover"), or both
scores ("scores"). States that a strategy does not distinguish share one policy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import product
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices, Floats
from jeopardice.native.players import (
    GamePolicies,
    Player,
    SimulatedPlayer,
    player_of,
    policy_outcomes,
    simulated_policies,
)
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.strategies.policy import Policy

LooksAt = Literal["turn", "mover", "scores"]
Ints = NDArray[np.int32]
Situation = Any
"""What a strategy distinguishes in the scores: hashable; each strategy has its own type."""


class Strategy(ABC):
    """A way to play a race."""

    name: str
    looks_at: LooksAt = "turn"

    @abstractmethod
    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> Player:
        """The player of a race of two, for exact results."""

    @abstractmethod
    def turn_outcomes(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """Solo: [units needed - 1, units left], the distribution of where a turn ends."""

    @abstractmethod
    def simulated(
        self, race: RaceModel, aim: Objective, progress: Progress | None, threads: int | None
    ) -> SimulatedPlayer:
        """The player of simulated games: of two for the win, else solo."""

    @abstractmethod
    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> GamePolicies | None:
        """The player of simulated games with carryover; None: best play."""

    def __str__(self) -> str:
        return self.name


class PolicyStrategy(Strategy):
    """A strategy with one policy for each situation that it distinguishes."""

    takes_wins: ClassVar[bool] = True
    """Whether an option that reaches the goal is always taken and banked, whatever the policy says."""

    @abstractmethod
    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """What the strategy distinguishes in two banked scores. `other` is None in solo play."""

    @abstractmethod
    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """How a turn is played in a situation."""

    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> Player:
        """The player, from the turn outcome distributions of all situations."""
        n = race.needed
        check_memory(Estimate(n**2, 24 * n**2, 0))
        policies, which = self._policies(race, solo=self.looks_at != "scores", progress=progress)
        if which.ndim == 1:
            which = np.repeat(which[:, None], n, axis=1)
        check_memory(Estimate(n**2, 8 * min(len(policies) * n, n**2) * (n + 1), 0))
        rows: list[Floats] = []
        places = np.zeros_like(which)
        for number, policy in enumerate(policies):
            # A policy may not be legal where it is not played, because of a first bank.
            played = which == number
            needs = played.any(axis=1)
            places[played] = (len(rows) - 1 + np.cumsum(needs))[np.nonzero(played)[0]]
            rows += list(self._outcomes(race, [policy], np.where(needs, 0, -1))[needs])
        return player_of(np.stack(rows), places)

    def turn_outcomes(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """The distributions of a solo player."""
        policies, which = self._policies(race, solo=True, progress=progress)
        return self._outcomes(race, policies, which)

    def simulated(
        self, race: RaceModel, aim: Objective, progress: Progress | None, threads: int | None
    ) -> SimulatedPlayer:
        """The player of simulated games, from the policies of all situations."""
        policies, which = self._policies(race, solo=aim.name != "win" or self.looks_at != "scores", progress=progress)
        return simulated_policies(race, policies[0].turn, *_stacked(policies), which, takes_wins=self.takes_wins)

    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> GamePolicies:
        """The policies of all situations, and for each of their phases the phase of the race's turn."""
        policies, which = self._policies(race, solo=self.looks_at != "scores", progress=progress)
        places = np.array([race.turn.places[phase.place] for phase in policies[0].model.phases], dtype=np.int32)
        return GamePolicies(policies[0].turn, *_stacked(policies), which, places, self.takes_wins)

    def _policies(self, race: RaceModel, *, solo: bool, progress: Progress | None) -> tuple[list[Policy], Ints]:
        """The policies of all situations, and which is played by units needed: [mover] (solo) or [mover, other]."""
        if solo and self.looks_at == "scores":
            raise JeopardiceError(f"{self.name}: it depends on the other player's score and cannot play solo")
        scores = [(race.needed - units) * race.turn.unit for units in range(1, race.lowest + 1)]
        seen = [self.situation(race, own, other) for own, other in product(scores, [None] if solo else scores)]
        numbers = {situation: number for number, situation in enumerate(dict.fromkeys(seen))}
        policies = []
        for situation, number in numbers.items():
            if progress:
                progress(number / len(numbers))
            policies.append(self.policy(race, situation, progress))
        which = np.array([numbers[situation] for situation in seen], dtype=np.int32)
        return policies, which if solo else which.reshape(len(scores), len(scores))

    def _outcomes(self, race: RaceModel, policies: list[Policy], which: NDArray[Any]) -> Floats:
        """The turn outcome distributions of policies, by what the mover needs; where none is played (-1), zeros."""
        which = which.astype(np.int32)
        return policy_outcomes(race, policies[0].turn, *_stacked(policies), which, takes_wins=self.takes_wins)


def _stacked(policies: list[Policy]) -> tuple[Choices, Ints]:
    """Policies of one turn, for the core."""
    first_rolls = np.array([policy.first_roll for policy in policies], dtype=np.int32)
    return np.stack([policy.choices for policy in policies]), first_rolls
