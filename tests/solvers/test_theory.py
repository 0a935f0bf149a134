"""What docs/theory proves, tried on random examples in fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

Line = tuple[Fraction, Fraction]
"""A policy: what it is worth, and how much more for each unit that a bust is worth more."""
CHANCES = st.fractions(0, Fraction(39, 40), max_denominator=40)
POLICIES = st.lists(st.tuples(st.fractions(0, 1, max_denominator=40), CHANCES), min_size=1, max_size=6)


def best(policies: list[Line], bust: Fraction) -> Line:
    """The best policy if a bust is worth so much."""
    return max(policies, key=lambda line: (line[0] + line[1] * bust, line))


@given(POLICIES, POLICIES, CHANCES, CHANCES)
def test_policy_iteration_for_both_players_at_once_ends(
    mine: list[Line], yours: list[Line], x: Fraction, y: Fraction
) -> None:
    """Theorem 7 of docs/theory/races.md: x = f(1 - y), y = g(1 - x), each step with the best policies of the last."""
    seen: set[tuple[Line, Line]] = set()
    while (chosen := (best(mine, 1 - y), best(yours, 1 - x))) not in seen:
        seen.add(chosen)
        (c, a), (d, b) = chosen
        x = (c + a * (1 - d - b)) / (1 - a * b)  # x = c + a (1 - y) and y = d + b (1 - x)
        y = d + b * (1 - x)
    (c, a), (d, b) = chosen
    assert (x, y) == (c + a * (1 - y), d + b * (1 - x))  # no policy comes again before all is settled
