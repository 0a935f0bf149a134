"""Three or more players: against two players solved otherwise, against brute force, and as an equilibrium."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.common.errors import JeopardiceError
from jeopardice.evaluation.multiplayer import MultiplayerMatch, MultiplayerResponse
from jeopardice.evaluation.simulation import MultiplayerSimulation
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.race.model import race_model
from jeopardice.rulebook import Rules
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.multiplayer import MultiplayerSolver, MultiplayerValues, multiplayer_model
from jeopardice.solvers.race import solve_race
from oracles import multiplayer as naive_multiplayer
from oracles.multiplayer import State, UnsettledError, Vector
from support.carryover_games import GAMES
from support.races import PIGLET, TWO_DICE
from support.random_games import random_game
from support.small_rules import Document, carryover_rules

pytestmark = pytest.mark.slow


def solved(document: Document, players: int) -> MultiplayerSolution:
    found = jd.solve(jd.rules({**document, "players": players}))
    assert isinstance(found, MultiplayerSolution)
    return found


def chances(found: MultiplayerSolution, state: State) -> Vector:
    """What a solution says of a state of the brute force; of one with an offer only the mover's chance."""
    at = {"busts": state.busts, "to_beat": state.to_beat, "seat": state.seat + 1}
    if state.offer:
        dice, total, singles = state.offer
        return (float(found.value_at(state.scores, **at, offer=(str(len(dice)), total), singles=singles)),)
    return tuple(map(float, found.chances_at(state.scores, **at)))


def assert_two_players_agree(rules: Rules, race: RaceSolution) -> None:
    """The solver for groups finds what the one for two players finds, in every state that can come up."""
    group = CoreMultiplayer(race_model(rules))
    found = MultiplayerSolver(group).solve()
    expected = race.values.reshape(found.values.shape[1:])
    # Nobody has banked more than they have.
    banked = np.array([mode.to_beat for mode in group.carryover.all])[:, None] + np.arange(group.model.lowest)[None]
    there = (banked < group.model.lowest)[:, None, :]
    assert np.abs(np.where(there, found.values[0] - (1 - expected), 0)).max() < (
        1e-11 if group.core.scores_can_decrease else 2e-13
    )
    assert not found.shares


@pytest.mark.parametrize("name", GAMES)
def test_two_players_come_out_as_ever(name: str) -> None:
    rules = jd.rules(GAMES[name])
    assert_two_players_agree(rules, solve_race(rules))


@given(carryover_rules())
def test_two_players_of_any_game_come_out_as_ever(document: Document) -> None:
    try:
        rules = jd.rules(document)
        expected = solve_race(rules)
    except JeopardiceError:
        assume(False)
    assert_two_players_agree(rules, expected)


@settings(max_examples=30)
@given(st.integers(0, 10**6))
@example(736)  # penalties in small games, whose changes are hard to predict
@example(1655)
def test_two_players_of_a_game_that_combines_every_key(number: int) -> None:
    document = random_game(number)
    try:
        rules = jd.rules(document)
        model = race_model(rules)
        assume(model.lowest * len(model.carryover("win").all) < 40)
        assume(not (rules.turn.beat_previous and rules.turn.keep_on_bust and rules.end.rule != "sudden"))  # slow
        # Best play may bust forever, because a bank gives the turn away: every value satisfies the equations.
        assume(rules.turn.steal != "after-bank" or rules.end.rule == "sudden")
        expected = solve_race(rules)
    except JeopardiceError:
        assume(False)
    assert_two_players_agree(rules, expected)


# Against brute force

