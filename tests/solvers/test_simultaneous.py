"""Simultaneous play: guarantees, mixtures, matches and commands, and the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice import _core
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.figures.mixtures import dice_map
from jeopardice.native.simultaneous import GAIN, Played
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.simultaneous import solve_simultaneous
from jeopardice.solvers.simultaneous_penalties import guaranteed
from oracles import simultaneous as naive
from support.cli_runner import jeopardice, printed
from support.simultaneous_games import FALLING, SIMULTANEOUS, small_hog


@pytest.fixture(scope="module")
def five() -> SimultaneousSolution:
    return solve_simultaneous(jd.rules("television-hog").replace({"turn.choose_dice": [1, 5]}))


@settings(max_examples=40)
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
    low = guaranteed(game.core, wrong, Played(), 1, None)
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
        ({"sees": "nothing", "bust.streak": 1, "bust.penalty": 5, "bust.floor": "none"}, "bust.floor"),
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


def test_a_saved_game_without_a_floor_is_read_back(tmp_path: Path) -> None:
    file = str(tmp_path / "hog.nc")
    keys = ["goal=6", "turn.choose_dice=[1,2]", "bust.streak=2", "bust.penalty=3", "bust.floor=none"]
    rules = ["television-hog", *(word for key in keys for word in ("--set", key))]
    assert "the model has scores down to -18: this changes the win probabilities by less than" in printed(
        "solve", *rules, "--save", file
    )
    found, solved = jeopardice("solve", file, "--json").json, jeopardice("solve", *rules, "--json").json
    names = ("values", "actions", "error_bound", "lowest_score", "floor_error")
    assert [found[name] for name in names] == [solved[name] for name in names]
    assert 0 < found["floor_error"] < 1e-3
    assert found["error_bound"] == 2 * found["floor_error"]
    assert jeopardice("advise", file, "--scores", "2,-7", "--json").json["value"] > 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "television-hog", "--exact"],
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
