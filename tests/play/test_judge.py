"""What positions are worth, who decides how, what the coach says and how a game is judged."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.evaluation.duels import match_duel
from jeopardice.opponents.players import players_of
from jeopardice.play.coach import coach, word_for
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge, text_of
from jeopardice.play.record import Record
from jeopardice.play.review import Review, review
from jeopardice.play.session import Session
from jeopardice.play.view import view
from jeopardice.race.positions import Position
from jeopardice.solutions.simultaneous import SimultaneousSolution
from support.playing import new, played

SHORTER: dict[str, dict[str, Any]] = {
    "farkle-facebook": {"goal": 500, "bust.penalty": 100},
    "zilch": {"goal": 500, "bust.penalty": 100},
}
"""Games that take long to solve even to 2,000."""
ODD: dict[str, dict[str, Any]] = {
    "stolen after a bank": {"preset": "pig", "set": {"goal": 30, "turn.steal": "after-bank"}},
    "stolen after a bust": {"preset": "two-dice-pig", "set": {"goal": 40, "turn.steal": "after-bust"}},
    "stolen, and a last turn": {
        "preset": "pig",
        "set": {"goal": 30, "turn.steal": "after-bust", "end.rule": "last-turn"},
    },
    "stolen, and a total to beat": {
        "preset": "farkle",
        "set": {"goal": 1500, "turn.steal": "after-bank", "turn.beat_previous": True},
    },
    "penalties without a floor": {
        "preset": "pig",
        "set": {"goal": 15, "bust.streak": 1, "bust.penalty": 3, "bust.floor": "none", "turn.beat_previous": True},
    },
    "penalties, and equal turns": {
        "preset": "pig",
        "set": {"goal": 15, "bust.streak": 2, "bust.penalty": 4, "bust.floor": -8, "end.rule": "equal-turns"},
    },
    "a first bank, and a last turn": {
        "preset": "farkle",
        "set": {"goal": 1500, "turn.first_bank": 400, "end.rule": "last-turn", "end.tie": "split"},
    },
    "kept busts, a full bust and bonuses": {
        "preset": "farkle",
        "set": {
            "goal": 1500,
            "turn.keep_on_bust": True,
            "turn.full_bust": 300,
            "turn.full_bust_rolls": "first",
            "turn.single_die_bonus": [50, 100],
            "turn.minimum_bank": 200,
            "turn.hot_dice": False,
        },
    },
    "hog with a last turn": {"preset": "hog", "set": {"goal": 40, "turn.choose_dice": [1, 8], "end.rule": "last-turn"}},
}
SEVERAL: list[tuple[dict[str, Any], int]] = [
    ({"preset": "pig", "set": {"goal": 30}}, 3),
    ({"preset": "pig", "set": {"goal": 10, "bust.streak": 2, "bust.penalty": 5}}, 4),
    ({"preset": "pig", "set": {"goal": 20, "end.rule": "last-turn"}}, 3),
    ({"preset": "pig", "set": {"goal": 20, "end.rule": "equal-turns"}}, 3),
    ({"preset": "farkle", "set": {"goal": 1000, "turn.beat_previous": True}}, 3),
]


@cache
def _judge(record: Record) -> Judge:
    solution = jd.solve(record.rules, cache=True)
    assert isinstance(solution, jd.RaceSolution | jd.MultiplayerSolution | SimultaneousSolution)
    return Judge(solution)


def judge_of(record: Record) -> Judge:
    return _judge(replace(record, moves=(), seed="", first=0))


def of_preset(preset: str) -> dict[str, Any]:
    """A preset, to a goal that is soon solved."""
    goal = jd.rules(preset).goal
    return {"preset": preset, "set": SHORTER.get(preset, {"goal": 2000} if goal > 2000 else {"goal": goal})}


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


@pytest.mark.parametrize("named", [*map(of_preset, jd.presets()), *ODD.values()], ids=[*jd.presets(), *ODD])
def test_legal_moves_are_the_actions_of_the_advice(named: dict[str, Any]) -> None:
    for seed in range(2):
        record, games = played(new(named, seed=str(seed), first=seed % 2), Random(seed), bold=0.6)
        for game in Random(seed).sample(games[:-1], min(25, len(games) - 1)):
            assert_advised(game, judge_of(record))


@settings(max_examples=60)
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
    told = solution.advise(scores, turn=turn.total, roll=roll, dice_left=left, seat=seat)
    assert told == judge.advice(game)


@pytest.mark.parametrize(("named", "players"), SEVERAL)
def test_more_than_two_are_advised_alike(named: dict[str, Any], players: int) -> None:
    record, games = played(new(named, players, first=1), Random(1), bold=0.6)
    for game in games[:-1]:
        assert_advised(game, judge_of(record))


# Judged games


def reviewed(named: dict[str, Any], seed: int, players: int = 2, most: int = 400) -> tuple[Review, list[Game]]:
    record, games = played(new(named, players, seed=str(seed), first=seed % players), Random(seed), most, 0.6)
    return review(record, games, judge_of(record)), games


def assert_sums(found: Review) -> None:
    for account in found.seats:
        sums = account.start + account.luck + account.cost + account.others
        assert sums == pytest.approx(account.now if account.result is None else account.result, abs=1e-9)
        assert account.cost <= 1e-9
    for seat, account in enumerate(found.seats):
        assert account.luck == pytest.approx(sum(one.luck for one in found.rolls if one.seat == seat), abs=1e-9)
        assert account.cost == pytest.approx(-sum(one.cost for one in found.decisions if one.seat == seat), abs=1e-9)


@pytest.mark.parametrize("named", [of_preset("farkle"), of_preset("pig"), of_preset("hog"), *ODD.values()])
def test_luck_and_decisions_of_both_add_up_to_the_result(named: dict[str, Any]) -> None:
    for seed in range(6):
        found, games = reviewed(named, seed, most=[400, 25][seed % 2])
        assert_sums(found)
        one, other = found.seats
        if min(min(game.scores) for game in games) >= lowest_followed(named):
            assert one.others == pytest.approx(-other.luck - other.cost, abs=1e-9)
            assert other.others == pytest.approx(-one.luck - one.cost, abs=1e-9)


def lowest_followed(named: dict[str, Any]) -> int:
    """The lowest score whose value is known, where penalties have no floor."""
    solution = judge_of(new(named)).values
    assert isinstance(solution, jd.RaceSolution)
    return solution.model.lowest_score


@pytest.mark.parametrize(("named", "players"), SEVERAL)
def test_luck_and_decisions_of_several_add_up_to_the_result(named: dict[str, Any], players: int) -> None:
    for seed in range(6):
        found, games = reviewed(named, seed, players)
        assert_sums(found)
        assert sum(account.result or 0 for account in found.seats) == pytest.approx(1 if games[-1].over else 0)


SIMULTANEOUS: list[dict[str, Any]] = [
    {"preset": "television-hog"},
    {
        "preset": "pig",
        "set": {"goal": 12, "dice.sides": 4, "simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"},
    },
]


@pytest.mark.parametrize("named", SIMULTANEOUS)
def test_simultaneous_play_adds_up_too(named: dict[str, Any]) -> None:
    for seed in range(5):
        assert_sums(reviewed(named, seed)[0])


@pytest.mark.parametrize("named", SIMULTANEOUS)
def test_simultaneous_moves_are_worth_what_the_solution_says(named: dict[str, Any]) -> None:
    record, games = played(new(named), Random(2))
    judge = judge_of(record)
    for game in games[:-1]:
        mixed = judge.mixture(game)
        assert mixed is not None
        values = {f"{one.then} {one.dice or ''}": (one.value + 1) / 2 for one in mixed.actions}
        for move in game.legal:
            dice = move.dice if record.rules.family == "hog" else ""
            assert judge.worth(game, move) == pytest.approx(values[f"{move.then} {dice}"], abs=1e-9)


def test_best_play_costs_nothing_and_its_mean_luck_is_none() -> None:
    record = Record.new({"preset": "pig", "set": {"goal": 25}}, ["optimal", "optimal"])
    luck = []
    for seed in range(100):
        session = Session.of(replace(record, seed=str(seed)), judge_of(record))
        while not session.game.over:
            session.advance()
        found = session.review()
        assert_sums(found)
        assert all(account.cost == pytest.approx(0, abs=1e-9) for account in found.seats)
        luck.append(found.seats[0].luck)
    spread = sqrt(sum(one**2 for one in luck))
    assert abs(sum(luck)) <= 3 * spread


def test_a_better_move_was_better() -> None:
    record, games = played(new(), Random(3))
    judge = judge_of(record)
    found = review(record, games, judge)
    assert any(one.cost > 0.01 for one in found.decisions)
    for one in found.decisions:
        game = games[one.move]
        assert judge.worth(game, game.find(one.best)) == pytest.approx(judge.value(game), abs=1e-12)
        assert one.cost == pytest.approx(judge.value(game) - judge.worth(game, game.find(one.did)), abs=1e-12)
        assert (one.cost < 1e-9) == (one.word == "best")
    costs = [one.cost for one in found.mistakes(0)]
    assert costs == sorted(costs, reverse=True)


def test_words_grow_with_the_cost() -> None:
    assert [word_for(cost) for cost in (0, 1e-6, 0.005, 0.02, 0.2)] == ["best", "fine", "slip", "mistake", "blunder"]


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
        won += judge.result(game, 0)
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
    names = [n for n in EVERYBODY if ":" not in n and n != "best-hold"] if named is SIMULTANEOUS[0] else EVERYBODY
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
