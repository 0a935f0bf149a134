"""The look of all figures, and how they are saved.

Everything is set on the figure itself: matplotlib's global state is not changed.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

FORMATS = (".png", ".svg", ".pdf", ".html")
DPI = 150
SIZE = (7.0, 4.3)
INK, EDGE, GRID = "#1d2733", "#9aa5b1", "#e6ebf0"
RED, BLUE = "#c62828", "#1f5aa6"
FEW = 60
"""Up to this many points are marked one by one."""


@dataclass(frozen=True)
class Curve:
    """What is drawn by points to go or by turns."""

    x: ArrayLike
    y: ArrayLike
    colour: str
    label: str | None = None
    style: Literal["line", "steps", "circles"] = "line"


def chart(
    title: str,
    x_label: str,
    y_label: str,
    curves: Sequence[Curve],
    x_range: tuple[float, float],
    y_range: tuple[float | None, float | None] | None = None,
) -> Figure:
    """A figure of curves in one pair of axes."""
    figure, axes = page(title)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    for curve in curves:
        axes.plot(curve.x, curve.y, color=curve.colour, label=curve.label, **_stroke(curve, x_range))
    axes.set_xlim(*x_range)
    if y_range:
        axes.set_ylim(*y_range)
    if len(curves) > 1:
        axes.legend(frameon=True, framealpha=0.9, edgecolor="none", fontsize=10, labelcolor=INK)
    return figure


def _stroke(curve: Curve, x_range: tuple[float, float]) -> dict[str, Any]:
    # Marks at the edge of the axes are drawn in full, above the edge.
    whole = {"clip_on": False, "zorder": 3}
    if curve.style == "circles":
        return {"linestyle": "none", "marker": "o", "markersize": 4.5, "markerfacecolor": "none", **whole}
    if curve.style == "steps":
        return {"drawstyle": "steps-mid", "linewidth": 1.0 if x_range[1] - x_range[0] > 200 else 1.5}
    xs = np.asarray(curve.x)
    if len(xs) <= FEW and (len(xs) < 2 or (np.diff(xs) >= 1).all()):
        return {"linewidth": 1.3, "marker": "o", "markersize": 4, **whole}
    return {"linewidth": 1.0 if len(xs) > 400 else 1.5}


def page(title: str, size: tuple[float, float] = SIZE) -> tuple[Figure, Axes]:
    """An empty figure with a title and one pair of axes."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    figure = Figure(figsize=size, facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    # A number such as 0.2228 is to be read off an axis, not to be added to an offset.
    axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
    axes.yaxis.set_major_locator(MaxNLocator(9, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(EDGE)
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK, labelsize=10)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set(fontsize=11, color=INK)
    write_title(axes, title)
    return figure, axes


def pages(title: str, rows: int, columns: int, number: int) -> tuple[Figure, list[Axes]]:
    """An empty figure with a title and several pairs of axes."""
    from matplotlib.figure import Figure

    width, height = SIZE
    figure = Figure(figsize=(0.6 * columns * width, 0.8 * rows * height), facecolor="white", layout="constrained")
    figure.suptitle(fill(title, 40 * columns), fontsize=11.5, weight="bold", color=INK, x=0.02, ha="left")
    return figure, [figure.add_subplot(rows, columns, place + 1) for place in range(number)]


def write_title(axes: Axes, title: str) -> None:
    """The title above the axes; the name of a game may hold a dollar sign."""
    axes.set_title(fill(title, 68), loc="left", fontsize=11.5, weight="bold", color=INK, pad=10, parse_math=False)


def picture(figure: Figure, kind: str, dpi: int = DPI) -> bytes:
    """A figure as png, svg or pdf."""
    from matplotlib import rc_context

    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {"Software": None})
    image = io.BytesIO()
    with rc_context({"svg.hashsalt": "jeopardice"}):
        figure.savefig(image, format=kind, dpi=dpi, metadata=metadata)
    return (_indexed(image, dpi) if kind == "png" else image).getvalue()


def _indexed(image: io.BytesIO, dpi: int) -> io.BytesIO:
    """A PNG of 256 colours, which are plenty here and make the surface a fourth of its size."""
    from PIL import Image

    smaller = io.BytesIO()
    with Image.open(image) as full:
        full.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(smaller, "png", optimize=True, dpi=(dpi, dpi))
    return smaller
