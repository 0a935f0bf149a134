"""Whole simulated games, with everything that lasts between turns: against brute force and exact matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.fairness import fairness_of_two
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.games import GameCounts, Games
from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel
from jeopardice.native.table import Seat
from jeopardice.race.model import race_model
from jeopardice.solvers.race import solve_race
from jeopardice.strategies import MaxScore, strategy
from jeopardice.strategies.table_of import core_table, max_score_table
from oracles.roll import Dice, Step
from oracles.table import Offer, State, Table
from support.carryover_games import GAMES as TINY
from support.play_carryover import play
from support.small_rules import Document
from support.variants import PIG, VARIANTS

pytestmark = pytest.mark.slow

GAMES = 20_000


class SolvedGames:
    """The simulated games of a solved race; None plays best."""

    def __init__(self, race: jd.RaceSolution, threads: int | None = None) -> None:
        self.solution = race
        self.table = core_table(race.model, 2, threads)
        self.best = self.table.best_seat(race.core, "win", race.values)
        self.games = Games(self.table, self.best)

    def play(self, players: tuple[str | None, str | None], games: range, seed: int, record: int = 0) -> GameCounts:
        seats = [self.best if name is None else strategy(name).seat(self.table) for name in players]
        return self.games.play(seats, games, seed, record=record)


def solved(document: Document) -> SolvedGames:
    return SolvedGames(solve_race(jd.rules(document)))


@pytest.mark.parametrize("name", [name for name in TINY if name.startswith("farkle") or "steal" in name])
def test_tiny_games_are_won_as_often_as_solved(name: str) -> None:
    """Brute force confirms the solutions in tests/solvers/test_carryover.py."""
    table = solved(TINY[name])
    chance = float(table.solution.value)
    found = table.play((None, None), range(GAMES), seed=len(name))
    assert abs(found.mean("wins").mean - chance) <= 3 * sqrt(chance * (1 - chance) / GAMES)


@pytest.mark.parametrize("name", VARIANTS)
def test_judged_games_agree_with_counted_ones(name: str) -> None:
    """What a beginner's decisions cost is what best play wins more than against itself, whoever begins."""
    table = solved(VARIANTS[name])
    chance = float(table.solution.value)
    own = table.play((None, None), range(GAMES), seed=1)
    assert abs(own.mean("wins").mean - chance) <= 3 * own.mean("wins").stderr
    for plays in ("rolls:2", "max-score"):
        second = table.play((None, plays), range(GAMES), seed=2)
        first = table.play((plays, None), range(GAMES), seed=3)
        for found, cost, sign in ((second, "second_costs", 1), (first, "first_costs", -1)):
            won, costs = found.mean("wins"), found.mean(cost)
            expected = chance + sign * costs.mean
            assert abs(won.mean - expected) <= 3 * (won.stderr + costs.stderr), plays
        assert second.mean("first_costs").mean == 0


class Holds:
    """One die of Pig, literally: banks at a total, at the goal, and in a last turn what does not lose."""

    def __init__(self, table: Table, state: State, hold: int) -> None:
        self.table, self.state, self.hold = table, state, hold

    def best_start(self) -> Offer:
        return ((0,), 0, 0)

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        return left

    def best_step(self, total: int, singles: int, steps: list[Step]) -> Offer:
        ((points, left, _),) = steps
        return left, total + points, singles

    def banks(self, left: Dice, total: int, singles: int) -> bool:
        after = self.state.mine + total
        if self.state.last:
            wanted = total >= self.hold or after > self.state.theirs
            return wanted and after >= self.state.theirs + (self.table.tie != "split")
        return total >= self.hold or after >= self.table.goal


