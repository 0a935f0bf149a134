"""Simultaneous Hog: how many dice best play rolls, and where it has to randomise.

By the points to go of both where the scores are seen; by the round and the player's own points where they are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Span, draws, times
from jeopardice.figures.page import INK, page
from jeopardice.race.support import require
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


@draws("mixtures", "simultaneous Hog: how many dice to roll, and where best play mixes", times(1, 0), free="nothing")
def mixtures(data: RaceData, span: Span) -> Figure:
    """How many dice best play rolls when both play at the same moment, and where it has to randomise."""
    rules = data.rules
    require("mixtures", rules)
    require("best play", rules)
    if rules.sees != "scores":
        return _by_rounds(data)
    solution = solve_simultaneous(rules, progress=data.progress)
    dice, mixed = dice_map(solution, data.progress)
    labels = ("own points to go", "the other's points to go")
    return _map(f"{data.title}: how many dice to roll", labels, dice, mixed > 1, dot=1.1)


def _by_rounds(data: RaceData) -> Figure:
    """A map for a player who does not see the other: the rounds and the points to go that come up."""
    solution = solve_hidden(data.rules, data.progress)
    if isinstance(solution, DiceSeenSolution):
        if solution.strategies[0]:
            raise JeopardiceError(f'{data.rules.where}: sees: "dice": best play depends on all dice so far: no map')
        solution = solution.nothing_seen
    dice, mixed, reached = round_map(solution)
    rounds = int(np.flatnonzero(reached.sum(axis=1) > RARE)[-1]) + 1
    title = f"{data.title}: how many dice to roll if the other's score is hidden"
    shown, dots = np.where(reached > 0, dice, np.nan)[:rounds], ((mixed > 1) & (reached > LIKELY))[:rounds]
    figure = _map(title, ("round", "own points to go"), shown, dots, dot=3.5)
    figure.axes[0].set_aspect("auto")
    return figure


def _map(
    title: str, labels: tuple[str, str], dice: NDArray[np.float64], dots: NDArray[np.bool_], *, dot: float
) -> Figure:
    """Colours by two whole numbers from 1 on, with dots where dice are mixed."""
    figure, axes = page(title)
    edges = (0.5, dice.shape[0] + 0.5, 0.5, dice.shape[1] + 0.5)
    image = axes.imshow(dice.T, origin="lower", extent=edges, cmap="viridis", interpolation="nearest")
    one, other = np.nonzero(dots)
    axes.plot(one + 1, other + 1, "o", color="white", markersize=dot, markeredgewidth=0)
    axes.set(xlabel=labels[0], ylabel=labels[1], xlim=edges[:2], ylim=edges[2:])
    axes.grid(visible=False)
    figure.colorbar(image, ax=axes).set_label("dice on average (dots: mixed)", color=INK)
    return figure


def round_map(solution: NothingSeenSolution) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """By round and points to go: the mean number of dice, how many numbers are mixed, and the chance to be there.

    Where busts in a row count, it is for a player who has none.
    """
    throws = throws_of(solution.rules)
    shown = slice(0, throws.standings.lowest)
    reached = occupation(throws, solution.points[0], solution.strategies[0]).sum(axis=2)[:, shown]
    chances = solution.strategies[0][:, shown]
    return chances @ np.array(throws.dice, dtype=float), (chances > PLAYED).sum(axis=2), reached


def dice_map(
    solution: SimultaneousSolution, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The mean number of dice and how many numbers are mixed, by the units to go of both: [own - 1, other - 1]."""
    n = solution.needed
    mean, mixed = np.zeros((n, n)), np.zeros((n, n), dtype=np.int64)
    for own in range(1, n + 1):
        if progress:
            progress(own / n)
        for other in range(1, n + 1):
            played = [(dice, chance) for dice, chance in solution.dice_chances(own, other) if chance > PLAYED]
            mean[own - 1, other - 1] = sum(dice * chance for dice, chance in played)
            mixed[own - 1, other - 1] = len(played)
    return mean, mixed
