"""How many dice best play of Hog rolls: by both scores, or against one score of the opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.figures.data import RaceData
from jeopardice.figures.page import BLUE, INK, Curve, chart, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def dice_surface(data: RaceData) -> Figure:
    """A map of the number of dice, by both players' scores."""
    found, goal = data.boundaries, data.rules.goal
    figure, axes = page(f"{data.title} to {goal:,}: how many dice to roll{data.assumed}")
    edge = len(found.scores) * float(found.scores[1] if len(found.scores) > 1 else goal)
    dice = found.hold_at[0].T
    image = axes.imshow(
        dice, origin="lower", extent=(0, edge, 0, edge), cmap="viridis", interpolation="nearest", aspect="auto"
    )
    axes.set(xlabel="player's score, $i$", ylabel=f"{data.opponent}'s score, $j$", xlim=(0, goal), ylim=(0, goal))
    axes.grid(visible=False)
    figure.colorbar(image, ax=axes).set_label("dice", color=INK)
    return figure


def dice_section(data: RaceData, theirs: int) -> Figure:
    """The number of dice by the mover's score, at one score of the opponent, or the nearest below that is drawn."""
    found, goal = data.boundaries, data.rules.goal
    place = int(np.searchsorted(found.scores, theirs, side="right")) - 1
    where = f"{data.opponent} at {found.scores[place]:,}"
    title = f"{data.title} to {goal:,}, {where}: how many dice to roll{data.assumed}"
    dice = found.hold_at[0][:, place]
    curve = Curve(found.scores, dice, BLUE, style="steps")
    return chart(title, "player's score, $i$", "dice", [curve], (0, goal), (0, float(dice.max()) + 1))
