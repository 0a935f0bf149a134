"""The fifteen figures of Louchard's *On the dice race problem*, with its quantities, colours and ranges.

Where the paper tells no range, "n = 1, …, 1000, as in all our next figures" holds; the neighbourhood of 1000 is 975 to
1000, as in its figures 9 and 10. All numbers are computed anew. Two things look otherwise than in the paper:

  * Figure 5: Strategy 3 as it is described gives 0.22730 to 0.22781 near 1000; the paper has 0.22645 to 0.22680.
  * Figure 13: the best thresholds do not repeat for ever (a run of 21 has 11 points at n = 287, 398, …), so that the
    periodic part can be in phase with them for a while only: here with the last full runs before 1000. That is also
    why V grows by 0.2136 a point, close to the fitted s3^2, and not by the 0.2113 of thresholds that do repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jeopardice.common.errors import InputError
from jeopardice.common.flint_numbers import float_of
from jeopardice.figures.boundary import surface_figure
from jeopardice.figures.counts import counts_chart
from jeopardice.figures.data import RaceData, floats
from jeopardice.figures.drawing import Drawing, Span
from jeopardice.figures.page import BLUE, RED, Curve, chart
from jeopardice.figures.races import BEYOND, EXPECTED, HOLD, PER_TURN, TO_GO, VARIANCE
from jeopardice.native.calls import Floats
from jeopardice.papers.dice_race.courses import RaceCourse
from jeopardice.papers.dice_race.limits import mixed_variance, pattern
from jeopardice.papers.dice_race.strategies import fixed_pattern, fixed_threshold
from jeopardice.papers.dice_race.turns import pig_turn
from jeopardice.rulebook import Rules, rules

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

Draw = Callable[[RaceData, str, Span], "Figure"]
"""Data, title and range."""


def _thresholds(data: RaceData, title: str, span: Span) -> Figure:
    best, ns = data.best(span.last), range(span.first, span.last + 1)
    curve = Curve(ns, [best.way(n).k for n in ns], BLUE, style="steps")
    figure = chart(title, TO_GO, HOLD, [curve], _limits(span), (0, 30))
    figure.axes[0].set_yticks(range(0, 31, 5))
    return figure


def _expected(data: RaceData, title: str, span: Span) -> Figure:
    ns, beyond = _over(span, data.excesses(span.last))
    per_turn = np.array(ns) / data.mean
    curves = [Curve(ns, beyond + per_turn, RED, EXPECTED), Curve(ns, per_turn, BLUE, PER_TURN)]
    return chart(title, TO_GO, "turns", curves, _limits(span), (0, 13))


def _excess(data: RaceData, title: str, span: Span) -> Figure:
    return _one(title, BEYOND, span, data.excesses(LAST))


def _excess_3(data: RaceData, title: str, span: Span) -> Figure:
    repeated = pattern(data.turn, (20, 12), (21, 10))
    played = fixed_pattern(data.best(LAST), START_OF_3, repeated).course(LAST, data.progress)
    return _one(title, BEYOND, span, floats(played.excesses))


def _excess_4(data: RaceData, title: str, span: Span) -> Figure:
    return _one(title, BEYOND, span, floats(_strategy_4(data).excesses))


def _variance(data: RaceData, title: str, span: Span, *, parts: tuple[int, int], name: str) -> Figure:
    values, each = data.variances(LAST), _mixed(data, parts)
    curves = [
        Curve(*_over(span, values), BLUE, VARIANCE),
        Curve(*_over(span, _line(values, each)), RED, f"$n {name}$  (${name}$ = {each:.7f})"),
    ]
    return chart(title, TO_GO, "variance, turns²", curves, _limits(span), (0, 220))


def _beyond_line(data: RaceData, title: str, span: Span, *, parts: tuple[int, int], name: str) -> Figure:
    values = data.variances(LAST)
    label = rf"turns²:  $\mathcal{{V}}(n) - n {name}$"
    return _one(title, label, span, values - _line(values, _mixed(data, parts)))


def _beyond_line_4(data: RaceData, title: str, span: Span) -> Figure:
    values = floats(_strategy_4(data).variances)
    label = r"turns²:  $\mathcal{V}(n) - n\,\tilde{\mathcal{V}}(20)/m^3$"
    return _one(title, label, span, values - _line(values, _mixed(data, (1, 0))))


def _periodic_part(data: RaceData, title: str, span: Span) -> Figure:
    values, settled = data.variances(LAST), data.settled(LAST)
    ns, beyond = _over(span, values - _line(values, FITTED))
    periodic = [settled.periodic_at(n) for n in ns]
    curves = [
        Curve(ns, beyond, RED, rf"$\mathcal{{V}}(n) - n s_3^2$  ($s_3^2$ = {FITTED})"),
        Curve(ns, periodic, BLUE, f"periodic part, $U(n)$  (period {settled.pattern.period})"),
    ]
    return chart(title, TO_GO, "turns²", curves, _limits(span))


def _counts(data: RaceData, title: str, span: Span) -> Figure:
    each = float_of(pattern(data.turn, (20, 12), (21, 10)).variance)
    return counts_chart(data, span.last, each, title, TURNS)


def _surface(data: RaceData, title: str, span: Span) -> Figure:
    pig = rules("pig")
    if (data.rules.goal, data.rules.players, data.rules.end) != (pig.goal, pig.players, pig.end):
        raise InputError(f"{data.rules.where}: Louchard's figure 15 is Pig of two players to 100; see surface")
    return surface_figure(data, title)


def _strategy_4(data: RaceData) -> RaceCourse:
    return fixed_threshold(data.best(LAST), START_OF_4, 20).course(LAST, data.progress)


def _mixed(data: RaceData, parts: tuple[int, int]) -> float:
    """The variance for each point, if 20 and 21 are held in these parts of the turns: s1^2, s2^2 and V(20)/m^3."""
    return float_of(mixed_variance(data.turn, list(zip((20, 21), parts, strict=True))))


def _line(values: Floats, each: float) -> Floats:
    """So much for each point, for as many points."""
    return np.asarray(each * np.arange(len(values)))


def _over(span: Span, values: Floats) -> tuple[range, Floats]:
    return range(span.first, span.last + 1), values[span.first : span.last + 1]


def _limits(span: Span) -> tuple[float, float]:
    return (0 if span.first <= 1 else span.first, span.last)


def _one(title: str, y_label: str, span: Span, values: Floats) -> Figure:
    """One quantity by points to go."""
    return chart(title, TO_GO, y_label, [Curve(*_over(span, values), RED)], _limits(span))


def _figure(figure: int, title: str, shows: str, span: Span, draw: Draw) -> Drawing:
    full = f"Louchard, Figure {figure}: {title}"

    def default(rules: Rules) -> Span:
        del rules
        return span

    def draw_pig(data: RaceData, span: Span) -> Figure:
        pig = pig_turn(rules("pig"))
        if (data.turn.gains, data.turn.bank_from) != (pig.gains, pig.bank_from):
            raise InputError(
                f"{data.rules.where}: Louchard's figures are about Pig; other games have figures of their own"
            )
        return draw(data, full, span)

    return Drawing(f"louchard-{figure}", full, shows, draw_pig, default, first_is_free=False, last_is_free=False)


_S1: dict[str, Any] = {"parts": (12, 10), "name": "s_1^2"}
_S2: dict[str, Any] = {"parts": (1, 1), "name": "s_2^2"}

FIGURES = (
    _figure(
        1,
        "the best threshold by points to go",
        "The best threshold comes to alternate between 20 and 21.",
        WHOLE,
        _thresholds,
    ),
    _figure(
        2,
        "expected turns and n/m",
        "The fewest expected turns of a race, beside points to go divided by the points of a turn.",
        Span(0, 100),
        _expected,
    ),
    _figure(
        3,
        "expected turns beyond n/m",
        "The difference tends to a constant, K1.",
        WHOLE,
        _excess,
    ),
    _figure(
        4,
        "expected turns beyond n/m, near 1000",
        "The difference goes on to swing, less and less, with a period of 22.",
        TAIL,
        _excess,
    ),
    _figure(
        5,
        "expected turns beyond n/m, Strategy 3",
        "If from 55 points on 20 and 21 alternate, twelve points and ten, the constant is another one.",
        TAIL,
        _excess_3,
    ),
    _figure(
        6,
        "variance of the turns and n s₁²",
        "The variance, beside a line for 20 in twelve and 21 in ten of 22 turns.",
        WHOLE,
        partial(_variance, **_S1),
    ),
    _figure(
        7,
        "variance of the turns beyond n s₁²",
        "The difference goes on to swing with a period of 22, and its mean is not 0.",
        WHOLE,
        partial(_beyond_line, **_S1),
    ),
    _figure(
        8,
        "variance of the turns and n s₂²",
        "The variance, beside a line for 20 and 21 in half of the turns each.",
        WHOLE,
        partial(_variance, **_S2),
    ),
    _figure(
        9,
        "variance of the turns beyond n s₂², near 1000",
        "The difference has a mean closer to 0 there.",
        TAIL,
        partial(_beyond_line, **_S2),
    ),
    _figure(
        10,
        "expected turns beyond n/m, Strategy 4",
        "If from 251 points on 20 is always held, the constant is a third one.",
        TAIL,
        _excess_4,
    ),
    _figure(
        11,
        "variance beyond its line, Strategy 4",
        "If from 251 points on 20 is always held, the variance swings less and less.",
        WHOLE,
        _beyond_line_4,
    ),
    _figure(
        12,
        "variance beyond its line, Strategy 4, near 1000",
        "What is left of the swings of figure 11.",
        TAIL,
        _beyond_line_4,
    ),
    _figure(
        13,
        "variance beyond n s₃² and its periodic part",
        "The variance swings as its periodic part does, which follows from 22 linear equations.",
        TAIL,
        _periodic_part,
    ),
    _figure(
        14,
        "how many turns a race over 1000 points takes",
        "The chance of each number of turns, beside the normal distribution.",
        Span(0, LAST),
        _counts,
    ),
    _figure(
        15,
        "best play of two, who roll below the surface",
        "The turn total from which to hold, by both players' scores, in Pig to 100.",
        Span(0, 100),
        _surface,
    ),
)
