"""The race of one player by points to go: the best threshold, expected turns and their variance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jeopardice.figures.data import RaceData, SettledPattern
from jeopardice.figures.drawing import Span
from jeopardice.figures.page import BLUE, RED, Curve, chart
from jeopardice.papers.dice_race.best import BestRace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TO_GO = "points to go, $n$"
BEYOND = r"turns beyond $n/m$:  $\bar{E}(n) - n/m$"
EXPECTED = r"expected turns, $\bar{E}(n)$"
HOLD = r"bank from this turn total on, $\bar{k}(n)$"
PER_TURN = "points to go ÷ points of a turn, $n/m$"
VARIANCE = r"variance of the number of turns, $\mathcal{V}(n)$"


def draw_thresholds(data: RaceData, span: Span) -> Figure:
    """The turn total from which to bank."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    best = data.best(ns[-1])
    curve = Curve([n * unit for n in ns], [best.way(n).k * unit for n in ns], BLUE, style="steps")
    title = f"{data.title}: the best threshold, for the fewest expected turns"
    figure = chart(title, TO_GO, HOLD, [curve], _limits(span))
    figure.axes[0].set_ylim(bottom=0)
    return figure


def draw_expected(data: RaceData, span: Span) -> Figure:
    """Expected turns, and how many there would be if every turn were to bank the most on average."""
    unit, ns = data.turn.unit, span.units(data.turn.unit, 0)
    xs, per_turn = [n * unit for n in ns], np.array(ns) / data.mean
    curves = [
        Curve(xs, data.excesses(ns[-1])[ns.start :] + per_turn, RED, EXPECTED),
        Curve(xs, per_turn, BLUE, f"{PER_TURN}  ($m$ = {data.mean * unit:.4f})"),
    ]
    figure = chart(f"{data.title}: expected turns to the target", TO_GO, "turns", curves, _limits(span))
    figure.axes[0].set_ylim(bottom=0 if span.first == 0 else None)
    return figure


def draw_excess(data: RaceData, span: Span) -> Figure:
    """How many turns a race takes beyond n/m."""
    unit, ns = data.turn.unit, span.units(data.turn.unit)
    curve = Curve([n * unit for n in ns], data.excesses(ns[-1])[ns.start :], RED)
    return chart(
        f"{data.title}: expected turns beyond points ÷ points of a turn", TO_GO, BEYOND, [curve], _limits(span)
    )


def draw_variance(data: RaceData, span: Span) -> Figure:
    """The variance of the number of turns, and the line that it follows."""
    unit, ns = data.turn.unit, span.units(data.turn.unit, 0)
    settled = data.settled(ns[-1])
    xs = [n * unit for n in ns]
    curves = [
        Curve(xs, data.variances(ns[-1])[ns.start :], BLUE, VARIANCE),
        Curve(xs, np.array(ns) * settled.variance, RED, _line(settled)),
    ]
    figure = chart(f"{data.title}: variance of the number of turns", TO_GO, "variance, turns²", curves, _limits(span))
    figure.axes[0].set_ylim(bottom=0 if span.first == 0 else None)
    return figure


def draw_variance_excess(data: RaceData, span: Span) -> Figure:
    """The variance beyond its line, and the periodic part where the thresholds repeat."""
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
    return chart(title, TO_GO, r"turns²:  $\mathcal{V}(n) - n s^2$", curves, _limits(span))


def _repeating(best: BestRace, settled: SettledPattern, ns: range) -> range:
    """Where the pattern holds around its start: runs of another length come in now and then."""

    def holds(n: int) -> bool:
        return n in ns and best.way(n).k == settled.threshold(n)

    low = high = settled.start
    while holds(low - 1):
        low -= 1
    while holds(high):
        high += 1
    return range(low, high)


def _line(settled: SettledPattern) -> str:
    return f"$n s^2$, {_constant(settled)}"


def _constant(settled: SettledPattern) -> str:
    return f"$s^2$ = {settled.variance / settled.pattern.turn.unit:.6f} ({settled.says})"


def _limits(span: Span) -> tuple[float, float]:
    # From 1 on looks like from 0 on, with rounder numbers.
    return (0 if span.first == 1 else span.first, span.last)
