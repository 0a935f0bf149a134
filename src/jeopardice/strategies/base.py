"""A strategy is anything that decides. To the rest of the program it is a player: where each of its turns leads.

What a strategy looks at says how often it must be asked: at the turn alone ("turn"), at the own banked score as well
("mover"), or at both scores ("scores"). States that look alike to it share one policy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import replace
from itertools import product
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.race import CoreRace, Floats, check_memory, core_rules
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.strategies.policy import Choices, Policy

LooksAt = Literal["turn", "mover", "scores"]


class Strategy(ABC):
    """A way to play a race."""

    name: str
    looks_at: LooksAt = "turn"

    @abstractmethod
    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> _core.Player:
        """The player of a race of two, for exact results."""

    @abstractmethod
    def landings(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """Playing alone: [units needed - 1, units left]: where each turn leads."""

    @abstractmethod
    def roller(
        self,
        race: RaceModel,
        progress: Progress | None = None,
        threads: int | None = None,
        *,
        alone: bool = False,
        within: int | None = None,
    ) -> _core.Roller:
        """The player for games by chance: of two, or alone, where `within` says how many turns there are."""

    @abstractmethod
    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> _core.GamePolicies | None:
        """The player for whole games by chance, with everything that lasts between turns; None: best play."""

    def __str__(self) -> str:
        return self.name


class PolicyStrategy(Strategy):
    """A strategy that is written out, once for each situation that it tells apart."""

    takes_wins: ClassVar[bool] = True
    """Whether an option that reaches the goal is taken and banked, whatever the policy says."""

    @abstractmethod
    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """What the strategy sees of two banked scores; equal situations are played alike. Alone, `other` is None."""

    @abstractmethod
    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """How a turn is played in a situation."""

    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> _core.Player:
        """The player, from the landings of all situations."""
        n = race.needed
        estimate = CoreRace(race).estimate(Objective("win"))
        check_memory(replace(estimate, memory=24 * n**2))
        policies, which = self._written_out(race, alone=self.looks_at != "scores", progress=progress)
        if which.ndim == 1:
            which = np.repeat(which[:, None], n, axis=1)
        landings = min(len(policies) * n, n**2)
        check_memory(replace(estimate, memory=8 * landings * (n + 1)))
        rows: list[Floats] = []
        places = np.zeros_like(which)
        for number, policy in enumerate(policies):
            # A policy may not be legal where it is not played, because of a first bank.
            played = which == number
            needs = np.nonzero(played.any(axis=1))[0]
            followed = self._followed(race, [policy], np.where(played.any(axis=1), 0, -1))
            place_of = np.zeros(n, dtype=np.int32)
            place_of[needs] = len(rows) + np.arange(len(needs))
            rows += list(followed[needs])
            places[played] = place_of[np.nonzero(played)[0]]
        return _core.Player.known(np.stack(rows), places)

    def landings(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """The landings of a player alone."""
        policies, which = self._written_out(race, alone=True, progress=progress)
        return self._followed(race, policies, which)

    def roller(
        self,
        race: RaceModel,
        progress: Progress | None = None,
        threads: int | None = None,
        *,
        alone: bool = False,
        within: int | None = None,
    ) -> _core.Roller:
        """The player for games by chance, from the policies of all situations."""
        policies, which = self._written_out(race, alone=alone or self.looks_at != "scores", progress=progress)
        choices, first_rolls = _stacked(policies)
        return _core.Roller.policies(
            policies[0].turn, core_rules(race, 0), choices, first_rolls, which, self.takes_wins
        )

    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> _core.GamePolicies:
        """The policies of all situations, and which phase of the race's own turn each of their phases is."""
        policies, which = self._written_out(race, alone=self.looks_at != "scores", progress=progress)
        model = policies[0].model
        places = np.array([race.turn.places[phase.place] for phase in model.phases], dtype=np.int32)
        return _core.GamePolicies(policies[0].turn, *_stacked(policies), which, places, self.takes_wins)

    def _written_out(
        self, race: RaceModel, *, alone: bool, progress: Progress | None
    ) -> tuple[list[Policy], NDArray[np.int32]]:
        """The policies of all situations, and which of them is played by units needed: [mover] or [mover, other]."""
        if alone and self.looks_at == "scores":
            raise JeopardiceError(f"{self.name}: it looks at the other player's score and cannot play alone")
        units = range(1, race.lowest + 1)
        pairs = [(i, None) for i in units] if alone else list(product(units, repeat=2))
        seen = [self.situation(race, _score(race, i), None if j is None else _score(race, j)) for i, j in pairs]
        numbers = {situation: number for number, situation in enumerate(dict.fromkeys(seen))}
        policies = []
        for situation, number in numbers.items():
            if progress:
                progress(number / len(numbers))
            policies.append(self.policy(race, situation, progress))
        which = np.array([numbers[situation] for situation in seen], dtype=np.int32)
        return policies, which if alone else which.reshape(race.lowest, race.lowest)

    def _followed(self, race: RaceModel, policies: list[Policy], which: NDArray[Any]) -> Floats:
        """The landings of policies, by what the mover needs; where none is played (-1), zeros."""
        played = which.astype(np.int32)
        return _core.landings(policies[0].turn, core_rules(race, 0), *_stacked(policies), played, self.takes_wins)


def _stacked(policies: list[Policy]) -> tuple[Choices, NDArray[np.int32]]:
    """Policies of one turn, for the core."""
    first_rolls = np.array([policy.first_roll for policy in policies], dtype=np.int32)
    return np.stack([policy.choices for policy in policies]), first_rolls


def _score(race: RaceModel, units: int) -> int:
    """The banked score that needs so many units: scores are counted from 0, wherever the goal is."""
    return (race.needed - units) * race.turn.unit
