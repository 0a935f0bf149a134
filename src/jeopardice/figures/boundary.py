"""The boundary between rolling and holding when all play as well as possible, in three dimensions.

It is drawn as a solid of blocks, one for each pair of scores and as high as the turn total from which to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, shown
from jeopardice.figures.data import RaceData
from jeopardice.figures.dice_map import dice_section, dice_surface
from jeopardice.figures.drawing import Span, draws, times
from jeopardice.figures.page import EDGE, INK, page, pages
from jeopardice.native.calls import Floats
from jeopardice.race.support import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HOLD, ROLL, REACHED = "#f4f1e8", "#a9cfe0", "#1f5aa6"
SIZE = (7.0, 5.6)
PANEL = (4.6, 3.9)
MOST_PANELS = 12
ABOVE, ASIDE = 28, -60
"""The viewpoint, in degrees: from the side of high scores of the player, low ones of the opponent."""
PIECES = 25
LIGHT = (1.0, 0.85, 0.7)
"""How bright faces are that look up, along the player's score and along the opponent's."""


@draws("surface", "when players roll and when they hold", times(1, 0), free="nothing")
def surface(data: RaceData, span: Span) -> Figure:
    """The turn total from which to hold, by both players' scores and for each number of dice; in Hog the dice."""
    if data.rules.family == "hog":
        return dice_surface(data)
    title = f"{data.title} to {data.rules.goal:,}: roll below the surface, hold on it and above{data.assumed}"
    return surface_figure(data, title)


def surface_figure(data: RaceData, title: str) -> Figure:
    """The surface below which the mover rolls: Neller & Presser's of Pig; one for each number of dice, as in Figure 1
    of Busche & Neller.
    """
    found = data.boundaries
    edges = np.append(found.scores, data.rules.goal).astype(float)
    solids = [Solid(edges, heights.astype(float)) for heights in found.hold_at]
    if len(solids) == 1:
        return solids_figure([("", solids[0])], data.rules.goal, title, data.opponent)
    names = [f"{phase} dice" if phase != "1" else "1 die" for phase in found.phases]
    panels = list(zip(names, solids, strict=True))
    return solids_figure(panels[:MOST_PANELS], data.rules.goal, title, data.opponent)


@draws("reachable", "the states that best play reaches", times(1, 0), free="nothing")
def reachable(data: RaceData, span: Span) -> Figure:
    """The turn totals that come up when two play as well as possible, by both players' scores."""
    found, goal = data.reach, data.rules.goal
    n = len(found.reached)
    # A block reaches to the largest turn total that comes up.
    heights = np.where(found.reached.any(axis=2), n - np.argmax(found.reached[:, :, ::-1], axis=2), 0) * found.unit
    edges = np.minimum(np.arange(n + 1) * found.unit, goal).astype(float)
    share = float(found.reached.sum()) / (n * (n + 1) * n / 2)
    title = f"{data.title} to {goal:,}: the states that best play reaches, {share:.1%} of all{data.assumed}"
    return solids_figure([("", Solid(edges, heights.astype(float)))], goal, title)


@dataclass(frozen=True)
class Solid:
    """Blocks by both scores."""

    edges: Floats
    heights: Floats


_solids: WeakKeyDictionary[Figure, tuple[tuple[str, Solid], ...]] = WeakKeyDictionary()
"""What was drawn in three dimensions, which cannot be read off a figure."""


def solids_of(figure: Figure) -> tuple[tuple[str, Solid], ...]:
    """The solids of a figure, with the names of their panels; none if it is flat."""
    return _solids.get(figure, ())


