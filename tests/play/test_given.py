"""Games with real dice: the same game as with a seed, and turns of which only the result is known."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.play.game import Game, moved, replay
from jeopardice.play.record import MOST_MOVES, Record
from jeopardice.play.review import Review, review
from jeopardice.play.session import Session
from jeopardice.play.view import view
from support.judging import ODD, SEVERAL, SIMULTANEOUS, judge_of, of_preset
from support.playing import FARKLE, PIG, new, of_rules, played
from support.real_dice import by_results, with_dice
from support.small_rules import Document, carryover_rules


def at_table(named: dict[str, Any], *moves: str, players: int = 2) -> Game:
    """The position of a game with real dice."""
    record = Record.new(named, ["human"] * players, seed="", dice="given")
    return replay(replace(record, moves=moves))[-1]


def between_turns(games: list[Game]) -> list[tuple[object, ...]]:
    """What is carried over to each turn, and who has won."""
    found = {game.turn.number: game for game in reversed(games) if not (game.over or game.waits)}
    starts = [*(found[turn] for turn in sorted(found)), games[-1]]
    return [
        (one.scores, one.busts, one.mover, one.to_beat, one.offer, one.reached, one.turns_left, one.winners)
        for one in starts
    ]


def assert_same_game(record: Record, games: list[Game]) -> None:
    entered = with_dice(record, games)
    assert Record.read(json.dumps(entered.as_json())) == entered
    again = replay(entered)
    assert [replace(game, table=games[0].table, fallen=()) for game in again] == games
    for number in range(len(entered.moves)):
        assert again[number].written(entered.moves[number]) == entered.moves[number]


# The same game


@pytest.mark.parametrize("preset", jd.presets())
def test_given_dice_are_the_same_game_as_those_of_a_seed(preset: str) -> None:
    for players in (2,) if preset == "television-hog" else (2, 5, 8):
        record, games = played(new({"preset": preset}, players, first=1), Random(players), MOST_MOVES, 0.4)
        assert_same_game(record, games)


@settings(max_examples=40)
@given(carryover_rules(), st.integers(0, 10**6))
def test_any_carryover_is_followed_alike_with_given_dice_and_by_results(document: Document, seed: int) -> None:
    try:
        record, games = played(of_rules(document, seed=str(seed)), Random(seed))
    except jd.InputError:
        return
    assert_same_game(record, games)
    for known in (None, Random(seed)):
        again = replay(by_results(record, games, known))
        assert between_turns(again) == between_turns(games)


@pytest.mark.parametrize("named", [*({"preset": preset} for preset in jd.presets()), *ODD.values(), *SIMULTANEOUS])
def test_a_game_by_results_has_the_same_scores_and_winner(named: dict[str, Any]) -> None:
    players = 2 if jd.rules(named["preset"]).simultaneous or "simultaneous" in named.get("set", {}) else 3
    record, games = played(new(named, players, first=1 % players), Random(7), MOST_MOVES, 0.5)
    for known in (None, Random(7)):
        again = replay(by_results(record, games, known))
        assert between_turns(again) == between_turns(games)
        assert again[-1].winners == games[-1].winners != ()


# The review


def reviewed(record: Record) -> Review:
    return review(record, replay(record), judge_of(record))


def assert_sums(found: Review) -> None:
    for seat, account in enumerate(found.seats):
        sums = account.start + account.luck + account.cost + account.unseen + account.others
        assert sums == pytest.approx(account.now if account.result is None else account.result, abs=1e-9)
        assert account.unseen == pytest.approx(sum(one.change for one in found.unseen if one.seat == seat), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("named", "players"),
    [*((one, 2) for one in (*map(of_preset, jd.presets()), *ODD.values(), SIMULTANEOUS[1])), *SEVERAL],
)
def test_the_review_is_the_same_and_results_join_luck_and_cost(named: dict[str, Any], players: int) -> None:
    record, games = played(new(named, players), Random(11), 400, 0.6)
    whole = review(record, games, judge_of(record))
    assert reviewed(with_dice(record, games)) == whole
    only_results, mixed = reviewed(by_results(record, games)), reviewed(by_results(record, games, Random(11)))
    for found in (only_results, mixed):
        assert_sums(found)
        for account, known in zip(found.seats, whole.seats, strict=True):
            parts = account.luck + account.cost + account.unseen
            assert parts == pytest.approx(known.luck + known.cost, abs=1e-9)
            assert account.others == pytest.approx(known.others, abs=1e-9)
    if games[-1].over:
        assert all(account.luck == account.cost == 0 for account in only_results.seats)
    known_decisions = {(one.seat, one.turn, one.did, one.best, one.cost) for one in whole.decisions}
    assert {(one.seat, one.turn, one.did, one.best, one.cost) for one in mixed.decisions} <= known_decisions


# Dice that are not entered yet


def test_a_game_waits_for_its_dice_and_knows_what_they_are_worth_before_they_fall() -> None:
    record = Record.new({"preset": "pig"}, ["human", "optimal"], seed="", dice="given")
    session = Session.of(record, judge_of(record))
    assert session.move("roll").legal == ()
    assert session.waits_for_person
    assert session.game.waits is not None
    assert session.review().seats[0].luck == 0
    with pytest.raises(jd.InputError, match="first enter the dice"):
        session.coach()
    with pytest.raises(jd.InputError, match="first enter the dice"):
        session.advance()
    session.move("[4]")
    assert list(session.record.moves) == ["roll [4]"]
    assert session.games == replay(session.record)
    assert session.game.turn.total == 4
    assert session.coach().hints[0].move == "roll"
    session.move("bank")
    assert session.advance().waits is not None  # best play rolls, and a person enters its dice
    assert session.waits_for_person
    session.move("[1]")
    assert list(session.record.moves) == ["roll [4]", "bank", "roll [1]"]
    session.move("roll")
    session.move("banked 20")
    assert list(session.record.moves[3:]) == ["roll", "banked 20"]
    assert session.cost() is None
    assert session.game.scores == (24, 0)


def test_a_view_says_which_dice_are_waited_for_and_hides_nothing_of_real_dice() -> None:
    record = Record.new(FARKLE, ["human"] * 2, seed="", dice="given")
    record, games = moved(record, [Game.start(record)], "roll [115346]")
    record, games = moved(record, games, "15 roll")
    seen = view(record, games)
    assert (seen["given"], seen["waits"], seen["moves"]) == (True, {"move": "15 roll", "dice": "4"}, [])
    assert seen["turn"]["total"] == 150
    record, games = moved(record, games, "bust")
    assert view(record, games)["waits"] is None
    hog = Record.new({"preset": "television-hog"}, ["human"] * 2, seed="", dice="given")
    hog, games = moved(hog, [Game.start(hog)], "roll 3 [234]")
    assert [move["move"] for move in view(hog, games)["moves"]][:1] == ["roll 1"]


# What is refused


ODD_BUSTS = ODD["kept busts, a full bust and bonuses"]
STOLEN = {"preset": "farkle", "set": {"turn.steal": "after-bank"}}
STOLEN_BUST = {"preset": "two-dice-pig", "set": {"turn.steal": "after-bust"}}
REFUSED: list[tuple[dict[str, Any], tuple[str, ...], str, str]] = [
    (FARKLE, (), "roll [11534]", "5 dice given, but 6 are rolled"),
    (FARKLE, (), "roll [1153467]", "no die shows 7"),
    (FARKLE, (), "roll [1153461]", "but the game has 6"),
    (FARKLE, (), "roll []", "no dice given"),
    (FARKLE, ("roll [115346]",), "15 bank [2346]", "no dice are rolled after a bank"),
    (FARKLE, ("roll [115346]",), "34 roll [1111]", "cannot be set aside"),
    (FARKLE, ("roll",), "15 roll", "first enter the dice"),
    (FARKLE, (), "[115346]", "a move is written"),
    (FARKLE, (), "banked", "write how much"),
    (FARKLE, (), "banked 475", "multiples of 50"),
    (FARKLE, ("roll [222346]",), "banked 50", "cannot make that turn total"),
    (FARKLE, (), "banked 100050", "at most 100,000"),
    (FARKLE, (), "banked 0", "nothing to bank"),
    (FARKLE, (), "won", "no roll of this game wins"),
    (FARKLE, (), "lost", "loses the banked points"),
    ({"preset": "farkle", "set": {"turn.first_bank": 500}}, (), "banked 450", "A first bank needs 500 points"),
    (ODD_BUSTS, (), "bust", "write the total too, such as bust 200, or bust 0"),
    (ODD_BUSTS, (), "bust 25", "cannot make that turn total"),
    (STOLEN, (), "banked 500", "write the dice left too, such as banked 500 leaving 2"),
    (STOLEN, (), "banked 500 leaving 7", "from 1 to 6"),
    (STOLEN, ("roll [115346]", "115 roll"), "banked 350 leaving 3", "those dice cannot be left"),
    (STOLEN_BUST, (), "bust", "the next player may steal"),
    ({"preset": "hog"}, ("roll 2",), "banked 13", "cannot make that turn total"),
    ({"preset": "pig", "set": {"turn.beat_previous": True}}, ("banked 20",), "banked 20", "must beat the 20"),
    (PIG, ("banked 99", "bust", "banked 20"), "bust", "the game is over"),
]


@pytest.mark.parametrize(("named", "before", "move", "why"), REFUSED)
def test_refused_dice_and_results_say_why(named: dict[str, Any], before: tuple[str, ...], move: str, why: str) -> None:
    game = at_table(named, *before)
    with pytest.raises(jd.InputError, match=r"^move: [^\n]*$") as error:
        game.after(move)
    assert why in str(error.value)


def test_a_seeded_game_takes_neither_dice_nor_results() -> None:
    game = Game.start(new(FARKLE))
    with pytest.raises(jd.InputError, match="follow from its seed"):
        game.after("roll [115346]")
    for result in ("banked 450", "bust", "won"):
        with pytest.raises(jd.InputError, match="a move is written"):
            game.after(result)


def test_a_game_with_real_dice_needs_its_dice_with_every_move_of_a_record() -> None:
    with pytest.raises(jd.InputError, match=r"^moves\[1\]: .*first enter the dice"):
        at_table(FARKLE, "roll", "roll [115346]")


def test_a_bank_in_two_dice_is_what_two_dice_can_make() -> None:
    """By hand: with a 1 worth 3 and a 5 worth 2, two dice and no hot dice make 2 to 6 points."""
    rules = 'goal = 50\n[dice]\ncount = 2\n[scoring]\n"1" = 3\n"5" = 2\n[turn]\nhot_dice = false\n'
    start = at_table({"toml": rules})
    possible = set()
    for total in range(1, 13):
        try:
            start.after(f"banked {total}")
            possible.add(total)
        except jd.InputError:
            pass
    assert possible == {2, 3, 4, 5, 6}


def test_what_a_result_leaves_is_offered_to_the_next_player() -> None:
    after = at_table(STOLEN, "banked 500 leaving 3")
    assert after.offer is not None
    assert (after.table.hand(after.offer.phase), after.offer.total) == ("3", 500)
    stolen = after.after("steal [234]")
    assert (stolen.mover, stolen.scores) == (0, (500, 0))
    assert at_table(STOLEN, "banked 500 leaving 3", "banked 550 leaving 2").scores == (500, 550)
    assert at_table(STOLEN, "roll [222222]", "222222 bank").offer == at_table(STOLEN, "banked 400 leaving 6").offer


RESULTS = r"(banked|bust|lost|won)( [0-9]{1,4})?( leaving [0-9A-B]{1,2})?"


@given(st.from_regex(RESULTS, fullmatch=True), st.integers(0, 99))
def test_any_result_is_a_legal_end_of_the_turn_or_refused(text: str, seed: int) -> None:
    for preset in ("pig", "hog", "farkle", "cosmic-wimpout", "kingdom-come"):
        record, games = played(new({"preset": preset}), Random(seed), 3)
        for position in replay(with_dice(record, games)):
            try:
                after = position.after(text)
            except jd.InputError:
                continue
            assert after.turn.number == position.turn.number + (not after.over)
            assert position.after(position.written(text)) == after
