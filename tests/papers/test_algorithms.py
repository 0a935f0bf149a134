"""The papers' own algorithms, recurrences and memory aids against the general solver."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import jeopardice as jd
from jeopardice.analysis.cards import score_card
from jeopardice.analysis.leaving import dice_worth_leaving
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn.reach import reachable_states
from jeopardice.turn.scoring import SetAside
from oracles import crocce_mordecki as cm
from oracles import turn as naive


@pytest.fixture(scope="module")
def ten_thousand() -> jd.TurnSolution:
    return solve_turn(jd.rules("ten-thousand"), exact=True)


@pytest.fixture(scope="module")
def farkle() -> jd.TurnSolution:
    return solve_turn(jd.rules("farkle"), exact=True)


def general_value(solution: jd.TurnSolution, tau: int, i: cm.Configuration, n: int) -> Fraction:
    """The value after a roll of configuration i that leaves n dice, from the general solver."""
    model = solution.model
    dice = {sum(phase.place.dice): q for q, phase in enumerate(model.phases)}
    if n == 5:
        return Fraction(solution.state_value(dice[5], tau * 50)) / 50
    blanks = [0] * 6
    for face in (2, 3, 4, 6):
        while sum(blanks) < n and blanks[face - 1] < (0 if face == i[2] else 2):
            blanks[face - 1] += 1
    roll = list(blanks)
    roll[4], roll[0] = i[0], i[1]
    if i[2]:
        roll[i[2] - 1] += 3
    before = (tau - cm.score(i)) * 50
    rolled = n + cm.scoring_dice(i)
    values = [
        solution.state_value(dice[rolled - sum(kept)], before + points)
        for kept, points in SetAside(model.rules).sets(tuple(roll))
    ]
    return Fraction(max(values)) / 50


def test_algorithm_4_1_agrees_with_the_general_solver_at_every_state(ten_thousand: jd.TurnSolution) -> None:
    value, _, game = cm.algorithm_4_1()
    assert cm.critical_threshold() * 50 == ten_thousand.closing.total
    assert game == Fraction(ten_thousand.value) / 50
    compared = 0
    for (tau, i, n), found in value.items():
        if tau >= cm.score(i):  # a state exists only if the roll's own points are in tau
            assert found == general_value(ten_thousand, tau, i, n)
            compared += 1
    assert compared > 4000


def test_gathered_algorithm_agrees_with_algorithm_4_1() -> None:
    value, action, game = cm.algorithm_4_1()
    gathered, gathered_action, gathered_game = cm.gathered_algorithm()
    assert gathered_game == game
    for (tau, i, n), found in value.items():
        if tau >= cm.score(i):
            state = (cm.LABELS.get(i, "0") if n < 5 else "0", tau, n)
            assert gathered[state] == found
            assert gathered_action[state] == action[tau, i, n]


def test_table_3_reproduces_optimal_play_at_every_reachable_state(farkle: jd.TurnSolution) -> None:
    """Busche & Neller, section 4: the memorised table, with its tie rule, plays for the most points perfectly."""
    card, decisions = score_card(farkle), 0
    for q, total in reachable_states(farkle.model, farkle.closing.total - 1):
        if total:
            assert card.banks(q, total) == (farkle.action(q, total) == "bank")
        for roll in farkle.model.phases[q].rolls:
            for outcome in roll.outcomes:
                if outcome.goes_on:
                    chosen, best = card.choose(outcome, total), farkle.best_option(outcome, total)
                    assert farkle.state_value(chosen.phase, total + chosen.points) == farkle.state_value(
                        best.phase, total + best.points
                    )
                    decisions += 1
    assert decisions > 20_000


@pytest.mark.parametrize("k", [1, 2, 6, 20, 21])
def test_joint_distribution_of_points_and_rolls(k: int) -> None:
    document = {"family": "pig", "dice": {"count": 1}}
    found = jd.turn_distribution(solve_turn(jd.rules(document), f"hold-at:{k}", exact=True))
    assert found.joint == naive.pig_distribution(document, k)
    assert sum(found.points.values()) == sum(found.rolls.values()) == 1


def test_louchards_recurrences() -> None:
    """Section 2.1 to 2.4, written down as printed."""
    sixth = Fraction(1, 6)

    @cache
    def gain_zero(k: int) -> Fraction:
        return Fraction(0) if k <= 0 else sixth + sixth * sum(gain_zero(k - i) for i in range(2, 7))

    @cache
    def rolls(k: int) -> Fraction:
        return Fraction(0) if k <= 0 else sixth + sixth * sum(1 + rolls(k - i) for i in range(2, 7))

    for k in (1, 2, 5, 20, 21):
        found = jd.turn_distribution(solve_turn(jd.rules("pig"), f"hold-at:{k}", exact=True))
        assert found.bust == gain_zero(k)
        assert found.mean_rolls == rolls(k)
    for number in range(1, 9):
        found = jd.turn_distribution(solve_turn(jd.rules("pig"), f"rolls:{number}", exact=True))
        assert found.mean == 4 * number * Fraction(5, 6) ** number
        assert found.bust == 1 - Fraction(5, 6) ** number


@pytest.mark.parametrize("strategy", ["optimal", "hold-at:300", "hold-at:1000", "rolls:2"])
@pytest.mark.parametrize("preset", ["farkle", "ten-thousand"])
def test_distribution_has_the_mean_and_the_busts_of_the_solution(preset: str, strategy: str) -> None:
    solution = solve_turn(jd.rules(preset), strategy, exact=True)
    found = jd.turn_distribution(solution)
    assert found.mean == solution.value
    assert found.bust == solution.bust_probability == found.points[0]
    assert sum(found.joint.values()) == 1
    assert found.rest == 0


def test_a_turn_without_longest_play_is_followed_to_the_last_digit() -> None:
    solution = solve_turn(jd.rules("ten-thousand").replace({"turn.full_bust": 100}), exact=True)
    found = jd.turn_distribution(solution)
    assert 0 < found.rest < Fraction(1, 10**18)
    assert float(found.mean) == pytest.approx(float(solution.value), rel=1e-13)
    assert float(found.bust) == pytest.approx(float(solution.bust_probability), rel=1e-13)


def test_louchard_sections_7_and_9_hold_exactly() -> None:
    """P(i, j, k) of section 7 and Ferguson's w(s, x, y) = 2 P(n - x, n - y, x - s) - 1, equation (4) of section 9."""
    n = 10
    race = solve_race(jd.rules("pig").replace(goal=n), exact=True)

    def p(i: int, j: int, k: int) -> Fraction:
        return Fraction(1) if i + k >= n else Fraction(race.turn_at((i, j)).state_value(0, k))

    def v(x: int, y: int) -> Fraction:
        """After a turn that reaches the goal the other player has lost."""
        return Fraction(-1) if y <= 0 else 2 * Fraction(race.value_at((n - x, n - y))) - 1

    for i in range(n):
        for j in range(n):
            for k in [0, *range(2, n - i)]:
                rolls = (1 - p(j, i, 0) + sum(p(i, j, k + u) for u in range(2, 7))) / 6
                holds = 1 - p(j, i + k, 0) if i + k < n else Fraction(1)
                assert p(i, j, k) == max(rolls, holds)
                x, y, s = n - i, n - j, n - i - k
                payoff = (-v(y, x) + sum(2 * p(i, j, x - (s - u)) - 1 for u in range(2, 7))) / 6
                assert 2 * p(i, j, k) - 1 == max(-v(y, s), payoff)


def test_the_end_of_pig_in_fractions() -> None:
    """The chances of a player who needs 1 to 6 points against one who needs 1 to 6, by an independent derivation."""
    race = solve_race(jd.rules("pig").replace(goal=6), exact=True)
    table = [
        "6/7 6/7 180/209 45/52 1080/1241 120/137",
        "6/7 6/7 180/209 45/52 1080/1241 120/137",
        "174/209 174/209 36/43 261/310 6264/7391 696/815",
        "21/26 21/26 126/155 9/11 108/131 84/101",
        "966/1241 966/1241 5796/7391 207/262 216/271 3864/4799",
        "102/137 102/137 612/815 153/202 3672/4799 24/31",
    ]
    for needed, row in enumerate(table, 1):
        for others, chance in enumerate(row.split(), 1):
            assert race.value_at((6 - needed, 6 - others)) == Fraction(chance)


def test_only_four_sets_of_dice_are_ever_worth_leaving(ten_thousand: jd.TurnSolution) -> None:
    """Crocce & Mordecki, Theorem 4.1 and Table 4: of all moves only m5, m1, m55 and m51 are ever optimal."""
    assert set(dice_worth_leaving(ten_thousand)) == {"5", "1", "55", "15"}
