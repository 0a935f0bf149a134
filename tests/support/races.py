"""Small races that several tests solve."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.solvers.race import solve_race
from support.small_rules import Document, small_rules

PIG: Document = {"family": "pig", "dice": {"count": 1}, "goal": 20}
FARKLE: Document = {
    "scoring": {"1": 100, "5": 50, "111": 1000, "222": 200, "333": 300, "444": 400, "555": 500, "666": 600},
    "goal": 500,
}
PIGLET: Document = {
    "family": "pig",
    "goal": 4,
    "dice": {"count": 1, "sides": 2},
    "scoring": {"2": 1},
    "events": {"bust": ["1"]},
}
TWO_DICE: Document = {
    "family": "pig",
    "goal": 6,
    "dice": {"count": 2, "sides": 3},
    "events": {"bust": ["1"], "lose_banked": ["11"], "win": ["33"]},
}


@st.composite
def small_races(draw: st.DrawFn) -> Document:
    """Any small game without lost banks, to a small goal; sometimes with a first bank."""
    document = draw(small_rules())
    document["goal"] = draw(st.integers(1, 10))
    document["events"].pop("lose_banked", None)
    # Larger banks are so unlikely in some of these games that plain value iteration would take forever.
    document["turn"]["minimum_bank"] = min(3, document["turn"].get("minimum_bank", 0))
    if draw(st.integers(0, 3)) == 0:
        document["turn"]["first_bank"] = draw(st.integers(0, 4))
    return document


def race_of(document: Document, objective: str = "win") -> jd.RaceSolution:
    """The solved race; games that cannot be played, or in which nearly every turn busts, are passed over."""
    try:
        return solve_race(jd.rules(document), objective)
    except jd.JeopardiceError:
        assume(False)
        raise
