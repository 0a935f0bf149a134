"""The chain of strategies: against hand calculations, games played out, the oracle of two players, and itself."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random

import pytest

from oracles import game as bounded
from oracles import multiplayer as naive_multiplayer
from oracles.best import best_play, best_response
from oracles.fixed import Fixed
from oracles.game.match import play as two_players
from oracles.game.rolls import Rolls
from oracles.game.rules import read
from oracles.game.turn import Moves
from oracles.multiplayer import State, start
from oracles.played import Seats, Strategy, TooLargeError, play
from oracles.points import EndlessError, Place
from oracles.table import Offer
from support.carryover_games import GAMES
from support.compare_played import From, compare_played, compare_response
from support.play_contest import play_contest
from support.random_contests import random_contest
from support.random_games import Document

COIN: Document = {"family": "hog", "goal": 2, "dice": {"count": 1, "sides": 2}}  # 2 points or a bust
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns"}
PIG: Document = {"family": "pig", "goal": 6, "dice": {"count": 1, "sides": 4}}


def walk(up: int, down: int, goal: int = 2) -> Document:
    """A solo player goes 2 points up or down, with weights."""
    return {
        **COIN,
        "goal": goal,
        "dice": {"count": 1, "sides": 2, "weights": [down, up]},
        "bust": {"streak": 1, "penalty": 2, "floor": "none"},
    }


@pytest.mark.parametrize("name", ["dice:1", "max-score"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_coins_by_hand(players: int, name: str) -> None:
    found = play(COIN, [name] * players, lengths=4)
    parts = [2 ** (players - i) for i in range(players)]
    assert found.chances == pytest.approx([part / sum(parts) for part in parts], abs=1e-14)
    assert found.turns == pytest.approx(2)
    assert found.lengths == pytest.approx([1 / 2, 1 / 4, 1 / 8, 1 / 16])
    assert found.rest == 0
    assert not found.tied


def test_last_turns_by_hand() -> None:
    """Only heads score, and all have 0 or 2; the first to throw heads can only be equalled."""
    split = play({**COIN, "end": {**LAST, "tie": "split"}}, ["max-score"] * 2, lengths=3)
    # 1/2 + 1/4 for who is first to throw heads
    assert split.chances == pytest.approx([2 / 3 * 3 / 4 + 1 / 3 / 4, 2 / 3 / 4 + 1 / 3 * 3 / 4])
    assert split.turns == pytest.approx(3)
    assert split.lengths == pytest.approx([0, 1 / 2, 1 / 4])
    equal = play({**COIN, "end": EQUAL}, ["max-score"] * 3, lengths=6)
    assert equal.chances == pytest.approx([4 / 7, 2 / 7, 1 / 7])
    assert equal.lengths == pytest.approx([0, 0, 7 / 8, 0, 0, 7 / 64])


def test_scores_that_fall_without_end_by_hand() -> None:
    """A random walk: with drift d it takes 1 / d turns to go one up; against the drift it may never come there."""
    found = play(walk(2, 1), ["dice:1"], lengths=3)
    assert (found.turns, found.chances[0]) == pytest.approx((3, 1))
    assert found.lengths == pytest.approx([2 / 3, 0, 1 / 3 * (2 / 3) ** 2])
    assert play(walk(2, 1, goal=8), ["dice:1"]).turns == pytest.approx(12)
    lost = play(walk(1, 2), ["dice:1"])
    assert lost.turns == inf
    assert (lost.chances[0], lost.rest) == pytest.approx((1 / 2, 1 / 2), abs=1e-3)


def test_totals_to_beat_by_hand() -> None:
    """To 4, with 2 points or a bust: after a bank of 2 the other player needs 4, and rolls on until it is there.

    The mover's chances: 2/3 at 2:2 with nothing to beat, so 1/4 + 3/4 * 1/3 = 1/2 with 2 to beat;
    a at 2:0 and l at 0:2, with nothing to beat: a = 1/2 + (1 - l) / 2, l = 1/2 * 1/2 + (1 - a) / 2: 5/6 and 1/3;
    at 0:2 with 2 to beat 1/4 + 3/4 * (1 - a) = 3/8; at 0:0 f = (1 - 3/8) / 2 + (1 - f) / 2: 13/24.
    """
    document = {**COIN, "family": "pig", "goal": 4, "turn": {"beat_previous": True}}
    found = play(document, ["hold-at:2", "hold-at:2"])
    assert found.chances[0] == pytest.approx(13 / 24, abs=1e-14)
    assert play(document, ["hold-at:2"] * 2, State((0, 2), (0, 0)), 1).chances[1] == pytest.approx(1 / 3, abs=1e-14)
    assert play(document, ["hold-at:2"] * 2, State((0, 2), (0, 0), 2), 1).chances[1] == pytest.approx(3 / 8, abs=1e-14)


def test_a_turn_without_end_is_refused() -> None:
    never = {**PIG, "dice": {"count": 1, "sides": 4, "weights": [0, 1, 1, 1]}}
    with pytest.raises(EndlessError):
        play(never, ["max-score", "hold-at:3"])
    assert play(never, ["hold-at:6", "hold-at:3"]).chances == (1.0, 0.0)


SIMULATED = [
    f"{base}: {change}"
    for base, changes in {
        "pig": ("a streak of three, below zero", "a last turn, ties split", "steal after a bank"),
        "two dice": ("equal turns, ties split", "beat, in a last turn", "busts keep the total"),
        "farkle": ("below zero, first banks", "beat the total before", "beat and keep, equal turns"),
    }.items()
    for change in changes
]


def simulated(document: Document, names: Sequence[str], games: int, seed: int) -> None:
    found = play(document, names)
    assert found.rest < 1e-9
    race = Seats(document, len(names), -(10**6))
    strategies, rng = [Fixed(race, name) for name in names], Random(seed)
    results = [play_contest(race.table, strategies, rng) for _ in range(games)]
    samples = [[shares[i] for shares, _ in results] for i in range(len(names))] + [[turns for _, turns in results]]
    for sample, right in zip(samples, [*found.chances, found.turns], strict=True):
        mean = sum(sample) / games
        error = sqrt(sum([(one - mean) ** 2 for one in sample]) / games / games)
        assert abs(mean - right) <= 4 * error + 1e-9, (names, mean, right, error)


@pytest.mark.parametrize("game", SIMULATED)
def test_games_played_out(game: str) -> None:
    goal = GAMES[game]["goal"]
    names = ["max-score", f"hold-at:{goal // 2}", "rolls:2"]
    simulated(GAMES[game], names[:2], 200, 1)
    simulated(GAMES[game], names, 150, 2)


def test_random_contests_played_out() -> None:
    seen = 0
    for number in range(22):
        document, names = random_contest(number)
        try:
            found = play(document, names)
        except (EndlessError, TooLargeError):
            continue
        if found.rest < 1e-9 and found.turns < 40 and found.states < 1500:
            simulated(document, names, 80, number)
            seen += 1
    assert seen > 6


def test_best_play_played_out() -> None:
    """Best play steals, which fixed strategies never do."""
    document, rng = GAMES["pig: steal after a bank"], Random(3)
    best = best_play(document, 2)
    race = Seats(document, 2)
    strategies: list[Strategy] = [best(race), Fixed(race, "hold-at:3")]
    right = play(document, [best, "hold-at:3"]).chances[0]
    games = 2000
    mean = sum([play_contest(race.table, strategies, rng)[0][0] for _ in range(games)]) / games
    assert abs(mean - right) <= 4 * sqrt(right * (1 - right) / games)


class Asked:
    """A fixed strategy without a memory, as the oracle of two players asks."""

    def __init__(self, document: Document, name: str) -> None:
        self.race = Seats(document, 2, -(10**9))
        self.fixed, self.game = Fixed(self.race, name), self.race.table.game

    def dice(self, hand: bounded.Hand) -> tuple[int, ...]:
        return tuple(range(sum(hand)))

    def __call__(
        self,
        state: bounded.State,
        total: int,
        hand: bounded.Hand,
        roll: bounded.model.Faces | None,
        choices: Sequence[bounded.Choice],
    ) -> int:
        here = State(
            (state.mine, state.theirs),
            (state.my_busts, state.their_busts),
            state.to_beat,
            seat=int(not state.begins),
            leader=int(state.last),
        )
        turn = self.fixed(here)
        if roll is None:
            rolled = turn.dice(turn.begin())
            return next(i for i, choice in enumerate(choices) if sum(choice.hand) == len(rolled))
        positions: list[Offer] = [(self.dice(choice.hand), choice.total, choice.singles) for choice in choices]
        after, ends = turn.settle(Place(self.dice(hand), total, 0), list(dict.fromkeys(positions)))
        then = "roll" if not ends else "bank" if after.total >= turn.least else "end"
        return next(
            i
            for i, choice in enumerate(choices)
            if choice.then == then and (self.dice(choice.hand), choice.total, choice.singles) == after.offer
        )


def test_two_players_are_within_the_bounds_of_their_own_oracle() -> None:
    """Strategies that never remember that they wanted to bank: in Pig and Hog, or where every bank is legal."""
    seen = 0
    for number in range(70):
        document, names = random_contest(number, 2)
        turn = {"minimum_bank", "first_bank", "beat_previous"} & set(document.get("turn", {}))
        kinds = {str(one) for one in document["dice"].get("weights", []) + document["dice"].get("wild", [])}
        end = document.get("end", {})
        sticks = (document["family"] == "farkle" and (turn or end.get("rule"))) or end.get("tie") == "split"
        if sticks or any("[" in kind for kind in kinds) or any(name.startswith("rolls") for name in names):
            continue
        try:
            found = play(document, names)
        except (EndlessError, TooLargeError):
            continue
        if found.states > 250:
            continue
        first, second = [Asked(document, name) for name in names]
        right = two_players(Moves(Rolls(read(document))), first, second, 1e-11)
        assert right.win[0] - 1e-10 <= found.chances[0] <= right.win[1] + 1e-10, (number, found, right)
        if found.turns < 1e4:
            assert right.turns[0] * (1 - 1e-9) <= found.turns <= right.turns[1] * (1 + 1e-9)
        seen += right.win[1] - right.win[0] < 1e-9
    assert seen > 5


def test_chances_and_lengths_add_up() -> None:
    for number in range(100, 115):
        document, names = random_contest(number)
        try:
            found = play(document, names, lengths=400)
        except (EndlessError, TooLargeError):
            continue
        assert sum(found.chances) + found.rest == pytest.approx(1, abs=1e-11)
        if found.turns > 20:
            continue
        assert sum(found.lengths) == pytest.approx(1, abs=1e-9)
        assert sum([m * chance for m, chance in enumerate(found.lengths, 1)]) == pytest.approx(found.turns, rel=1e-7)
        if document.get("end", {}).get("rule", "sudden") == "sudden":
            n = len(names)
            by_seat = [sum(found.lengths[i::n]) for i in range(n)]
            assert by_seat == pytest.approx(found.chances, abs=1e-9)


def test_positions_are_those_after_some_turns() -> None:
    """The chances at the start are those after the first turn, weighted."""
    document, names = GAMES["two dice: beat the total before"], ["max-score", "hold-at:3", "rolls:2"]
    race = Seats(document, 3, offers=False)
    total = [0.0, 0.0, 0.0]
    for end, chance in Fixed(race, names[0])(start(3)).ends.items():
        after = race.after(start(3), end)
        part = play(document, names, after, 1).chances if isinstance(after, State) else after
        total = [sum_ + chance * one for sum_, one in zip(total, part, strict=True)]
    assert play(document, names).chances == pytest.approx(total, abs=1e-13)


@pytest.mark.parametrize(
    ("game", "names", "seats"),
    [
        ("two dice: a streak of two", ["max-score", "rolls:2"], [0]),
        ("two dice: equal turns", ["rolls:1", "hold-at:4"], [0, 1]),
        ("farkle: beat the total before", ["rolls:1", "max-score", "rolls:2"], [1]),
    ],
)
def test_nothing_beats_a_best_response(game: str, names: list[str], seats: list[int]) -> None:
    document = GAMES[game]
    for seat in seats:
        best = best_response(document, names, seat)
        for other in ("max-score", f"hold-at:{document['goal'] // 2}", "rolls:1", "rolls:2"):
            assert play(document, [*names[:seat], other, *names[seat + 1 :]]).chances[seat] <= best + 1e-11
        assert 0.2 < best < 1


@pytest.mark.parametrize("game", ["pig: a streak of two", "pig: steal after a bust", "two dice: a last turn"])
def test_best_play_is_its_own_best_response(game: str) -> None:
    document = GAMES[game]
    best = best_play(document, 2)
    value = naive_multiplayer.win_vectors(document, 2)[start(2)]
    assert play(document, [best, best]).chances == pytest.approx(value, abs=1e-10)
    assert [best_response(document, [best, best], seat) for seat in (0, 1)] == pytest.approx(list(value), abs=1e-10)
    for name in ("max-score", "hold-at:2"):
        assert play(document, [best, name]).chances[0] >= value[0] - 1e-11


def test_a_best_response_may_go_below_every_score() -> None:
    document = walk(9, 1, goal=4)
    assert best_response(document, ["dice:1", "dice:1"], 0) == pytest.approx(play(document, ["dice:1"] * 2).chances[0])


def test_wrong_numbers_are_found() -> None:
    """The comparison of numbers, from a position too: seat 2 of 3 is to move, seat 1 has reached the goal with 2."""
    document = {**COIN, "end": LAST}
    since = From((2, 0, 0), mover=1, leader=0)
    assert since.state == State((0, 0, 2), (0, 0, 0), leader=2)
    names = ["max-score"] * 3
    assert compare_played(document, names, chances=[1, 0, 0], turns=2, lengths=[0, 1, 0], since=since).wrong == []
    wrong = compare_played(document, names, chances=[1, 1e-9, 0], turns=2.1, lengths=[0, 1], since=since).wrong
    assert [line.split(":")[0] for line in wrong] == ["chance of seat 2", "turns"]
    assert compare_response(COIN, ["dice:1"] * 2, 0, 2 / 3).wrong == []
    assert compare_response(COIN, ["dice:1"] * 2, 0, 2 / 3 - 1e-9).wrong != []
