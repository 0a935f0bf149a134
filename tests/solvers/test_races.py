"""Races against plain value iteration over every state, exact fractions, and what theory says."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import jeopardice as jd
from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from jeopardice.solvers.race import solve_race
from jeopardice.turn import Place
from oracles import race as naive_race
from support.races import FARKLE, PIG, race_of, small_races
from support.small_rules import Document


@given(small_races())
def test_chance_to_win_agrees_with_value_iteration_on_any_small_game(document: Document) -> None:
    race = race_of(document)
    for scores, chance in naive_race.win_probability(document).items():
        assert race.value_at(scores) == pytest.approx(chance, abs=1e-11)


@given(small_races())
def test_expected_turns_and_chances_in_time_agree_with_brute_force(document: Document) -> None:
    turns, within = race_of(document, "turns"), race_of(document, "within:3")
    for score, expected in naive_race.expected_turns(document).items():
        assert turns.value_at((score,)) == pytest.approx(expected, rel=1e-9)
    for score, chance in naive_race.within(document, 3)[3].items():
        assert within.value_at((score,)) == pytest.approx(float(chance), abs=1e-13)


@pytest.mark.parametrize(
    "document",
    [{**PIG, "goal": 6}, {**PIG, "goal": 10}, {**FARKLE, "goal": 200}],
    ids=["pig 6", "pig 10", "farkle 200"],
)
def test_chance_to_win_agrees_with_exact_fractions(document: Document) -> None:
    race = solve_race(jd.rules(document))
    for scores, chance in naive_race.win_probability_exactly(document).items():
        assert race.value_at(scores) == pytest.approx(float(chance), abs=2e-15)


def test_single_positions_of_farkle_agree_with_value_iteration() -> None:
    race = solve_race(jd.rules(FARKLE))
    values = naive_race.win_probability(FARKLE)
    for scores in ((0, 0), (0, 400), (300, 100)):
        turn = race.turn_at(scores)
        for dice, total in ((5, 50), (4, 200), (3, 150), (2, 250), (6, 300)):
            expected = naive_race.position_value(FARKLE, scores, tuple(range(dice)), total, 0, values)
            assert turn.state_value(turn.model.places[Place((dice,))], total) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("preset", ["pig", "hog", "farkle", "ten-thousand"])
def test_every_turn_gives_back_the_value_that_it_came_from(preset: str) -> None:
    """The values between turns are a fixed point: a whole turn at any scores is worth what the table says."""
    goal = {"farkle": 3000, "ten-thousand": 3000}.get(preset, 100)
    race = solve_race(jd.rules(preset).replace(goal=goal))
    step = goal // 10
    for mine in range(0, goal, step):
        for other in range(0, goal, step):
            assert race.turn_at((mine, other)).state_value(0, 0) == pytest.approx(
                race.value_at((mine, other)), abs=1e-14
            )


def test_instruction_sets_and_threads_give_the_same_digits() -> None:
    core = CoreRace(race_model(jd.rules("farkle").replace(goal=2000)))
    first, *others = [core.win(threads=n, kernel=k) for k in _core.kernels() for n in (1, 2, 3)]
    assert all((other == first).all() for other in others)


def test_several_solves_at_once_do_not_disturb_each_other() -> None:
    model = race_model(jd.rules("farkle").replace(goal=2000))
    alone = CoreRace(model).win(threads=1)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(CoreRace(model).win(threads=2))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all((values == alone).all() for values in found)


def test_a_callback_that_raises_stops_the_work() -> None:
    class StopWorkError(Exception):
        pass

    def stop(part: float) -> None:
        assert 0 <= part <= 1
        raise StopWorkError

    with pytest.raises(StopWorkError):
        solve_race(jd.rules("farkle").replace(goal=20000), progress=stop)


def test_games_as_good_as_decided_stay_within_0_and_1() -> None:
    """Far apart, where a bust changes nothing that double precision can tell, values neither drift nor break."""
    two_dice = {"dice.count": 2, "dice.weights": [[2, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]], "scoring": {"1": 10}}
    race = solve_race(jd.rules("farkle").replace(two_dice).replace(goal=4500))
    assert np.isfinite(race.values).all()
    assert ((race.values >= 0) & (race.values <= 1)).all()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"players": 9}, "players"),
        ({"players": 3, "turn": {"steal": "after-bank"}}, "too much for"),
        ({"players": 5, "goal": 2000, "end": {"rule": "last-turn", "tie": "split"}}, "too much for|end.rule"),
        ({"family": "hog", "simultaneous": True}, "end.rule"),
    ],
)
def test_keys_that_are_not_supported_are_refused(change: dict[str, object], key: str) -> None:
    with pytest.raises(jd.JeopardiceError, match=key):
        jd.solve(jd.rules("farkle").replace(change))


def test_minimum_and_first_banks_are_obeyed() -> None:
    race = solve_race(jd.rules("farkle").replace({"goal": 2000, "turn.minimum_bank": 300, "turn.first_bank": 500}))
    start, later = race.turn_at((0, 0)), race.turn_at((1000, 0))
    assert start.bank_value(0, 450) is None
    assert start.bank_value(0, 500) is not None
    assert later.bank_value(0, 250) is None
    assert later.bank_value(0, 300) is not None
    assert race.turn_at((1950, 0)).bank_value(0, 250) is None  # even a bank that would win


def test_a_race_that_best_play_never_ends_is_refused_for_that_reason() -> None:
    """A bank at the goal gives the turn away before a last turn, so both players would rather bust forever."""
    rules = {"family": "pig", "goal": 1, "dice": {"count": 2, "sides": 4}, "events": {"bust": ["3"]}}
    ends = {"end": {"rule": "last-turn", "tie": "split"}, "turn": {"steal": "after-bank"}}
    with pytest.raises(JeopardiceError, match="best play does not end"):
        jd.solve(jd.rules({**rules, **ends}))


@pytest.mark.parametrize("rolls", [12, 36])
def test_values_are_exact_where_nearly_every_turn_busts(rolls: int) -> None:
    """A coin must show the same side this many times in a row; two such turns reach the goal."""
    rules = jd.rules({**PIG, "goal": 4 * rolls, "dice": {"count": 1, "sides": 2}, "turn": {"minimum_bank": 2 * rolls}})
    assert jd.solve(rules).value == pytest.approx(float(jd.solve(rules, exact=True).value), abs=2e-16)
    assert jd.solve(rules, "turns").value == pytest.approx(2.0 ** (rolls + 1), rel=1e-14)
