"""Points a turn in the long run, against brute force over turns and modes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.solvers.average import solve_average
from jeopardice.solvers.turn import solve_turn
from oracles import average as naive_average
from support.races import FARKLE, PIG
from support.small_rules import Document, small_rules


@st.composite
def punished(draw: st.DrawFn) -> Document:
    """A small game in which busts in a row are punished."""
    document = draw(small_rules())
    document["bust"] = {"streak": draw(st.integers(1, 4)), "penalty": draw(st.integers(1, 30))}
    return document


@given(punished())
@settings(max_examples=15)
def test_average_agrees_with_brute_force_on_any_small_game(document: Document) -> None:
    try:
        ours = solve_average(jd.rules(document), exact=True)
    except jd.InputError:
        assume(False)
        raise
    # Brute force banks at a limit: exact where the closing total is below it and nothing goes on beyond.
    assume(ours.turns[0].closing.total <= 40)
    assume(all(roll is None for turn in ours.turns for roll in turn.closing.rolls))
    assert ours.value == naive_average.average_exactly(document, 40)
    floating = solve_average(jd.rules(document))
    assert abs(Fraction(float(floating.value)) - Fraction(ours.value)) <= floating.error_bound < 1e-9


@pytest.mark.parametrize(
    ("document", "bust", "value"),
    [
        (PIG, {"streak": 1, "penalty": 10}, Fraction(25, 9)),
        (PIG, {"streak": 2, "penalty": 20}, Fraction(775350, 151121)),
        (PIG, {"streak": 3, "penalty": 50}, Fraction(845072569669, 141365372417)),
    ],
)
def test_pig_is_worth_what_a_search_over_all_thresholds_found(
    document: Document, bust: dict[str, int], value: Fraction
) -> None:
    rules = jd.rules({**document, "bust": bust, "events": {"bust": ["1"]}})
    assert solve_average(rules, exact=True).value == value


def test_farkle_is_worth_what_an_independent_solver_found() -> None:
    for penalty, value in ((500, 444.142115677597), (1000, 442.777138290728)):
        rules = jd.rules("farkle").replace({"bust.streak": 3, "bust.penalty": penalty})
        assert solve_average(rules).value == pytest.approx(value, abs=1e-9)


def test_without_a_penalty_the_average_is_the_score() -> None:
    rules = jd.rules(FARKLE)
    assert solve_average(rules, exact=True).value == solve_turn(rules, exact=True).value


def test_the_more_busts_in_a_row_the_more_careful() -> None:
    solution = solve_average(jd.rules("pig").replace({"bust.streak": 3, "bust.penalty": 50}))
    assert [turn.bank_totals()["1"] for turn in solution.turns] == [17, 10, 1]
    assert sum(map(float, solution.shares)) == pytest.approx(1)
    best = solution.advise(busts=(2,), turn=5).actions[0]
    assert best.then == "bank"
    with pytest.raises(jd.InputError, match="busts: 3"):
        solution.advise(busts=[3])
