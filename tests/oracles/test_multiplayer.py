"""The brute force of races of several players, against hand calculations and the brute force of two players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oracles import carryover as naive_carryover
from oracles import multiplayer as naive_multiplayer
from oracles import race as naive_race
from oracles.multiplayer import State, UnsettledError, Vector, start
from oracles.table import End
from support.races import PIGLET, TWO_DICE
from support.small_rules import Document

COIN: Document = {"family": "hog", "goal": 2, "dice": {"count": 1, "sides": 2}}  # heads is all there is
PIG: Document = {"family": "pig", "goal": 6, "dice": {"count": 1, "sides": 4}}
HOG: Document = {"family": "hog", "goal": 8, "dice": {"count": 3, "sides": 3}}
FARKLE: Document = {"goal": 150, "dice": {"count": 2, "sides": 6}, "scoring": {"1": 100, "5": 50}}
LAST = {"rule": "last-turn"}
GAMES: dict[str, Document] = {
    "piglet": PIGLET,
    "pig": PIG,
    "hog": HOG,
    "farkle": FARKLE,
    "two dice": TWO_DICE,
    "minima": {**PIG, "turn": {"minimum_bank": 3, "first_bank": 5}},
    "all scoring dice": {**FARKLE, "turn": {"set_aside": "all", "hot_dice": False}},
    "kept busts": {**TWO_DICE, "turn": {"keep_on_bust": True}},
    "streak": {**PIGLET, "goal": 2, "bust": {"streak": 2, "penalty": 1}},
    "streak below zero": {**PIGLET, "goal": 1, "bust": {"streak": 2, "penalty": 1, "floor": -1}},
    "beat": {**PIGLET, "turn": {"beat_previous": True}},
    "beat, farkle": {**FARKLE, "turn": {"beat_previous": True}},
    "steal": {**PIGLET, "goal": 2, "turn": {"steal": "after-bust"}},
    "last turn": {**PIGLET, "goal": 2, "end": LAST},
    "last turn, ties split": {**PIGLET, "goal": 2, "end": {**LAST, "tie": "split"}},
    "equal turns": {**PIGLET, "goal": 2, "end": {"rule": "equal-turns"}},
    "equal turns, ties split, streak": {
        **HOG,
        "goal": 4,
        "end": {"rule": "equal-turns", "tie": "split"},
        "bust": {"streak": 2, "penalty": 3},
    },
    "last turn, beat": {**HOG, "goal": 5, "end": LAST, "turn": {"beat_previous": True}},
}


def first(document: Document, players: int) -> Vector:
    return naive_multiplayer.win_vectors(document, players)[start(players)]


def fractions(*parts: int) -> list[float]:
    return [part / sum(parts) for part in parts]


@pytest.mark.parametrize(
    ("goal", "players", "parts"),
    [(1, 3, (4, 2, 1)), (1, 4, (8, 4, 2, 1)), (2, 3, (16, 12, 9)), (3, 3, (64, 56, 49))],
)
def test_piglet_by_hand(goal: int, players: int, parts: tuple[int, ...]) -> None:
    """To 3, nobody ever banks less: the chance of a turn is 1/2, 1/4, 1/8."""
    assert first({**PIGLET, "goal": goal}, players) == pytest.approx(fractions(*parts), abs=1e-14)


def test_last_turns_by_hand() -> None:
    """Whoever throws heads has all the points there are; the others can only throw heads too."""
    assert first({**COIN, "end": LAST}, 3) == pytest.approx(fractions(4, 2, 1), abs=1e-14)
    assert first({**COIN, "end": {"rule": "equal-turns"}}, 3) == pytest.approx(fractions(4, 2, 1), abs=1e-14)
    # Heads first: alone 1/4, with one of two others 1/2, with both 1/4; each of the others has half of the rest.
    shared = [Fraction(7, 12), Fraction(5, 24), Fraction(5, 24)]
    assert first({**COIN, "end": {**LAST, "tie": "split"}}, 3) == pytest.approx(
        [float(sum(shared[i - k] / 2 ** (k + 1) for k in range(3)) * 8 / 7) for i in range(3)], abs=1e-14
    )
    heads_second, heads_third = [Fraction(0), Fraction(3, 4), Fraction(1, 4)], [Fraction(0), Fraction(0), Fraction(1)]
    rounds = [(4 * a + 2 * b + c) / 7 for a, b, c in zip(shared, heads_second, heads_third, strict=True)]
    equal = first({**COIN, "end": {"rule": "equal-turns", "tie": "split"}}, 3)
    assert equal == pytest.approx([float(chance) for chance in rounds], abs=1e-14)


def test_ties_go_to_the_first_to_reach_the_goal() -> None:
    """The leader with 2 is beaten by two players with 3: of these, the one who moved first has won."""
    bank = End("bank", 2, None)
    race = naive_multiplayer.Race({**PIGLET, "goal": 2, "end": LAST}, 3)
    assert race.after(State((1, 2, 3), (0, 0, 0), leader=1), bank) == (0.0, 0.0, 1.0)
    split = naive_multiplayer.Race({**PIGLET, "goal": 2, "end": {**LAST, "tie": "split"}}, 3)
    assert split.after(State((1, 2, 3), (0, 0, 0), leader=1), bank) == (0.5, 0.0, 0.5)


def test_who_moves_in_the_end() -> None:
    """In a last turn all others move, with equal turns only those who have not moved in this round."""
    bank = End("bank", 9, None)
    last = naive_multiplayer.Race({**PIGLET, "end": LAST}, 3)
    after = last.after(State((1, 2, 3), (0, 0, 0)), bank)
    assert after == State((2, 3, 10), (0, 0, 0), leader=2)
    equal = naive_multiplayer.Race({**PIGLET, "end": {"rule": "equal-turns"}}, 3)
    after = State((2, 0, 10), (0, 0, 0), seat=2, leader=2)
    assert equal.after(State((1, 2, 3), (0, 0, 0), seat=1), bank) == after
    assert equal.after(after, bank) == (1.0, 0.0, 0.0)
    assert equal.after(after, End("bust", 0, None)) == (0.0, 0.0, 1.0)
    assert equal.after(State((1, 2, 3), (0, 0, 0), seat=2), bank) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("name", GAMES)
def test_two_players_agree_with_their_own_brute_force(name: str) -> None:
    vectors = naive_multiplayer.win_vectors(GAMES[name], 2)
    found = 0
    for state, chance in naive_carryover.win_values(GAMES[name]).items():
        busts = (state.my_busts, 0 if state.last else state.their_busts)
        seat = 0 if state.starts else 1
        key = State((state.mine, state.theirs), busts, state.to_beat, state.offer, seat, int(state.last))
        if key in vectors or not state.last:
            assert vectors[key] == pytest.approx((chance, 1 - chance), abs=1e-10)
            found += 1
    assert found


@pytest.mark.parametrize("name", ["piglet", "pig", "hog", "farkle", "minima", "all scoring dice"])
def test_two_players_agree_with_the_brute_force_of_races(name: str) -> None:
    chances = naive_race.win_probability(GAMES[name])
    vectors = naive_multiplayer.win_vectors(GAMES[name], 2)
    assert {state.scores: vector[0] for state, vector in vectors.items()} == pytest.approx(chances, abs=1e-10)


@pytest.mark.parametrize("name", GAMES)
def test_three_players_cannot_gain(name: str) -> None:
    """The chances add up to 1, no turn can be played better, and no player has a better strategy."""
    document = GAMES[name]
    vectors = naive_multiplayer.win_vectors(document, 3)
    for vector in vectors.values():
        assert sum(vector) == pytest.approx(1, abs=1e-12)
    assert naive_multiplayer.deviation_gain(document, 3, vectors) < 1e-10
    assert naive_multiplayer.largest_change(document, 3, vectors) < 1e-10
    for seat in range(3):
        best = naive_multiplayer.best_response_value(document, 3, vectors, seat)
        assert best == pytest.approx(vectors[start(3)][seat], abs=1e-10)


def test_wrong_vectors_are_found_out() -> None:
    """Who thinks all states alike banks whatever there is; against two such players one has more than a third."""
    vectors = naive_multiplayer.win_vectors(PIGLET, 3)
    alike = dict.fromkeys(vectors, (1 / 3, 1 / 3, 1 / 3))
    assert naive_multiplayer.deviation_gain(PIGLET, 3, alike) > 0.1
    assert naive_multiplayer.largest_change(PIGLET, 3, alike) > 0.1
    assert naive_multiplayer.best_response_value(PIGLET, 3, alike, 2) > vectors[start(3)][2] + 0.01
    lower = {**vectors, start(3): (vectors[start(3)][0] - 1e-6, *vectors[start(3)][1:])}
    assert naive_multiplayer.deviation_gain(PIGLET, 3, lower) == pytest.approx(1e-6, rel=1e-3)
    with pytest.raises(KeyError, match="there is no vector for State"):
        naive_multiplayer.deviation_gain(PIGLET, 3, {start(3): vectors[start(3)]})


def test_circles_are_found_out() -> None:
    """Where each answers the others' best turns with another turn, and so on forever, it is said which states."""
    with pytest.raises(UnsettledError, match="states do not settle") as raised:
        naive_multiplayer.win_vectors({**PIGLET, "turn": {"steal": "after-bank"}}, 3)
    assert set(raised.value.changes) < set(raised.value.vectors)
    assert max(raised.value.changes.values()) > 0.01
