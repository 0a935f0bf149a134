"""Games in which the players see little of each other, against all pure strategies and replies in plain Python."""

from __future__ import annotations

from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden import NothingSeenSolution, solve_dice_seen, solve_nothing_seen, watch
from jeopardice.solvers.hidden.dice_seen import best_strategy
from jeopardice.solvers.hidden.public import PublicTree, floors
from jeopardice.solvers.hidden.replies import ending
from jeopardice.solvers.hidden.throws import throws_of
from oracles import hidden as naive
from oracles.hidden_flows import value_by_flows
from support.hidden_kinds import KINDS

pytestmark = pytest.mark.slow


def television(goal: int, most: int, sides: int = 6) -> Rules:
    changes = {"sees": "nothing", "goal": goal, "dice.sides": sides, "turn.choose_dice": [1, most]}
    return jd.rules("television-hog").replace(changes)


def laws(most: int, sides: int = 6) -> dict[int, naive.Law]:
    return {d: naive.gains(d, sides) for d in range(1, most + 1)}


@pytest.mark.parametrize("most", [1, 2, 3])
def test_throws_are_those_listed_one_by_one(most: int) -> None:
    throws = throws_of(television(10, most))
    assert throws.dice == tuple(range(1, most + 1))
    for (bust, lost, won, *gains), law in zip(throws.gains, laws(most).values(), strict=True):
        assert [bust, *gains] == pytest.approx([float(law.get(g, 0)) for g in range(len(gains) + 1)], abs=1e-15)
        assert lost == won == 0


# Nothing is seen


@pytest.mark.parametrize(
    ("points", "most", "sides", "rounds"),
    [
        ((4, 4), 2, 6, 2),
        ((5, 4), 2, 6, 2),
        ((1, 3), 3, 6, 2),
        # Here the best mixture is better than every plan.
        ((2, 1), 2, 3, 2),
        ((2, 1), 2, 3, 4),
        ((2, 1), 3, 4, 3),
        ((1, 3), 3, 4, 2),
    ],
)
def test_the_linear_program_agrees_with_all_plans(points: tuple[int, int], most: int, sides: int, rounds: int) -> None:
    expected = naive.value_of(naive.unseen_matrix(points, laws(most, sides), rounds))
    rules = television(max(points), most, sides)
    assert value_by_flows(rules, rounds, points) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize(("points", "most"), [((3, 1), 4), ((6, 4), 3), ((4, 7), 2), ((5, 5), 3), ((1, 2), 5)])
def test_column_generation_agrees_with_the_linear_program(points: tuple[int, int], most: int) -> None:
    rules = television(max(points), most)
    solution = solve_nothing_seen(rules, points)
    assert solution.high - solution.low < 1e-9
    assert solution.low - 1e-8 < value_by_flows(rules, 25, points) < solution.high + 1e-8


def played(solution: NothingSeenSolution, player: int, round_: int, points: int) -> dict[int, float]:
    return solution.mixture(round_, points, player)


@pytest.mark.parametrize(("points", "most"), [((1, 1), 3), ((6, 4), 3), ((3, 8), 4), ((10, 10), 4)])
def test_no_reply_in_plain_python_wins_more_than_is_proven(points: tuple[int, int], most: int) -> None:
    solution, throws = solve_nothing_seen(television(max(points), most), points), naive.dice_throws(most)
    for player, proven in ((0, 1 - solution.low), (1, solution.high)):
        start = (points[player], points[1 - player])
        mixture = partial(played, solution, player)
        found = naive.best_reply(mixture, start, solution.horizon, lambda s: throws)
        assert proven - 1e-11 < found <= proven


def thrown(keys: dict[str, Any], dice: tuple[int, ...], *, first: bool) -> object:
    """How a throw ends, by docs/rules.md."""
    if "events.win" in keys and dice.count(3) >= 2:
        return "won"
    lost = keys.get("events.lose_banked")
    if lost and dice.count(1) >= len(lost[0]):
        return "lost"
    if 1 in dice:
        return "bust"
    if sum(dice) < max(keys.get("turn.minimum_bank", 0), keys.get("turn.first_bank", 0) if first else 0):
        return ("kept", sum(dice)) if keys.get("turn.keep_on_bust") else "bust"
    return sum(dice)


