"""A strategy that plays solo: how many turns it takes to the goal.

A state s is the carryover and the units still needed; with P the chances of the state after a turn, goal excluded,

    E(s) = 1 + sum_t P(s, t) E(t),     E[T(s)^2] = 2 E(s) - 1 + sum_t P(s, t) E[T(t)^2].

Scores that only grow make P triangular; penalties lead back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.evaluation.lengths import MOST_ROUNDS, Lengths, followed
from jeopardice.native.calls import Floats
from jeopardice.race.model import RaceModel, race_model
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.strategies import Strategy, StrategyLike, strategy
from jeopardice.strategies.table_of import core_table

SETTLED, MOST_SWEEPS = 1e-15, 10_000
STUCK = 1e-12
"""A state whose turns gain something less often is refused."""


@dataclass(frozen=True, repr=False)
class Solo:
    """A strategy that plays solo to the goal."""

    strategy: Strategy
    race: RaceModel
    chances: Floats
    """[state, state after a turn]: a state is carry * lowest + units needed - 1; the last column is the goal."""

    def __repr__(self) -> str:
        return f"<Solo {self.strategy.name}: {self.expected:.6g} turns expected>"

    @property
    def _start(self) -> int:
        return self.race.needed - 1

    def _solve(self, constants: Floats) -> Floats:
        """Solve x(s) = constants(s) + sum_t P(s, t) x(t), from the fewest units up."""
        n = self.race.lowest
        carries = len(self.chances) // n
        x = np.zeros(len(self.chances))
        for _ in range(MOST_SWEEPS):
            before = x.copy()
            for i in range(n):
                # The states with the same units lead to each other by busts.
                block = np.arange(carries) * n + i
                rows = self.chances[block]
                within = rows[:, block]
                stays = np.eye(carries) - within
                if np.abs(np.linalg.det(stays)) < STUCK:
                    raise JeopardiceError(f"{self.strategy.name}: with {i + 1} units to go it almost never scores")
                outside = constants[block] + rows[:, :-1] @ x - within @ x[block]
                x[block] = np.linalg.solve(stays, outside)
            if not self.race.has_penalties or np.abs(x - before).max() <= SETTLED * max(1.0, float(x.max())):
                return x
        raise JeopardiceError(f"{self.strategy.name}: its expected turns do not converge")

    @cached_property
    def expected_at(self) -> Floats:
        """[state]: the expected turns to the goal."""
        return self._solve(np.ones(len(self.chances)))

    @property
    def expected(self) -> float:
        """The expected turns from the start to the goal."""
        return float(self.expected_at[self._start])

    @cached_property
    def variance(self) -> float:
        """The variance of the number of turns."""
        squares = self._solve(2 * self.expected_at - 1)
        return float(squares[self._start] - self.expected**2)

    def within(self, turns: int) -> float:
        """The chance to reach the goal in this number of turns."""
        return float(self._follow(turns).sum())

    @cached_property
    def turns(self) -> Lengths:
        """The distribution of the number of turns."""
        if (first := 32 + ceil(2 * self.expected)) > MOST_ROUNDS:
            raise JeopardiceError(f"a game takes {self.expected:,.0f} turns: too long to follow")
        return followed(self._follow, first, 2)

    def _follow(self, turns: int) -> Floats:
        """The chance to reach the goal in each of this number of turns."""
        at, reached = np.eye(len(self.chances))[self._start], np.zeros(turns)
        for m in range(turns):
            after = at @ self.chances
            at, reached[m] = after[:-1], after[-1]
        return reached


def solo(rules: GameLike, name: StrategyLike, *, threads: int | None = None, progress: Progress | None = None) -> Solo:
    """Play a strategy solo: how many turns it takes to the goal."""
    race = race_model(rules_of(rules))
    table = core_table(race, 1, threads)
    states = len(table.carryover.all) * race.lowest
    check_memory(Estimate(states, 8 * states * (states + 1), 0))
    played = strategy(name)
    return Solo(played, race, table.solo_transitions(played.seat(table, progress)))
