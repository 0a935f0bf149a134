"""Advice by the points in the turn: legal, truly the most points, and aware of what a bank needs."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.game import Game, replay
from jeopardice.play.points import coach_by_points, least_worth, rules_of_turn
from jeopardice.play.record import Record
from jeopardice.turn.decisions import SolvedTurn

GAMES: list[dict[str, Any]] = [
    {"preset": "pig", "set": {"goal": 40}},
    {"preset": "pig", "set": {"goal": 30, "turn.beat_previous": True}},
    {"preset": "pig", "set": {"goal": 30, "turn.steal": "after-bust"}},
    {"preset": "pig", "set": {"goal": 30, "end.rule": "equal-turns", "end.tie": "split"}},
    {"preset": "farkle", "set": {"goal": 2000, "turn.hot_dice": False, "end.rule": "last-turn"}},
    {"preset": "greed", "set": {"goal": 2500}},
    {"preset": "farkle-facebook", "set": {"goal": 2500}},
    {"preset": "television-hog", "set": {"goal": 40}},
]


@cache
def solved(rules: jd.Rules) -> SolvedTurn:
    turn: Any = jd.solve(rules, objective="score")
    found: SolvedTurn = turn.turn_at()
    return found


def walk(rules: dict[str, Any], seed: str) -> list[Game]:
    """A game of two who mostly follow the advice."""
    chance = random.Random(seed)
    games = [Game.start(Record.new(rules, ["human", "human"], seed=seed))]
    while not games[-1].over and games[-1].moves < 80:
        here = games[-1]
        advised = coach_by_points(here, solved(rules_of_turn(here))).hints[0].move
        games.append(here.after(advised if chance.random() < 0.7 else chance.choice(here.legal).text))
    return games


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_advice_is_legal_and_a_bank_that_wins_is_taken(rules: dict[str, Any]) -> None:
    for game in walk(rules, "one") + walk(rules, "two"):
        if game.over:
            continue
        found = coach_by_points(game, solved(rules_of_turn(game)))
        assert {hint.move for hint in found.hints} <= {move.text for move in game.legal}
        winning = {m.text for m in game.legal if m.then == "bank" and game.after(m.text).winners == (game.mover,)}
        if winning and not game.table.rules.simultaneous:
            assert {hint.move for hint in found.hints} == winning
            assert found.sentences[0].endswith("that wins the game.")
        else:
            assert not any("win" in line for line in found.sentences if "not enough" not in line)


def test_the_values_are_those_of_a_turn_for_points() -> None:
    game = replay(Record.of({"rules": {"preset": "farkle"}, "seats": GAME_OF_TWO, "seed": "abc", "moves": ["roll"]}))[
        -1
    ]
    found = coach_by_points(game, solved(rules_of_turn(game)))
    assert game.turn.roll is not None
    wanted = jd.solve("farkle", objective="score").advise(roll=game.table.text(game.turn.roll))
    assert [float(hint.action.value) for hint in found.hints] == [float(action.value) for action in wanted.actions]
    assert [hint.action.loss for hint in found.hints] == sorted(hint.action.loss for hint in found.hints)


GAME_OF_TWO = [{"name": "Ada", "player": "human"}, {"name": "Ben", "player": "human"}]


def test_a_first_bank_counts_until_it_is_made() -> None:
    """At no points Greed needs 500: the turn is worth less than later, when anything may be banked."""
    first = Game.start(Record.new({"preset": "greed"}, ["human", "human"], seed="abc"))
    assert least_worth(first) == 500
    worth = coach_by_points(first, solved(rules_of_turn(first))).value
    assert worth < float(jd.solve("greed", objective="score").value)
    wanted = jd.solve(jd.rules("greed").replace({"turn.minimum_bank": 500, "turn.first_bank": 0}), objective="score")
    assert worth == pytest.approx(float(wanted.value))


def test_a_last_turn_aims_at_the_lead() -> None:
    lasts = [game for game in walk(GAMES[4], "three") + walk(GAMES[4], "four") if game.last_turn]
    assert lasts
    for game in lasts:
        needed = max(game.scores) - game.scores[game.mover] + 1
        assert rules_of_turn(game).turn.minimum_bank == max(needed, 1)
