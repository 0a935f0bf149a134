"""Is a game of three and more players fair? What each seat is worth, and the head starts that make up for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.solutions.multiplayer import MultiplayerSolution


@dataclass(frozen=True)
class HeadStart:
    """Points that seats begin with, and what each seat's chance then is."""

    points: tuple[int, ...]
    chances: tuple[float, ...]

    @property
    def unfairness(self) -> float:
        """How far the chance of a seat is from an equal share, at most."""
        return max(abs(chance - 1 / len(self.chances)) for chance in self.chances)


@dataclass(frozen=True)
class MultiplayerFairness(Tabular):
    """What each seat is worth, and what makes up for it."""

    chances: tuple[float, ...]
    """Each seat's chance to win."""
    single: tuple[HeadStart, ...]
    """For each seat but the first: the head start that brings it closest to an equal share by itself."""
    fairest: HeadStart
    """The head starts of all seats but the first for which the chances are closest to each other."""
    expected_turns: float | None
    """The expected turns of a game, everybody's counted; None with carryover."""

    def table(self) -> ResultTable:
        """Each seat's chance, and the fairest head starts with the chances that they lead to."""
        seats = range(1, len(self.chances) + 1)
        rows = list(zip(seats, self.chances, self.fairest.points, self.fairest.chances, strict=True))
        return ResultTable(("seat", "chance", "fairest head start", "chance then"), rows)


def multiplayer_fairness(solution: MultiplayerSolution, progress: Progress | None = None) -> MultiplayerFairness:
    """How fair a solved game of three and more players is."""
    players, n = solution.rules.players, solution.model.needed
    # The first player has no head start; all others may need from 1 unit to all of them.
    others = solution.values[:, 0, n - 1][(slice(None), *(slice(0, n),) * (players - 1))]
    worst = np.abs(1 - others.sum(axis=0) - 1 / players)
    for plane in others:
        np.maximum(worst, np.abs(plane - 1 / players), out=worst)
    # Of equally fair ones the smallest head starts.
    flat = len(worst.flat) - 1 - int(np.argmin(worst.ravel()[::-1]))
    needs = (n, *(int(place) + 1 for place in np.unravel_index(flat, worst.shape)))
    single = []
    for seat in range(1, players):
        column = others[(seat - 1, *(slice(None) if p == seat else n - 1 for p in range(1, players)))]
        off = np.abs(column - 1 / players)
        best = n - 1 - int(np.argmin(off[::-1])) + 1
        single.append(_head_start(solution, tuple(best if p == seat else n for p in range(players))))
    try:
        turns = solution.core.core.expected_turns(solution.values, solution.shares, progress)
    except ValueError:
        turns = None
    chances = _head_start(solution, (n,) * players).chances
    return MultiplayerFairness(chances, tuple(single), _head_start(solution, needs), turns)


def _head_start(solution: MultiplayerSolution, needs: tuple[int, ...]) -> HeadStart:
    unit = solution.model.turn.unit
    points = tuple((solution.model.needed - need) * unit for need in needs)
    if any(score >= solution.rules.goal for score in points):
        raise JeopardiceError("head starts: they reach the goal")
    return HeadStart(points, tuple(map(float, solution.chances_at(points))))
