"""When to roll and when to hold, at all scores of a game of two: the surface of Neller & Presser.

At scores (i, j) a player of a pig rolls while the turn total is below some k(i, j). That is the surface. Above it best
play holds, but for a sliver: a point or two before the goal hardly any roll fails to win, and best play rolls again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import InputError
from jeopardice.race import only_two
from jeopardice.race_solution import RaceSolution, solve_race
from jeopardice.rulebook import Rules
from jeopardice.solvers.values import Progress

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class HoldSurface:
    """The least turn total to hold at, by both banked scores."""

    solution: RaceSolution
    scores: Integers
    """The banked scores, of either player."""
    hold_at: Integers
    """hold_at[a, b]: with scores[a] against scores[b]; what the goal needs where best play rolls until it wins."""


def hold_surface(rules: Rules, most: int = 100, progress: Progress | None = None) -> HoldSurface:
    """The surface at no more than about so many scores of each player, evenly spaced from 0 on."""
    if rules.family != "pig":
        raise InputError(f'{rules.where}: family: "{rules.family}": the surface is for the family "pig"')
    only_two(rules)
    solution = solve_race(rules, "win", progress=progress)
    unit = solution.model.turn.unit
    step = -(-solution.model.needed // most)
    scores = np.arange(0, rules.goal, step * unit)
    hold_at = np.empty((len(scores), len(scores)), dtype=np.int64)
    for a, mine in enumerate(scores):
        if progress:
            progress(a / len(scores))
        for b, theirs in enumerate(scores):
            hold_at[a, b] = _hold_at(solution, int(mine), int(theirs))
    return HoldSurface(solution, scores, hold_at)


def _hold_at(solution: RaceSolution, mine: int, theirs: int) -> int:
    turn = solution.turn_at(mine, theirs)
    needed = solution.rules.goal - mine
    totals = range(turn.model.unit, needed, turn.model.unit)
    return next((total for total in totals if turn.action(0, total) == "bank"), needed)
