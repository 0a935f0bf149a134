"""The turn model and its solutions against brute force, which shares no code with them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given

import jeopardice as jd
from jeopardice.native import turn as native
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.turn import exact_turn_values, solve_turn
from jeopardice.turn import Place, TurnModel, build, holding_at, rolling_exactly
from oracles import turn as naive
from support.small_rules import Document, farkle_rules, small_rules

FARKLE: Document = {
    "scoring": {"1": 100, "5": 50, "111": 1000, "222": 200, "333": 300, "444": 400, "555": 500, "666": 600}
}


def model_of(document: Document) -> TurnModel:
    """The turn of a random game; games without points or without end are passed over."""
    try:
        return jd.turn_model(jd.rules(document))
    except jd.InputError:
        assume(False)
        raise


def outcomes_by_dice(model: TurnModel) -> dict[int, dict[frozenset[tuple[int, int]], int]]:
    """The outcomes in the form of `naive.outcome_table`."""
    table: dict[int, dict[frozenset[tuple[int, int]], int]] = {}
    for phase in model.phases:
        for roll in phase.rolls:
            row = table.setdefault(sum(roll.dice), {})
            for outcome in roll.outcomes:
                options = frozenset((sum(model.phases[o.phase].place.dice), o.points) for o in outcome.options)
                row[options] = row.get(options, 0) + outcome.count
    return table


def test_farkle_is_173_outcomes_with_576_options() -> None:
    model = jd.turn_model(jd.rules("farkle"))
    assert len(list(model.outcomes)) == 173
    assert len(list(model.options)) == 576
    expected = naive.outcome_table(FARKLE)
    assert outcomes_by_dice(model) == expected
    assert sum(len(row) for row in expected.values()) == 173


@pytest.mark.parametrize("hot_dice", [True, "forced"])
@pytest.mark.parametrize("leave", [None, [], ["5"], ["5", "1", "55", "51"]])
def test_five_dice_outcomes_agree_with_brute_force(hot_dice: Any, leave: list[str] | None) -> None:
    turn = {"hot_dice": hot_dice} | ({"set_aside": "all", "leave": leave} if leave is not None else {})
    document = {**FARKLE, "dice": {"count": 5}, "turn": turn}
    model = jd.turn_model(jd.rules(document))
    expected = naive.outcome_table(document)
    assert outcomes_by_dice(model) == {n: expected[n] for n in outcomes_by_dice(model)}


def exact_value(model: TurnModel) -> Fraction:
    return Fraction(TurnSolution(model, exact_turn_values(model)).value)


@given(small_rules())
def test_exact_solver_agrees_with_brute_force_on_any_small_game(document: Document) -> None:
    model = model_of(document)
    solution = TurnSolution(model, exact_turn_values(model))
    if not any(solution.closing.gains):
        assert solution.value == naive.turn_value(document, solution.closing.total)
        assert solution.value == naive.turn_value(document, solution.closing.total + 7 * model.unit)
    else:
        # No total ends every turn: forced banks never bring anything, and cost less and less the later they come.
        limits = [solution.closing.total + n * model.most_points for n in (20, 40, 80)]
        forced = [naive.turn_value(document, limit) for limit in limits]
        assert forced[0] <= forced[1] <= forced[2] <= solution.value
        shortfalls = [float(solution.value - value) for value in forced]
        falls = shortfalls[1] / shortfalls[0] if shortfalls[0] else 0
        assert shortfalls[2] <= max(1e-9, shortfalls[1] * falls**1.8)


@given(small_rules())
def test_core_agrees_with_fractions_at_every_state(document: Document) -> None:
    model = model_of(document)
    exact, found = exact_turn_values(model), native.solve_turn(model)
    for i, row in enumerate(exact.values):
        for q, value in enumerate(row):
            assert found.values[i][q] == pytest.approx(float(value), rel=1e-12, abs=1e-13)
            assert found.busts[i][q] == pytest.approx(float(exact.busts[i][q]), abs=1e-12)
    assert abs(found.values[0][0] - float(exact.values[0][0])) <= found.error_bound


@given(farkle_rules())
def test_fixed_strategies_agree_with_brute_force(document: Document) -> None:
    model = model_of(document)
    for k in (1, 3, 8):
        value = naive.hold_at(document, k, most_points=True)
        assert exact_value(holding_at(model, k)) == value
        assert native.threshold_values(model, [k])[0] == pytest.approx(float(value), rel=1e-12, abs=1e-13)
    for rolls in (1, 2, 3):
        counted = rolling_exactly(model, rolls)
        assert exact_value(counted) == naive.exactly(document, rolls, most_points=True)
        found = native.solve_turn(counted).values[0][0]
        assert found == pytest.approx(float(exact_value(counted)), rel=1e-12, abs=1e-13)


def test_values_of_single_states_agree_with_brute_force_where_dice_are_not_alike() -> None:
    document = {
        "dice": {"count": 3, "sides": 4, "weights": [[3, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]},
        "scoring": {"1": 2, "xx": 5},
        "turn": {"single_die_bonus": [4]},
    }
    solution = solve_turn(jd.rules(document), exact=True)
    limit = solution.closing.total
    hands = {(0,): (1, 0), (1,): (0, 1), (0, 1): (1, 1), (1, 2): (0, 2), (0, 1, 2): (1, 2)}
    checked = 0
    for left, hand in hands.items():
        for singles in (0, 1):
            q = solution.model.places.get(Place(hand, singles))
            if q is None:
                continue
            for total in (1, 2, 5, 9, 14):
                assert solution.state_value(q, total) == naive.state_value(document, left, total, singles, False, limit)
                checked += 1
    assert checked >= 40


@pytest.mark.parametrize("preset", ["pig", "hog", "farkle", "ten-thousand"])
def test_every_instruction_set_gives_the_same_digits(preset: str) -> None:
    from jeopardice import _core

    model = jd.turn_model(jd.rules(preset))
    first, *others = [native.solve_turn(model, kernel) for kernel in _core.kernels()]
    assert all((other.values == first.values).all() for other in others)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "change",
    [
        {"turn.full_bust": 500},
        {"turn.full_bust": 500, "turn.full_bust_rolls": "first"},
        {"turn.keep_on_bust": True},
        {"turn.keep_on_bust": True, "events.lose_banked": ["2"]},
        {"turn.hot_dice": False, "turn.full_bust": 300},
        {"scoring.123456": 1500, "scoring.xxyyzz": 1500, "turn.minimum_bank": 300},
    ],
    ids=str,
)
def test_values_beyond_the_closing_total_solve_the_equation(change: dict[str, object]) -> None:
    """T + S(q) is a fixed point of the Bellman operator at and beyond the closing total, exactly."""
    solution = solve_turn(jd.rules("farkle").replace(change), exact=True)
    model, closing = solution.model, solution.closing
    for q, phase in enumerate(model.phases):
        for total in range(closing.total, closing.total + 20 * model.unit, model.unit):
            rolls = [solution.roll_value(q, roll, total) for roll in phase.rolls]
            assert max([total, *rolls]) == total + closing.gains[q]


def test_a_phase_that_never_busts_is_never_banked() -> None:
    solution = solve_turn(jd.rules("farkle").replace({"turn.full_bust": 500}), exact=True)
    assert solution.bank_totals()["6"] is None
    far = 10**6
    assert solution.state_value(0, far) - far == solution.closing.gains[0] > 0
    assert solution.action(0, far) != "bank"


def test_the_closing_total_is_the_least_one_where_all_dice_bank() -> None:
    """The threshold is not merely safe: just below it rolling all dice is better in the papers' games."""
    for preset in ("pig", "farkle", "ten-thousand"):
        solution = solve_turn(jd.rules(preset), exact=True)
        below = solution.closing.total - solution.model.unit
        assert solution.action(0, below) != "bank"
        assert solution.action(0, solution.closing.total) == "bank"


