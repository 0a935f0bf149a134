"""What the coach says, and the chances of a game from its start to its result."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from jeopardice.opponents.players import players_of
from jeopardice.play.coach import coach, word_for
from jeopardice.play.game import Game
from jeopardice.play.record import Record
from jeopardice.play.session import Session
from jeopardice.play.view import view
from jeopardice.race.positions import Position
from support.judging import SEVERAL, SIMULTANEOUS, judge_of
from support.playing import new, played

# The coach


def test_the_coach_says_what_the_solution_says() -> None:
    record, games = played(new({"preset": "farkle"}), Random(6))
    judge = judge_of(record)
    for game in games[:60]:
        found = coach(game, judge).as_json()
        advice = judge.advice(game)
        assert found["value"] == advice.value
        assert [one["value"] for one in found["actions"]] == [one.value for one in advice.actions]
        assert [one["verdict"] for one in found["actions"]] == [one.verdict for one in advice.actions]
        assert f"{100 * float(advice.actions[0].value):.1f} %" in found["sentence"]


def test_the_coach_names_the_other_way() -> None:
    game = Game.start(new(seed="abc")).after("roll")
    assert game.turn.total == 5
    assert coach(game, judge_of(new())).sentences[:2] == ("Roll the die: you win 54.6 %.", "Banking 5: 50.6 %.")


def test_of_moves_that_win_alike_the_coach_names_the_one_with_most_points_and_says_which_wins() -> None:
    record = new({"preset": "farkle", "set": {"goal": 500}}, seed="abc")
    game = Game.start(record).after("roll").after("15 roll")
    assert game.turn.roll is not None
    assert game.table.text(game.turn.roll) == "1111"
    found = coach(game, judge_of(record))
    wins = [hint.action for hint in found.hints if hint.action.then == "bank" and float(hint.action.value) == 1]
    assert len(wins) > 1
    assert found.hints[0].action.points == max(action.points for action in wins)
    assert found.sentences[-1] == "The bank wins the game."


def test_the_coach_s_words_for_costs_are_those_of_the_review() -> None:
    found = coach(Game.start(new(seed="abc")).after("roll"), judge_of(new())).as_json()
    assert [one["word"] for one in found["actions"]] == [word_for(one["loss"]) for one in found["actions"]]
    assert found["actions"][0]["word"] == "best"


def test_chances_lead_from_the_start_to_the_result() -> None:
    cases: list[tuple[dict[str, Any], int]] = [({"preset": "pig"}, 2), SEVERAL[0], (SIMULTANEOUS[0], 2)]
    for named, players in cases:
        record, games = played(new(named, players), Random(7))
        judge = judge_of(record)
        chances = view(record, games, judge)["chances"]
        assert chances[0]["seats"] == pytest.approx(
            [float(chance) for chance in judge.values.chances_at(Position((0,) * players))]
        )
        assert chances[-1]["seats"] == [float(seat in games[-1].winners) for seat in range(players)]
        assert all(sum(one["seats"]) == pytest.approx(1) for one in chances)
        assert all(one["move"] < after["move"] for one, after in pairwise(chances))
        if players == 2 and not record.rules.simultaneous:
            assert [one["move"] for one in chances] == list(range(len(games)))


# Back and forth


def test_taking_back_leads_to_the_last_decision_of_a_person() -> None:
    record = Record.new({"preset": "pig"}, ["human", "hold-at:20"], seed="abc")
    session = Session.of(record, None, players_of)
    assert not session.take_back()
    session.move("roll")
    session.move("bank")
    while not session.waits_for_person:
        session.advance()
    assert session.take_back()
    assert session.record.moves == ("roll",)
    assert session.game.turn.total == 5
    session.move("bank")
    assert session.game.mover == 1
