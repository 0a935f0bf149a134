"""Numbers about one turn: what it is worth, how it ends, which rule of thumb is best, and Busche & Neller's tables."""

from __future__ import annotations

from fractions import Fraction

import jeopardice as jd
from jeopardice.analysis.cards import score_card
from jeopardice.analysis.tables import turn_table
from jeopardice.common.numbers import Number
from jeopardice.native.turn import threshold_values
from jeopardice.papers.catalogue import Published
from jeopardice.papers.workbench import Workbench
from jeopardice.turn.advice import advise_turn
from jeopardice.turn.decisions import TIE

NEVER = "hold-at:1000"
"""As good as never banking: almost no turn of Pig gets there."""
UNREACHABLE = "*"


def value(number: Published, bench: Workbench) -> Fraction:
    """The expected points of a turn."""
    return Fraction(bench.turn(number.ask).value) / number.unit


def bust_percent(number: Published, bench: Workbench) -> Fraction:
    """The chance that a turn for the most points busts."""
    return Fraction(bench.turn(number.ask).bust_probability) * 100


def closing(number: Published, bench: Workbench) -> Fraction:
    """The turn total from which banking is best, whatever dice are left."""
    return Fraction(bench.turn(number.ask).closing.total, number.unit)


def turn_statistic(number: Published, bench: Workbench) -> Number:
    """A mean, a variance, … of the points and the rolls of a turn, or the chance of a number of points."""
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
    """The best fixed turn totals to bank at, for the most points."""
    values = threshold_values(bench.turn(number.ask).model, range(1, 60))
    return [str(k) for k, value in enumerate(values, 1) if abs(value - max(values)) < TIE]


def best_rolls(number: Published, bench: Workbench) -> list[str]:
    """The best fixed numbers of rolls before a bank, for the most points."""
    values = [bench.turn({**number.ask, "strategy": f"rolls:{rolls}"}).value for rolls in range(1, 12)]
    return [str(rolls) for rolls, value in enumerate(values, 1) if value == max(values)]


def best_dice(number: Published, bench: Workbench) -> list[str]:
    """The numbers of dice to roll for the most points in a turn of Hog."""
    return [str(action.dice) for action in advise_turn(bench.turn(number.ask)).actions if action.verdict != "worse"]


def gain(number: Published, bench: Workbench) -> Fraction | str:
    """Table 2: what best play for points adds to a turn total (the row) with a number of dice left (the column)."""
    total = int(number.row)
    cells = {cell.phase: cell for cell in turn_table(bench.turn(number.ask), total, total).rows[0]}
    cell = cells[number.column]
    return Fraction(cell.gain) if cell.reachable else UNREACHABLE


def card(number: Published, bench: Workbench) -> int | str:
    """Table 3, which plays for the most points; or the count of its numbers."""
    turn = bench.turn(number.ask)
    found = bench.once(("Table 3", turn.model.rules), lambda: score_card(turn))
    if "count" in number.ask:
        return len(found.numbers) if number.ask["count"] == "nonzero" else len(set(found.numbers))
    return found.rows[int(number.row)].get(int(number.column), "")