@pytest.mark.parametrize(
    "document",
    [
        {"family": "pig", "dice": {"count": 1}, "events": {"bust": []}},
        {"scoring": {"x": 10}, "dice": {"count": 2}},
        {"scoring": {"1": 1, "2": 1}, "dice": {"count": 3, "sides": 2}, "turn": {"keep_on_bust": True}},
    ],
)
def test_games_refused_as_endless_have_no_finite_value(document: Document) -> None:
    with pytest.raises(jd.InputError, match="never end"):
        jd.turn_model(jd.rules(document))
    assert naive.turn_value(document, 200) >= 200
    assert naive.turn_value(document, 400) >= 400


def test_points_are_counted_in_their_greatest_common_divisor() -> None:
    assert jd.turn_model(jd.rules("farkle")).unit == 50
    odd = jd.rules("farkle").replace({"scoring": {"1": 21, "5": 14, "111": 77}})
    assert jd.turn_model(odd).unit == 7
    assert jd.turn_model(odd.replace({"turn.full_bust": 3})).unit == 1


def test_faces_that_no_pattern_names_are_all_the_same() -> None:
    small = {"dice": {"count": 4, "sides": 6}, "scoring": {"1": 100, "5": 50}}
    twenty: Document = {"dice": {"count": 4, "sides": 20}, "scoring": {"1": 100, "5": 50}}
    loaded = {**small, "dice": {"count": 4, "sides": 6, "weights": [1, 5, 6, 3, 1, 4]}}
    assert solve_turn(jd.rules(twenty), exact=True).value == solve_turn(jd.rules(loaded), exact=True).value