PIG: Document = {"family": "pig", "dice": {"count": 1, "sides": 6}, "events": {"bust": ["1"]}}
FOUR_SIDES: Document = {**PIG, "dice": {"count": 1, "sides": 4}, "goal": 8}
FARKLE: Document = {"dice": {"count": 2, "sides": 6}, "scoring": {"1": 100, "5": 50}, "goal": 200}
HOG: Document = {"family": "hog", "dice": {"count": 3, "sides": 3}, "events": {"bust": ["1"]}, "goal": 7}
RISKY: Document = {
    "family": "pig",
    "dice": {"count": 1, "sides": 3},
    "events": {"bust": ["1", "2"]},
    "scoring": {"3": 1},
}
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns"}
OF_SEVERAL: dict[str, tuple[Document, int]] = {
    "pig": ({**PIG, "goal": 10}, 3),
    "four players": ({**PIG, "goal": 6}, 4),
    "five players": ({**PIGLET, "goal": 3}, 5),
    "piglet": ({**PIGLET, "goal": 5}, 3),
    "farkle": ({**FARKLE, "goal": 300}, 3),
    "hog": (HOG, 3),
    "first banks": ({**FOUR_SIDES, "turn": {"minimum_bank": 2, "first_bank": 5}}, 3),
    "kept busts": ({**TWO_DICE, "goal": 6, "turn": {"keep_on_bust": True}}, 3),
    "lost banks": (TWO_DICE, 3),
    "streak": ({**FOUR_SIDES, "goal": 6, "bust": {"streak": 2, "penalty": 3}}, 3),
    "streak below zero": ({**FARKLE, "goal": 150, "bust": {"streak": 2, "penalty": 50, "floor": -50}}, 3),
    "beat": ({**PIGLET, "goal": 4, "turn": {"beat_previous": True}}, 3),
    "beat, farkle": ({**FARKLE, "turn": {"beat_previous": True}}, 3),
    "a last turn": ({**HOG, "end": LAST}, 3),
    "equal turns": ({**HOG, "end": EQUAL}, 3),
    "a last turn, four players": ({**HOG, "goal": 4, "end": LAST}, 4),
    "split ties": ({**HOG, "goal": 5, "end": {**LAST, "tie": "split"}}, 3),
    "split ties, equal turns, four players": ({**HOG, "goal": 3, "end": {**EQUAL, "tie": "split"}}, 4),
    "beat, a last turn": ({**HOG, "goal": 5, "end": LAST, "turn": {"beat_previous": True}}, 3),
    "win, equal turns": ({**HOG, "goal": 5, "end": EQUAL, "events": {"bust": ["1"], "win": ["33"]}}, 3),
    "kept busts with a penalty, a last turn": (
        {**HOG, "goal": 4, "end": LAST, "bust": {"streak": 2, "penalty": 2}, "turn": {"keep_on_bust": True}},
        3,
    ),
    "steal after a bank": ({**FARKLE, "turn": {"steal": "after-bank"}}, 3),
    "steal after a bust": ({**FARKLE, "turn": {"steal": "after-bust"}}, 3),
    "steal across penalties": (
        {**PIGLET, "goal": 3, "turn": {"steal": "after-bank"}, "bust": {"streak": 2, "penalty": 1}},
        3,
    ),
    "steal, beat, split ties": (
        {**RISKY, "goal": 3, "turn": {"steal": "after-bank", "beat_previous": True}, "end": {**EQUAL, "tie": "split"}},
        3,
    ),
    "steal after a bust, a last turn": ({**RISKY, "goal": 1, "turn": {"steal": "after-bust"}, "end": LAST}, 3),
    "equal turns, streak, first bank": (
        {**HOG, "goal": 4, "end": EQUAL, "bust": {"streak": 2, "penalty": 3}, "turn": {"first_bank": 3}},
        3,
    ),
}


