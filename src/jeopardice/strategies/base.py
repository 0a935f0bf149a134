"""A strategy is anything that decides. To the rest of the program it is its turn outcome distributions.

What a strategy looks at says how often it must be asked: only at the turn ("turn"), at the mover's banked score as well
("mover"), or at both scores ("scores"). States that look alike to it share one policy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from itertools import product
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices, Floats
from jeopardice.native.players import Player, player_of, policy_outcomes
from jeopardice.native.simulation import GamePolicies, SimulatedPlayer, simulated_policies
from jeopardice.race.model import RaceModel
from jeopardice.strategies.policy import Policy

LooksAt = Literal["turn", "mover", "scores"]


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
        self,
        race: RaceModel,
        progress: Progress | None = None,
        threads: int | None = None,
        *,
        solo: bool = False,
        within: int | None = None,
    ) -> SimulatedPlayer:
        """The player of simulated games: of two, or solo, where `within` is the number of turns."""

    @abstractmethod
    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> GamePolicies | None:
        """The player of simulated games with carryover; None: best play."""

    def __str__(self) -> str:
        return self.name


class PolicyStrategy(Strategy):
    """A strategy that is written out, once for each situation that it tells apart."""

    takes_wins: ClassVar[bool] = True
    """Whether an option that reaches the goal is taken and banked, whatever the policy says."""

    @abstractmethod
    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """What the strategy sees of two banked scores; equal situations are played alike. Solo, `other` is None."""

    @abstractmethod
    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """How a turn is played in a situation."""

    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> Player:
        """The player, from the turn outcome distributions of all situations."""
        n = race.needed
        check_memory(Estimate(n**2, 24 * n**2, 0))
        policies, which = self._written_out(race, solo=self.looks_at != "scores", progress=progress)
        if which.ndim == 1:
            which = np.repeat(which[:, None], n, axis=1)
        distributions = min(len(policies) * n, n**2)
        check_memory(Estimate(n**2, 8 * distributions * (n + 1), 0))
        rows: list[Floats] = []
        places = np.zeros_like(which)
        for number, policy in enumerate(policies):
            # A policy may not be legal where it is not played, because of a first bank.
            played = which == number
            needs = np.nonzero(played.any(axis=1))[0]
            found = self._outcomes(race, [policy], np.where(played.any(axis=1), 0, -1))
            place_of = np.zeros(n, dtype=np.int32)
            place_of[needs] = len(rows) + np.arange(len(needs))
            rows += list(found[needs])
            places[played] = place_of[np.nonzero(played)[0]]
        return player_of(np.stack(rows), places)

    def turn_outcomes(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """The distributions of a solo player."""
        policies, which = self._written_out(race, solo=True, progress=progress)
        return self._outcomes(race, policies, which)

    def simulated(
        self,
        race: RaceModel,
        progress: Progress | None = None,
        threads: int | None = None,
        *,
        solo: bool = False,
        within: int | None = None,
    ) -> SimulatedPlayer:
        """The player of simulated games, from the policies of all situations."""
        policies, which = self._written_out(race, solo=solo or self.looks_at != "scores", progress=progress)
        choices, first_rolls = _stacked(policies)
        return simulated_policies(race, policies[0].turn, choices, first_rolls, which, takes_wins=self.takes_wins)

    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> GamePolicies:
        """The policies of all situations, and which phase of the race's own turn each of their phases is."""
        policies, which = self._written_out(race, solo=self.looks_at != "scores", progress=progress)
        model = policies[0].model
        places = np.array([race.turn.places[phase.place] for phase in model.phases], dtype=np.int32)
        return GamePolicies(policies[0].turn, *_stacked(policies), which, places, self.takes_wins)

    def _written_out(
        self, race: RaceModel, *, solo: bool, progress: Progress | None
    ) -> tuple[list[Policy], NDArray[np.int32]]:
        """The policies of all situations, and which of them is played by units needed: [mover] or [mover, other]."""
        if solo and self.looks_at == "scores":
            raise JeopardiceError(f"{self.name}: it looks at the other player's score and cannot play solo")
        units = range(1, race.lowest + 1)
        pairs = [(i, None) for i in units] if solo else list(product(units, repeat=2))
        seen = [self.situation(race, _score(race, i), None if j is None else _score(race, j)) for i, j in pairs]
        numbers = {situation: number for number, situation in enumerate(dict.fromkeys(seen))}
        policies = []
        for situation, number in numbers.items():
            if progress:
                progress(number / len(numbers))
            policies.append(self.policy(race, situation, progress))
        which = np.array([numbers[situation] for situation in seen], dtype=np.int32)
        return policies, which if solo else which.reshape(race.lowest, race.lowest)

    def _outcomes(self, race: RaceModel, policies: list[Policy], which: NDArray[Any]) -> Floats:
        """The turn outcome distributions of policies, by what the mover needs; where none is played (-1), zeros."""
        played = which.astype(np.int32)
        return policy_outcomes(race, policies[0].turn, *_stacked(policies), played, takes_wins=self.takes_wins)


def _stacked(policies: list[Policy]) -> tuple[Choices, NDArray[np.int32]]:
    """Policies of one turn, for the core."""
    first_rolls = np.array([policy.first_roll for policy in policies], dtype=np.int32)
    return np.stack([policy.choices for policy in policies]), first_rolls


def _score(race: RaceModel, units: int) -> int:
    """The banked score that needs this number of units."""
    return (race.needed - units) * race.turn.unit
