"""The fifteen figures of Louchard's *On the dice race problem*, with its quantities, colours and ranges.

Where the paper gives no range, "n = 1, …, 1000, as in all our next figures" holds; the neighbourhood of 1000 is 975 to
1000, as in its figures 9 and 10. All numbers are recomputed. Two things look different from the paper:

  * Figure 5: Strategy 3 as it is described gives 0.22730 to 0.22781 near 1000; the paper has 0.22645 to 0.22680.
  * Figure 13: the best thresholds do not repeat forever (a run of 21 has 11 points at n = 287, 398, …), so that the
    periodic part can be in phase with them for a while only: here with the last full runs before 1000. That is also
    why V grows by 0.2136 a point, close to the fitted s3^2, and not by the 0.2113 of thresholds that do repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import InputError
from jeopardice.common.flint_numbers import float_of
from jeopardice.figures.boundary import surface_figure
from jeopardice.figures.data import RaceData, floats
from jeopardice.figures.drawing import Drawing, Span
from jeopardice.figures.page import BLUE, RED, Curve, chart
from jeopardice.figures.races import BEYOND, EXPECTED, HOLD, PER_TURN, TO_GO, VARIANCE, counts_chart
from jeopardice.native.calls import Floats
from jeopardice.papers.dice_race.limits import mixed_variance, pattern
from jeopardice.papers.dice_race.strategies import RaceCourse, fixed_pattern, fixed_threshold
from jeopardice.papers.dice_race.turns import pig_turn
from jeopardice.rulebook import rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LAST = 1000
WHOLE, TAIL = Span(1, LAST), Span(975, LAST)
START_OF_3, START_OF_4 = 54, 250
"""Strategies 3 and 4 play the best thresholds up to here."""
FITTED = 0.2137
"""s3^2: the paper's best numerical fit of V(n) by n s^2 + U(n)."""
TURNS = (60, 190)
"""The numbers of turns of figure 14."""
LOUCHARD: list[Drawing] = []
"""Of Pig, as in the paper."""

S1, S2 = ((12, 10), "s_1^2"), ((1, 1), "s_2^2")
"""The parts of the turns in which 20 and 21 are held, and what the variance for each point is called then."""


def _figure(number: int, title: str, span: Span) -> Callable[[Callable[[RaceData, str, Span], Figure]], None]:
    """List a figure of Pig: its data, title and range go to the function, whose docstring says what it shows."""
    full = f"Louchard, Figure {number}: {title}"

    def add(draw: Callable[[RaceData, str, Span], Figure]) -> None:
        def draw_pig(data: RaceData, span: Span) -> Figure:
            pig = pig_turn(rules("pig"))
            if (data.turn.gains, data.turn.bank_from) != (pig.gains, pig.bank_from):
                other = "Louchard's figures are about Pig; use the other figures for other games"
                raise InputError(f"{data.rules.where}: {other}")
            return draw(data, full, span)

        shows = str(draw.__doc__)
        LOUCHARD.append(Drawing(f"louchard-{number}", full, shows, draw_pig, lambda rules: span, free="nothing"))

    return add


@_figure(1, "the best threshold by points to go", WHOLE)
def _thresholds(data: RaceData, title: str, span: Span) -> Figure:
    """The best threshold comes to alternate between 20 and 21."""
    best, ns = data.best(span.last), range(span.first, span.last + 1)
    curve = Curve(ns, [best.way(n).k for n in ns], BLUE, style="steps")
    figure = chart(title, TO_GO, HOLD, [curve], span.limits, (0, 30))
    figure.axes[0].set_yticks(range(0, 31, 5))
    return figure


@_figure(2, "expected turns and n/m", Span(0, 100))
def _expected(data: RaceData, title: str, span: Span) -> Figure:
    """The fewest expected turns of a race, beside points to go divided by the points of a turn."""
    ns, beyond = _over(span, data.excesses(span.last))
    per_turn = np.array(ns) / data.mean
    curves = [Curve(ns, beyond + per_turn, RED, EXPECTED), Curve(ns, per_turn, BLUE, PER_TURN)]
    return chart(title, TO_GO, "turns", curves, span.limits, (0, 13))


@_figure(3, "expected turns beyond n/m", WHOLE)
def _excess(data: RaceData, title: str, span: Span) -> Figure:
    """The difference tends to a constant, K1."""
    return _one(title, BEYOND, span, data.excesses(LAST))


@_figure(4, "expected turns beyond n/m, near 1000", TAIL)
def _excess_near_1000(data: RaceData, title: str, span: Span) -> Figure:
    """The difference keeps oscillating, less and less, with a period of 22."""
    return _one(title, BEYOND, span, data.excesses(LAST))


@_figure(5, "expected turns beyond n/m, Strategy 3", TAIL)
def _excess_3(data: RaceData, title: str, span: Span) -> Figure:
    """If 20 and 21 alternate from 55 points on, for twelve and ten points, the constant is different."""
    repeated = pattern(data.turn, (20, 12), (21, 10))
    played = fixed_pattern(data.best(LAST), START_OF_3, repeated).course(LAST, data.progress)
    return _one(title, BEYOND, span, floats(played.excesses))


@_figure(6, "variance of the turns and n s₁²", WHOLE)
def _variance_1(data: RaceData, title: str, span: Span) -> Figure:
    """The variance, beside a line for 20 in twelve and 21 in ten of 22 turns."""
    return _variance(data, title, span, S1)