def solids_figure(panels: Sequence[tuple[str, Solid]], goal: int, title: str, opponent: str = "opponent") -> Figure:
    """Solids beside each other, by the scores of the player and of an opponent."""
    from matplotlib.figure import Figure

    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    size = SIZE if len(panels) == 1 else (columns * PANEL[0], rows * PANEL[1] + 0.4)
    figure = Figure(figsize=size, facecolor="white")
    _solids[figure] = tuple(panels)
    top = 0.965 if len(panels) == 1 else 1 - 0.18 / size[1]
    for place, (name, solid) in enumerate(panels):
        row, column = divmod(place, columns)
        if len(panels) == 1:
            box = (-0.01, 0.03, 0.96, 0.96)
        else:
            height = (1 - 0.4 / size[1]) / rows
            box = (column / columns, 1 - 0.4 / size[1] - (row + 1) * height + 0.02, 0.94 / columns, height * 0.97)
        axes = _draw_solid(figure, box, solid, goal, opponent, small=len(panels) > 1)
        if name:
            axes.set_title(name, fontsize=11.5, weight="bold", color=INK, y=0.97)
    title = fill(title, 72 * max(1, round(size[0] / SIZE[0])))
    figure.text(0.03, top, title, fontsize=11.5, weight="bold", color=INK, va="top", parse_math=False)
    return figure


def _draw_solid(
    figure: Figure, box: tuple[float, float, float, float], solid: Solid, goal: int, opponent: str, *, small: bool
) -> Any:
    from matplotlib import colormaps
    from matplotlib.ticker import MaxNLocator
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    faces, sides = _blocks(solid.edges, solid.heights)
    tops = faces[:, :, 2].max(axis=1)
    colours = colormaps["YlGnBu"](0.15 + 0.6 * tops / goal)
    colours[:, :3] *= np.array(LIGHT)[sides][:, None]
    axes: Any = figure.add_axes(box, projection="3d")
    # In a vector file, twenty thousand small faces would be slow to show.
    axes.add_collection3d(
        Poly3DCollection(faces, facecolors=colours, edgecolors=colours, linewidths=0.2, rasterized=True)
    )
    axes.view_init(elev=ABOVE, azim=ASIDE)
    axes.set_box_aspect((1, 1, 0.75), zoom=0.9 if small else 1.02)
    size, ticks = (9.5, 8) if small else (11, 9.5)
    axes.set_xlabel("player's score, $i$", fontsize=size, color=INK, labelpad=6)
    axes.set_ylabel(f"{opponent}'s score, $j$", fontsize=size, color=INK, labelpad=6)
    axes.set_zlabel("turn total, $k$", fontsize=size, color=INK, labelpad=4)
    axes.set(xlim=(0, goal), ylim=(0, goal), zlim=(0, goal))
    axes.tick_params(colors=INK, labelsize=ticks, pad=2)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        # Where the axes of both scores meet, one number is enough.
        axis.set_major_locator(MaxNLocator(5, prune="lower" if axis is axes.yaxis else None))
        axis.set_pane_color((1.0, 1.0, 1.0, 1.0))
        axis.line.set_color(EDGE)
    return axes


def _blocks(edges: Floats, heights: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """The visible faces of all blocks, and which way each looks: up, along the first score or the second."""
    low, high = edges[:-1], edges[1:]
    a, b = (grid.ravel() for grid in np.indices(heights.shape))
    k = heights[a, b]
    tops = _faces((low[a], low[b], k), (high[a], low[b], k), (high[a], high[b], k), (low[a], high[b], k))
    # Only walls that face a higher first score or a lower second score are visible.
    a, b, base, top = _pieces(heights, np.pad(heights[1:], ((0, 1), (0, 0))), edges[-1])
    across = _faces(*((high[a], y[b], z) for z, y in ((base, low), (base, high), (top, high), (top, low))))
    a, b, base, top = _pieces(heights, np.pad(heights[:, :-1], ((0, 0), (1, 0))), edges[-1])
    along = _faces(*((x[a], low[b], z) for z, x in ((base, low), (base, high), (top, high), (top, low))))
    faces = (tops, across, along)
    return np.concatenate(faces), np.repeat(np.arange(3), [len(part) for part in faces])


def _pieces(heights: Floats, in_front: Floats, most: float) -> tuple[Any, Any, Floats, Floats]:
    """The visible parts of walls, cut into low pieces so that near ones can be drawn after far ones."""
    cuts = np.linspace(0, most, PIECES + 1)
    base = np.maximum(in_front[..., None], cuts[:-1])
    top = np.minimum(heights[..., None], cuts[1:])
    a, b, piece = np.nonzero(top > base)
    return a, b, base[a, b, piece], top[a, b, piece]


def _faces(*corners: tuple[Floats, Floats, Floats]) -> Floats:
    """Faces by their corners: [face, corner, coordinate]."""
    return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1)


