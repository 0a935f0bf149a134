"""How long games last, head starts, and what fixed strategies take: against chains written out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.analysis.fairness import fairness_of_two, multiplayer_fairness
from jeopardice.evaluation.simulation import MultiplayerSimulation
from jeopardice.solutions import storage
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.certify import certify
from jeopardice.solvers.race import solve_race
from oracles import lengths as naive_lengths
from support.grid import FARKLE
from support.races import PIG, race_of, small_races
from support.small_rules import Document


@given(small_races())
def test_the_length_of_a_game_agrees_with_the_chain_of_its_turns(document: Document) -> None:
    race = race_of(document)
    fair = fairness_of_two(race)
    chain = naive_lengths.two_players(document, float)
    # Where actions are worth the same best play does not determine the length, unless they win at once; nor does it
    # where the winner is certain.
    found = certify(race).certificate
    assume(found is not None and not found.close and race.values.min() > 0 and race.values.max() < 1)
    assert fair.turns.expected == pytest.approx(naive_lengths.expected(chain)[0, 0], rel=1e-9)
    theirs_by_turn = naive_lengths.distribution(chain, len(fair.turns.chances), (0, 0))
    for ours, theirs in zip([0, *fair.turns.chances], theirs_by_turn, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize(("preset", "goal"), [("pig", 100), ("hog", 100), ("farkle", 3000), ("ten-thousand", 3000)])
def test_whoever_moves_in_odd_turns_wins_as_often_as_the_first_player(preset: str, goal: int) -> None:
    race = solve_race(jd.rules(preset).replace(goal=goal))
    fair = fairness_of_two(race)
    assert float(fair.turns.chances.sum()) == pytest.approx(1, abs=1e-12)
    assert float(fair.turns.chances[::2].sum()) == pytest.approx(float(race.value), abs=1e-12)
    assert fair.first_player == race.value


def test_pig_and_farkle_last_as_long_as_an_independent_solver_found() -> None:
    assert fairness_of_two(solve_race(jd.rules("pig"))).turns.expected == pytest.approx(19.251273523656, abs=1e-11)
    farkle = jd.rules("farkle").replace(goal=5000)
    assert fairness_of_two(solve_race(farkle)).turns.expected == pytest.approx(20.087824748, abs=1e-8)


def test_the_fairest_head_start_is_the_one_nearest_to_one_half() -> None:
    fair = fairness_of_two(solve_race(jd.rules("farkle").replace(goal=3000)))
    komi, chance = fair.fairest
    assert komi % 50 == 0
    assert all(abs(other - 0.5) >= abs(chance - 0.5) for _, other in fair.komi_table)
    assert [start for start, _ in fair.komi_table] == list(range(0, 50 * len(fair.komi_table), 50))


OF_THREE: dict[str, Document] = {
    "last turn": {**PIG, "goal": 7, "end": {"rule": "last-turn"}},
    "equal turns, split ties": {**PIG, "goal": 6, "end": {"rule": "equal-turns", "tie": "split"}},
    "steal after a bank": {**FARKLE, "turn": {"steal": "after-bank"}},
    "steal after a bust": {**FARKLE, "turn": {"steal": "after-bust"}},
}


@pytest.mark.parametrize("name", OF_THREE)
def test_games_of_three_last_as_long_as_simulated_ones(name: str, tmp_path: Path) -> None:
    solution = jd.solve({**OF_THREE[name], "players": 3})
    assert isinstance(solution, MultiplayerSolution)
    fair = multiplayer_fairness(solution)
    assert float(fair.turns.chances.sum()) == pytest.approx(1, abs=1e-12)
    assert fair.turns.expected == pytest.approx(fair.expected_turns, rel=1e-12)
    simulated = jd.simulate(solution.rules, *[solution.strategy()] * 3, games=10_000, seed=3)
    assert isinstance(simulated, MultiplayerSimulation)
    assert abs(simulated.turns.mean - fair.expected_turns) < 3 * simulated.turns.stderr
    # What stolen turns are worth is not part of a file.
    storage.save(solution, tmp_path / "game.nc")
    loaded = storage.load(tmp_path / "game.nc")
    assert isinstance(loaded, MultiplayerSolution)
    assert multiplayer_fairness(loaded).expected_turns == pytest.approx(fair.expected_turns, rel=1e-12)


def test_only_games_for_the_win_can_be_fair() -> None:
    with pytest.raises(jd.InputError, match="turns"):
        fairness_of_two(solve_race(jd.rules("pig"), "turns"))


STRATEGIES: dict[str, Any] = {
    "hold-at": naive_lengths.hold_at,
    "rolls": naive_lengths.exactly,
    "dice": naive_lengths.always,
}


@given(
    st.sampled_from(["hold-at", "rolls", "dice"]),
    st.integers(1, 5),
    st.integers(1, 25),
    st.integers(1, 2),
    st.integers(2, 5),
)
def test_a_fixed_strategy_takes_what_its_chain_takes(name: str, k: int, goal: int, dice: int, sides: int) -> None:
    document: Document = {**PIG, "goal": goal, "dice": {"count": dice, "sides": sides}, "events": {"bust": ["1"]}}
    if name == "dice":
        document = {**document, "family": "hog", "dice": {"count": 5, "sides": sides}}
    chain = STRATEGIES[name](document, k)
    expected, rules = naive_lengths.expected(chain), jd.rules(document)
    turns = solve_race(rules, "turns", f"{name}:{k}", exact=True)
    floating = solve_race(rules, "turns", f"{name}:{k}")
    for score, value in expected.items():
        if score % turns.model.turn.unit:
            continue  # nobody has such a score
        assert turns.value_at((score,)) == value
        assert floating.value_at((score,)) == pytest.approx(float(value), rel=1e-12)
    within = solve_race(rules, "within:4", f"{name}:{k}")
    assert within.value == pytest.approx(float(naive_lengths.within(chain, 4, 0)), abs=1e-14)
