"""What positions are worth: the advice in a game is that of its solution."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge, text_of
from support.judging import ODD, SEVERAL, judge_of, of_preset
from support.playing import new, played


def assert_advised(game: Game, judge: Judge) -> None:
    """The legal moves are the actions of the advice, and each is worth as much."""
    advice = judge.advice(game)
    assert {(text_of(game, one), one.points, one.dice) for one in advice.actions} == {
        (move.text, move.points, move.dice) for move in game.legal
    }
    assert len(advice.actions) == len(game.legal)
    assert judge.value(game) == pytest.approx(advice.value, abs=1e-12)
    for action in advice.actions:
        assert judge.worth(game, game.find(text_of(game, action))) == pytest.approx(action.value, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("named", [*map(of_preset, jd.presets()), *ODD.values()], ids=[*jd.presets(), *ODD])
def test_legal_moves_are_the_actions_of_the_advice(named: dict[str, Any]) -> None:
    for seed in range(2):
        record, games = played(new(named, seed=str(seed), first=seed % 2), Random(seed), bold=0.6)
        for game in Random(seed).sample(games[:-1], min(25, len(games) - 1)):
            assert_advised(game, judge_of(record))


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from(["pig", "farkle", "kingdom-come", "hog", "greed", "cosmic-wimpout"]), st.integers(0, 10**6))
def test_the_advice_is_that_of_the_solution(preset: str, seed: int) -> None:
    record, games = played(new(of_preset(preset), seed=str(seed)), Random(seed))
    game = Random(seed).choice(games[:-1])
    judge, mover, turn = judge_of(record), game.mover, game.turn
    solution = judge.values
    assert isinstance(solution, jd.RaceSolution)
    roll = game.table.text(turn.roll) if turn.roll else None
    left = None if roll or game.at_start else game.table.hand(turn.phase)
    seat = game.table.moved_before(mover) + 1 if record.rules.end.rule == "equal-turns" else 1
    scores = (game.scores[mover], game.scores[1 - mover])
    reported = solution.advise(scores, turn=turn.total, roll=roll, dice_left=left, seat=seat)
    assert reported == judge.advice(game)


@pytest.mark.parametrize(("named", "players"), SEVERAL)
def test_more_than_two_are_advised_alike(named: dict[str, Any], players: int) -> None:
    record, games = played(new(named, players, first=1), Random(1), bold=0.6)
    for game in games[:-1]:
        assert_advised(game, judge_of(record))
