"""Simultaneous play by every rule, against linear programs over all ways to play a turn."""

from __future__ import annotations

from itertools import product

import pytest

import jeopardice as jd
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.simultaneous import solve_simultaneous
from oracles import simultaneous as naive
from support.simultaneous_games import FALLING, SIMULTANEOUS, small_hog


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
        # Whoever has reached the goal rolls on for ever, until a roll wins or busts.
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


@pytest.mark.parametrize(
    ("streak", "changes"),
    [(1, {}), (2, {}), (1, {"turn.first_bank": 4}), (2, {"turn.first_bank": 4}), (1, {"events.lose_banked": ["11"]})],
    ids=["plain", "two in a row", "first bank", "two in a row, first bank", "lost"],
)
def test_without_a_floor_the_guarantees_hold_the_values_of_a_deeper_model(
    streak: int, changes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    penalty = {"bust.streak": streak, "bust.penalty": 2}
    endless = small_hog(6, 2, **penalty, **changes, **{"bust.floor": "none"})
    found = solve_simultaneous(endless)
    # Four times as deep, the effect of the lowest score is below 1e-6 in all of these states.
    deep = solve_simultaneous(endless.replace({"bust.floor": -48}))
    assert found.low is not None
    low, high = found.low, 1 - found.low.T
    for (i, one), (j, other) in product(enumerate(states_of(found)), repeat=2):
        value = deep.chance(*(deep.standings.standing(*state) for state in (one, other)))
        assert low[i, j] - 1e-6 <= value <= high[i, j] + 1e-6
    monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", 9)
    further = solve_simultaneous(endless)
    assert found.floor_error is not None
    assert further.floor_error is not None
    assert 0 < further.floor_error < found.floor_error / 5


def states_of(solution: SimultaneousSolution) -> list[tuple[int, int]]:
    """The score and the busts in a row of each standing."""
    standings = solution.standings
    return [(standings.score(k), standings.busts(k)) for k in range(1, standings.count + 1)]
