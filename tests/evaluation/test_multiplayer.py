"""Strategies of three or more players against each other, and fair head starts."""

from __future__ import annotations

import pytest

import jeopardice as jd
from jeopardice.analysis.fairness import multiplayer_fairness as group_fairness
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.multiplayer import (
    MultiplayerResponse,
    Seats,
    match_multiplayer,
    tournament_of_tables,
)
from jeopardice.evaluation.simulation import MultiplayerSimulation
from jeopardice.solutions.multiplayer import MultiplayerSolution
from support.races import PIG

pytestmark = pytest.mark.slow

# Strategies


def test_a_seating_of_best_players_is_the_solution() -> None:
    rules = jd.rules({**PIG, "goal": 50, "players": 3})
    found = match_multiplayer(rules, ["optimal"] * 3)
    solution = jd.solve(rules)
    assert found.chances == pytest.approx(solution.seats, abs=1e-13)
    assert isinstance(solution, MultiplayerSolution)
    fair = group_fairness(solution)
    assert fair.expected_turns == pytest.approx(found.expected_turns, abs=1e-10)


def test_two_strategies_come_out_as_in_a_match() -> None:
    rules = jd.rules("pig").replace(goal=40)
    found, match = (
        match_multiplayer(rules, ["hold-at:20", "keep-pace:25,12,8"]),
        match_duel(rules, "hold-at:20", "keep-pace:25,12,8"),
    )
    assert found.chances[0] == pytest.approx(match.first, abs=1e-13)
    assert found.overall[0] == pytest.approx(match.overall, abs=1e-13)
    assert found.expected_turns == pytest.approx(match.turns.expected, abs=1e-10)


def test_strategies_that_play_alike_are_worth_the_same() -> None:
    """In Pig to hold at 20 makes the most points."""
    rules = jd.rules("pig").replace(goal=50, players=3)
    table = tournament_of_tables(rules, ["optimal", "max-score", "hold-at:20", "hold-at:12"])
    assert table.means[1] == pytest.approx(table.means[2], abs=1e-12)
    assert table.means[0] > table.means[1] > table.means[3]
    assert len(table.tables) == 4
    for _, overall in table.tables:
        assert sum(overall) == pytest.approx(1)


def test_nobody_beats_two_who_play_best() -> None:
    rules = jd.rules("pig").replace(goal=40, players=3)
    seats = Seats(rules, ["optimal", "hold-at:20", "hold-at:15"])
    best = seats.play([0, 0, 0]).chances
    for other in (1, 2):
        for seat in range(3):
            order = [other if k == seat else 0 for k in range(3)]
            assert seats.play(order).chances[seat] < best[seat]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"end.rule": "last-turn"},
        {"end.rule": "equal-turns", "end.tie": "split", "turn.beat_previous": True},
        {"turn.steal": "after-bank", "bust.streak": 2, "bust.penalty": 2},
        {"turn.steal": "after-bust"},
    ],
    ids=str,
)
def test_best_play_has_its_value_at_a_table_and_nobody_gains_against_it(changes: dict[str, object]) -> None:
    rules = jd.rules("pig").replace({"goal": 3 if "end.rule" in changes else 7, "players": 3, **changes})
    seats = jd.solve(rules).seats
    assert match_multiplayer(rules, ["optimal"] * 3).chances == pytest.approx(seats, abs=1e-12)
    response = jd.best_response(rules, "optimal")
    assert isinstance(response, MultiplayerResponse)
    assert response.chances == pytest.approx(seats, abs=1e-12)
    simulated = jd.simulate(rules, "optimal", "max-score", "optimal", games=9_000, seed=5)
    assert isinstance(simulated, MultiplayerSimulation)
    exact = Seats(rules, ["optimal", "max-score"]).play([0, 1, 0])
    for begins, samples in enumerate(simulated.beginning):
        for sample, chance in zip(samples, exact.chances_when(begins), strict=True):
            assert abs(sample.mean - chance) <= 3 * sample.stderr


def test_the_fairest_head_starts_are_found() -> None:
    solution = jd.solve(jd.rules("pig").replace(goal=30, players=3))
    assert isinstance(solution, MultiplayerSolution)
    found = group_fairness(solution)
    for second in range(12):
        for third in range(20):
            chances = solution.chances_at((0, second, third))
            assert max(abs(float(chance) - 1 / 3) for chance in chances) >= found.fairest.unfairness - 1e-15
    assert found.single[1].points[:2] == (0, 0)
