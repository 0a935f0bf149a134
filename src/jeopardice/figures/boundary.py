"""The boundary between rolling and holding when two play as well as possible, in three dimensions.

It is drawn as a solid of blocks, one for each pair of scores and as high as the turn total from which to hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.figures.data import Floats, RaceData
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import EDGE, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE = (7.0, 5.6)
ABOVE, ASIDE = 28, -60
"""Where it is looked at from, in degrees: from the side of high scores of the player, low ones of the opponent."""
PIECES = 25
LIGHT = (1.0, 0.85, 0.7)
"""How bright faces are that look up, along the player's score and along the opponent's."""


def draw_surface(data: RaceData, span: Span) -> Figure:
    """The surface below which the mover rolls, as in Neller & Presser."""
    return surface_figure(data, f"{data.title} to {data.rules.goal:,}: roll below the surface, hold on it and above")


def surface_figure(data: RaceData, title: str) -> Figure:
    """The surface by both scores."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    surface, goal = data.surface, data.rules.goal
    faces, sides = _blocks(np.append(surface.scores, goal).astype(float), surface.hold_at.astype(float))
    tops = faces[:, :, 2].max(axis=1)
    colours = colormaps["YlGnBu"](0.15 + 0.6 * tops / goal)
    colours[:, :3] *= np.array(LIGHT)[sides][:, None]
    figure = Figure(figsize=SIZE, facecolor="white")
    axes: Any = figure.add_axes((-0.01, 0.03, 0.96, 0.96), projection="3d")
    # In a file of vectors twenty thousand small faces would be slow to show.
    solid = Poly3DCollection(faces, facecolors=colours, edgecolors=colours, linewidths=0.2, rasterized=True)
    axes.add_collection3d(solid)
    axes.view_init(elev=ABOVE, azim=ASIDE)
    axes.set_box_aspect((1, 1, 0.75), zoom=1.02)
    axes.set_xlabel("player's score, $i$", fontsize=11, color=INK, labelpad=6)
    axes.set_ylabel("opponent's score, $j$", fontsize=11, color=INK, labelpad=6)
    axes.set_zlabel("turn total, $k$", fontsize=11, color=INK, labelpad=4)
    axes.set(xlim=(0, goal), ylim=(0, goal), zlim=(0, goal))
    axes.tick_params(colors=INK, labelsize=9.5, pad=2)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_pane_color((1.0, 1.0, 1.0, 1.0))
        axis.line.set_color(EDGE)
    figure.text(0.03, 0.965, title, fontsize=11.5, weight="bold", color=INK, va="top", parse_math=False)
    return figure


def _blocks(edges: Floats, heights: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """The faces of all blocks that are seen, and which way each looks: up, along the first score or the second."""
    low, high = edges[:-1], edges[1:]
    a, b = (grid.ravel() for grid in np.indices(heights.shape))
    k = heights[a, b]
    tops = _faces((low[a], low[b], k), (high[a], low[b], k), (high[a], high[b], k), (low[a], high[b], k))
    # From where it is looked at, only walls are seen behind which the first score is smaller, or the second larger.
    a, b, base, top = _pieces(heights, np.pad(heights[1:], ((0, 1), (0, 0))), edges[-1])
    across = _faces(*((high[a], y[b], z) for z, y in ((base, low), (base, high), (top, high), (top, low))))
    a, b, base, top = _pieces(heights, np.pad(heights[:, :-1], ((0, 0), (1, 0))), edges[-1])
    along = _faces(*((x[a], low[b], z) for z, x in ((base, low), (base, high), (top, high), (top, low))))
    faces = (tops, across, along)
    return np.concatenate(faces), np.repeat(np.arange(3), [len(part) for part in faces])


def _pieces(heights: Floats, in_front: Floats, most: float) -> tuple[Any, Any, Floats, Floats]:
    """Walls as far as they are seen, cut into low pieces so that near ones can be drawn after far ones."""
    cuts = np.linspace(0, most, PIECES + 1)
    base = np.maximum(in_front[..., None], cuts[:-1])
    top = np.minimum(heights[..., None], cuts[1:])
    a, b, piece = np.nonzero(top > base)
    return a, b, base[a, b, piece], top[a, b, piece]


def _faces(*corners: tuple[Floats, Floats, Floats]) -> Floats:
    """Faces by their corners: [face, corner, coordinate]."""
    return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1)
