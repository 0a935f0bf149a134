"""Who decides how: best play, strategies and beginners in games."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.evaluation.duels import match_duel
from jeopardice.opponents.players import players_of
from jeopardice.play.game import Game
from jeopardice.play.record import Record
from jeopardice.race.positions import Position
from support.judging import ODD, SIMULTANEOUS, judge_of
from support.playing import new

pytestmark = pytest.mark.slow

# Who decides


@pytest.mark.parametrize("named", [{"preset": "pig", "set": {"goal": 25}}, ODD["stolen after a bust"], SIMULTANEOUS[1]])
def test_best_play_against_itself_wins_as_often_as_the_solution_says(named: dict[str, Any]) -> None:
    record = Record.new(named, ["optimal", "optimal"])
    judge, games, won = judge_of(record), 300, 0.0
    players = players_of(record.rules, judge)
    for seed in range(games):
        game = Game.start(replace(record, seed=f"{seed} of these"))
        while not game.over:
            game = game.after(players.move(game, "optimal").text)
        won += game.share(0)
    chance = float(judge.values.chances_at(Position((0, 0)))[0])
    assert abs(won / games - chance) <= 3 * sqrt(chance * (1 - chance) / games)


def test_strategies_win_as_often_as_their_exact_match() -> None:
    rules = jd.rules("farkle").replace(goal=1500)
    players, games, won = players_of(rules), 300, 0
    record = Record.new({"preset": "farkle", "set": {"goal": 1500}}, ["hold-at:300", "max-score"])
    for seed in range(games):
        game = Game.start(replace(record, seed=str(seed)))
        while not game.over:
            game = game.after(players.move(game, record.seats[game.mover].player).text)
        won += game.winners == (0,)
    chance = float(match_duel(rules, "hold-at:300", "max-score").first)
    assert abs(won / games - chance) <= 3 * sqrt(chance * (1 - chance) / games)


EVERYBODY = ("optimal", "max-score", "card", "beginner", "best-hold", "hold-at:20", "rolls:3", "keep-pace:20,8,4")


@pytest.mark.parametrize(
    "named", [{"preset": "pig", "set": {"goal": 30}}, ODD["stolen, and a last turn"], *SIMULTANEOUS]
)
def test_everybody_plays_legal_moves_to_the_end(named: dict[str, Any]) -> None:
    record = new(named)
    players = players_of(record.rules, judge_of(record))
    hog = record.rules.family == "hog"
    names = [n for n in EVERYBODY if ":" not in n and n != "best-hold"] if hog else EVERYBODY
    for name in names:
        game = Game.start(record)
        while not game.over:
            game = game.after(players.move(game, name).text)
        assert game.moves < 2000


def test_a_player_never_banks_what_loses_in_a_last_turn() -> None:
    record = new({"preset": "pig", "set": {"goal": 30, "end.rule": "last-turn"}})
    players, seen = players_of(record.rules, judge_of(record)), 0
    for seed in range(20):
        for name in ("beginner", "hold-at:5", "max-score", "optimal"):
            game = Game.start(replace(record, seed=str(seed)))
            while not game.over:
                move = players.move(game, name)
                if game.last_turn and move.then == "bank":
                    seen += 1
                    assert game.scores[game.mover] + move.total > game.scores[1 - game.mover]
                game = game.after(move.text)
    assert seen


def test_nobody_has_a_name_that_reads_a_file_or_a_module() -> None:
    players = players_of(jd.rules("pig"))
    for name in ("card:/etc/passwd", "table:x.csv", "os:system", "nobody", "", "hold-at:0", "dice:3"):
        with pytest.raises(jd.InputError, match=r"^player: "):
            players.check(name)
    players.check("human")
    with pytest.raises(jd.JeopardiceError, match="not solved"):
        players.move(Game.start(new()), "optimal")
    with pytest.raises(jd.InputError, match="person"):
        players.move(Game.start(new()), "human")


def test_a_judge_of_another_game_is_refused() -> None:
    with pytest.raises(jd.InputError, match="another game"):
        players_of(jd.rules("piglet"), judge_of(new()))
