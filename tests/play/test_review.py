"""Reviews of games: luck and decisions add up to the result."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.coach import word_for
from jeopardice.play.game import Game
from jeopardice.play.record import Record
from jeopardice.play.review import Review, review
from jeopardice.play.session import Session
from support.judging import ODD, SEVERAL, SIMULTANEOUS, judge_of, of_preset
from support.playing import new, played

pytestmark = pytest.mark.slow

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
        decisions = [one for one in found.decisions if one.seat == seat]
        assert account.cost == pytest.approx(-sum(one.cost for one in decisions), abs=1e-9)
        assert sum(account.marks.values()) == account.mistakes == len(found.mistakes(seat))
        assert account.mistakes == sum(one.habit is not None for one in decisions)
        repeated = found.patterns(seat)
        assert sum(one.cost for one in repeated) <= -account.cost + 1e-9
        assert sum(one.count for one in repeated) <= account.mistakes


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
    assert [word_for(cost) for cost in (0, 1e-6, 0.005, 0.02, 0.2)] == [
        "best",
        "fine",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