@draws(
    "section",
    "when to roll and when to hold against one score of the opponent",
    lambda rules: Span(0, max(1, rules.goal * 3 // 10)),
    free="last",
    least_last=0,
)
def section(data: RaceData, span: Span) -> Figure:
    """By the mover's score and the turn total, at one score of the opponent: where best play rolls."""
    require("section", data.rules)
    unit, goal = data.solution.model.turn.unit, data.rules.goal
    theirs = span.last // unit
    if theirs * unit >= goal:
        raise InputError(f"to: {shown(span.last)}: the opponent's score must be below the goal, {goal}")
    if data.rules.family == "hog":
        return dice_section(data, theirs * unit)
    title = f"{data.title} to {goal:,}, {data.opponent} at {theirs * unit:,}: roll or hold{data.assumed}"
    if data.rules.family == "pig" and data.rules.players == 2:
        found = data.reach
        # 0: beyond the goal, 1: hold, 2: roll, 3: roll or hold, and it comes up.
        n = len(found.rolls)
        within = np.add.outer(np.arange(n), np.arange(n)) < n
        kinds = np.where(within, 1 + found.rolls[:, theirs], 0)
        kinds[found.reached[:, theirs]] = 3
        return _sections([("", kinds)], n * unit, title)
    slices = data.slices(theirs * unit)
    n, panels = len(slices), []
    for place, phase in enumerate(slices[0].phases[:MOST_PANELS]):
        kinds = np.zeros((n, n), dtype=int)
        for mine, turn in enumerate(slices):
            rows = min(n - mine, len(turn.totals))
            rolls = turn.decision[:rows, place] == 0
            comes_up = turn.reachable[:rows, place] | (data.rules.family == "pig")
            kinds[mine, :rows] = np.where(comes_up, 1 + rolls, 0)
        name = f"{phase} dice" if phase != "1" else "1 die"
        panels.append((name if len(slices[0].phases) > 1 else "", kinds))
    return _sections(panels, n * unit, title)


def _sections(panels: list[tuple[str, NDArray[np.int_]]], edge: int, title: str) -> Figure:
    """Maps of where to roll and where to hold, by the mover's score and the turn total."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    colours = ListedColormap(["white", HOLD, ROLL, REACHED])
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    if len(panels) == 1:
        figure, axes = page(title)
        everywhere = [axes]
    else:
        figure, everywhere = pages(title, rows, columns, len(panels))
    for axes, (name, kinds) in zip(everywhere, panels, strict=True):
        axes.imshow(
            kinds.T, origin="lower", extent=(0, edge, 0, edge), cmap=colours, vmin=0, vmax=3, interpolation="nearest"
        )
        axes.set_aspect("auto")
        axes.set_xlabel("player's score, $i$")
        axes.set_ylabel("turn total, $k$")
        axes.grid(visible=False)
        if name:
            axes.set_title(name, fontsize=11.5, weight="bold", color=INK)
    key = [Patch(color=ROLL, label="roll"), Patch(facecolor=HOLD, edgecolor="#c9c2ad", label="hold")]
    if any((kinds == 3).any() for _, kinds in panels):
        key.insert(1, Patch(color=REACHED, label="comes up in best play"))
    everywhere[0].legend(handles=key, loc="upper right", frameon=False, labelcolor=INK)
    return figure