def test_ties_beyond_the_closing_total_go_to_the_fewer_busts_too() -> None:
    """Where a bust keeps the total it is safe to go on, and keeping all dice of 1 1 2 is worth as much as a roll."""
    three_dice = {"dice": {"count": 3, "sides": 3}, "scoring": {"1": 6, "2": 3}}
    solution = solve_turn(jd.rules({**three_dice, "turn": {"hot_dice": False, "keep_on_bust": True}}), exact=True)
    assert (solution.value, solution.bust_probability) == (Fraction(1021, 81), Fraction(187, 729))


@given(farkle_rules())
def test_all_rolls_at_once_come_to_what_they_come_to_one_by_one(document: Document) -> None:
    """`turn.rolls` sees ordered rolls in one table, `_farkle_rolls` dice of a kind by their faces."""
    count, sides = document["dice"]["count"], document["dice"]["sides"]
    document["dice"]["weights"] = [[*range(die + 1, die + sides + 1)] for die in range(min(3, count))]
    document["dice"]["weights"] += [document["dice"]["weights"][0]] * (count - len(document["dice"]["weights"]))
    builder = build._Builder(model_of(document).rules, lambda part: None)
    one_by_one: dict[Any, dict[Any, int]] = {}
    for hand, result, ways in builder._farkle_rolls():
        results = one_by_one.setdefault(hand, {})
        results[result] = results.get(result, 0) + ways
    one_by_one.pop(builder.none_left)
    at_once = {hand: results for hand, results in builder.results.items() if any(hand)}
    assert at_once == one_by_one


def test_large_weights_are_counted_exactly() -> None:
    large, sides = 10**15, 3
    dice = {"count": 3, "sides": sides, "weights": [[large, 1, large - 1], [1, 1, 1], [large, large - 1, 7]]}
    rolls = build._Builder(jd.rules({"dice": dice, "scoring": {"1": 1, "xx": 3}}), lambda part: None).results
    assert sum(rolls[1, 1, 1].values()) == 2 * large * 3 * (2 * large + 6)


def test_counting_the_rolls_of_many_dice_reports_its_progress() -> None:
    """A face of a hundred dice takes seconds, so that a report for each face is not enough."""
    reports: list[float] = []
    jd.turn_model(jd.rules({"family": "pig", "dice": {"count": 50}}), reports.append)
    assert len(reports) > 12
    assert reports == sorted(reports)
    assert all(0 <= part <= 1 for part in reports)
