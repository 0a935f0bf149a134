"""Is a game fair? What each seat is worth, the head starts that compensate for it, and how long a game is."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from jeopardice.analysis.simultaneous import SimultaneousFairness, simultaneous_fairness
from jeopardice.analysis.solved import SolvedGame, solution_of
from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.lengths import Lengths, game_turns
from jeopardice.native.table import CoreTable, Seat
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.strategies.table_of import core_table


@dataclass(frozen=True, repr=False)
class Fairness(Tabular):
    """What the first move is worth, and the head start that compensates for it."""

    first_player: float
    """The first player's chance to win."""
    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player, in steps of the point unit, with the first player's chance."""
    turns: Lengths
    """The number of turns of a game, counting both players' turns."""

    def __repr__(self) -> str:
        komi, value = self.fairest
        return f"<Fairness: the first player wins {self.first_player:.6g}; with a komi of {komi}, {value:.6g}>"

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


@dataclass(frozen=True)
class HeadStart:
    """Points that seats start with, and each seat's chance then."""

    points: tuple[int, ...]
    chances: tuple[float, ...]

    @property
    def unfairness(self) -> float:
        """The largest distance of a seat's chance from an equal share."""
        return max(abs(chance - 1 / len(self.chances)) for chance in self.chances)


@dataclass(frozen=True, repr=False)
class MultiplayerFairness(Tabular):
    """What each seat is worth, and the head starts that compensate for it."""

    chances: tuple[float, ...]
    """Each seat's chance to win."""
    single: tuple[HeadStart, ...]
    """For each seat but the first: the head start that brings it closest to an equal share by itself."""
    fairest: HeadStart
    """The head starts of all seats but the first for which the chances are closest to each other."""
    expected_turns: float
    """The expected turns of a game, counting all players' turns."""
    best_play: tuple[CoreTable, Seat] = field(repr=False, compare=False)

    @cached_property
    def turns(self) -> Lengths:
        """The number of turns of a game, counting all players' turns."""
        table, seat = self.best_play
        return game_turns(table, [seat] * len(self.chances))

    def __repr__(self) -> str:
        return f"<MultiplayerFairness: {', '.join(f'{chance:.6g}' for chance in self.chances)}>"

    def table(self) -> ResultTable:
        """Each seat's chance, and the fairest head starts with the chances that they lead to."""
        seats = range(1, len(self.chances) + 1)
        rows = list(zip(seats, self.chances, self.fairest.points, self.fairest.chances, strict=True))
        return ResultTable(("seat", "chance", "fairest head start", "chance then"), rows)


def fairness(
    game: SolvedGame, progress: Progress | None = None, threads: int | None = None
) -> Fairness | MultiplayerFairness | SimultaneousFairness:
    """How fair a game is: a solution for the win, or rules, which are solved first."""
    solution, rest = solution_of(game, "best play", progress, threads)
    if isinstance(solution, SimultaneousSolution | HiddenSolution):
        return simultaneous_fairness(solution, rest, threads)
    if isinstance(solution, MultiplayerSolution):
        return multiplayer_fairness(solution, rest, threads)
    return fairness_of_two(race_of(solution, "best play"), rest, threads)


def fairness_of_two(solution: RaceSolution, progress: Progress | None = None, threads: int | None = None) -> Fairness:
    """How fair a solved game of two players is."""
    if solution.objective.name != "win":
        raise InputError(f"objective: {solution.objective}: fairness is about the chance to win")
    komi, table = komi_table(solution), core_table(solution.model, 2, threads)
    seat = table.best_seat(solution.core, "win", solution.values, threads)
    return Fairness(komi[0][1], komi, game_turns(table, (seat, seat), progress=progress))


def komi_table(solution: RaceSolution) -> tuple[tuple[int, float], ...]:
    """Head starts of the second player with the first player's chance, with any carryover.

    Where it is better to be second, which is possible with equal turns, they are negative: the first player gets them.
    """
    komi = range(0, solution.rules.goal, solution.model.turn.unit)
    table = tuple((start, float(solution.value_at((0, start)))) for start in komi)
    if table[0][1] < 0.5:
        table = tuple((-start, float(solution.value_at((start, 0)))) for start in komi)
    # It ends with the first chance below 2 % or above 98 %.
    last = next((i for i, (_, chance) in enumerate(table) if not 0.02 <= chance <= 0.98), len(table) - 1)
    return table[: last + 1]


def fairest(table: tuple[tuple[int, float], ...]) -> tuple[int, float]:
    """The head start that brings the first player's chance closest to one half, and that chance."""
    return min(table, key=lambda entry: abs(entry[1] - 0.5))


def multiplayer_fairness(
    solution: MultiplayerSolution, progress: Progress | None = None, threads: int | None = None
) -> MultiplayerFairness:
    """How fair a solved game of three or more players is."""
    players, n = solution.rules.players, solution.model.needed
    # The first player has no head start; all others may need from 1 unit to all of them.
    others = solution.values[:, 0, n - 1][(slice(None), *(slice(0, n),) * (players - 1))]
    worst = np.abs(1 - others.sum(axis=0) - 1 / players)
    for plane in others:
        np.maximum(worst, np.abs(plane - 1 / players), out=worst)
    # The smallest of equally fair head starts.
    flat = len(worst.flat) - 1 - int(np.argmin(worst.ravel()[::-1]))
    needs = (n, *(int(place) + 1 for place in np.unravel_index(flat, worst.shape)))
    single = []
    for seat in range(1, players):
        column = others[(seat - 1, *(slice(None) if p == seat else n - 1 for p in range(1, players)))]
        off = np.abs(column - 1 / players)
        best = n - 1 - int(np.argmin(off[::-1])) + 1
        single.append(_head_start(solution, tuple(best if p == seat else n for p in range(players))))
    table = core_table(solution.model, players, threads)
    player = table.multiplayer_seat(solution.core, solution.values, solution.shares)
    turns = table.follow([player] * players, [(table.start(), 0)], progress)[1][0]
    chances = _head_start(solution, (n,) * players).chances
    return MultiplayerFairness(chances, tuple(single), _head_start(solution, needs), turns, (table, player))


def _head_start(solution: MultiplayerSolution, needs: tuple[int, ...]) -> HeadStart:
    unit = solution.model.turn.unit
    points = tuple((solution.model.needed - need) * unit for need in needs)
    return HeadStart(points, tuple(map(float, solution.chances_at(points))))
