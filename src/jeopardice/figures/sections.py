"""A cut through the surface of a pig at one score of the opponent, as in Neller & Presser's Figure 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import INK, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HOLD, ROLL, REACHED = "#f4f1e8", "#a9cfe0", "#1f5aa6"


def draw_section(data: RaceData, span: Span) -> Figure:
    """By the own score and the turn total: roll, hold, and the states that come up when both play best."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    found, goal = data.reach, data.rules.goal
    theirs = span.last // found.unit
    if theirs >= len(found.rolls):
        raise InputError(f"to: {shown(span.last)}: the opponent's score must be below the goal, {goal}")
    # 0: beyond the goal, 1: hold, 2: roll, 3: roll or hold, and it comes up.
    n = len(found.rolls)
    within = np.add.outer(np.arange(n), np.arange(n)) < n
    kinds = np.where(within, 1 + found.rolls[:, theirs], 0)
    kinds[found.reached[:, theirs]] = 3
    figure, axes = page(f"{data.title} to {goal:,}, opponent at {theirs * found.unit:,}: roll or hold")
    edge = n * found.unit
    colours = ListedColormap(["white", HOLD, ROLL, REACHED])
    axes.imshow(
        kinds.T, origin="lower", extent=(0, edge, 0, edge), cmap=colours, vmin=0, vmax=3, interpolation="nearest"
    )
    axes.set_aspect("auto")
    axes.set_xlabel("player's score, $i$")
    axes.set_ylabel("turn total, $k$")
    axes.grid(visible=False)
    key = [
        Patch(color=ROLL, label="roll"),
        Patch(color=REACHED, label="comes up in best play"),
        Patch(facecolor=HOLD, edgecolor="#c9c2ad", label="hold"),
    ]
    axes.legend(handles=key, loc="upper right", frameon=False, labelcolor=INK)
    return figure
