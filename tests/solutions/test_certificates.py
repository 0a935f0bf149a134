"""What is certified holds: bounds against exact fractions, and decisions counted one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice import _core
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from jeopardice.solvers.certify import certify
from jeopardice.solvers.exact_race import exact_values
from jeopardice.solvers.race import solve_race
from jeopardice.turn import restricted, turn_model
from oracles import game as oracle
from oracles import lengths as naive_lengths
from oracles import race as naive_race
from support.carryover_games import GAMES
from support.races import FARKLE, PIG, race_of, small_races
from support.small_rules import Document

pytestmark = pytest.mark.slow


def exactly(race: jd.RaceSolution) -> jd.RaceSolution:
    """The same race in fractions."""
    return replace(race, exactly=exact_values(race.model, race.objective, race.values))


def worst_error(race: jd.RaceSolution, exact: jd.RaceSolution) -> float:
    """How far the values in floating point are from the fractions, at most."""
    assert exact.exactly is not None
    errors = []
    for place, value in exact.exactly.values.items():
        within = race.objective.name == "within"
        index = (place[0], place[2] - 1) if within else tuple(n - 1 for n in place[1:])
        errors.append(abs(Fraction(float(race.values[index])) - value))
    return float(max(errors))


@given(small_races(), st.sampled_from(["win", "turns", "within:3"]))
def test_the_bound_holds_on_any_small_game(document: Document, objective: str) -> None:
    race = certify(race_of(document, objective))
    assert race.error_bound is not None
    assert worst_error(race, exactly(race)) <= race.error_bound < 1e-9


@given(small_races(), st.floats(1e-12, 1e-4), st.integers(0, 10**6))
def test_wrong_values_are_never_certified_as_right(document: Document, error: float, seed: int) -> None:
    """The bound is never smaller than the true error, however the values came about; or there is no proof."""
    right = race_of(document)
    noise = np.random.default_rng(seed).uniform(-error, error, right.values.shape)
    wrong = replace(right, values=np.clip(right.values + noise, 0, 1))
    try:
        bound = certify(wrong).error_bound
    except jd.JeopardiceError:
        return
    assert bound is not None
    assert worst_error(wrong, exactly(right)) <= bound


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("pig")])
def test_the_bound_holds_with_any_carryover(name: str) -> None:
    """Every value of every state, from the oracle's own bounds."""
    race, values = solve_race(jd.rules(GAMES[name])), oracle.Game(GAMES[name]).win()
    low, high, _ = race.core.bounds(race.objective, race.values)
    assert (high - low).max() < 1e-13
    for state in values.states:
        if state.last or state.offer or state.to_beat > state.theirs - race.model.lowest_score:
            continue
        busts = (state.my_busts, state.their_busts) if race.carryover.streak else None
        where = {"busts": busts, "to_beat": state.to_beat, "seat": 1 if state.begins else 2}
        least, most = values.bounds(state)
        found = [
            float(replace(race, values=side).value_at((state.mine, state.theirs), **where)) for side in (low, high)
        ]
        assert found[0] <= most + 1e-14, state
        assert found[1] >= least - 1e-14, state


@pytest.mark.parametrize(
    "name", ["pig: steal busts and streak", "two dice: streak, equal turns", "farkle: steal and beat"]
)
def test_values_that_are_off_are_not_certified(name: str) -> None:
    race = solve_race(jd.rules(GAMES[name]))
    off = race.values.copy()
    off[0, race.model.needed - 1, race.model.needed - 1] -= 1e-6
    bound = certify(replace(race, values=off)).error_bound
    assert bound is not None
    assert 1e-6 - 1e-13 <= bound < 1e-3


def test_the_lowest_score_of_a_model_is_part_of_the_bound() -> None:
    document: Document = {**PIG, "goal": 6, "bust": {"streak": 2, "penalty": 2, "floor": "none"}}
    race = solve_race(jd.rules(document), certify=True)
    assert race.certificate is not None
    assert race.floor_error is not None
    assert race.certificate.error_bound < 1e-13 < race.floor_error
    assert race.error_bound == race.certificate.error_bound + race.floor_error
    low, high = oracle.Game(document, seconds=1).win().bounds(oracle.State(0, 0))
    assert low - race.error_bound <= race.value <= high + race.error_bound


def test_games_that_need_not_end_are_refused() -> None:
    """Out of reach of the total to beat, turns bust one after another until the penalty is due."""
    rules: Document = {"goal": 400, "dice": {"count": 3, "sides": 2}, "scoring": {"22": 50, "1": 50}}
    rules |= {"turn": {"hot_dice": False, "beat_previous": True}, "bust": {"streak": 3, "penalty": 50}}
    with pytest.raises(jd.JeopardiceError, match="not proven to end"):
        solve_race(jd.rules(rules), certify=True)


@pytest.mark.parametrize("objective", ["win", "turns"])
def test_fractions_are_those_of_brute_force(objective: str) -> None:
    for document in ({**PIG, "goal": 12}, {**FARKLE, "goal": 250}, {**PIG, "goal": 8, "turn": {"keep_on_bust": True}}):
        race = solve_race(jd.rules(document), objective, exact=True)
        if objective == "win":
            chances = naive_race.win_probability_exactly(document)
            assert {scores: race.value_at(scores) for scores in chances} == chances
        else:
            alone = naive_lengths.expected(naive_lengths.fewest_turns(document, Fraction))
            assert {score: race.value_at((score,)) for score in alone} == alone


