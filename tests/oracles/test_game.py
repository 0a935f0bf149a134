"""The oracle against values derived by hand.

In most derivations the game is "coin Pig": one die of two sides, where 1 is a bust and 2 scores 2 points. V(a, b) is
the chance to win of the player to move who has a points against b.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

import pytest

from oracles.game import Choice, Game, Hand, Offer, OutOfScope, State
from oracles.game.model import Faces
from support.random_games import Document

COIN: Document = {"family": "pig", "dice": {"count": 1, "sides": 2}}
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns"}


def check(document: Document, expected: Fraction | float, state: State | None = None, width: float = 1e-11) -> None:
    """The bounds of a state are narrow and contain the expected value."""
    game = Game(document, seconds=120)
    low, high = game.win().bounds(state or game.start)
    assert high - low <= width
    assert low - 1e-15 <= float(expected) <= high + 1e-15


def test_coin() -> None:
    # V = 1/2 + 1/2 (1 - V).
    check({**COIN, "goal": 2}, Fraction(2, 3))


def test_last_turn() -> None:
    # After a bank of 2 the other needs two successes: 1/4; so V = 1/2 3/4 + 1/2 (1 - V) = 7/12. Rolling on at 2 gives
    # 1/2 7/8 + 1/2 5/12 = 31/48 < 3/4.
    check({**COIN, "goal": 2, "end": LAST}, Fraction(7, 12))
    check({**COIN, "goal": 2, "end": LAST}, Fraction(1, 4), State(0, 2, last=True))


def test_equal_turns() -> None:
    # Vb = 1/2 3/4 + 1/2 (1 - Vs), Vs = 1/2 + 1/2 (1 - Vb): Vb = 1/2, Vs = 3/4.
    check({**COIN, "goal": 2, "end": EQUAL}, Fraction(1, 2))
    check({**COIN, "goal": 2, "end": EQUAL}, Fraction(3, 4), State(0, 0, begins=False))


def test_split() -> None:
    # Success 1/3. Against 2 the last turn banks a tie: 1/3 1/2 = 1/6. V = 1/3 5/6 + 2/3 (1 - V) = 17/30.
    document = {
        **COIN,
        "dice": {"count": 1, "sides": 2, "weights": [2, 1]},
        "goal": 2,
        "end": {"rule": "last-turn", "tie": "split"},
    }
    check(document, Fraction(17, 30))
    check(document, Fraction(1, 6), State(0, 2, last=True))


def test_kept_bust_with_penalty() -> None:
    # Goal 4, every bust costs 2 but the total is kept. x = V(0,0), V(2,0) = 1/2 + 1/2 (1 - x), V(2,2) = 1 - V(2,0)/2,
    # and it always pays to roll at 2: x = 1/2 (1 - x/2) + 1/2 (1 - x) = 4/7, V(0,2) = 1/4 + 3x/8.
    document = {**COIN, "goal": 4, "turn": {"keep_on_bust": True}, "bust": {"streak": 1, "penalty": 2}}
    check(document, Fraction(4, 7))
    check(document, Fraction(13, 28), State(0, 2))
    check(document, Fraction(5, 7), State(2, 0))
    check(document, Fraction(9, 14), State(2, 2))


def test_steal_after_bank() -> None:
    # V(2,2) = 2/3. V(0,2) = 1/2 (1 - V(2,0)/2) + 1/2 (1 - V(2,0)) and V(2,0) = 1 - V(0,2)/2: 2/5 and 4/5. With the
    # offer of 2 the player wins at once with 1/2: 1/2 + 1/2 1/5 = 3/5. V(0,0) rolls on at 2: 1 - 3/4 V = 4/7.
    document = {**COIN, "goal": 4, "turn": {"steal": "after-bank"}}
    check(document, Fraction(4, 7))
    check(document, Fraction(4, 5), State(2, 0))
    check(document, Fraction(3, 5), State(0, 2, offer=Offer((1,), 2, 0)))


def test_steal_after_bust() -> None:
    # An offer of 2 is stolen again and again: S = 1/2 + 1/2 (1 - S) = 2/3. V(0,2) = 2/5 as above, so at 2 a bank is
    # worth 3/5, and a roll 1/2 + 1/2 1/3 = 2/3. V(0,0) = 1/2 2/3 + 1/2 (1 - V) = 5/9.
    document = {**COIN, "goal": 4, "turn": {"steal": "after-bust"}}
    check(document, Fraction(5, 9))
    check(document, Fraction(2, 3), State(0, 0, offer=Offer((1,), 2, 0)))
    check(document, Fraction(2, 5), State(0, 2))


def test_beat_previous() -> None:
    # V(2,0) = 4/5 and V(0,2) = 2/5 after busts. With 2 to beat a turn needs 4: V(0,2;2) = 1/4 + 3/4 1/5 = 2/5,
    # V(2,2;2) = 1/4 + 3/4 (1 - 2/3) = 1/2. V(0,0) rolls on at 2: 4/7.
    document = {**COIN, "goal": 4, "turn": {"beat_previous": True}}
    check(document, Fraction(4, 7))
    check(document, Fraction(2, 5), State(0, 2, to_beat=2))
    check(document, Fraction(1, 2), State(2, 2, to_beat=2))


def test_win_event() -> None:
    # 1 busts, 2 scores, 3 wins. Goal 2: V = 2/3 + 1/3 (1 - V) = 3/4.
    document = {"family": "pig", "goal": 2, "dice": {"count": 1, "sides": 3}, "events": {"bust": ["1"], "win": ["3"]}}
    check(document, Fraction(3, 4))
    # With last turns a bank is worth at most 1/2 (the other rolls for a 3), and rolling forever r = 1/3 + r/3 +
    # (1 - V)/3 with V = r: 2/3. A last turn against 2: f(0) = 1/3 + 1/3 f(2), f(2) = 2/3: 5/9.
    check({**document, "end": LAST}, Fraction(2, 3), width=1e-9)
    check({**document, "end": LAST}, Fraction(5, 9), State(0, 2, last=True))


def test_wild() -> None:
    # Two dice, faces * and 2, both equally likely; "22" scores with one wild die, not with two: 3/4.
    document = {"goal": 1, "dice": {"count": 2, "sides": 2, "wild": [1]}, "scoring": {"22": 1}}
    check(document, Fraction(4, 5))
    # Where only the first die has a wild face: 22 or *2 is every roll with a 2 on the second die: 1/2.
    document = {"goal": 1, "dice": {"count": 2, "sides": 2, "wild": [[1], []]}, "scoring": {"22": 1}}
    check(document, Fraction(2, 3))


def test_negative_floor() -> None:
    # Goal 2, each bust costs 2, down to -2. T = V(-2,-2) = 1 - 3/4 T = 4/7, V(0,-2) = 1 - T/2 = 5/7,
    # V(0,0) = 1 - 5/14 = 9/14, V(-2,0) = 1/2 9/14 + 1/2 2/7 = 13/28.
    document = {**COIN, "goal": 2, "bust": {"streak": 1, "penalty": 2, "floor": -2}}
    for state, value in (
        (State(0, 0), Fraction(9, 14)),
        (State(0, -2), Fraction(5, 7)),
        (State(-2, 0), Fraction(13, 28)),
        (State(-2, -2), Fraction(4, 7)),
    ):
        check(document, value, state)


def test_streak_of_two() -> None:
    # Goal 2, the second bust in a row costs 2 down to -2. Only the value of V(0,0) at the counts is checked against
    # the recursion one turn deep: V = 1/2 + 1/2 (1 - W) with W the value of the other after one bust.
    values = Game({**COIN, "goal": 2, "bust": {"streak": 2, "penalty": 2, "floor": -2}}).win()
    start, after = values.bounds(State(0, 0)), values.bounds(State(0, 0, 0, 1))
    assert start[0] == pytest.approx(1 - after[0] / 2, abs=1e-11)
    fallen = values.bounds(State(0, -2, 0, 0))
    assert values.bounds(State(0, 0, 1, 0))[0] == pytest.approx(1 - fallen[0] / 2, abs=1e-11)


def test_bonus_and_solo() -> None:
    # One die; a 2 scores 1 and a bonus of 1: the goal of 2 in one roll of two.
    document = {"goal": 2, "dice": {"count": 1, "sides": 2}, "scoring": {"2": 1}, "turn": {"single_die_bonus": [1]}}
    check(document, Fraction(2, 3))
    game = Game(document)
    assert game.turns()[0] <= 2 <= game.turns()[1]
    assert game.within(2) == pytest.approx(0.75, abs=1e-15)


def test_lose_banked_alone() -> None:
    # 1 busts, 2 loses the score, 3 scores 3; goal 6. y = 1 + (x + y)/3 from 3 points, and from 0 to bank 3 or to roll
    # is the same: x = 1 + 2x/9 + 2x/3 = 9.
    document = {"family": "pig", "goal": 6, "dice": {"count": 1, "sides": 3}, "events": {"lose_banked": ["2"]}}
    low, high = Game(document).turns()
    assert low <= 9 <= high
    assert high - low < 1e-10


def test_never() -> None:
    # Nothing ever scores: no turns are enough, and nobody is certain to win.
    game = Game({**COIN, "goal": 2, "events": {"bust": ["x"]}})
    assert game.turns() == (inf, inf)
    assert game.win().bounds(game.start) == (0.0, 1.0)


def test_end_of_turn_is_kept() -> None:
    # One die, 2 scores 1, which is less than the minimum of 2 and leaves no dice: a kept bust, which reaches the goal.
    document = {
        "goal": 1,
        "dice": {"count": 1, "sides": 2},
        "scoring": {"2": 1},
        "turn": {"minimum_bank": 2, "hot_dice": False, "keep_on_bust": True},
    }
    check(document, Fraction(2, 3))


def test_full_bust_first() -> None:
    # The first roll always scores 1. With 1 banked a turn wins. V(0,1) = 1/2, V(0,0) = max(1/2, 1 - V/2) = 2/3.
    document = {
        "goal": 2,
        "dice": {"count": 1, "sides": 2},
        "scoring": {"2": 1},
        "turn": {"full_bust": 1, "full_bust_rolls": "first"},
    }
    check(document, Fraction(2, 3))
    check(document, Fraction(1, 2), State(0, 1))
    check(document, 1, State(1, 0))


def test_set_aside_all_and_leave() -> None:
    # Roll 1, 5 with all to be set aside: 15 together, or 1 (5 left), not 5 alone.
    document = {
        "goal": 9,
        "dice": {"count": 2, "sides": 6},
        "scoring": {"1": 2, "5": 1},
        "turn": {"set_aside": "all", "leave": ["5"]},
    }
    game = Game(document)
    rolls = game.win().turn(game.start).rolls((2,), 0, 0, True)
    options = next(kind for faces, _, kind, _ in rolls if faces == ((0, 1), (0, 5)))
    assert not isinstance(options, str)
    assert {choice.keep for choice, _ in options} == {((0, 1), (0, 5)), ((0, 1),)}


def test_match() -> None:
    # Both bank at once in coin Pig to 2: the first wins 2/3, and a game takes 2 turns.
    def careful(state: State, total: int, hand: Hand, roll: Faces | None, choices: Sequence[Choice]) -> int:
        return next(at for at, choice in enumerate(choices) if choice.then == "bank")

    found = Game({**COIN, "goal": 2}).match(careful, careful)
    assert found.win[0] <= 2 / 3 <= found.win[1]
    assert found.turns[0] <= 2 <= found.turns[1]
    # To 4 two banks are needed: V(2,2) = 2/3, V(2,0) = 1 - V(0,2)/2, V(0,2) = 1/2 1/3 + 1/2 (1 - V(2,0)) = 2/9, and
    # V(0,0) = 1/2 (1 - V(0,2)) + 1/2 (1 - V(0,0)) = 16/27.
    found = Game({**COIN, "goal": 4}).match(careful, careful)
    assert found.win[0] <= 16 / 27 <= found.win[1]


def test_scope() -> None:
    with pytest.raises(OutOfScope):
        Game({**COIN, "goal": 2, "players": 3})
