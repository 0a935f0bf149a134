"""What kind of mistake a decision was, and the patterns of a player who repeats one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from jeopardice.play.game import Game
from jeopardice.play.habits import Habit, Kind, Situation, dice_left, habit_words, kind_of, patterns, situation
from jeopardice.play.judge import Judge
from jeopardice.play.moves import Move
from jeopardice.play.review import review
from support.judging import judge_of
from support.playing import new, played

FARKLE = {"preset": "farkle", "set": {"goal": 3000}}


def worths(values: dict[str, float]) -> Any:
    """The values of moves as given; all others are worth nothing."""
    return lambda move: values.get(move.text, 0.0)


# The kind of one mistake

# After a first roll of 5 4 2 1 4 5: a 1, one or two 5s.
FARKLE_CASES: list[tuple[dict[str, float], str, Kind]] = [
    ({"1 roll": 0.5, "1 bank": 0.4}, "1 bank", "banked-too-early"),
    ({"1 roll": 0.4, "1 bank": 0.5}, "1 roll", "banked-too-late"),
    ({"1 roll": 0.5, "155 roll": 0.4}, "155 roll", "kept-too-many"),
    ({"1 roll": 0.4, "155 roll": 0.5}, "1 roll", "kept-too-few"),
    ({"1 roll": 0.5, "5 roll": 0.4}, "5 roll", "kept-other"),
    # Both parts count: 0.1 for the bank, 0.02 for the dice; then the other way round.
    ({"1 roll": 0.5, "155 bank": 0.4, "1 bank": 0.38}, "1 bank", "banked-too-early"),
    ({"1 roll": 0.5, "155 bank": 0.48, "1 bank": 0.38}, "1 bank", "kept-too-few"),
]


@pytest.mark.parametrize(("values", "did", "kind"), FARKLE_CASES)
def test_the_larger_part_of_the_cost_names_the_mistake(values: dict[str, float], did: str, kind: Kind) -> None:
    game = Game.start(new(FARKLE, seed="abc")).after("roll")
    assert game.turn.roll is not None
    assert game.table.text(game.turn.roll) == "542145"
    assert kind_of(game, worths(values), game.find(did)) == kind


def test_in_hog_the_number_of_dice_is_too_large_or_too_small() -> None:
    game = Game.start(new({"preset": "hog"}))
    best = worths({"roll 6": 0.5})
    assert kind_of(game, best, game.find("roll 9")) == "rolled-too-many"
    assert kind_of(game, best, game.find("roll 2")) == "rolled-too-few"
    assert dice_left(game, game.find("roll 2")) is None


def test_a_turn_is_stolen_or_left() -> None:
    rules = {"preset": "farkle", "set": {"goal": 1500, "turn.steal": "after-bank"}}
    game = Game.start(new(rules, seed="abc")).after("roll").after("15 bank")
    assert {move.then for move in game.legal} == {"roll", "steal"}
    assert kind_of(game, worths({"roll": 0.5}), game.find("steal")) == "stole"
    assert kind_of(game, worths({"steal": 0.5}), game.find("roll")) == "did-not-steal"
    assert dice_left(game, game.find("roll")) == dice_left(game, game.find("steal")) == 4


def test_who_ends_the_turn_without_a_bank_has_kept_too_many_dice() -> None:
    rules = {"preset": "farkle", "set": {"goal": 1500, "turn.hot_dice": False, "turn.minimum_bank": 1000}}
    for seed in range(200):
        record, games = played(new(rules, seed=str(seed)), Random(seed), 40)
        for game, did in zip(games, record.moves, strict=False):
            if did.endswith("end") and len({move.then for move in game.legal}) > 1:
                best = next(move for move in game.legal if move.then == "roll")
                assert kind_of(game, worths({best.text: 0.5}), game.find(did)) == "kept-too-many"
                assert dice_left(game, game.find(did)) == 0
                return
    raise AssertionError("no turn ends like this")


# The situation


@pytest.mark.parametrize(
    ("scores", "total", "wanted"),
    [
        ((0, 0), 0, "level"),
        ((500, 450), 0, "ahead"),
        ((450, 500), 300, "behind"),  # the turn total is not banked yet
        ((2000, 450), 350, "ahead"),
        ((2000, 450), 400, "near-goal"),
        ((450, 2400), 0, "near-goal"),
    ],
)
def test_the_situation_follows_from_the_scores(scores: tuple[int, int], total: int, wanted: Situation) -> None:
    game = Game.start(new(FARKLE))
    assert situation(replace(game, scores=scores, turn=replace(game.turn, total=total))) == wanted
    assert situation(replace(game, scores=scores, reached=1)) == "last-turn"


# Patterns


def made(kind: Kind, left: int | None, here: Situation, *costs: float) -> list[tuple[Habit, float]]:
    return [(Habit(kind, left, here), cost) for cost in costs]


def test_a_pattern_is_as_particular_as_its_mistakes_allow() -> None:
    two = made("banked-too-late", 2, "behind", 0.02, 0.015) + made("banked-too-late", 2, "ahead", 0.016, 0.01)
    three = made("banked-too-late", 3, "behind", 0.02, 0.02)
    once = made("kept-too-few", 2, "ahead", 0.05)
    several = made("kept-too-many", 1, "near-goal", 0.01) + made("kept-too-many", 4, "near-goal", 0.011)
    any_two = made("banked-too-early", 5, "ahead", 0.003) + made("banked-too-early", 4, "behind", 0.009)
    last_three = made("banked-too-late", 3, "ahead", 0.006, 0.005)
    cheap = made("kept-other", 4, "behind", 0.001, 0.002)
    found = patterns("You", [*cheap, *once, *any_two, *several, *three, *two, *last_three])
    assert [one.sentence for one in found] == [
        "You banked too late with two dice left: 4 decisions, 6.1 %.",
        "You banked too late with three dice left when behind: 2 decisions, 4.0 %.",
        "You kept too many dice near the goal: 2 decisions, 2.1 %.",
        "You banked too early: 2 decisions, 1.2 %.",
        "You also banked too late with three dice left: 2 decisions, 1.1 %.",
    ]
    assert found[0].as_json() == {
        "kind": "banked-too-late",
        "dice_left": 2,
        "situation": None,
        "count": 4,
        "cost": pytest.approx(0.061),
        "sentence": found[0].sentence,
    }


def test_dice_are_counted_in_words() -> None:
    assert habit_words(Habit("banked-too-early", 1, None)) == "banked too early with one die left"
    assert habit_words(Habit("kept-too-many", 2, "ahead")) == "kept too many dice and left two when ahead"
    assert habit_words(Habit("rolled-too-few", None, "last-turn")) == "rolled too few dice in the last turn"


def best_move(game: Game, judge: Judge, then: str = "") -> Move:
    """The best move, or the best of those that bank or roll on, if there is one."""
    alike = [move for move in game.legal if move.then == then] or game.legal
    return max(alike, key=lambda move: judge.worth(game, move))


def rolls_on_with_two(game: Game, judge: Judge) -> Move | None:
    move = best_move(game, judge, "roll")
    return move if move.keep and dice_left(game, move) == 2 else None


def banks_with_two(game: Game, judge: Judge) -> Move | None:
    move = best_move(game, judge, "bank")
    return move if move.then == "bank" and dice_left(game, move) == 2 else None


def keeps_all_that_scores(game: Game, judge: Judge) -> Move | None:
    alike = [move for move in game.legal if move.then == best_move(game, judge).then == "roll"]
    return max(alike, key=lambda move: move.points, default=None)


@pytest.mark.parametrize(
    ("errs", "kind", "left"),
    [
        (rolls_on_with_two, "banked-too-late", 2),
        (banks_with_two, "banked-too-early", 2),
        (keeps_all_that_scores, "kept-too-many", None),
    ],
)
def test_a_player_who_always_makes_the_same_mistake_gets_it_named(
    errs: Callable[[Game, Judge], Move | None], kind: Kind, left: int | None
) -> None:
    judge, found = judge_of(new(FARKLE)), list[tuple[Habit, float]]()
    for seed in range(12):
        game, moves, games = Game.start(record := new(FARKLE, seed=str(seed))), list[str](), list[Game]()
        while not game.over:
            wrong = errs(game, judge) if game.mover == 0 else None
            moves.append((wrong or best_move(game, judge)).text)
            games.append(game)
            game = game.after(moves[-1])
        reviewed = review(replace(record, moves=tuple(moves)), [*games, game], judge)
        found += [(one.habit, one.cost) for one in reviewed.decisions if one.habit]
        assert reviewed.seats[1].mistakes == 0
        assert reviewed.patterns(1) == ()
    first = patterns("You", found)[0]
    assert {habit.kind for habit, _ in found} == {kind}
    assert first.habit.kind == kind
    assert left is None or first.habit.dice_left == left
