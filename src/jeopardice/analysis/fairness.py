"""Is a game fair? The first player's advantage, the head start that makes up for it, and how long a game lasts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from jeopardice import _core
from jeopardice.errors import InputError, JeopardiceError
from jeopardice.race_solution import RaceSolution, solve_race
from jeopardice.solvers.races import CoreRace, Estimate, Floats, check_memory, cores
from jeopardice.solvers.values import Progress

FORGOTTEN = 1e-13
"""A game is followed until longer ones are less likely."""


@dataclass(frozen=True)
class Fairness:
    """What the first move is worth, and what makes up for it."""

    first_player: float
    """The first player's chance to win."""
    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player, in steps of the point unit, with the first player's chance."""
    turns: Floats
    """turns[m - 1]: the chance that a game ends with turn m, both players' turns counted."""

    @property
    def advantage(self) -> float:
        """How much likelier the first player is to win than the second."""
        return 2 * self.first_player - 1

    @cached_property
    def fairest(self) -> tuple[int, float]:
        """The head start that brings the first player's chance closest to one half, and that chance."""
        return min(self.komi_table, key=lambda entry: abs(entry[1] - 0.5))

    @property
    def expected_turns(self) -> float:
        """The expected number of turns of a game, both players' turns counted."""
        return float(np.arange(1, len(self.turns) + 1) @ self.turns)

    @property
    def turns_deviation(self) -> float:
        """The standard deviation of the number of turns."""
        numbers = np.arange(1, len(self.turns) + 1)
        return sqrt(max(0.0, float(numbers**2 @ self.turns) - self.expected_turns**2))

    def turns_quantile(self, part: float) -> int:
        """The number of turns after which this part of all games is over."""
        return int(np.searchsorted(np.cumsum(self.turns), part)) + 1


def fairness(solution: RaceSolution, progress: Progress | None = None, threads: int | None = None) -> Fairness:
    """How fair a solved game of two players is."""
    if solution.objective.name != "win":
        raise InputError(f"objective: {solution.objective}: fairness is about the chance to win")
    unit, goal = solution.model.turn.unit, solution.rules.goal
    komi = range(0, goal, unit)
    table = tuple((start, float(solution.value_at(0, start))) for start in komi)
    # Beyond the first chance below 2 % nobody looks.
    last = next((i for i, (_, chance) in enumerate(table) if chance < 0.02), len(table) - 1)
    return Fairness(table[0][1], table[: last + 1], _lengths(solution, progress, threads))


def _lengths(solution: RaceSolution, progress: Progress | None, threads: int | None) -> Floats:
    """The distribution of the number of turns, followed until hardly any game is left."""
    core = CoreRace(solution.model)
    player = core.best_player(solution.values)
    alone = float(solve_race(solution.rules, "turns", solution.strategy).value)
    most = 16 + ceil(2 * alone)
    while True:
        # Each state holds the chances of every turn; hardly more than half of the states do so at once.
        needed = core.needed**2 * 4 * most
        check_memory(Estimate(core.needed**2, needed, 3 * core.estimate(solution.objective).seconds))
        first, second = _core.match_lengths(player, player, most, threads or cores(), progress)
        lengths = np.stack([first, second], axis=1).ravel()
        left = 1 - float(lengths.sum())
        if left <= FORGOTTEN:
            return np.trim_zeros(lengths, "b")
        if most > 1_000_000:
            raise JeopardiceError(f"{solution.rules.where}: one game in {1 / left:,.0f} is longer than {most:,} rounds")
        most *= 3
