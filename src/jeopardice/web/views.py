"""Which views there are of a game's best play, and in plain words why others are not."""

from __future__ import annotations

from jeopardice.rulebook import Rules
from jeopardice.web.models import View

MIXED = (
    "Both players choose at the same moment here, and best play randomises: there is no single best "
    "choice to draw. Ask shows the probabilities at any scores."
)


def views(rules: Rules) -> list[View]:
    """The surface, one turn and the tables, each with what stands against it."""
    by_scores = _not_in_turn(rules)
    if by_scores is None and rules.players > 2:
        by_scores = f"A surface and tables show the scores of two players; these rules are for {rules.players}."
    one_turn = _not_in_turn(rules)
    if one_turn is None and rules.family == "hog":
        one_turn = "One turn is a single roll here: there is nothing to follow."
    return [
        View(name="surface", missing=by_scores),
        View(name="slice", missing=one_turn),
        View(name="table", missing=by_scores),
    ]


def _not_in_turn(rules: Rules) -> str | None:
    if rules.simultaneous:
        return MIXED
    if rules.players < 2:
        return "These rules are for one player: there is nobody to beat."
    return None