@pytest.mark.parametrize("name", OF_SEVERAL)
def test_every_state_agrees_with_brute_force(name: str) -> None:
    document, players = OF_SEVERAL[name]
    found = solved(document, players)
    seen = 0
    for state, vector in naive_multiplayer.win_vectors(document, players).items():
        if state.leader:
            continue
        ours = chances(found, state)
        # Where turns are stolen far past the goal, brute force stops a little early.
        assert ours == pytest.approx(vector[: len(ours)], abs=1e-8 if state.offer else 1e-10), state
        seen += 1
    assert seen >= (found.rules.goal // found.model.turn.unit) ** players / 10


def test_who_reaches_the_goal_first_leaves_last_turns() -> None:
    """Hog to 4, last turns: every state of the last round."""
    document: Document = {**HOG, "goal": 4, "end": LAST}
    found = solved(document, 3)
    seen = 0
    for state, vector in naive_multiplayer.win_vectors(document, 3).items():
        # The mover, and those who come before the player who reached the goal, have a turn to make.
        if not state.leader or max(state.scores) != state.scores[state.leader]:
            continue
        assert found.value_at(state.scores) == pytest.approx(vector[0], abs=1e-10), state
        seen += 1
    assert seen > 50


# Equilibria


def test_some_states_have_no_equilibrium_without_a_mix() -> None:
    """Piglet to 5 with last turns: brute force goes round in circles there, and nobody gains where we mix."""
    document: Document = {**PIGLET, "goal": 5, "end": LAST}
    found = solved(document, 3)
    assert found.shares
    assert all(0 < share < 1 for share in found.shares.values())
    with pytest.raises(UnsettledError) as unsettled:
        naive_multiplayer.win_vectors(document, 3, past_goal=10)
    circling = unsettled.value.vectors
    vectors = {state: vector if state.leader else chances(found, state) for state, vector in circling.items()}
    assert naive_multiplayer.deviation_gain(document, 3, vectors, past_goal=10) < 1e-14
    assert naive_multiplayer.deviation_gain(document, 3, circling, past_goal=10) > 1e-6


@pytest.mark.parametrize("name", ["pig", "farkle", "first banks", "a last turn"])
def test_nobody_gains_by_playing_otherwise(name: str) -> None:
    """The best answer of each player to the others, worked out by brute force, is no better than the bound says."""
    document, players = OF_SEVERAL[name]
    found = solved({**document, "goal": min(document["goal"], 8 if document is not FARKLE else 200)}, players)
    assert found.equilibrium is not None
    assert found.equilibrium.gain is not None
    assert 0 < found.equilibrium.gain < 1e-10
    document = {**document, "goal": found.rules.goal}
    states = naive_multiplayer.win_vectors(document, players)
    vectors = {state: vector if state.leader else chances(found, state) for state, vector in states.items()}
    for seat in range(players):
        best = naive_multiplayer.best_response_value(document, players, vectors, seat)
        assert best - float(found.seats[seat]) < found.equilibrium.gain + 1e-9


def test_wrong_values_are_not_taken_for_an_equilibrium() -> None:
    found = solved({**PIG, "goal": 20}, 3)
    group = MultiplayerSolver(found.core)
    values = found.values.copy()
    values[0, 0, 7, 8, 9] += 1e-6
    wrong = group.check(MultiplayerValues(values, found.shares))
    assert wrong.gain is not None
    assert wrong.gain > 1e-6
    assert 1e-7 < wrong.one_turn < 1e-5


@pytest.mark.parametrize(
    "document", [FARKLE | {"goal": 800}, PIG | {"goal": 20}, PIG | {"goal": 12, "end": {"rule": "last-turn"}}]
)
def test_values_are_checked_while_they_are_found(document: Document) -> None:
    """Solving reports for every level what the check of its values finds."""
    board = MultiplayerSolver(CoreMultiplayer(multiplayer_model(jd.rules({**document, "players": 3}))))
    found = board.solve()
    assert found.checks.keys() == set(board.levels)
    for level, known in found.checks.items():
        assert known == pytest.approx(board.core.check(found.values, level, found.shares), rel=1e-9, abs=1e-14)


def test_other_guesses_lead_to_the_same_equilibrium_or_it_is_reported() -> None:
    small, large = (jd.solve(jd.rules({**PIG, "goal": goal, "players": 3}), certify=True) for goal in (20, 60))
    assert isinstance(small, MultiplayerSolution)
    assert isinstance(large, MultiplayerSolution)
    assert small.equilibrium is not None
    assert (small.equilibrium.elsewhere, small.equilibrium.mixed) == (0, 0)
    assert small.equilibrium.difference is not None
    assert small.equilibrium.difference < 1e-13
    assert large.equilibrium is not None
    assert large.equilibrium.one_turn < 1e-14


def test_the_number_of_threads_does_not_matter() -> None:
    rules = jd.rules({**PIG, "goal": 60, "players": 3})
    one, three = (MultiplayerSolver(CoreMultiplayer(multiplayer_model(rules), threads)).solve() for threads in (1, 3))
    assert one.shares == three.shares
    assert np.array_equal(one.values, three.values)


def test_a_preset_of_every_kind_can_be_played_by_three() -> None:
    for name in jd.presets():
        rules = jd.rules(name)
        if rules.simultaneous:
            continue  # for two
        unit = race_model(rules).turn.unit
        small = rules.replace(goal=2 * unit, players=3)
        if race_model(small).lowest > 20:
            continue  # scores that fall without end make many states
        found = jd.solve(small)
        assert sum(map(float, found.seats)) == pytest.approx(1)
        assert float(found.seats[0]) > float(found.seats[2]), name


@pytest.mark.parametrize("name", ["lost banks", "streak", "kept busts with a penalty, a last turn"])
def test_certifying_bounds_what_a_player_could_gain_where_scores_can_decrease(name: str) -> None:
    document, players = OF_SEVERAL[name]
    found = jd.solve(jd.rules({**document, "players": players}), certify=True)
    assert isinstance(found, MultiplayerSolution)
    assert found.equilibrium is not None
    assert found.equilibrium.gain is not None
    assert 0 < found.equilibrium.gain < 1e-10
    states = naive_multiplayer.win_vectors(document, players, past_goal=40)
    vectors = {state: vector if state.leader else chances(found, state) for state, vector in states.items()}
    best = naive_multiplayer.best_response_value(document, players, vectors, 0, past_goal=40)
    assert best - float(found.seats[0]) < found.equilibrium.gain + 1e-9


MIXED_DECISIONS: dict[str, Document] = {
    # With equal scores all three play alike, and whatever they play without chance, another way is better.
    "steal or not": {
        "goal": 6,
        "dice": {"count": 2, "sides": 3},
        "scoring": {"1": 1, "22": 2, "33": 3},
        "turn": {"steal": "after-bust"},
        "end": LAST,
    },
    "steal or not, bank or roll": {
        "family": "pig",
        "goal": 8,
        "dice": {"count": 3, "sides": 2},
        "scoring": {"xxy": 2, "122": 2},
        "turn": {"beat_previous": True, "steal": "after-bust"},
        "events": {"bust": ["12"]},
        "end": {**EQUAL, "tie": "split"},
    },
}


@pytest.mark.parametrize("name", MIXED_DECISIONS)
def test_decisions_are_mixed_where_no_other_play_is_an_equilibrium(name: str) -> None:
    """A best response wins no more than the solution says, and games of three who play it have its values."""
    found = solved(MIXED_DECISIONS[name], 3)
    assert found.shares
    assert all(0 < share < 1 for share in found.shares.values())
    assert found.equilibrium is not None
    assert found.equilibrium.one_turn < 1e-13
    best = found.strategy()
    response = jd.best_response(found.rules, best, best)
    assert isinstance(response, MultiplayerResponse)
    assert response.chances == pytest.approx(found.seats, abs=1e-12)
    match = jd.match(found.rules, best, best, best)
    assert isinstance(match, MultiplayerMatch)
    _, chances = match.seatings[0]
    assert chances == pytest.approx(found.seats, abs=1e-12)
    simulated = jd.simulate(found.rules, best, best, best, games=6000, seed=3)
    assert isinstance(simulated, MultiplayerSimulation)
    for sample, seat in zip(simulated.beginning[0], found.seats, strict=True):
        assert abs(sample.mean - float(seat)) < 3 * sample.stderr
