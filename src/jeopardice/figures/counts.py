"""How many turns a race takes: the whole distribution beside the normal one that it tends to."""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import BLUE, RED, Curve, chart
from jeopardice.papers.dice_race.counts import count_turns

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SEEN = 1e-3
"""Chances below this part of the largest are not drawn."""


def draw_turns(data: RaceData, span: Span) -> Figure:
    """The distribution for the last number of points of the range."""
    n = span.units(data.turn.unit)[-1]
    title = f"{data.title}: how many turns a race over {n * data.turn.unit:,} points takes"
    return counts_chart(data, n, data.settled(n).variance, title)


def counts_chart(data: RaceData, n: int, each: float, title: str, x_range: tuple[float, float] | None = None) -> Figure:
    """Pi(n, j) as circles, and the normal distribution with mean n/m and variance n s^2 as a line."""
    chances = count_turns(data.best(n).law, n, [n], data.progress).chances[n]
    turns = np.arange(len(chances))
    seen = turns[1:]
    if x_range is None:
        seen = turns[chances > SEEN * chances.max()]
        room = max(1.0, 0.04 * (seen[-1] - seen[0]))
        x_range = (max(0.0, seen[0] - room), seen[-1] + room)
    seen = seen[(seen >= x_range[0]) & (seen <= x_range[1])]
    mean, variance = n / data.mean, n * each
    xs = np.linspace(*x_range, 600)
    points = f"{n * data.turn.unit}"
    exact = Curve(seen, chances[seen], BLUE, f"chance of $j$ turns,\n$\\Pi({points}, j)$", "circles")
    normal = np.exp(-((xs - mean) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)
    label = f"normal distribution,\nmean $n/m$ = {mean:.2f},\nvariance $n s^2$ = {variance:.2f}"
    figure = chart(title, "turns, $j$", "chance", [Curve(xs, normal, RED, label), exact], x_range)
    figure.axes[0].set_ylim(bottom=0)
    return figure
