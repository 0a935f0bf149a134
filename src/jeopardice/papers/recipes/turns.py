"""Numbers about one turn: what it is worth, how it ends, and which rule of thumb is best."""

from __future__ import annotations

from fractions import Fraction

import jeopardice as jd
from jeopardice.common.numbers import Number
from jeopardice.native.turn import threshold_values
from jeopardice.papers.catalogue import Published
from jeopardice.papers.workbench import Workbench
from jeopardice.turn.advice import advise_turn
from jeopardice.turn.decisions import TIE

NEVER = "hold-at:1000"
"""As good as never banking: hardly any turn of Pig gets there."""


def value(number: Published, bench: Workbench) -> Fraction:
    """The expected points of a turn."""
    return Fraction(bench.turn(number.ask).value) / number.unit


def bust_percent(number: Published, bench: Workbench) -> Fraction:
    """The chance that a turn for the most points busts."""
    return Fraction(bench.turn(number.ask).bust_probability) * 100


def closing(number: Published, bench: Workbench) -> Fraction:
    """The turn total from which banking is best, whatever dice are left."""
    return Fraction(bench.turn(number.ask).closing.total, number.unit)


def statistic(number: Published, bench: Workbench) -> Number:
    """A mean, a variance, … of the points and the rolls of a turn, or the chance of so many points."""
    ask = number.ask
    if ask["strategy"] == "hold-at:inf":
        ask = {**ask, "strategy": NEVER}
    key = ("distribution", bench.rules(ask), ask["strategy"])
    found = bench.once(key, lambda: jd.turn_distribution(bench.turn(ask)))
    if ask["statistic"] == "probability":
        return found.points[ask["points"]]
    statistic: Number = getattr(found, ask["statistic"])
    return statistic


def best_threshold(number: Published, bench: Workbench) -> list[str]:
    """The turn totals at which to bank for the most points, if it is always the same one."""
    values = threshold_values(bench.turn(number.ask).model, range(1, 60))
    return [str(k) for k, value in enumerate(values, 1) if abs(value - max(values)) < TIE]


def best_rolls(number: Published, bench: Workbench) -> list[str]:
    """The numbers of rolls after which to bank for the most points, if it is always the same one."""
    values = [bench.turn({**number.ask, "strategy": f"rolls:{rolls}"}).value for rolls in range(1, 12)]
    return [str(rolls) for rolls, value in enumerate(values, 1) if value == max(values)]


def best_dice(number: Published, bench: Workbench) -> list[str]:
    """The numbers of dice to roll for the most points in a turn of Hog."""
    return [str(action.dice) for action in advise_turn(bench.turn(number.ask)).actions if action.verdict != "worse"]
