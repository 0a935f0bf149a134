"""The race of one player by points to go: best thresholds, expected turns, their variance and distribution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from jeopardice.figures.data import RaceData, SettledPattern
from jeopardice.figures.drawing import Span, draws, times
from jeopardice.figures.page import BLUE, INK, RED, Curve, chart, page
from jeopardice.papers.dice_race.best import BestRace
from jeopardice.papers.dice_race.counts import count_turns, normal
from jeopardice.papers.dice_race.optimum import Departure, optimum

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TO_GO = "points to go, $n$"
BEYOND = r"turns beyond $n/m$:  $\bar{E}(n) - n/m$"
EXPECTED = r"expected turns, $\bar{E}(n)$"
HOLD = r"bank from this turn total on, $\bar{k}(n)$"
PER_TURN = "points to go ÷ points of a turn, $n/m$"
VARIANCE = r"variance of the number of turns, $\mathcal{V}(n)$"
SEEN = 1e-3
"""Chances below this part of the largest are not drawn."""
DESCRIBED = 4
"""Departures that are described in words, those that save most."""


@draws("thresholds", "the best threshold by points to go", times(10))
def thresholds(data: RaceData, span: Span) -> Figure:
    """From which turn total to bank, for the fewest expected turns, by the points still to go."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    best = data.best(ns[-1])
    curve = Curve([n * unit for n in ns], [best.way(n).k * unit for n in ns], BLUE, style="steps")
    title = f"{data.title}: the best threshold, for the fewest expected turns"
    return chart(title, TO_GO, HOLD, [curve], span.limits, (0, None))


@draws("expected", "expected turns by points to go", times(1, 0))
def expected(data: RaceData, span: Span) -> Figure:
    """The fewest expected turns, beside points to go divided by the most that a turn banks on average."""
    unit, ns = data.turn.unit, span.units(data.turn.unit, 0)
    xs, per_turn = [n * unit for n in ns], np.array(ns) / data.mean
    curves = [
        Curve(xs, data.excesses(ns[-1])[ns.start :] + per_turn, RED, EXPECTED),
        Curve(xs, per_turn, BLUE, f"{PER_TURN}  ($m$ = {data.mean * unit:.4f})"),
    ]
    title, bottom = f"{data.title}: expected turns to the target", 0 if span.first == 0 else None
    return chart(title, TO_GO, "turns", curves, span.limits, (bottom, None))


@draws("excess", "expected turns beyond n/m", times(10))
def excess(data: RaceData, span: Span) -> Figure:
    """How many turns a race takes beyond the points to go divided by the most that a turn banks on average."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    curve = Curve([n * unit for n in ns], data.excesses(ns[-1])[ns.start :], RED)
    title = f"{data.title}: expected turns beyond points ÷ points of a turn"
    return chart(title, TO_GO, BEYOND, [curve], span.limits)


@draws("variance", "variance of the number of turns", times(10, 0))
def variance(data: RaceData, span: Span) -> Figure:
    """The variance of the number of turns, beside the line that it follows."""
    unit, ns = data.turn.unit, span.units(data.turn.unit, 0)
    settled = data.settled(ns[-1])
    xs = [n * unit for n in ns]
    curves = [
        Curve(xs, data.variances(ns[-1])[ns.start :], BLUE, VARIANCE),
        Curve(xs, np.array(ns) * settled.variance, RED, f"$n s^2$, {_constant(settled)}"),
    ]
    title, bottom = f"{data.title}: variance of the number of turns", 0 if span.first == 0 else None
    return chart(title, TO_GO, "variance, turns²", curves, span.limits, (bottom, None))


@draws("variance-excess", "variance of the number of turns beyond n s²", times(10))
def variance_excess(data: RaceData, span: Span) -> Figure:
    """The variance of the number of turns less the line that it follows, and its periodic part."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    last = ns[-1]
    settled, best = data.settled(last), data.best(last)
    beyond = data.variances(last) - np.arange(last + 1) * settled.variance
    curves = [
        Curve([n * unit for n in ns], beyond[ns.start :], RED, rf"$\mathcal{{V}}(n) - n s^2$, {_constant(settled)}")
    ]
    repeating, period = _repeating(best, settled, ns), settled.pattern.period
    if len(repeating) >= period > 1:
        constant = float(beyond[repeating[-period:]].mean())
        values = [constant + settled.periodic_at(n) for n in repeating]
        label = f"${constant:.3f} + U(n)$, with a period of {period * unit}"
        curves.append(Curve([n * unit for n in repeating], values, BLUE, label))
    title = f"{data.title}: variance of the number of turns beyond n s²"
    return chart(title, TO_GO, r"turns²:  $\mathcal{V}(n) - n s^2$", curves, span.limits)