@pytest.mark.parametrize("points", [(6, 6), (6, 3)])
@pytest.mark.parametrize("kind", KINDS)
def test_with_every_rule_no_reply_in_plain_python_wins_more_than_is_proven(kind: str, points: tuple[int, int]) -> None:
    keys, goal = KINDS[kind], 6
    penalty, floor, streak = (int(keys.get(f"bust.{key}", 0)) for key in ("penalty", "floor", "streak"))
    lowest = goal - min(0, floor)  # a player who needs s points after k busts in a row is at s + k * lowest
    tables: dict[bool, dict[int, naive.Throw]] = {}
    for first in (True, False):
        for d in (1, 2, 3):
            throw = tables.setdefault(first, {}).setdefault(d, {})
            for dice in product((1, 2, 3), repeat=d):
                end = thrown(keys, dice, first=first)
                throw[end] = throw.get(end, 0.0) + 3.0**-d

    def after(standing: int, end: object) -> int:
        busts, to_go = (standing - 1) // lowest, (standing - 1) % lowest + 1
        if end == "won":
            return -(10**6)
        if isinstance(end, int):
            return to_go - end
        score = 0 if end == "lost" else goal - to_go + (end[1] if isinstance(end, tuple) else 0)
        if busts + 1 < streak:
            return goal - score + (busts + 1) * lowest * (score < goal)
        return goal - (max(min(score, floor), score - penalty) if streak else score)

    solution = solve_nothing_seen(television(goal, 3, 3).replace(keys), points)
    assert solution.high - solution.low < 1e-9
    for player, proven in ((0, 1 - solution.low), (1, solution.high)):
        start = (points[player], points[1 - player])
        mixture = partial(played, solution, player)
        found = naive.best_reply(
            mixture,
            start,
            solution.horizon,
            lambda s: tables[s % lowest == goal % lowest],
            after,
            lowest * (streak or 1),
        )
        assert proven - 1e-10 < found <= proven


@pytest.mark.parametrize("kind", KINDS)
def test_with_every_rule_the_sequence_form_bounds_the_same_value_for_both(kind: str) -> None:
    rules = television(4, 2, 3).replace({"sees": "dice", **KINDS[kind]})
    one, two = (solve_dice_seen(rules, points, 2) for points in ((4, 2), (2, 4)))
    assert one.low <= one.high
    assert one.low == pytest.approx(1 - two.high, abs=1e-9)
    assert one.low <= solve_nothing_seen(rules, (4, 2)).high + 1e-9
    best = solve_dice_seen(rules, horizon=2)
    for dice in ("dice:1", "dice:2"):
        assert match_simultaneous(rules, dice, best.strategy()).overall <= best.high + 1e-9


def test_the_goal_of_100_with_ten_dice_is_solved_to_1e_10() -> None:
    solution = solve_nothing_seen(television(100, 10))
    assert solution.exploitability < 1e-10
    assert solution.low <= 0.5 <= solution.high
    assert max(solution.unfinished) < 1e-10
    assert solution.mixture(1, 100) == {6: pytest.approx(1.0)}
    chances = solution.strategies[0].sum(axis=2)
    assert chances == pytest.approx(np.ones_like(chances), abs=1e-12)


def test_a_player_with_fewer_points_to_go_wins_more() -> None:
    values = [solve_nothing_seen(television(12, 4), (12, other)).low for other in range(4, 13)]
    assert all(a < b + 1e-9 for a, b in pairwise(values))


def test_swapping_the_players_swaps_the_bounds() -> None:
    one, two = (solve_nothing_seen(television(9, 4), points) for points in ((9, 5), (5, 9)))
    assert one.low == pytest.approx(1 - two.high, abs=2e-10)
    assert one.high == pytest.approx(1 - two.low, abs=2e-10)


def test_advice_beyond_the_rounds_followed_is_that_of_the_last() -> None:
    solution = solve_nothing_seen(television(5, 3))
    assert solution.mixture(10_000, 5) == solution.mixture(solution.horizon, 5)


# The dice are seen


@pytest.mark.parametrize(
    ("points", "most", "sides"),
    [((4, 3), 2, 6), ((3, 4), 2, 6), ((2, 1), 2, 3), ((1, 2), 2, 3), ((2, 1), 3, 4), ((1, 2), 3, 4)],
)
def test_the_sequence_form_agrees_with_all_pure_strategies(points: tuple[int, int], most: int, sides: int) -> None:
    throws = throws_of(television(max(points), most, sides))
    shared = np.full((throws.points, throws.points), 0.5)
    _, won = best_strategy(PublicTree(throws, points, 2, shared))
    expected = naive.value_of(naive.dice_seen_matrix(points, laws(most, sides)))
    assert won == pytest.approx(expected, abs=1e-8)


def test_what_one_player_can_be_sure_of_is_what_the_other_cannot_prevent() -> None:
    throws = throws_of(television(9, 3))
    shared = np.full((9, 9), 0.5)
    trees = [PublicTree(throws, start, 3, shared) for start in ((9, 7), (7, 9))]
    (_, first), (_, second) = (best_strategy(tree) for tree in trees)
    assert first + second == pytest.approx(1, abs=1e-8)
    # A strategy that does not look at the dice is not better.
    optimal = solve_nothing_seen(television(9, 3), (9, 7)).strategies[0]
    assert trees[0].guaranteed([np.repeat(optimal[t][None], 9**t, axis=0) for t in range(3)]) <= first + 1e-9


