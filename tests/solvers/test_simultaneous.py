"""Simultaneous play, against linear programs over all ways to play a turn, and against the paper."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice import _core
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.figures.mixtures import dice_map
from jeopardice.native.simultaneous import GAIN
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.simultaneous import solve_simultaneous
from jeopardice.solvers.simultaneous_penalties import guaranteed
from oracles import simultaneous as naive
from support.cli_runner import jeopardice, printed

SIMULTANEOUS = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}


@pytest.fixture(scope="module")
def five() -> SimultaneousSolution:
    return solve_simultaneous(jd.rules("television-hog").replace({"turn.choose_dice": [1, 5]}))


def small_hog(goal: int, most: int, **changes: object) -> jd.Rules:
    dice = {"dice.sides": 3, "goal": goal, "turn.choose_dice": [1, most]}
    return jd.rules("television-hog").replace({**dice, **changes})


@pytest.mark.parametrize(("goal", "most"), [(5, 2), (7, 3)])
def test_hog_agrees_with_linear_programs(goal: int, most: int) -> None:
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, most)
    slow = naive.solve(goal, lambda a: ways)
    fast = solve_simultaneous(small_hog(goal, most))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)


def test_everything_lost_agrees_with_linear_programs() -> None:
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2, loses=True)
    slow = naive.solve(5, lambda a: ways)
    fast = solve_simultaneous(small_hog(5, 2, **{"events.bust": [], "events.lose_banked": ["1"]}))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)


def test_penalties_agree_with_linear_programs() -> None:
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2)
    slow = naive.solve(5, lambda a: ways, falls=lambda a: min(5, a + 2))
    fast = solve_simultaneous(small_hog(5, 2, **{"bust.streak": 1, "bust.penalty": 2}))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)


WIN: dict[str, object] = {"events.win": ["33"]}


@pytest.mark.parametrize("lost", [False, True], ids=["plain", "lost"])
def test_throws_that_win_at_once_agree_with_linear_programs(lost: bool) -> None:
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 3, loses=lost, win=(3, 3))
    slow = naive.solve(6, lambda a: ways)
    fast = solve_simultaneous(small_hog(6, 3, **WIN, **(FALLING[0] if lost else {})))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)


FOUR = {**SIMULTANEOUS, "goal": 3, "dice.sides": 4}


@pytest.mark.parametrize("kept", [False, True], ids=["lost", "kept"])
@pytest.mark.parametrize(
    ("events", "chances"),
    [
        ({"events.win": ["4"]}, {"won": 1 / 4}),
        # Whoever has reached the goal rolls on forever, until a roll wins or busts.
        ({"events.win": ["3", "4"]}, {"won": 1 / 2}),
        ({"events.bust": [], "events.lose_banked": ["1"], "events.win": ["4"]}, {"lost": 1 / 4, "won": 1 / 4}),
        ({"events.bust": [], "events.lose_banked": ["1"], "events.win": ["3", "4"]}, {"lost": 1 / 4, "won": 1 / 2}),
    ],
)
def test_rolls_that_win_at_once_agree_with_linear_programs(
    events: dict[str, object], chances: dict[str, float], kept: bool
) -> None:
    gains = {2: 1 / 4, 3: 1 / 4} if chances["won"] < 1 / 2 else {2: 1 / 4}
    ways = naive.rolling_ways(gains, 8, beyond=120, keeps=kept, **chances)  # type: ignore[arg-type]
    slow = naive.solve(3, lambda a: ways)
    rules = jd.rules("pig").replace({**FOUR, **events, "turn.keep_on_bust": kept})
    fast = solve_simultaneous(rules)
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-7)
    turn = fast.turn_at((0, 2))
    assert turn.state_value(0, 0) == pytest.approx(fast.chance(3, 1), abs=1e-9)


def test_a_turn_may_go_on_until_a_roll_wins() -> None:
    rules = jd.rules("pig").replace({**FOUR, "events.win": ["3", "4"]})
    fast = solve_simultaneous(rules)
    assert [fast.advise((0, 2), turn=total).actions[0].then for total in (2, 6, 40, 1000)] == ["roll"] * 4
    # Two thirds of such turns win.
    turn = fast.turn_at((0, 2))
    assert turn.state_bust(0, 40) == pytest.approx(1 / 3)
    both = 2 / 3 * (1 - 2 / 3 / 2) + 1 / 3 * 1 / 3 / 2
    assert turn.state_value(0, 40) == pytest.approx(both, abs=1e-12)


def test_throws_that_win_at_once_in_fractions() -> None:
    game = solve_simultaneous(small_hog(9, 3, **{"dice.sides": 6, "events.win": ["66"]}), exact=True)
    for a, b in ((9, 9), (9, 4), (4, 9), (3, 2), (1, 1)):
        assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)


PENALTIES: dict[str, tuple[int, int, int]] = {
    "below 0": (1, 2, -3),
    "two in a row": (2, 2, 0),
    "two in a row, below 0": (2, 2, -2),
}
"""Busts in a row, what they cost, and the floor."""


def stands_of(goal: int, streak: int, floor: int) -> list[naive.Stand]:
    return [(to_go, busts) for busts in range(streak) for to_go in range(1, goal - min(0, floor) + 1)]


@pytest.mark.parametrize("lost", [False, True], ids=["bust", "lost"])
@pytest.mark.parametrize("name", PENALTIES)
def test_penalties_of_every_kind_agree_with_linear_programs(name: str, lost: bool) -> None:
    goal, (streak, penalty, floor) = 4, PENALTIES[name]
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2, loses=lost)
    after = naive.penalised(goal, streak, penalty, floor)
    slow = naive.solve_stands(stands_of(goal, streak, floor), lambda stand: ways, after)
    keys = {"bust.streak": streak, "bust.penalty": penalty, "bust.floor": floor, **(FALLING[0] if lost else {})}
    fast = solve_simultaneous(small_hog(goal, 2, **keys))
    for (one, other), value in slow.items():
        at = {"scores": (goal - one[0], goal - other[0]), "busts": (one[1], other[1])}
        assert fast.value_at(**at) == pytest.approx(value, abs=1e-8)
    assert fast.error_bound is not None
    assert fast.error_bound < 1e-11


def test_two_busts_in_a_row_in_pig_agree_with_linear_programs() -> None:
    gains, goal = {2: 1 / 3, 3: 1 / 3}, 3
    ways = naive.rolling_ways(gains, 8)
    slow = naive.solve_stands(stands_of(goal, 2, 0), lambda stand: ways, naive.penalised(goal, 2, 2))
    keys = {"goal": goal, "dice.sides": 3, "bust.streak": 2, "bust.penalty": 2}
    fast = solve_simultaneous(jd.rules("pig").replace({**SIMULTANEOUS, **keys}))
    for (one, other), value in slow.items():
        found = fast.value_at(scores=(goal - one[0], goal - other[0]), busts=(one[1], other[1]))
        assert found == pytest.approx(value, abs=1e-6)


def at_least(minimum: int, ways: list[naive.Way], *, keeps: bool = False) -> list[naive.Way]:
    """The same throws, of which those below a minimum are busts, which keep the points or not."""
    found = []
    for way in ways:
        then: naive.Way = {}
        for end, chance in way.items():
            short = isinstance(end, int) and end < minimum
            after = (("kept", end) if keeps else "bust") if short else end
            then[after] = then.get(after, 0) + chance
        found.append(then)
    return found


@pytest.mark.parametrize("changes", [{}, {"events.bust": [], "events.lose_banked": ["1"]}], ids=["plain", "lost"])
def test_a_first_bank_agrees_with_linear_programs(changes: dict[str, object]) -> None:
    faces = {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}
    ways = naive.dice_ways(faces, {1}, 1, 2, loses=bool(changes))
    slow = naive.solve(5, lambda a: at_least(4, ways) if a == 5 else ways)
    fast = solve_simultaneous(small_hog(5, 2, **{"turn.first_bank": 4, **changes}))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)


def test_a_first_bank_in_pig_agrees_with_linear_programs() -> None:
    gains = {2: 1 / 3, 3: 1 / 3}
    first, later = naive.rolling_ways(gains, 8, least=5), naive.rolling_ways(gains, 8)
    slow = naive.solve(3, lambda a: first if a == 3 else later, rounds=60)
    rules = jd.rules("pig").replace({**SIMULTANEOUS, "goal": 3, "dice.sides": 3, "turn.first_bank": 5})
    fast = solve_simultaneous(rules)
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-7)
    assert [action.then for action in fast.advise((0, 2), turn=4).actions] == ["roll"]
    assert {action.then for action in fast.advise((1, 2), turn=4).actions} == {"roll", "bank"}


def test_a_first_bank_in_fractions() -> None:
    rules = small_hog(9, 3, **{"dice.sides": 6, "turn.first_bank": 8})
    game = solve_simultaneous(rules, exact=True)
    for a, b in ((9, 9), (9, 4), (4, 9), (3, 2)):
        assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)
    assert game.chance(9, 4) < solve_simultaneous(rules.replace({"turn.first_bank": 0}), exact=True).chance(9, 4)


def test_a_throw_of_less_than_can_be_banked_is_a_bust() -> None:
    minimum = 4
    ways = at_least(minimum, naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 3))
    slow = naive.solve(7, lambda a: ways)
    rules = small_hog(7, 3, **{"turn.minimum_bank": minimum})
    fast = solve_simultaneous(rules)
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-8)
    won = naive.played((7, 7), 7, lambda a, b: ways[2], lambda a, b: ways[1])[0]
    assert match_simultaneous(rules, "dice:3", "dice:2").overall == pytest.approx(won, abs=1e-12)
    hidden = rules.replace(sees="nothing")
    assert match_simultaneous(hidden, "dice:3", "dice:2").overall == pytest.approx(won, abs=1e-12)


def test_pig_agrees_with_linear_programs_over_all_ways_to_bank() -> None:
    rules = jd.rules("pig").replace({**SIMULTANEOUS, "goal": 3, "dice.sides": 3})
    ways = naive.rolling_ways({2: 1 / 3, 3: 1 / 3}, 8)
    slow = naive.solve(3, lambda a: ways, rounds=60)
    fast = solve_simultaneous(rules)
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-7)


KEPT: dict[str, object] = {**SIMULTANEOUS, "goal": 3, "dice.sides": 4, "turn.keep_on_bust": True}


def test_kept_busts_agree_with_linear_programs_and_nobody_banks() -> None:
    gains = {2: 1 / 4, 3: 1 / 4}
    ways = naive.rolling_ways(gains, 6, beyond=80, keeps=True)
    slow = naive.solve(3, lambda a: ways, rounds=60)
    fast = solve_simultaneous(jd.rules("pig").replace({**KEPT, "events.bust": ["1", "4"]}))
    assert max(slow.values()) > 0.1
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-7)
    assert [fast.advise((0, 2), turn=total).actions[0].then for total in (2, 3, 9)] == ["roll"] * 3


def test_kept_busts_agree_with_linear_programs_where_everything_may_be_lost() -> None:
    ways = naive.rolling_ways({2: 1 / 4, 3: 1 / 4}, 9, keeps=True, lost=1 / 4)
    slow = naive.solve(3, lambda a: ways, rounds=200)
    fast = solve_simultaneous(jd.rules("pig").replace({**KEPT, "events.lose_banked": ["4"]}))
    for (a, b), value in slow.items():
        assert 2 * fast.values[a - 1, b - 1] - 1 == pytest.approx(value, abs=1e-7)
    assert fast.advise((0, 2), turn=8).actions[0].then == "bank"


def test_a_kept_throw_of_less_than_can_be_banked_counts_in_full() -> None:
    plain = small_hog(9, 3, **{"dice.sides": 6})
    kept = plain.replace({"turn.minimum_bank": 4, "turn.keep_on_bust": True})
    found, other = solve_simultaneous(kept, exact=True), solve_simultaneous(plain, exact=True)
    assert [found.chance(2, b) for b in range(1, 10)] == [other.chance(2, b) for b in range(1, 10)]
    assert (found.values == other.values).all()
    for sees in ("scores", "nothing"):
        won = [match_simultaneous(rules.replace(sees=sees), "dice:3", "dice:2").overall for rules in (kept, plain)]
        assert won[0] == pytest.approx(won[1], abs=1e-13)


@pytest.mark.parametrize(("name", "lost"), list(zip(PENALTIES, (0, 1 / 4, 0), strict=True)))
def test_kept_busts_that_count_agree_with_linear_programs(name: str, lost: float) -> None:
    goal, streak, penalty = 2, *PENALTIES[name][:2]
    floor = max(-1, PENALTIES[name][2])  # so that totals of 7 and more are banked, or none
    ways = naive.rolling_ways({2: 1 / 4, 3: 1 / 4}, 7, beyond=0 if lost else 80, keeps=True, lost=lost, counts=True)
    after = naive.penalised(goal, streak, penalty, floor)
    slow = naive.solve_stands(stands_of(goal, streak, floor), lambda stand: ways, after)
    keys = {"bust.streak": streak, "bust.penalty": penalty, "bust.floor": floor}
    events: dict[str, object] = {"events.lose_banked": ["4"]} if lost else {"events.bust": ["1", "4"]}
    fast = solve_simultaneous(jd.rules("pig").replace({**KEPT, **keys, **events, "goal": goal}))
    for (one, other), value in slow.items():
        at = {"scores": (goal - one[0], goal - other[0]), "busts": (one[1], other[1])}
        assert fast.value_at(**at) == pytest.approx(value, abs=1e-8)
        assert float(fast.turn_at(**at).state_value(0, 0)) == pytest.approx((value + 1) / 2, abs=1e-8)
    assert fast.error_bound is not None
    assert fast.error_bound < 1e-10


@pytest.mark.parametrize("name", PENALTIES)
def test_kept_throws_that_count_agree_with_linear_programs(name: str) -> None:
    goal, (streak, penalty, floor) = 4, PENALTIES[name]
    faces = {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}
    ways = at_least(4, naive.dice_ways(faces, {1}, 1, 2), keeps=True)
    after = naive.penalised(goal, streak, penalty, floor)
    slow = naive.solve_stands(stands_of(goal, streak, floor), lambda stand: ways, after)
    keys = {"bust.streak": streak, "bust.penalty": penalty, "bust.floor": floor, "turn.minimum_bank": 4}
    fast = solve_simultaneous(small_hog(goal, 2, **keys, **{"turn.keep_on_bust": True}))
    for (one, other), value in slow.items():
        at = {"scores": (goal - one[0], goal - other[0]), "busts": (one[1], other[1])}
        assert fast.value_at(**at) == pytest.approx(value, abs=1e-8)


@settings(max_examples=60)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**32 - 1), st.booleans())
def test_matrix_games_have_the_value_that_both_mixtures_guarantee(m: int, n: int, seed: int, coarse: bool) -> None:
    random = np.random.default_rng(seed)
    payoff = random.integers(0, 3, (m, n)).astype(float) if coarse else random.normal(size=(m, n))
    value, rows, columns = _core.matrix_game(payoff)
    assert sum(rows) == pytest.approx(1)
    assert min(rows) >= 0
    assert min(columns) >= 0
    assert (np.array(rows) @ payoff).min() == pytest.approx(value, abs=1e-13)
    assert (payoff @ np.array(columns)).max() == pytest.approx(value, abs=1e-13)


def test_a_value_that_is_no_fraction() -> None:
    # Two numbers of dice are mixed: 72 W^2 + 154 W = 111.
    solution = solve_simultaneous(small_hog(4, 2))
    assert solution.values[0, 1] == pytest.approx((13921**0.5 - 77) / 72, abs=1e-15)


def test_states_of_the_paper(five: SimultaneousSolution) -> None:
    mixed = {int(action.dice): action.probability for action in five.advise((99, 97)).actions}
    assert [round(mixed[dice], 3) for dice in (2, 4, 5)] == [0.172, 0.151, 0.676]
    assert mixed[1] == mixed[3] == 0
    assert [five.advise(scores).actions[0].dice for scores in ((95, 87), (87, 95))] == ["4", "5"]
    assert not five.advise((95, 87)).is_mixed


def test_guarantees_are_close_together_and_hold_the_values(five: SimultaneousSolution) -> None:
    assert five.low is not None
    assert five.error_bound is not None
    assert five.error_bound < 1e-10
    assert (five.low <= five.values).all()
    assert (five.values <= 1 - five.low.T).all()


def test_fractions_where_nobody_mixes() -> None:
    rules = jd.rules("television-hog").replace({"goal": 12, "turn.choose_dice": [1, 3]})
    game = solve_simultaneous(rules, exact=True)
    for a in range(1, 13):
        for b in range(1, 13):
            assert isinstance(game.chance(a, b), Fraction)
            assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)
    advice = game.advise((11, 9))
    assert max(action.value for action in advice.actions) == advice.value
    # One die each, 1 and 2 to go: all pairs of faces, and again if both show a 1.
    one = solve_simultaneous(rules.replace({"turn.choose_dice": [1, 1]}), exact=True)
    pairs = [(x if x > 1 else 0, y if y > 1 else 0) for x in range(1, 7) for y in range(1, 7)]
    won = sum(Fraction(x - 1 > y - 2) + Fraction(x - 1 == y - 2, 2) for x, y in pairs if (x, y) != (0, 0))
    assert one.chance(1, 2) == won / 35


def test_where_somebody_mixes_there_are_no_fractions() -> None:
    with pytest.raises(JeopardiceError, match="to go best play mixes"):
        solve_simultaneous(jd.rules("television-hog").replace({"goal": 5, "turn.choose_dice": [1, 5]}), exact=True)
    for changes in FALLING:
        with pytest.raises(InputError, match="not supported with penalties"):
            solve_simultaneous(small_hog(5, 2, **changes), exact=True)


FALLING: list[dict[str, object]] = [
    {"events.bust": [], "events.lose_banked": ["1"]},
    {"bust.streak": 1, "bust.penalty": 2},
]


@pytest.mark.parametrize("changes", FALLING, ids=["everything lost", "a penalty"])
def test_guarantees_hold_where_scores_fall(changes: dict[str, object]) -> None:
    goal = 6
    game = solve_simultaneous(small_hog(goal, 2, **changes))
    assert game.low is not None
    assert game.error_bound is not None
    assert game.error_bound < 1e-10
    assert (game.low <= game.values).all()
    loses = "events.lose_banked" in changes
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2, loses=loses)
    states = [(a, b) for a in range(1, goal + 1) for b in range(1, goal + 1)]
    laws = {state: game.outcomes(*state)[0] for state in states}
    lost = {a: goal if loses else min(goal, a + 2) for a in range(1, goal + 1)}

    def after(units: int, gain: object) -> int:
        return units - gain if isinstance(gain, int) and gain > 0 else lost[units]

    def chance(a: int, b: int) -> float:
        if min(a, b) > 0:
            return worst[a, b]
        return 0.5 * (a == b) + (a < b)

    # What the first player's laws win if the other replies as well as possible, round by round from below.
    worst = dict.fromkeys(states, 0.0)
    for _ in range(600):
        worst = {
            (a, b): min(
                sum(
                    p * q * chance(after(a, i - GAIN), after(b, g))
                    for i, p in enumerate(laws[a, b])
                    for g, q in way.items()
                    if p
                )
                for way in ways
            )
            for a, b in states
        }
    for a, b in states:
        assert game.low[a - 1, b - 1] <= worst[a, b] + 1e-12
        assert worst[a, b] == pytest.approx(game.values[a - 1, b - 1], abs=1e-9)


def test_worse_mixtures_guarantee_less() -> None:
    game = solve_simultaneous(small_hog(6, 2, **FALLING[0]))
    wrong = game.values.copy()
    wrong[5, 4] += 1e-6
    low = guaranteed(game.core, wrong, 1, None)
    assert low is not None
    assert 1e-7 < float((1 - low - low.T).max()) < 1e-4


def test_no_number_of_dice_beats_the_mixture(five: SimultaneousSolution) -> None:
    for scores in ((99, 97), (98, 98), (90, 95), (0, 50)):
        advice = five.advise(scores)
        assert sum(action.probability for action in advice.actions) == pytest.approx(1)
        assert max(action.value for action in advice.actions) == pytest.approx(advice.value, abs=1e-11)
        played = [action.value for action in advice.actions if action.probability > 1e-9]
        assert played == pytest.approx([advice.value] * len(played), abs=1e-11)


def test_the_game_is_symmetric_and_more_points_are_better(five: SimultaneousSolution) -> None:
    assert five.values == pytest.approx(1 - five.values.T, abs=1e-13)
    assert five.seats == (0.5, 0.5)
    assert (np.diff(five.values, axis=0) <= 1e-12).all()


def test_pig_at_a_turn_total_rolls_as_often_as_its_law_says() -> None:
    solution = solve_simultaneous(jd.rules("pig").replace({**SIMULTANEOUS, "goal": 12, "dice.sides": 4}))
    assert solution.error_bound is not None
    assert solution.error_bound < 1e-11
    law, _ = solution.outcomes(12, 12)
    stands = {0: 1.0}
    for total in range(len(law) - GAIN):
        advice = {action.then: action for action in solution.advise((0, 0), turn=total).actions}
        here = stands.get(total, 0.0)
        if total and here > 1e-9:
            assert here * advice["bank"].probability == pytest.approx(law[GAIN + total], abs=1e-9)
        for face in range(2, 5):
            stands[total + face] = stands.get(total + face, 0) + here * advice["roll"].probability / 4


def test_a_match_is_that_of_following_both_players() -> None:
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2)
    slow = naive.follow(6, ways[0], ways[1])
    assert match_simultaneous(small_hog(6, 2), "dice:1", "dice:2").overall == pytest.approx(slow, abs=1e-12)
    lost = {"events.bust": [], "events.lose_banked": ["1"]}
    ways = naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, 2, loses=True)
    slow = naive.follow(6, ways[0], ways[1])
    assert match_simultaneous(small_hog(6, 2, **lost), "dice:1", "dice:2").overall == pytest.approx(slow, abs=1e-10)


@pytest.mark.parametrize("other", ["optimal", "dice:1", "dice:3"])
def test_nobody_wins_more_than_half_against_best_play(other: str) -> None:
    chance = match_simultaneous(small_hog(12, 3), other, "optimal").overall
    assert chance <= 0.5 + 1e-12
    if other == "optimal":
        assert chance == pytest.approx(0.5, abs=1e-12)


def test_strategies_of_simultaneous_pig() -> None:
    rules = jd.rules("pig").replace({**SIMULTANEOUS, "goal": 5, "dice.sides": 4})
    for other in ("hold-at:4", "rolls:2"):
        assert match_simultaneous(rules, other, "optimal").overall < 0.5
    assert match_simultaneous(rules, "hold-at:4", "hold-at:4").overall == pytest.approx(0.5, abs=1e-12)
    # A turn of one roll is a turn that holds at 2.
    assert match_simultaneous(rules, "hold-at:2", "rolls:1").overall == pytest.approx(0.5, abs=1e-12)
    with pytest.raises(InputError, match="dice:5"):
        match_simultaneous(rules, "dice:5", "optimal")


def test_the_map_of_dice_is_that_of_the_advice(five: SimultaneousSolution) -> None:
    small = solve_simultaneous(small_hog(8, 3))
    dice, mixed = dice_map(small)
    for own, other in ((1, 1), (2, 5), (8, 3)):
        advice = small.advise((8 - own, 8 - other))
        mean = sum(action.probability * int(action.dice) for action in advice.actions)
        assert dice[own - 1, other - 1] == pytest.approx(mean)
        assert (mixed[own - 1, other - 1] > 1) == advice.is_mixed


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"end.rule": "sudden"}, "end.rule"),
        ({"end.tie": "first-to-reach"}, "end.tie"),
        ({"players": 3}, "players"),
        ({"bust.streak": 1, "bust.penalty": 5, "bust.floor": "none"}, "bust.floor"),
        ({"turn.beat_previous": True}, "turn.beat_previous"),
        ({"turn.choose_dice": [1, 2], "turn.first_bank": 50}, "turn.first_bank: 50: no turn can reach more than 12"),
    ],
)
def test_rules_that_it_cannot_honour_are_named(changes: dict[str, object], key: str) -> None:
    with pytest.raises(InputError, match=key):
        solve_simultaneous(jd.rules("television-hog").replace(changes))


def test_a_least_bank_that_is_too_long_to_count_is_refused() -> None:
    with pytest.raises(JeopardiceError, match="10001: at most 10000 units"):
        solve_simultaneous(jd.rules("pig").replace({**SIMULTANEOUS, "turn.first_bank": 10_001}))


def test_commands() -> None:
    found = jeopardice("solve", "television-hog", "--json").json
    assert found["value"] == 0
    assert found["values"] == [0.5, 0.5]
    assert found["error_bound"] < 1e-10
    assert found["states"] == 10_000
    with_five = ["television-hog", "--set", "turn.choose_dice=[1,5]"]
    advice = jeopardice("advise", *with_five, "--scores", "99,97", "--json").json
    assert [action["dice"] for action in advice["actions"]] == [5, 2, 4, 3, 1]
    assert jeopardice("match", *with_five, "dice:5", "dice:4", "--json").json["overall"] > 0.5
    assert "optimal wins 5" in printed("match", *with_five, "optimal", "dice:5")
    assert "roll 6 dice" in printed("solve", "television-hog")
    assert "Randomise" in printed("advise", "television-hog", "--scores", "99,97")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "television-hog", "--exact"],
        ["solve", "television-hog", "--strategy", "dice:5"],
        ["advise", "television-hog", "--scores", "99"],
        ["advise", "television-hog", "--scores", "99,97", "--roll", "55"],
        ["advise", "television-hog", "--scores", "100,97"],
        ["advise", "television-hog", "--scores", "90,97", "--turn", "5"],
        ["solve", "hog", "--set", "simultaneous=true"],
        ["match", "television-hog", "optimal", "hold-at:20"],
        ["match", "television-hog", "optimal", "dice:5", "dice:6"],
        ["plot", "mixtures", "hog"],
    ],
)
def test_bad_input_is_one_line(arguments: list[str]) -> None:
    ran = jeopardice(*arguments)
    assert ran.status == 2
    assert ran.err.count("\n") == 1
