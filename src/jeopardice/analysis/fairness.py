"""Is a game fair? The first player's advantage, the head start that makes up for it, and how long a game lasts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from jeopardice.analysis.multiplayer_fairness import MultiplayerFairness, multiplayer_fairness
from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.duels import Lengths, match_turns
from jeopardice.race.support import carryover_keys, refuse_keys
from jeopardice.rulebook import GameLike, Rules
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solvers.solve import solve


@dataclass(frozen=True, repr=False)
class Fairness(Tabular):
    """What the first move is worth, and what makes up for it."""

    first_player: float
    """The first player's chance to win."""
    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player, in steps of the point unit, with the first player's chance."""
    turns: Lengths
    """The number of turns of a game, both players' turns counted."""

    def __repr__(self) -> str:
        komi, value = self.fairest
        return f"<Fairness: the first player wins {self.first_player:.6g}; with a komi of {komi} {value:.6g}>"

    def table(self) -> ResultTable:
        """Head starts of the second player, with the first player's chance."""
        return ResultTable(("komi", "first player"), self.komi_table, repr(self)[1:-1])

    @property
    def advantage(self) -> float:
        """How much likelier the first player is to win than the second."""
        return 2 * self.first_player - 1

    @property
    def expected_turns(self) -> float:
        """The expected number of turns of a game."""
        return self.turns.expected

    @cached_property
    def fairest(self) -> tuple[int, float]:
        """The head start that brings the first player's chance closest to one half, and that chance."""
        return fairest(self.komi_table)


def fairness(
    game: Solution | GameLike, progress: Progress | None = None, threads: int | None = None
) -> Fairness | MultiplayerFairness:
    """How fair a game is: a solution for the win, or rules, which are solved first."""
    if isinstance(game, str | os.PathLike | Mapping | Rules):
        solution = solve(game, threads=threads, progress=progress)
    else:
        solution = game
    if isinstance(solution, MultiplayerSolution):
        return multiplayer_fairness(solution, progress)
    return fairness_of_two(race_of(solution, "fairness"), progress, threads)


def fairness_of_two(solution: RaceSolution, progress: Progress | None = None, threads: int | None = None) -> Fairness:
    """How fair a solved game of two players is."""
    if solution.objective.name != "win":
        raise InputError(f"objective: {solution.objective}: fairness is about the chance to win")
    refuse_keys(solution.rules, carryover_keys(solution.rules), "fairness")
    table = komi_table(solution)
    player = solution.core.best_player(solution.values)
    turns = match_turns(solution.model, player, player, threads=threads, progress=progress)
    return Fairness(table[0][1], table, turns)


def komi_table(solution: RaceSolution) -> tuple[tuple[int, float], ...]:
    """Head starts of the second player with the first player's chance, whatever lasts between turns.

    Where it is better to be second, as it may be with equal turns, they are negative: head starts of the first player.
    """
    komi = range(0, solution.rules.goal, solution.model.turn.unit)
    table = tuple((start, float(solution.value_at((0, start)))) for start in komi)
    if table[0][1] < 0.5:
        table = tuple((-start, float(solution.value_at((start, 0)))) for start in komi)
    # Beyond the first chance below 2 %, or above 98 %, nobody looks.
    last = next((i for i, (_, chance) in enumerate(table) if not 0.02 <= chance <= 0.98), len(table) - 1)
    return table[: last + 1]


def fairest(table: tuple[tuple[int, float], ...]) -> tuple[int, float]:
    """The head start that brings the first player's chance closest to one half, and that chance."""
    return min(table, key=lambda entry: abs(entry[1] - 0.5))
