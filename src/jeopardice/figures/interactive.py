"""Figures to rotate and to read numbers from: one page for a browser, which fetches nothing (plotly).

Curves and maps are taken from the drawn figure itself, so that both show the same. Solids become surfaces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from jeopardice.common.pages import render
from jeopardice.figures.boundary import Solid, solids_of
from jeopardice.figures.page import EDGE, GRID, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NO_LABEL = "_"
"""Matplotlib's names of unnamed lines begin with this."""


def interactive_page(figure: Figure) -> str:
    """The page of a figure."""
    from importlib.resources import files

    solids = solids_of(figure)
    data, layout = _surfaces(figure, solids) if solids else _chart(figure.axes[0])
    script = (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")
    return render("figure", title=layout["title"]["text"], script=script, data=data, layout=layout)


def _layout(title: str) -> dict[str, Any]:
    return {
        "title": {"text": title, "font": {"color": INK}},
        "font": {"family": "system-ui, sans-serif", "color": INK},
        "paper_bgcolor": "white",
        "plot_bgcolor": "white",
        "hovermode": "closest",
    }


def _chart(axes: Axes) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Curves and a map, as they are drawn in a pair of axes."""
    from matplotlib.colors import to_hex

    traces: list[dict[str, Any]] = []
    for image in axes.images:
        left, right, bottom, top = image.get_extent()
        cells: Any = np.ma.filled(np.ma.asarray(image.get_array(), dtype=float), np.nan)
        wide, high = (right - left) / cells.shape[1], (top - bottom) / cells.shape[0]
        traces.append(
            {
                "type": "heatmap",
                "z": [[None if np.isnan(cell) else cell for cell in row] for row in cells.tolist()],
                "x0": left + wide / 2,
                "dx": wide,
                "y0": bottom + high / 2,
                "dy": high,
                "colorscale": [[float(part), to_hex(image.get_cmap()(part))] for part in np.linspace(0, 1, 33)],
            }
        )
    for line in axes.get_lines():
        dots = line.get_linestyle() == "None"
        label = str(line.get_label())
        traces.append(
            {
                "type": "scattergl" if len(np.asarray(line.get_xdata())) > 5000 else "scatter",
                "x": np.asarray(line.get_xdata(), dtype=float).tolist(),
                "y": np.asarray(line.get_ydata(), dtype=float).tolist(),
                "mode": "markers" if dots else "lines",
                "line": {
                    "color": to_hex(line.get_color()),
                    "shape": "hvh" if "steps" in line.get_drawstyle() else "linear",
                },
                "marker": {"color": to_hex(line.get_color()), "size": 6},
                "name": "" if label.startswith(NO_LABEL) else label,
                "showlegend": not label.startswith(NO_LABEL),
            }
        )
    layout = _layout(axes.get_title("left").replace("\n", " "))
    for name, label, limits in (
        ("xaxis", axes.get_xlabel(), axes.get_xlim()),
        ("yaxis", axes.get_ylabel(), axes.get_ylim()),
    ):
        layout[name] = {
            "title": {"text": _plain(label)},
            "range": list(map(float, limits)),
            "gridcolor": GRID,
            "linecolor": EDGE,
            "zeroline": False,
        }
    return traces, layout


def _surfaces(figure: Figure, panels: Sequence[tuple[str, Solid]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A scene for each solid, beside each other."""
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    layout = _layout(figure.texts[0].get_text()) | {"margin": {"l": 0, "r": 0, "b": 0, "t": 70}}
    traces = []
    notes = []
    for place, (name, solid) in enumerate(panels):
        row, column = divmod(place, columns)
        scene = f"scene{place + 1 if place else ''}"
        middles = (solid.edges[:-1] + solid.edges[1:]) / 2 if len(solid.edges) < 3 else solid.edges[:-1]
        traces.append(
            {
                "type": "surface",
                "scene": scene,
                "x": middles.tolist(),
                "y": middles.tolist(),
                # Plotly has rows along y: the opponent's score.
                "z": solid.heights.T.tolist(),
                "colorscale": "YlGnBu",
                "reversescale": True,
                "showscale": False,
                "hovertemplate": "you %{x:,}, opponent %{y:,}<br>turn total %{z:,}<extra>" + escape(name) + "</extra>",
            }
        )
        left, top = column / columns, 1 - row / rows
        layout[scene] = {
            "domain": {"x": [left, left + 0.98 / columns], "y": [top - 0.94 / rows, top - 0.02]},
            **{
                axis: {"title": {"text": text, "font": {"size": 12}}, "tickfont": {"size": 10}, "nticks": 6}
                for axis, text in (("xaxis", "you"), ("yaxis", "opponent"), ("zaxis", "turn total"))
            },
            "camera": {"eye": {"x": 1.1, "y": -1.9, "z": 1.0}},
            "aspectratio": {"x": 1, "y": 1, "z": 0.75},
        }
        if name:
            where = {"x": left + 0.49 / columns, "y": top, "xref": "paper", "yref": "paper", "showarrow": False}
            notes.append({"text": f"<b>{escape(name)}</b>", **where})
    layout["annotations"] = notes
    return traces, layout


def _plain(label: str) -> str:
    """A label without the marks of formulas."""
    return re.sub(r"\\[a-z]+|[${}]", "", label)
