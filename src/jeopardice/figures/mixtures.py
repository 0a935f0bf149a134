"""Simultaneous Hog: how many dice best play rolls, and where it has to mix.

By the points to go of both where the scores are seen; by the round and the own points where they are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import INK, page
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.hidden import DiceSeenSolution, NothingSeenSolution, solve_hidden
from jeopardice.solvers.hidden.replies import occupation
from jeopardice.solvers.hidden.throws import throws_of
from jeopardice.solvers.simultaneous import solve_simultaneous

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

PLAYED = 1e-9
RARE = 1e-3
"""Rounds that fewer games come to are not drawn."""
LIKELY = 1e-5
"""Mixtures that are less likely to come up are not marked."""


def draw_mixtures(data: RaceData, span: Span) -> Figure:
    """A map of the dice that are rolled on average; a dot where a mixture is needed."""
    rules = data.rules
    if rules.family != "hog" or not rules.simultaneous:
        raise InputError(f"{rules.where}: simultaneous: mixtures is for simultaneous play of the family hog")
    if rules.sees != "scores":
        return _by_rounds(data)
    solution = solve_simultaneous(rules, progress=data.progress)
    dice, mixed = dice_map(solution, data.progress)
    figure, axes = page(f"{data.title}: how many dice to roll")
    edge = solution.needed + 0.5
    image = axes.imshow(dice.T, origin="lower", extent=(0.5, edge, 0.5, edge), cmap="viridis", interpolation="nearest")
    own, other = np.nonzero(mixed > 1)
    axes.plot(own + 1, other + 1, ".", color="white", markersize=2.2, markeredgewidth=0)
    axes.set_xlabel("own points to go")
    axes.set_ylabel("the other's points to go")
    axes.set_xlim(0.5, edge)
    axes.set_ylim(0.5, edge)
    axes.grid(visible=False)
    bar = figure.colorbar(image, ax=axes)
    bar.set_label("dice on average (dots: mixed)", color=INK)
    return figure


def _by_rounds(data: RaceData) -> Figure:
    """A map of the dice where the other is not seen: rounds and points to go that a player comes to."""
    solution = solve_hidden(data.rules, data.progress)
    if isinstance(solution, DiceSeenSolution):
        if solution.strategies[0]:
            raise JeopardiceError(f'{data.rules.where}: sees: "dice": best play depends on all dice so far: no map')
        solution = solution.nothing_seen
    dice, mixed, reached = round_map(solution)
    rounds = int(np.flatnonzero(reached.sum(axis=1) > RARE)[-1]) + 1
    figure, axes = page(f"{data.title}: how many dice to roll if the other is not seen")
    shown = np.where(reached > 0, dice, np.nan)[:rounds]
    edges = (0.5, rounds + 0.5, 0.5, data.rules.goal + 0.5)
    image = axes.imshow(shown.T, origin="lower", extent=edges, cmap="viridis", interpolation="nearest", aspect="auto")
    at, to_go = np.nonzero((mixed > 1)[:rounds] & (reached > LIKELY)[:rounds])
    axes.plot(at + 1, to_go + 1, "o", color="white", markersize=3.5, markeredgewidth=0)
    axes.set_xlabel("round")
    axes.set_ylabel("own points to go")
    axes.grid(visible=False)
    bar = figure.colorbar(image, ax=axes)
    bar.set_label("dice on average (dots: mixed)", color=INK)
    return figure


def round_map(
    solution: NothingSeenSolution,
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """By round and points to go: the mean number of dice, how many numbers are mixed, and how likely one is there."""
    throws = throws_of(solution.rules)
    chances = solution.strategies[0]
    reached = occupation(throws, solution.points[0], chances).sum(axis=2)
    return chances @ np.array(throws.dice, dtype=float), (chances > PLAYED).sum(axis=2), reached


def dice_map(
    solution: SimultaneousSolution, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The mean number of dice and how many numbers are mixed, by the units to go of both: [own - 1, other - 1]."""
    n, goal = solution.needed, solution.rules.goal
    dice, mixed = np.zeros((n, n)), np.zeros((n, n), dtype=np.int64)
    for own in range(1, n + 1):
        if progress:
            progress(own / n)
        for other in range(1, n + 1):
            scores = goal - own * solution.turn.unit, goal - other * solution.turn.unit
            actions = [
                a for a in solution.advise((max(0, scores[0]), max(0, scores[1]))).actions if a.probability > PLAYED
            ]
            dice[own - 1, other - 1] = sum(a.probability * int(a.dice) for a in actions)
            mixed[own - 1, other - 1] = len(actions)
    return dice, mixed
