"""A match as a state machine, beside the literal referee of the brute force; what it refuses, and what one sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.play.game import Game, replay
from jeopardice.play.record import MOST_MOVES, Record
from jeopardice.play.refusals import refused
from jeopardice.play.view import view
from oracles.roll import Dice, Step
from oracles.table import Offer, State, Table
from support.play_carryover import play
from support.playing import FARKLE, new, of_rules, played
from support.small_rules import Document, carryover_rules, small_rules

# The rules, beside the literal referee


class EndOfScriptError(Exception):
    """The game was not played further."""


class Script:
    """A game that was played, as the literal referee asks for it: decisions, and the dice that fell."""

    def __init__(self, table: Table, record: Record, games: list[Game]) -> None:
        self.table, self.games = table, games
        self.moves = iter(zip(games, record.moves, strict=False))
        news = [one for game in games for one in game.news if one.kind == "roll"]
        self.faces: Iterator[int] = (int(face) for one in news for face in one.dice)
        self.game, self.text = games[0], ""

    def choices(self, faces: range, weights: object) -> list[int]:
        """The next die, in place of a random number generator."""
        return [next(self.faces)]

    def step(self) -> None:
        try:
            self.game, self.text = next(self.moves)
        except StopIteration:
            raise EndOfScriptError from None

    def turn_begins(self, state: State) -> Script:
        """Both must see the same state between turns."""
        self.step()
        game, other = self.game, 1 - self.game.mover
        assert game.at_start
        assert (state.mine, state.theirs) == (game.scores[game.mover], game.scores[other])
        assert (state.my_busts, state.their_busts) == (game.busts[game.mover], game.busts[other])
        assert (state.to_beat, state.last) == (game.to_beat, game.last_turn)
        assert (state.offer is None) == (game.offer is None)
        if state.offer and game.offer:
            assert (str(len(state.offer[0])), state.offer[1]) == (game.table.hand(game.offer.phase), game.offer.total)
        self.offer = state.offer
        return self

    def best_start(self) -> Offer:
        return self.offer if self.text == "steal" and self.offer else (self.table.game.all_dice, 0, 0)

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        return tuple(range(int(self.text.split()[1]))) if self.table.game.family == "hog" else left

    def best_step(self, total: int, singles: int, steps: list[Step]) -> Offer:
        after = [(left, *self.table.game.add(total, singles, points, single)) for points, left, single in steps]
        if self.table.game.family == "hog":
            return after[0]
        self.step()
        model = self.game.table.model
        found = {(sum(model.phases[move.phase].place.dice), move.total) for move in self.game.legal}
        assert found == {(len(left), new_total) for left, new_total, _ in after}
        move = self.game.find(self.text)
        dice = sum(model.phases[move.phase].place.dice)
        return next(one for one in after if (len(one[0]), one[1]) == (dice, move.total))

    def banks(self, left: Dice, total: int, singles: int) -> bool:
        return self.text.endswith("bank")


def assert_refereed(document: Document, seed: int, bold: float) -> None:
    """A random game, refereed again from the dice that fell and the decisions that were made."""
    record, games = played(of_rules(document, seed=str(seed)), Random(seed), bold=bold)
    script = Script(Table(document, None), record, games)
    try:
        result = play(script.table, script.turn_begins, script)  # type: ignore[arg-type]
    except EndOfScriptError:
        assert not games[-1].over
        return
    winners = games[-1].winners
    assert result == (1 / len(winners) if 0 in winners else 0.0)
    assert next(script.faces, None) is None
    assert next(script.moves, (games[-1],))[0] is games[-1]


@settings(max_examples=80)
@given(carryover_rules(), st.integers(0, 10**6))
def test_games_with_all_that_lasts_between_turns_are_refereed_alike(document: Document, seed: int) -> None:
    try:
        jd.turn_model(jd.rules(document))
    except jd.InputError:
        return
    for game in range(8):
        assert_refereed(document, seed + game, game / 8)


@settings(max_examples=60)
@given(small_rules(), st.integers(0, 10**6), st.sampled_from(["sudden", "last-turn", "equal-turns"]))
def test_games_of_any_small_rules_are_refereed_alike(document: Document, seed: int, end: str) -> None:
    document = {**document, "goal": 12, "end": {"rule": end, "tie": "split"}}
    document["dice"].pop("wild", None)
    if any(isinstance(weights, list) for weights in document["dice"].get("weights", [])):
        del document["dice"]["weights"]  # the referee of whole games knows dice that are alike
    try:
        jd.turn_model(jd.rules(document))
    except jd.InputError:
        return
    for game in range(8):
        assert_refereed(document, seed + game, game / 8)


@pytest.mark.parametrize("preset", jd.presets())
def test_every_preset_is_played_to_its_end(preset: str) -> None:
    for players in (2,) if preset == "television-hog" else (2, 3, 4):
        record, games = played(new({"preset": preset}, players, first=1), Random(players), MOST_MOVES, 0.4)
        assert games[-1].over
        assert replay(record) == games
        assert max(games[-1].scores) >= record.rules.goal or games[-1].news[-1].kind == "win"


def test_last_turns_of_four_go_round_once() -> None:
    """Last turn: everyone else has one more turn; equal turns: those who have not moved in this round."""
    for rule in ("last-turn", "equal-turns"):
        for seed in range(30):
            changes = {"goal": 12, "end.rule": rule, "end.tie": "split"}
            record = new({"preset": "pig", "set": changes}, 4, seed=str(seed), first=seed % 4)
            _, games = played(record, Random(seed), 2000)
            reached = max(game.turn.number for game in games if max(game.scores) < 12)
            last = games[-1].turn.number
            assert last == reached + 3 if rule == "last-turn" else last == -(-reached // 4) * 4
            scores = games[-1].scores
            assert games[-1].winners == tuple(seat for seat in range(4) if scores[seat] == max(scores))


def test_the_first_to_reach_a_tied_score_wins_unless_ties_are_split() -> None:
    ties = 0
    for seed in range(400):
        record = new({"preset": "pig", "set": {"goal": 6, "end.rule": "last-turn"}}, 3, seed=str(seed), first=seed % 3)
        _, games = played(record, Random(seed), 2000, 0.3)
        last = games[-1]
        tied = [seat for seat in range(3) if last.scores[seat] == max(last.scores)]
        if len(tied) > 1:
            ties += 1
            first = next(game.scores for game in games if max(game.scores) >= 6)
            reached = first.index(max(first))
            order = [(reached + k) % 3 for k in range(3)]
            assert last.winners == (next(seat for seat in order if seat in tied),)
    assert ties > 5


def test_simultaneous_hog_shows_nothing_before_all_have_chosen() -> None:
    game = Game.start(new({"preset": "television-hog"}))
    half = game.after("roll 3")
    assert (half.mover, half.news, half.scores, half.at_start) == (1, (), (0, 0), True)
    done = half.after("roll 5")
    assert [(one.seat, one.kind, len(one.dice)) for one in done.news[:2]] == [(0, "roll", 3), (1, "roll", 5)]
    assert done.mover == 0
    assert done.turn.number == 3
    other = game.after("roll 4").after("roll 5")
    assert other.news[1].dice == done.news[1].dice


def test_a_first_bank_is_asked_of_each_seat_in_simultaneous_hog() -> None:
    record = new({"preset": "television-hog", "set": {"turn.first_bank": 20}})
    ends: set[tuple[bool, bool, str]] = set()
    for seed in range(40):
        _, games = played(replace(record, seed=str(seed)), Random(seed))
        for game, after in pairwise(games):
            for seat, end in after.ended:
                ends.add((game.scores[seat] == 0, end.total < 20, end.how))
    assert (True, True, "end") in ends
    assert (False, True, "bank") in ends
    assert (True, True, "bank") not in ends
    assert (False, True, "end") not in ends


def test_simultaneous_pig_settles_both_turns_together() -> None:
    changes = {"goal": 30, "simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}
    record = new({"preset": "pig", "set": changes})
    for seed in range(20):
        _, games = played(replace(record, seed=str(seed)), Random(seed))
        for game, after in pairwise(games):
            if after.mover == 1 or not after.at_start:
                assert after.scores == game.scores or after.over
        assert games[-1].over
        assert games[-1].winners == tuple(seat for seat in range(2) if games[-1].scores[seat] == max(games[-1].scores))


@pytest.mark.parametrize("preset", ["pig", "television-hog"])
def test_a_roll_that_wins_at_once_beats_every_total_of_the_round(preset: str) -> None:
    changes = {"goal": 12, "simultaneous": True, "end.rule": "equal-turns", "end.tie": "split", "events.win": ["6"]}
    record, ends = new({"preset": preset, "set": changes}), set()
    for seed in range(120):
        _, games = played(replace(record, seed=str(seed)), Random(seed))
        won = tuple(seat for seat, end in games[-1].ended if end.how == "win")
        if won:
            assert games[-1].winners == won
        ends.add((won, max(games[-1].scores) >= 12))
    assert {((0,), True), ((1,), True), ((0, 1), False), ((), True)} <= ends


AT_ONCE = {"goal": 30, "simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}


@pytest.mark.parametrize("named", [{"preset": "pig", "set": AT_ONCE}, {"preset": "television-hog"}])
@pytest.mark.parametrize("seats", [("human", "human"), ("beginner", "human"), ("human", "beginner")])
def test_nobody_sees_a_turn_of_this_round_before_playing_the_own_one(
    named: dict[str, Any], seats: tuple[str, str]
) -> None:
    for seed in "abc":
        record, games = played(Record.new(named, list(seats), seed=seed), Random(seed))
        for number, game in enumerate(games[:-1]):
            shown = view(record.cut(number), games[: number + 1])
            seen_now = {one["seat"] for one in shown["log"] if one["turn"] >= game.turn.number - game.mover}
            if seats[1] == "human" and game.mover == 1:
                assert seen_now <= {1}
            elif seats[0] == "beginner":  # the person in the second seat must not watch
                assert seen_now == set()
                assert (shown["turn"]["total"], shown["turn"]["kept"], shown["moves"]) == (0, [], [])
            else:
                reported = {
                    one.seat for each in games[: number + 1] for one in each.news if one.turn >= game.turn.number
                }
                assert seen_now >= reported
        everything = [one for game in games for one in game.news]
        assert len(view(record, games)["log"]) == len(everything)


# What may not be done


def test_refused_moves_say_why() -> None:
    farkle = new({"preset": "farkle", "set": {"turn.first_bank": 500}})
    start = Game.start(farkle)
    rolled = start.after("roll")
    text = rolled.table.text(rolled.turn.roll or ())
    keep = rolled.legal[0].keep
    cases = [
        (start, "bank", "nothing to bank"),
        (start, "15 roll", "no dice on the table"),
        (start, "steal", "cannot be stolen"),
        (start, "jump", "15 roll"),
        (start, "", "15 roll"),
        (rolled, "roll", "First set dice aside"),
        (rolled, f"{keep} bank", "first bank needs 500"),
        (rolled, "777777 roll", "no die shows 7"),
        (rolled, "1111111 roll", "but the game has 6"),
        (Game.start(new({"preset": "hog"})), "roll", "from 1 to"),
        (Game.start(new({"preset": "hog"})), "roll 99", "from 1 to"),
        (Game.start(new({"preset": "hog"})), "bank", "one roll"),
    ]
    dead = next(face for face in "234666" if face in text)
    cases.append((rolled, f"{dead} roll", "cannot be set aside"))
    for game, move, why in cases:
        with pytest.raises(jd.InputError, match=r"^[^\n]*$") as error:
            game.after(move)
        assert why in str(error.value)
        assert str(error.value).startswith("move: ")


@given(st.text(max_size=12) | st.from_regex(r"[0-9A-B*, ]{0,8} ?(roll|bank|end|steal|roll [0-9]{1,3})", fullmatch=True))
def test_whatever_is_typed_is_a_legal_move_or_refused(text: str) -> None:
    for preset in ("pig", "hog", "farkle", "cosmic-wimpout"):
        game = Game.start(new({"preset": preset}))
        for position in (game, game.after(game.legal[0].text)):
            try:
                after = position.after(text)
            except jd.InputError:
                continue
            assert after == position.after(position.find(text).text)


def test_a_bank_must_beat_the_one_before_and_says_so() -> None:
    record = new({"preset": "pig", "set": {"turn.beat_previous": True}})
    for seed in range(20):
        game = Game.start(replace(record, seed=str(seed))).after("roll")
        if game.mover == 0:
            banked = game.turn.total
            game = game.after("bank").after("roll")
            if game.mover == 1 and game.turn.total <= banked:
                assert refused(game)["bank"].startswith(f"A bank must beat the {banked} points")
                return
    raise AssertionError("no such roll")


def test_dice_may_be_written_in_any_order() -> None:
    for seed in range(30):
        game = Game.start(new(FARKLE, seed=str(seed))).after("roll")
        for move in game.legal:
            if len(move.keep) > 1:
                assert game.after(f"{' '.join(reversed(move.keep))} {move.then.upper()}") == game.after(move.text)


def test_an_illegal_move_of_a_record_is_named_by_its_place() -> None:
    with pytest.raises(jd.InputError, match=r"^moves\[1\]: "):
        replay(replace(new(FARKLE), moves=("roll", "bank")))


def test_a_game_that_is_over_has_no_moves() -> None:
    record, games = played(new(), Random(3))
    assert games[-1].legal == ()
    with pytest.raises(jd.InputError, match="the game is over"):
        replay(replace(record, moves=(*record.moves, "roll")))


# The view


@pytest.mark.parametrize("preset", ["pig", "farkle", "hog", "cosmic-wimpout", "television-hog"])
def test_a_view_is_plain_data_and_reports_all(preset: str) -> None:
    record, games = played(new({"preset": preset}), Random(4))
    for number in range(0, len(games), 5):
        seen = view(record.cut(number), games[: number + 1])
        assert json.loads(json.dumps(seen)) == seen
        assert [move["move"] for move in seen["moves"]] == [move.text for move in games[number].legal]
        assert seen["movers"] == [game.mover for game in games[:number]]
        assert seen["chances"] is None
        roll = seen["turn"]["roll"]
        if roll is not None:
            faces = {die["face"] for die in roll}
            assert set(seen["dead"]) <= faces
            for die in faces - set(seen["dead"]):
                assert any(die in move["keep"] for move in seen["moves"])
            for die in seen["dead"]:
                assert not any(die in move["keep"].split(",") for move in seen["moves"])
    log = view(record, games)["log"]
    assert log[-1]["kind"] == "win"
    assert log[-1]["move"] == len(record.moves)
    for one, next_one in pairwise(log):
        assert one["move"] <= next_one["move"]
        gained = sum(next_one["scores"]) - sum(one["scores"])
        assert gained == (next_one["points"] if next_one["kind"] in ("bank", "penalty", "lose_banked") else 0)


def test_wild_and_mixed_dice_are_named_by_kind() -> None:
    changes = {"dice.wild": [[1], [], [], [], [], []], "goal": 1000}
    record, games = played(new({"preset": "kingdom-come", "set": changes}), Random(5))
    seen = [view(record, [game])["turn"]["roll"] for game in games]
    dice = [(die["kind"], die["face"]) for roll in seen if roll for die in roll]
    assert ("A", "*") in dice
    assert ("A", "1") not in dice
    assert {kind for kind, _ in dice} == {"A", "B"}