def holding(table: Table, holds: tuple[int, int]) -> Callable[[State], Any]:
    """Both players hold, each at its own total; the players move in turn."""
    moves = 0

    def player_at(state: State) -> Holds:
        nonlocal moves
        moves = 1 if state == State(0, 0) and not moves % 2 else moves + 1
        return Holds(table, state, holds[(moves - 1) % 2])

    return player_at


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("pig")])
def test_fixed_strategies_play_by_the_letter_of_the_rules(name: str) -> None:
    document, number = VARIANTS[name], 1_000
    table, random, wins = Table(document, None), Random(1), 0.0
    for _ in range(number):
        wins += play(table, holding(table, (12, 20)), random)
    found = simulate_duel(jd.rules(document), "hold-at:12", "hold-at:20", SimulationOptions(2 * GAMES, seed=4)).first
    error = sqrt(0.25 / number + found.stderr**2)
    assert abs(wins / number - found.mean) <= 3 * error


@pytest.mark.parametrize(("game", "goal"), [("pig", 40), ("hog", 40), ("farkle", 1500), ("ten-thousand", 1500)])
def test_plain_games_agree_with_exact_matches(game: str, goal: int) -> None:
    rules = jd.rules(game).replace(goal=goal)
    race = solve_race(rules)
    table, fair = SolvedGames(race), fairness_of_two(race)
    own = table.play((None, None), range(GAMES), seed=1)
    assert abs(own.mean("turns").mean - fair.expected_turns) <= 3 * own.mean("turns").stderr
    assert abs(own.deviation.mean - fair.turns.deviation) <= 3 * own.deviation.stderr
    for plays in ("max-score", "dice:2" if game == "hog" else "rolls:2"):
        exact = match_duel(rules, race.strategy(), plays)
        costs = table.play((None, plays), range(GAMES), seed=2).mean("second_costs")
        assert abs(float(race.value) + costs.mean - exact.first) <= 3 * costs.stderr
        costs = table.play((plays, None), range(GAMES), seed=3).mean("first_costs")
        assert abs(1 - float(race.value) + costs.mean - exact.second) <= 3 * costs.stderr


@pytest.mark.parametrize("game", ["pig", "farkle", "ten-thousand", "hog", "kingdom-come", "ten-thousand-six"])
def test_the_obvious_action_is_what_maximum_scoring_does(game: str) -> None:
    race = race_model(jd.rules(game).replace(goal=2000))
    found = max_score_table(race)
    for due in (False, True):
        policy = MaxScore().policy(race, due and race.has_first_bank)
        asked = np.nonzero(policy.choices)
        rows = np.minimum(asked[0], found.choices.shape[1] - 1)
        assert (found.choices[int(due), rows, asked[1]] == policy.choices[asked]).all()
        assert found.first_rolls[int(due)] == policy.first_roll


def test_games_do_not_depend_on_threads_nor_on_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    document = VARIANTS["farkle with three farkles"]
    race = solve_race(jd.rules({**document, "end": {"rule": "last-turn"}}))

    @cache
    def played(threads: int) -> Any:
        return SolvedGames(race, threads).play((None, "rolls:2"), range(1000), 9, record=50)

    def assert_same(one: Any, other: Any) -> None:
        assert (one.sums == other.sums).all()
        assert (one.products == other.products).all()
        assert (one.lengths == other.lengths).all()
        assert (one.recorded == other.recorded).all()

    assert_same(played(1), played(3))
    monkeypatch.setattr("jeopardice.native.table.MOST_SIMULATED_BYTES", 0)
    monkeypatch.setattr("jeopardice.native.table.FEW_TOTALS", 1)
    assert_same(played(1), SolvedGames(race, 2).play((None, "rolls:2"), range(1000), 9, record=50))


