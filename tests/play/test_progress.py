"""Progress over many games, beside players of known strength and known habits."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.game import Game
from jeopardice.play.habits import Habit
from jeopardice.play.judge import Judge
from jeopardice.play.moves import Move
from jeopardice.play.progress import FEWEST_TREND, GameRow, Tally, progress
from jeopardice.play.record import Record
from jeopardice.play.review import review
from jeopardice.play.summary import SeatSummary, summaries
from support.judging import SIMULTANEOUS, judge_of
from support.real_dice import by_results

Choose = Callable[[Game, Judge], Move]
PIG = {"preset": "pig", "set": {"goal": 50}}
FARKLE = {"preset": "farkle", "set": {"goal": 2000}}


def best(game: Game, judge: Judge) -> Move:
    return max(game.legal, key=lambda move: judge.worth(game, move))


def holds_at_10(game: Game, judge: Judge) -> Move:
    bank = next((move for move in game.legal if move.then == "bank"), None)
    wins = bank and game.scores[game.mover] + bank.total >= 50
    return bank if bank and (wins or bank.total >= 10) else game.find("roll")


def banks_with_two_dice_left(game: Game, judge: Judge) -> Move:
    """Best play, but whoever has two dice left banks."""
    move = best(game, judge)
    if move.keep and move.then == "roll" and move.dice == "2":
        return next((one for one in game.legal if one.keep == move.keep and one.then == "bank"), move)
    return move


@cache
def judge(preset: str) -> Judge:
    return Judge(jd.solve(Record.new(PIG if preset == "pig" else FARKLE).rules))


def play(record: Record, judge: Judge, choose: tuple[Choose, Choose]) -> tuple[Record, list[Game]]:
    """A whole game of two."""
    games, moves = [Game.start(record)], list[str]()
    while not games[-1].over:
        moves.append(choose[games[-1].mover](games[-1], judge).text)
        games.append(games[-1].after(moves[-1]))
    return Record.of({**record.as_json(), "moves": moves}), games


@cache
def season(preset: str, choose: Choose, games: int) -> tuple[tuple[SeatSummary, ...], ...]:
    """The summaries of games of Ann against best play, in which they take turns to begin."""
    found, named = [], PIG if preset == "pig" else FARKLE
    for number in range(games):
        record = Record.new(named, ["human", "optimal"], names=["Ann", "Ada"], seed=f"{number}", first=number % 2)
        record, positions = play(record, judge(preset), (choose, best))
        found.append(summaries(record, review(record, positions, judge(preset))))
    return tuple(found)


def tally_of(games: tuple[tuple[SeatSummary, ...], ...], seat: int = 0, start: int = 0) -> Tally:
    tally = Tally()
    for played, each in enumerate(games, start):
        tally.add(played, each[seat])
    return tally


def test_errors_and_results_without_luck_are_those_of_the_exact_match() -> None:
    games = season("pig", holds_at_10, 120)
    found = progress("Ann", tally_of(games))
    match: Any = jd.match(judge("pig").values.rules, "hold-at:10", "optimal")
    wins = (match.first + match.second) / 2
    assert found.finished == found.games == 120
    assert found.adjusted is not None
    assert found.adjusted.stderr is not None
    assert abs(found.adjusted.value - wins) < 3 * found.adjusted.stderr
    assert found.luck == pytest.approx(found.won / 120 - found.adjusted.value)
    raw = sqrt(wins * (1 - wins) / 120)
    assert found.adjusted.stderr < raw / 2.5
    assert abs(found.won / 120 - wins) < 3 * raw
    # Against best play every lost percent is the cost of a decision.
    assert found.error is not None
    assert found.error.stderr is not None
    per_game = found.decisions / 120
    assert abs(found.error.value * per_game - (0.5 - wins)) < 3 * found.error.stderr * per_game
    for own, other in games:
        assert own.adjusted is not None
        assert other.adjusted is not None
        assert own.adjusted + other.adjusted == pytest.approx(1)


def test_best_play_has_no_error_and_no_habit() -> None:
    found = progress("Ada", tally_of(season("pig", holds_at_10, 120), seat=1))
    assert found.error is not None
    assert found.error.value == pytest.approx(0, abs=1e-12)
    assert (found.accuracy, found.habit, found.by_kind) == (1, None, [])


def test_a_player_who_always_makes_the_same_mistake_gets_it_named() -> None:
    found = progress("Ann", tally_of(season("pig", holds_at_10, 120)))
    assert found.habit is not None
    assert found.habit.habit == Habit("banked-too-early", None, None)
    assert found.habit.sentence.startswith("Ann banked too early: ")
    assert sum(group.cost for group in found.by_situation) == pytest.approx(found.by_kind[0].cost)
    found = progress("You", tally_of(season("farkle", banks_with_two_dice_left, 25)))
    assert found.habit is not None
    assert (found.habit.habit.kind, found.habit.habit.dice_left) == ("banked-too-early", 2)
    assert found.habit.sentence.startswith("You banked too early with two dice left")
    assert [group.name for group in found.by_dice if group.mistakes] == ["2 dice left"]
    assert found.by_dice[0].mistakes == found.by_kind[0].mistakes >= found.habit.count
    assert found.habit.decisions >= found.habit.count


def test_games_can_be_added_in_parts_and_in_any_order() -> None:
    games = season("pig", holds_at_10, 120)
    whole = progress("Ann", tally_of(games))
    parts = json.loads(json.dumps(tally_of(games[60:], start=60).as_json()))
    tally = Tally(
        [GameRow(*row) for row in parts["games"]],
        {(dice, when): count for dice, when, count in parts["places"]},
        {Habit(*habit): (count, cost) for *habit, count, cost in parts["mistakes"]},
    )
    for played, each in enumerate(games[:60]):
        tally.add(played, each[0])
    again = progress("Ann", tally)
    assert again.series == whole.series
    assert again.error == whole.error
    assert [(group.name, group.mistakes) for group in again.by_situation] == [
        (group.name, group.mistakes) for group in whole.by_situation
    ]


def test_a_trend_is_named_only_where_it_is_clear() -> None:
    games = season("pig", holds_at_10, 120)
    assert str(progress("Ann", tally_of(games[: FEWEST_TREND - 1])).trend).startswith("14 games are too few")
    same = progress("Ann", tally_of(games)).trend
    assert same is not None
    assert same.endswith("Chance can explain that difference.")
    better = tally_of(games[:20])
    for played, each in enumerate(games[:10], 20):
        better.add(played, each[1])
    assert str(progress("Ann", better).trend).startswith("Ann got better: the error per decision is")


def test_turns_known_by_their_result_only_leave_out_the_result_without_luck() -> None:
    record, positions = play(Record.new(PIG, ["human"] * 2, seed="1"), judge("pig"), (holds_at_10, best))
    record = by_results(record, positions, Random(1))
    games = [Game.start(record)]
    for move in record.moves:
        games.append(games[-1].after(move))
    own, other = summaries(record, review(record, games, judge("pig")))
    assert (own.adjusted, other.adjusted) == (None, None)
    assert own.result is not None
    assert own.decisions < len(positions)


@pytest.mark.parametrize("named", SIMULTANEOUS[:1])
def test_in_simultaneous_play_only_the_own_luck_is_left_out(named: dict[str, Any]) -> None:
    known = judge_of(Record.new(named, ["human"] * 2))
    record, positions = play(Record.new(named, ["human"] * 2, seed="1"), known, (best, best))
    for own in summaries(record, review(record, positions, known)):
        assert own.result is not None
        assert own.adjusted == pytest.approx(own.result - own.luck)


def test_an_unfinished_game_counts_its_decisions_only() -> None:
    record, positions = play(Record.new(PIG, ["human"] * 2, seed="1"), judge("pig"), (holds_at_10, best))
    cut = record.cut(6)
    tally = Tally()
    tally.add(0, summaries(cut, review(cut, positions[:7], judge("pig")))[0])
    found = progress("You", tally)
    assert (found.games, found.finished, found.adjusted, found.luck) == (1, 0, None, None)
    assert found.decisions > 0
    assert progress("You", Tally()).error is None
