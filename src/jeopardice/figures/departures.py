"""Where the best way to play a turn is not a threshold, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import BLUE, INK, page
from jeopardice.papers.dice_race.optimum import Departure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOLD = 4
"""So many departures are told in words, those that save most."""


def draw_departures(data: RaceData, span: Span) -> Figure:
    """A stem at each number of points to go at which the best way banks at some total and rolls on at a larger one."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    # Far enough to tell, as a rule, that there are no others.
    found = data.optimum(max(ns[-1], 40 * data.turn.closing))
    drawn = [d for d in found.departures if d.n in ns]
    figure, axes = page(f"{data.title}: where no threshold is the best way to play a turn")
    axes.set_xlabel("points to go, $n$")
    axes.set_ylabel("turns saved against the best threshold")
    xs, ys = [d.n * unit for d in drawn], [float(d.gain) for d in drawn]
    axes.vlines(xs, 0, ys, color=BLUE, linewidth=1.4)
    axes.plot(xs, ys, "o", color=BLUE, markersize=5)
    axes.set_xlim(0 if span.first == 1 else span.first, span.last)
    lines = _in_words(drawn, unit)
    if found.decided_from:
        last = max((d.n for d in found.departures), default=0) * unit
        lines.append(f"After {last:,} points to go there is none, ever." if last else "There is none, ever.")
    # The words stand above all stems.
    axes.set_ylim(0, max(ys, default=1.0) / (0.92 - 0.062 * len(lines)))
    if not drawn:
        axes.set_yticks([])
    told: dict[str, Any] = {"transform": axes.transAxes, "ha": "right", "va": "top", "fontsize": 10, "color": INK}
    axes.text(0.99, 0.99, "\n".join(lines), linespacing=1.4, bbox={"facecolor": "white", "edgecolor": "none"}, **told)
    return figure


def _in_words(departures: Sequence[Departure], unit: int) -> list[str]:
    told = sorted(departures, key=lambda d: -float(d.gain))[:TOLD]
    lines = [
        f"{d.n * unit:,} to go: bank from {d.banks_at[0] * unit:,} on, but roll at {_totals(d.goes_on_from, unit)}"
        for d in sorted(told, key=lambda d: d.n)
    ]
    others = len(departures) - len(told)
    return [*lines, f"… and {others} others, which save less"] if others else lines


def _totals(totals: Sequence[int], unit: int) -> str:
    """Totals as 21 to 23, 26."""
    texts: list[str] = []
    for _, run in groupby(enumerate(totals), key=lambda place: place[1] - place[0]):
        each = [f"{t * unit:,}" for _, t in run]
        texts += each if len(each) < 3 else [f"{each[0]} to {each[-1]}"]
    return ", ".join(texts if len(texts) <= TOLD else [*texts[:TOLD], "…"])