def _repeating(best: BestRace, settled: SettledPattern, ns: range) -> range:
    """Where the pattern holds around its start: runs of another length occur now and then."""

    def holds(n: int) -> bool:
        return n in ns and best.way(n).k == settled.threshold(n)

    low = high = settled.start
    while holds(low - 1):
        low -= 1
    while holds(high):
        high += 1
    return range(low, high)


def _constant(settled: SettledPattern) -> str:
    return f"$s^2$ = {settled.variance / settled.pattern.turn.unit:.6f} ({settled.says})"


@draws("turns", "how many turns a race takes", times(1, 0), free="last")
def turns(data: RaceData, span: Span) -> Figure:
    """The chance of each number of turns, beside the normal distribution."""
    n = span.units(data.turn.unit)[-1]
    title = f"{data.title}: how many turns a race over {n * data.turn.unit:,} points takes"
    return counts_chart(data, n, data.settled(n).variance, title)


def counts_chart(data: RaceData, n: int, each: float, title: str, x_range: tuple[float, float] | None = None) -> Figure:
    """Pi(n, j) as circles, and the normal distribution with mean n/m and variance n s^2 as a line."""
    chances = count_turns(data.best(n).outcomes, n, [n], data.progress).chances[n]
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
    label = f"normal distribution,\nmean $n/m$ = {mean:.2f},\nvariance $n s^2$ = {variance:.2f}"
    curves = [Curve(xs, normal(xs, mean, variance), RED, label), exact]
    return chart(title, "turns, $j$", "chance", curves, x_range, (0, None))


@draws("departures", "where no threshold is best", times(2))
def departures(data: RaceData, span: Span) -> Figure:
    """The points to go at which the best way to play a turn is not a threshold, and how many turns it saves."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    # Far enough, as a rule, to prove that there are no others.
    found = optimum(data.turn, max(ns[-1], 40 * data.turn.closing), data.progress)
    drawn = [d for d in found.departures if d.n in ns]
    figure, axes = page(f"{data.title}: where no threshold is the best way to play a turn")
    axes.set(xlabel=TO_GO, ylabel="turns saved against the best threshold")
    xs, ys = [d.n * unit for d in drawn], [float(d.gain) for d in drawn]
    axes.vlines(xs, 0, ys, color=BLUE, linewidth=1.4)
    axes.plot(xs, ys, "o", color=BLUE, markersize=5)
    axes.set_xlim(0 if span.first == 1 else span.first, span.last)
    lines = _in_words(drawn, unit)
    if found.decided_from:
        last = max((d.n for d in found.departures), default=0) * unit
        lines.append(f"Beyond {last:,} points to go there are none." if last else "There are none.")
    # The words stand above all stems.
    axes.set_ylim(0, max(ys, default=1.0) / (0.92 - 0.062 * len(lines)))
    if not drawn:
        axes.set_yticks([])
    words: dict[str, Any] = {"transform": axes.transAxes, "ha": "right", "va": "top", "fontsize": 10, "color": INK}
    axes.text(0.99, 0.99, "\n".join(lines), linespacing=1.4, bbox={"facecolor": "white", "edgecolor": "none"}, **words)
    return figure


def _in_words(departures: Sequence[Departure], unit: int) -> list[str]:
    dearest = sorted(departures, key=lambda d: -float(d.gain))[:DESCRIBED]
    lines = [
        f"{d.n * unit:,} to go: bank from {d.banks_at[0] * unit:,} on, but roll at {_totals(d.goes_on_from, unit)}"
        for d in sorted(dearest, key=lambda d: d.n)
    ]
    others = len(departures) - len(dearest)
    return [*lines, f"… and {others} others, which save less"] if others else lines


def _totals(totals: Sequence[int], unit: int) -> str:
    """Totals as 21 to 23, 26."""
    texts: list[str] = []
    for _, run in groupby(enumerate(totals), key=lambda place: place[1] - place[0]):
        each = [f"{t * unit:,}" for _, t in run]
        texts += each if len(each) < 3 else [f"{each[0]} to {each[-1]}"]
    return ", ".join(texts if len(texts) <= DESCRIBED else [*texts[:DESCRIBED], "…"])
