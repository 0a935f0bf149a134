"""Simultaneous play in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.solvers.simultaneous import solve_simultaneous
from support.simultaneous_games import FALLING, small_hog


def test_fractions_where_nobody_mixes() -> None:
    rules = jd.rules("television-hog").replace({"goal": 12, "turn.choose_dice": [1, 3]})
    game = solve_simultaneous(rules, exact=True)
    for a in range(1, 13):
        for b in range(1, 13):
            assert isinstance(game.chance(a, b), Fraction)
            assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)
    advice = game.advise((11, 9))
    assert max(action.value for action in advice.actions) == advice.value
    # One die each, 1 and 2 to go: all pairs of faces, and again if both show a 1.
    one = solve_simultaneous(rules.replace({"turn.choose_dice": [1, 1]}), exact=True)
    pairs = [(x if x > 1 else 0, y if y > 1 else 0) for x in range(1, 7) for y in range(1, 7)]
    won = sum(Fraction(x - 1 > y - 2) + Fraction(x - 1 == y - 2, 2) for x, y in pairs if (x, y) != (0, 0))
    assert one.chance(1, 2) == won / 35


def test_where_somebody_mixes_there_are_no_fractions() -> None:
    with pytest.raises(JeopardiceError, match="to go best play mixes"):
        solve_simultaneous(jd.rules("television-hog").replace({"goal": 5, "turn.choose_dice": [1, 5]}), exact=True)
    for changes in FALLING:
        with pytest.raises(InputError, match="not supported with penalties"):
            solve_simultaneous(small_hog(5, 2, **changes), exact=True)


def test_throws_that_win_at_once_in_fractions() -> None:
    game = solve_simultaneous(small_hog(9, 3, **{"dice.sides": 6, "events.win": ["66"]}), exact=True)
    for a, b in ((9, 9), (9, 4), (4, 9), (3, 2), (1, 1)):
        assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)


def test_a_first_bank_in_fractions() -> None:
    rules = small_hog(9, 3, **{"dice.sides": 6, "turn.first_bank": 8})
    game = solve_simultaneous(rules, exact=True)
    for a, b in ((9, 9), (9, 4), (4, 9), (3, 2)):
        assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)
    assert game.chance(9, 4) < solve_simultaneous(rules.replace({"turn.first_bank": 0}), exact=True).chance(9, 4)


def test_a_kept_throw_of_less_than_can_be_banked_counts_in_full() -> None:
    plain = small_hog(9, 3, **{"dice.sides": 6})
    kept = plain.replace({"turn.minimum_bank": 4, "turn.keep_on_bust": True})
    found, other = solve_simultaneous(kept, exact=True), solve_simultaneous(plain, exact=True)
    assert [found.chance(2, b) for b in range(1, 10)] == [other.chance(2, b) for b in range(1, 10)]
    assert (found.values == other.values).all()
    for sees in ("scores", "nothing"):
        won = [match_simultaneous(rules.replace(sees=sees), "dice:3", "dice:2").overall for rules in (kept, plain)]
        assert won[0] == pytest.approx(won[1], abs=1e-13)
