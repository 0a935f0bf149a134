"""A strategy against itself, from the start and from other scores: against the chain of all states."""

from __future__ import annotations

import pytest

import jeopardice as jd
from jeopardice.evaluation.simultaneous_results import SimultaneousMatch
from oracles.played import play
from support.compare_played import From
from support.grid import FARKLE, GAMES, HOG, PIG, Document

MET: dict[str, tuple[int, Document, str]] = {
    "a strategy that is no turn with fewer choices": (2, {**PIG, "goal": 12}, "max-score"),
    "last turn": (2, GAMES["last turn"], "hold-at:3"),
    "split ties": (2, GAMES["equal turns, split ties"], "rolls:2"),
    "stolen banks": (2, {**FARKLE, "goal": 5, "turn": {"steal": "after-bank"}}, "hold-at:2"),
    "three": (3, PIG, "hold-at:2"),
    "three with busts in a row": (3, GAMES["streak"], "hold-at:2"),
    "three in equal turns": (3, {**HOG, "goal": 5, "end": {"rule": "equal-turns"}}, "dice:2"),
}


@pytest.mark.parametrize("name", MET)
def test_a_strategy_against_itself_is_worth_what_the_chain_of_all_states_says(name: str) -> None:
    players, document, strategy = MET[name]
    found = jd.solve({**document, "players": players}, strategy=strategy)
    assert isinstance(found, jd.SelfPlay)
    for scores in ((0,) * players, (2, 0, 3)[:players]):
        right = play(document, [strategy] * players, From(scores).state)
        assert found.chances_at(scores) == pytest.approx(right.chances, abs=1e-12)
        assert found.value_at(scores) == pytest.approx(right.chances[0], abs=1e-12)
    assert found.seats == found.chances_at((0,) * players)
    assert jd.match(found.rules, *[found.strategy()] * players).expected_turns > 0


def test_both_seats_of_a_simultaneous_game_are_equal_and_scores_matter() -> None:
    found = jd.solve("television-hog", strategy="dice:4", goal=30)
    match = jd.match(found.rules, "dice:4", "dice:4")
    assert isinstance(match, SimultaneousMatch)
    assert found.seats == (match.overall, 1 - match.overall) == pytest.approx((0.5, 0.5), abs=1e-12)
    assert float(found.value_at((20, 10))) > 0.1
    assert found.value_at((20, 10)) == pytest.approx(-float(found.value_at((10, 20))), abs=1e-12)


def test_what_a_match_does_not_have_is_refused() -> None:
    found = jd.solve("pig", goal=20, players=3, strategy="hold-at:5")
    with pytest.raises(jd.InputError, match="fixed strategy"):
        found.advise((0, 0, 0))
    with pytest.raises(jd.InputError, match="start of a turn"):
        found.value_at((0, 0, 0), turn=4)
    with pytest.raises(jd.InputError, match="exact: strategy hold-at:5"):
        jd.solve("pig", goal=20, players=3, strategy="hold-at:5", exact=True)
    with pytest.raises(jd.InputError, match="certify: strategy hold-at:5"):
        jd.solve("pig", goal=20, players=3, strategy="hold-at:5", certify=True)