def test_fractions_of_chances_in_time() -> None:
    race = solve_race(jd.rules({**PIG, "goal": 15}), "within:4", exact=True)
    chances = naive_race.within({**PIG, "goal": 15}, 4)[4]
    assert {score: race.value_at((score,)) for score in chances} == chances


def test_a_turn_in_fractions_is_that_in_floating_point() -> None:
    for change in ({}, {"turn.keep_on_bust": True}, {"turn.minimum_bank": 200}):
        rules = jd.rules(FARKLE).replace({"goal": 250, **change})
        exact, race = solve_race(rules, exact=True), solve_race(rules)
        for scores in ((0, 0), (150, 50)):
            ours, theirs = exact.advise(scores, turn=50, roll="1155"), race.advise(scores, turn=50, roll="1155")
            assert isinstance(ours.value, Fraction)
            assert [(a.keep, a.then) for a in ours.actions] == [(a.keep, a.then) for a in theirs.actions]
            for mine, other in zip(ours.actions, theirs.actions, strict=True):
                assert float(mine.value) == pytest.approx(float(other.value), abs=1e-13)
                assert float(mine.bust) == pytest.approx(float(other.bust), abs=1e-13)


@pytest.mark.parametrize(
    ("document", "strategy"),
    [
        (PIG, "optimal"),
        (PIG | {"turn": {"minimum_bank": 10}}, "optimal"),
        (PIG | {"turn": {"minimum_bank": 5, "first_bank": 25}}, "optimal"),
        (PIG | {"turn": {"minimum_bank": 10}}, "rolls:3"),
        (FARKLE, "optimal"),
        (FARKLE | {"turn": {"minimum_bank": 200, "first_bank": 600}}, "optimal"),
        (FARKLE, "hold-at:250"),
        (FARKLE | {"turn": {"minimum_bank": 200}}, "rolls:2"),
    ],
)
def test_every_decision_that_can_come_up_is_judged_once(document: Document, strategy: str) -> None:
    """Counted here turn by turn: to bank or to roll, and which dice to keep of each outcome."""
    race = certify(solve_race(jd.rules(document), "win", strategy))
    model, count = race.model.turn, 0
    for mine in range(0, race.rules.goal, model.unit):
        least = max(1, race.rules.turn.minimum_bank, race.rules.turn.first_bank if mine == 0 else 0)
        states, seen = {(0, 0)}, set()
        while states:
            seen.add(state := states.pop())
            place, total = state
            phase = model.phases[place]
            legal = total >= least and phase.may_bank and total >= (model.stop_from or 0)
            if legal and (phase.must_bank or model.stop_from is not None):
                continue
            count += legal and bool(phase.rolls)
            for roll in phase.rolls:
                for outcome in roll.outcomes:
                    count += len(outcome.options) > 1
                    after = {(option.phase, total + option.points) for option in outcome.options}
                    states |= {s for s in after - seen if mine + s[1] < race.rules.goal or s[1] < least}
    found = race.certificate
    assert found is not None
    assert found.proven + found.tied + found.close == count * (race.rules.goal // model.unit)


def test_instruction_sets_agree_on_strategies_and_minimum_banks() -> None:
    """Lanes with different needs run side by side: none may play on after it has won."""
    for strategy in ("optimal", "rolls:3", "hold-at:300"):
        rules = jd.rules("farkle").replace({"goal": 1000, "turn.minimum_bank": 500})
        core = CoreRace(race_model(rules, restricted(turn_model(rules), strategy)))
        first, *others = [core.win(kernel=kernel) for kernel in _core.kernels()]
        assert all((other == first).all() for other in others)
    pig = jd.rules("pig").replace({"goal": 20, "turn.minimum_bank": 10})
    exact, floating = (solve_race(pig, "within:5", "rolls:3", exact=exact) for exact in (True, False))
    assert floating.value == pytest.approx(float(exact.value), abs=1e-14)


def test_long_races_can_be_certified() -> None:
    """Chances that are rounded up add up to more than 1; bounds must not run away with it."""
    bound = solve_race(jd.rules("pig").replace(goal=500), certify=True).error_bound
    assert bound is not None
    assert bound < 1e-12


def test_games_that_hardly_ever_end_are_solved() -> None:
    """One turn in 10^26 scores, and whoever has it wins."""
    hardly = {"family": "hog", "goal": 3, "dice": {"sides": 3, "count": 2, "weights": [0, 10**13, 1]}}
    found = solve_race(jd.rules({**hardly, "turn": {"first_bank": 5}, "events": {"bust": ["22", "2"]}}))
    assert found.value == pytest.approx(0.5, abs=1e-16)


def test_two_player_farkle_is_settled() -> None:
    """To 2,000: every decision is proven, or is one between ways to win at once."""
    found = solve_race(jd.rules("farkle").replace(goal=2000), certify=True).certificate
    assert found is not None
    assert found.error_bound < 1e-13
    assert (found.proven, found.tied, found.close) == (2_200_680, 1_504_720, 0)


def test_a_tie_is_reported_apart_from_a_proof() -> None:
    """With six dice and with five a turn of Hog to 100 takes the same: nobody can prove one better."""
    found = solve_race(jd.rules("hog"), "turns", certify=True).certificate
    assert found is not None
    assert found.proven == 98
    assert found.close == 2


def test_long_races_are_refused_in_fractions() -> None:
    with pytest.raises(jd.JeopardiceError, match="too long for fractions"):
        solve_race(jd.rules("farkle"), exact=True)
