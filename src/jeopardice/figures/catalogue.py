"""All figures by name."""

from __future__ import annotations

from collections.abc import Callable

from jeopardice.common.errors import InputError, shown
from jeopardice.figures import boundary, counts, departures, mixtures, races, sections
from jeopardice.figures.drawing import MOST_POINTS, Drawing, Span
from jeopardice.figures.louchard import FIGURES
from jeopardice.rulebook import Rules


def _times(goals: int, first: int = 1) -> Callable[[Rules], Span]:
    """From the end of a race to so many times the goal of the game; Louchard has ten times that of Pig."""
    return lambda rules: Span(first, min(goals * rules.goal, MOST_POINTS))


GENERAL = (
    Drawing(
        "thresholds",
        "the best threshold by points to go",
        "From which turn total to bank, for the fewest expected turns, by the points still to go.",
        races.draw_thresholds,
        _times(10),
    ),
    Drawing(
        "expected",
        "expected turns by points to go",
        "The fewest expected turns, beside points to go divided by the most that a turn banks on average.",
        races.draw_expected,
        _times(1, 0),
    ),
    Drawing(
        "excess",
        "expected turns beyond n/m",
        "How many turns a race takes beyond the points to go divided by the most that a turn banks on average.",
        races.draw_excess,
        _times(10),
    ),
    Drawing(
        "variance",
        "variance of the number of turns",
        "The variance of the number of turns, beside the line that it follows.",
        races.draw_variance,
        _times(10, 0),
    ),
    Drawing(
        "variance-excess",
        "variance of the number of turns beyond n s²",
        "The variance of the number of turns less the line that it follows, and its periodic part.",
        races.draw_variance_excess,
        _times(10),
    ),
    Drawing(
        "turns",
        "how many turns a race takes",
        "The chance of each number of turns, beside the normal distribution.",
        counts.draw_turns,
        _times(1, 0),
        first_is_free=False,
    ),
    Drawing(
        "surface",
        "when two players roll and when they hold",
        "The turn total from which to hold, by both players' scores and for each number of dice, in best play.",
        boundary.draw_surface,
        _times(1, 0),
        first_is_free=False,
        last_is_free=False,
    ),
    Drawing(
        "section",
        "when to roll and when to hold against one score of the opponent",
        "By the mover's score and the turn total, at one score of the opponent: where best play rolls.",
        sections.draw_section,
        lambda rules: Span(0, max(1, rules.goal * 3 // 10)),
        first_is_free=False,
        least_last=0,
    ),
    Drawing(
        "reachable",
        "the states that two who play best come to",
        "The turn totals that come up when two play as well as possible, by both players' scores.",
        boundary.draw_reachable,
        _times(1, 0),
        first_is_free=False,
        last_is_free=False,
    ),
    Drawing(
        "departures",
        "where no threshold is best",
        "The points to go at which the best way to play a turn is not a threshold, and how many turns it saves.",
        departures.draw_departures,
        _times(2),
    ),
    Drawing(
        "mixtures",
        "simultaneous Hog: how many dice, and where they are mixed",
        "How many dice best play rolls when both play at the same moment, and where it has to randomise.",
        mixtures.draw_mixtures,
        _times(1, 0),
        first_is_free=False,
        last_is_free=False,
    ),
)
"""For any game of the family pig, the last for simultaneous play of the family hog."""

LOUCHARD = FIGURES
"""Of Pig, as in the paper."""

DRAWINGS: dict[str, Drawing] = {drawing.name: drawing for drawing in (*GENERAL, *LOUCHARD)}


def drawing(name: str) -> Drawing:
    """A figure by name."""
    found = DRAWINGS.get(name)
    if found is None:
        raise InputError(f"NAME: {shown(name)}: it must be one of {names()}")
    return found


def names() -> str:
    """What there is, in words."""
    return f"{', '.join(d.name for d in GENERAL)}, louchard-1 to louchard-{len(LOUCHARD)}, louchard"