@_figure(7, "variance of the turns beyond n s₁²", WHOLE)
def _beyond_1(data: RaceData, title: str, span: Span) -> Figure:
    """The difference keeps oscillating with a period of 22, and its mean is not 0."""
    return _beyond_line(data, title, span, S1)


@_figure(8, "variance of the turns and n s₂²", WHOLE)
def _variance_2(data: RaceData, title: str, span: Span) -> Figure:
    """The variance, beside a line for 20 and 21 in half of the turns each."""
    return _variance(data, title, span, S2)


@_figure(9, "variance of the turns beyond n s₂², near 1000", TAIL)
def _beyond_2(data: RaceData, title: str, span: Span) -> Figure:
    """The difference has a mean closer to 0 there."""
    return _beyond_line(data, title, span, S2)


@_figure(10, "expected turns beyond n/m, Strategy 4", TAIL)
def _excess_4(data: RaceData, title: str, span: Span) -> Figure:
    """If 20 is always held from 251 points on, the constant is different again."""
    return _one(title, BEYOND, span, floats(_strategy_4(data).excesses))


@_figure(11, "variance beyond its line, Strategy 4", WHOLE)
def _beyond_4(data: RaceData, title: str, span: Span) -> Figure:
    """If 20 is always held from 251 points on, the variance swings less and less."""
    return _beyond_line_4(data, title, span)


@_figure(12, "variance beyond its line, Strategy 4, near 1000", TAIL)
def _beyond_4_near_1000(data: RaceData, title: str, span: Span) -> Figure:
    """What is left of the swings of figure 11."""
    return _beyond_line_4(data, title, span)


@_figure(13, "variance beyond n s₃² and its periodic part", TAIL)
def _periodic_part(data: RaceData, title: str, span: Span) -> Figure:
    """The variance swings as its periodic part does, which follows from 22 linear equations."""
    values, settled = data.variances(LAST), data.settled(LAST)
    ns, beyond = _over(span, values - _line(values, FITTED))
    periodic = [settled.periodic_at(n) for n in ns]
    curves = [
        Curve(ns, beyond, RED, rf"$\mathcal{{V}}(n) - n s_3^2$  ($s_3^2$ = {FITTED})"),
        Curve(ns, periodic, BLUE, f"periodic part, $U(n)$  (period {settled.pattern.period})"),
    ]
    return chart(title, TO_GO, "turns²", curves, span.limits)


@_figure(14, "how many turns a race over 1000 points takes", Span(0, LAST))
def _counts(data: RaceData, title: str, span: Span) -> Figure:
    """The chance of each number of turns, beside the normal distribution."""
    each = float_of(pattern(data.turn, (20, 12), (21, 10)).variance)
    return counts_chart(data, span.last, each, title, TURNS)


@_figure(15, "best play of two players: roll below the surface", Span(0, 100))
def _surface(data: RaceData, title: str, span: Span) -> Figure:
    """The turn total from which to hold, by both players' scores, in Pig to 100."""
    pig = rules("pig")
    if (data.rules.goal, data.rules.players, data.rules.end) != (pig.goal, pig.players, pig.end):
        raise InputError(f"{data.rules.where}: Louchard's figure 15 is Pig of two players to 100; see surface")
    return surface_figure(data, title)


def _variance(data: RaceData, title: str, span: Span, line: tuple[tuple[int, int], str]) -> Figure:
    (parts, name), values = line, data.variances(LAST)
    each = _mixed(data, parts)
    curves = [
        Curve(*_over(span, values), BLUE, VARIANCE),
        Curve(*_over(span, _line(values, each)), RED, f"$n {name}$  (${name}$ = {each:.7f})"),
    ]
    return chart(title, TO_GO, "variance, turns²", curves, span.limits, (0, 220))


def _beyond_line(data: RaceData, title: str, span: Span, line: tuple[tuple[int, int], str]) -> Figure:
    (parts, name), values = line, data.variances(LAST)
    label = rf"turns²:  $\mathcal{{V}}(n) - n {name}$"
    return _one(title, label, span, values - _line(values, _mixed(data, parts)))


def _beyond_line_4(data: RaceData, title: str, span: Span) -> Figure:
    values = floats(_strategy_4(data).variances)
    label = r"turns²:  $\mathcal{V}(n) - n\,\tilde{\mathcal{V}}(20)/m^3$"
    return _one(title, label, span, values - _line(values, _mixed(data, (1, 0))))


def _strategy_4(data: RaceData) -> RaceCourse:
    return fixed_threshold(data.best(LAST), START_OF_4, 20).course(LAST, data.progress)


def _mixed(data: RaceData, parts: tuple[int, int]) -> float:
    """The variance for each point, if 20 and 21 are held in these parts of the turns: s1^2, s2^2 and V(20)/m^3."""
    return float_of(mixed_variance(data.turn, list(zip((20, 21), parts, strict=True))))


def _line(values: Floats, each: float) -> Floats:
    """A line of this slope, at as many points as there are values."""
    return np.asarray(each * np.arange(len(values)))


def _over(span: Span, values: Floats) -> tuple[range, Floats]:
    return range(span.first, span.last + 1), values[span.first : span.last + 1]


def _one(title: str, y_label: str, span: Span, values: Floats) -> Figure:
    """One quantity by points to go."""
    return chart(title, TO_GO, y_label, [Curve(*_over(span, values), RED)], span.limits)