def test_bounds_shrink_with_the_rounds_followed_and_hold_the_same_value() -> None:
    rules = television(9, 4)
    found = [solve_dice_seen(rules, (9, 6), horizon) for horizon in (1, 2, 3)]
    assert max(s.low for s in found) <= min(s.high for s in found)
    assert all(a.high - a.low > b.high - b.low - 1e-9 for a, b in pairwise(found))


def test_from_equal_points_both_win_half() -> None:
    solution = solve_dice_seen(television(8, 3), horizon=2)
    assert solution.low <= 0.5 <= solution.high
    assert solution.exploitability == pytest.approx(0.5 - solution.low)


def test_swapping_the_players_swaps_the_bounds_when_dice_are_seen() -> None:
    one, two = (solve_dice_seen(television(6, 3), points, 2) for points in ((6, 3), (3, 6)))
    assert one.low == pytest.approx(1 - two.high, abs=1e-9)
    assert one.high == pytest.approx(1 - two.low, abs=1e-9)


def test_advice_follows_the_history_for_as_long_as_the_program_does() -> None:
    # No histories of the dice are followed, so that the program proves more than a player who looks at nothing.
    solution = solve_dice_seen(television(15, 3), horizon=2, rare=0.9)
    assert all(solution.strategies)
    for history in ([], [(2, 3)], [(3, 1)]):
        for player in (0, 1):
            assert sum(solution.mixture(history, 9, player).values()) == pytest.approx(1)
    with pytest.raises(InputError, match="history"):
        solution.mixture([(1, 1), (1, 1)], 9)
    with pytest.raises(InputError, match="history"):
        solution.mixture([(1, 4)], 9)


def test_looking_at_nothing_is_proven_optimal_in_some_games() -> None:
    solution = solve_dice_seen(television(6, 4), (6, 4))
    assert solution.high - solution.low < 1e-9
    assert solution.strategies == ((), ())
    assert solution.mixture([(1, 1)] * 7, 4) == solution.nothing_seen.mixture(8, 4)


def test_without_a_program_large_games_have_bounds() -> None:
    solution = solve_dice_seen(television(50, 10), horizon=0, rare=1e-5)
    assert 0.49749 < solution.low < solution.high < 0.50251


@pytest.mark.parametrize(("goal", "most"), [(6, 3), (8, 4)])
def test_watching_agrees_with_the_reply_on_the_public_tree(goal: int, most: int) -> None:
    rules, rounds = television(goal, most), 4
    optimal, throws = solve_nothing_seen(rules), throws_of(television(goal, most))
    watched = watch(optimal, rare=1e-9)
    assert watched.nothing_seen - 1e-9 <= watched.low <= watched.high <= watched.scores_seen + 1e-9
    strategy = [np.repeat(optimal.strategies[0][t][None], most ** (2 * t), axis=0) for t in range(rounds)]
    tree = PublicTree(throws, (goal, goal), rounds, np.zeros((goal, goal)))
    unended = ending(throws, goal, optimal.strategies[0][:rounds]).unfinished
    # The tree ends after four rounds with a loss of the optimal player.
    assert 1 - tree.guaranteed(strategy) - unended <= watched.high + 1e-9
    assert watched.low <= 1 - tree.guaranteed(strategy) + 1e-9


def test_floors_are_below_the_values() -> None:
    rules = television(6, 3)
    below = floors(rules, throws_of(rules))
    for own, other in ((6, 4), (2, 5), (3, 3)):
        assert below[own - 1, other - 1] <= solve_nothing_seen(rules, (own, other)).high + 1e-9


# What is refused


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 3),
        ("turn.beat_previous", True),
        ("turn.steal", "after-bank"),
        ("sees", "scores"),
    ],
)
def test_keys_that_would_matter_are_refused_by_name(key: str, value: object) -> None:
    with pytest.raises(JeopardiceError, match=key):
        solve_nothing_seen(television(10, 2).replace({key: value}))


def test_games_that_are_not_hidden_and_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="sees"):
        solve_nothing_seen(jd.rules("pig"))
    with pytest.raises(InputError, match="points"):
        solve_nothing_seen(television(10, 2), (11, 3))
    with pytest.raises(InputError, match="round"):
        solve_nothing_seen(television(3, 2)).mixture(0, 3)
    with pytest.raises(JeopardiceError, match="horizon"):
        solve_dice_seen(television(100, 10), horizon=3)