def test_lead_changes_of_a_tiny_game_by_hand() -> None:
    """A turn makes 2 points or, half of the time, none; both bank every 2, and the goal is 4.

    Whoever makes the first points leads 2:0. The other one, to move, gets to 2:2 with chance x = 1/2 + 1/4 x = 2/3
    before the leader wins; then the leader is to move and loses with chance y = 1/2 (1 - y) = 1/3. So the lead changes
    in 2/9 of all games, and never twice.
    """
    document: Document = {"family": "pig", "goal": 4, "dice": {"count": 1, "sides": 2}, "events": {"bust": ["1"]}}
    race = race_model(jd.rules(document))
    table = core_table(race, 2)
    bank: Seat = strategy("hold-at:2").seat(table)
    found = Games(table).play((bank, bank), range(100_000), seed=1)
    assert abs(found.mean("lead_changes").mean - 2 / 9) <= 3 * found.mean("lead_changes").stderr
    assert len(found.changes) == 2
    points, busts = found.ratio("points", "turns"), found.ratio("busts", "turns")
    assert abs(points.mean * race.turn.unit - 1) <= 3 * points.stderr * race.turn.unit
    assert abs(busts.mean - 0.5) <= 3 * busts.stderr


def test_stolen_turns_never_give_fixed_strategies_anything() -> None:
    """Who never goes on with a stolen turn is not better off than where nobody may."""
    free = {**PIG, "goal": 25, "turn": {"steal": "after-bank"}}
    assert simulate_duel(
        jd.rules(free), "hold-at:9", "hold-at:9", SimulationOptions(GAMES, 1)
    ).first.mean == pytest.approx(
        simulate_duel(jd.rules({**PIG, "goal": 25}), "hold-at:9", "hold-at:9", SimulationOptions(GAMES, 1)).first.mean,
        abs=0.02,
    )


@pytest.mark.parametrize("scores", [(10, 0), (-15, 20)])
def test_games_begin_with_any_scores(scores: tuple[int, int]) -> None:
    rules = jd.rules(VARIANTS["pig below zero"])
    race = solve_race(rules)
    found = simulate_duel(rules, race.strategy(), race.strategy(), SimulationOptions(GAMES, 1, scores=scores))
    assert abs(found.first.mean - float(race.value_at(scores))) <= 3 * found.first.stderr
    assert abs(found.second.mean - 1 + float(race.value_at(scores[::-1]))) <= 3 * found.second.stderr


@pytest.mark.parametrize("plays", ["best-hold", "end-race:30,12", "keep-pace:30,12,4", "hold-past:15", "max-score"])
@pytest.mark.parametrize("name", ["pig below zero", "pig with a last turn"])
def test_every_strategy_plays_every_game(plays: str, name: str) -> None:
    found = simulate_duel(jd.rules(VARIANTS[name]), plays, "hold-at:12", SimulationOptions(2_000, 1))
    assert 0.2 < found.overall.mean < 0.8


@pytest.mark.parametrize(
    ("change", "carryover"),
    [
        ({"bust": {"streak": 2, "penalty": 30}}, {"busts": (1, 0)}),
        ({"turn": {"beat_previous": True}}, {"to_beat": 20}),
        ({"end": {"rule": "equal-turns"}}, {"seat": 2}),
    ],
    ids=["busts", "to beat", "seat"],
)
def test_games_begin_with_the_carryover_that_is_given(change: dict[str, Any], carryover: dict[str, Any]) -> None:
    race = solve_race(jd.rules({"family": "pig", "goal": 50, **change}))
    best = race.strategy()
    found = jd.simulate(race.rules, best, best, games=40_000, seed=3, scores=(40, 30), **carryover)
    assert isinstance(found, jd.Simulation)
    turned = {**carryover, "busts": carryover["busts"][::-1]} if "busts" in carryover else carryover
    for sample, chance in (
        (found.first, race.value_at((40, 30), **carryover)),
        (found.second, 1 - race.value_at((30, 40), **turned)),
    ):
        assert abs(sample.mean - float(chance)) < 3 * sample.stderr
    assert abs(found.first.mean - float(race.value_at((40, 30)))) > 3 * found.first.stderr, "the carryover matters"
    with pytest.raises(jd.InputError, match="busts: 7"):
        jd.simulate(race.rules, best, best, games=10, busts=(7, 7))
