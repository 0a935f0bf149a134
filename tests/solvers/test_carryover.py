"""What lasts between turns: every key, alone and combined, against brute force over every state."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.solvers.race import solve_race
from oracles import carryover as naive_carryover
from oracles.table import State
from support.carryover_games import GAMES, PIG, combined
from support.small_rules import Document, carryover_rules

pytestmark = pytest.mark.slow


@cache
def win_values(name: str) -> dict[State, float]:
    """The mover's chance to win in each state of a game, by brute force."""
    return naive_carryover.win_values(GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_key_agrees_with_brute_force(name: str) -> None:
    document = GAMES[name]
    rules = jd.rules(document)
    assert solve_race(rules).value == pytest.approx(win_values(name)[State(0, 0)], abs=1e-11)
    assert solve_race(rules, "turns").value == pytest.approx(naive_carryover.expected_turns(document), rel=1e-11)
    within = solve_race(rules, "within:4").value
    assert within == pytest.approx(naive_carryover.chance_within(document, 4), abs=1e-13)


def position(state: State) -> dict[str, Any]:
    """A state of the brute force, as a solution is asked for it."""
    return {
        "busts": (state.my_busts, state.their_busts),
        "to_beat": state.to_beat,
        "seat": 1 if state.starts else 2,
    }


@pytest.mark.parametrize(
    "name",
    [
        "two dice: a streak of two",
        "pig: beat, in a last turn",
        "farkle: equal turns",
        "farkle: the last word for fewer points",
        "farkle: below zero, first banks",
        "farkle: steal after a bank",
        "farkle: steal busts and beat",
        "pig: steal busts, keep, last turn",
    ],
)
def test_every_state_agrees_with_brute_force(name: str) -> None:
    """Scores, busts, totals to beat, seats, last turns, and what it is worth to go on with a stolen turn."""
    race = solve_race(jd.rules(GAMES[name]))
    model, seen = race.model.turn, 0
    for state, chance in win_values(name).items():
        turn = race.turn_at((state.mine, state.theirs), **position(state))
        ours = turn.state_value(0, 0)
        if state.offer:
            dice, total, singles = state.offer
            phase = model.places[jd.turn.Place((len(dice),), singles)]
            ours = max(ours, turn.roll_value(phase, model.phases[phase].rolls[0], total))
        assert ours == pytest.approx(chance, abs=1e-10), state
        start = race.value_at((state.mine, state.theirs), **position(state))
        assert start == pytest.approx(turn.state_value(0, 0), abs=1e-14)
        seen += 1
    assert seen > 20


@given(carryover_rules())
@settings(max_examples=25)
def test_random_rules_agree_with_brute_force(document: Document) -> None:
    try:
        rules = jd.rules(document)
        race, turns = solve_race(rules), solve_race(rules, "turns")
    except jd.JeopardiceError:  # no game, or one in which nearly every turn busts
        assume(False)
        raise
    most = 300 if rules.end.rule != "sudden" else None
    assert race.value == pytest.approx(naive_carryover.win_probability(document, most_total=most), abs=1e-9)
    assert turns.value == pytest.approx(naive_carryover.expected_turns(document), rel=1e-9)


@given(st.integers(1, 3), st.integers(1, 4), st.integers(-3, 3))
@settings(max_examples=25)
def test_the_unit_of_points_fits_penalties_and_floors(streak: int, penalty: int, floor: int) -> None:
    """Points come in twos, but penalties and floors do not have to."""
    dice = {"count": 1, "sides": 4, "weights": [1, 1, 0, 1]}
    bust = {"streak": streak, "penalty": penalty, "floor": floor}
    document = {"family": "pig", "goal": 7, "dice": dice, "bust": bust}
    expected = naive_carryover.win_probability(document)
    assert solve_race(jd.rules(document)).value == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("change", [{}, {"turn": {"first_bank": 3}}], ids=str)
def test_falls_without_end_are_off_by_less_than_is_said(change: Document) -> None:
    document = {**combined(PIG, {"bust": {"streak": 2, "penalty": 1}, **change}), "goal": 5}
    document["bust"]["floor"] = "none"
    race = solve_race(jd.rules(document))
    assert race.floor_error is not None
    deeper = naive_carryover.win_probability(document, lowest=-9)
    assert abs(float(race.value) - deeper) <= race.floor_error
    assert race.floor_error < (1e-4 if not change else 0.1)


@pytest.mark.parametrize("objective", ["turns", "within:4", "within:9"])
def test_falls_without_end_of_one_player_are_off_by_less_than_is_said(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followed to one penalty, against many more."""
    document = combined(PIG, {"bust": {"streak": 2, "penalty": 3}})
    document["bust"]["floor"] = "none"
    monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", 12)
    deeper = solve_race(jd.rules(document), objective)
    assert deeper.floor_error is not None
    assert deeper.floor_error < 1e-5
    for penalties in (1, 3):
        monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", penalties)
        race = solve_race(jd.rules(document), objective)
        assert race.floor_error is not None
        off = abs(float(race.value) - float(deeper.value))
        assert off <= race.floor_error + deeper.floor_error
        # In four turns nobody falls so far.
        assert (off > 1e-9) == (objective != "within:4")


def test_the_deeper_scores_are_followed_the_less_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    document = combined(PIG, {"bust": {"streak": 2, "penalty": 2}})
    document["bust"]["floor"] = "none"
    errors = []
    for penalties in (2, 4, 6, 8):
        monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", penalties)
        errors.append(solve_race(jd.rules(document)).floor_error or 0)
    assert all(later < earlier / 4 for earlier, later in itertools.pairwise(errors))


def test_advice_knows_what_can_be_stolen() -> None:
    """Going on is worth what the brute force says, and is named beside a turn begun afresh."""
    document = GAMES["farkle: steal after a bank"]
    race = solve_race(jd.rules(document))
    offer = ((0,), 150, 0)
    chance = naive_carryover.win_values(document, also=[State(100, 150, offer=offer)])[State(100, 150, offer=offer)]
    advice = race.advise((100, 150), offer=("1", 150))
    assert advice.value == pytest.approx(chance, abs=1e-11)
    assert {action.then for action in advice.actions} == {"roll", "steal"}
    assert advice.actions[0].value == advice.value


def test_a_long_game_with_penalties_has_the_value_of_its_linear_equations() -> None:
    """Heads score 1 of 12, tails lose 3, down to 1: nothing to decide, and thousands of turns.

    W(a, b) = 1/2 (1 - W(b, a + 1)) + 1/2 (1 - W(b, max(1, a - 3))), where a + 1 = 12 wins and 0 stays 0, in fractions.
    """
    coin = {"family": "hog", "goal": 12, "dice": {"count": 1, "sides": 2}, "events": {"bust": ["2"]}}
    rules = jd.rules({**coin, "bust": {"streak": 1, "penalty": 3, "floor": 1}})
    assert solve_race(rules).value == pytest.approx(0.5000958085027338692, abs=2e-12)
