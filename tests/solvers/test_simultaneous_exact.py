"""Simultaneous play in fractions."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.native.simultaneous import GAIN
from jeopardice.solvers.exact_plans import mixed
from jeopardice.solvers.simultaneous import solve_simultaneous
from jeopardice.solvers.simultaneous_exact import ExactValues
from oracles import simultaneous as naive
from support.simultaneous_games import FALLING, small_hog, small_pig


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


@pytest.mark.parametrize(
    ("rules", "equation"),
    [
        (jd.rules("television-hog").replace({"goal": 5, "turn.choose_dice": [1, 5]}), ""),
        # docs/theory/simultaneous.md
        (small_hog(4, 2), "72*w^2 + 154*w + (-111) = 0"),
        (small_hog(9, 2, **FALLING[0]), "= 0"),
        (small_hog(6, 2, **FALLING[1]), "irrational, or fractions of more than 301 digits"),
        (small_pig(3, **{"dice.sides": 3}), "216*w^2 + (-1002)*w + 487 = 0"),
    ],
    ids=["television", "hog", "lost", "penalty", "pig"],
)
def test_a_mixture_that_is_irrational_has_no_fraction(rules: jd.Rules, equation: str) -> None:
    with pytest.raises(JeopardiceError, match=r"to go best play mixes.*" + re.escape(equation)):
        solve_simultaneous(rules, exact=True)


def thrown(dice: int, keys: dict[str, Any]) -> dict[object, Fraction]:
    """How a throw of three-sided dice ends, by docs/rules.md."""
    found: dict[object, Fraction] = defaultdict(Fraction)
    for faces in product((1, 2, 3), repeat=dice):
        total = sum(faces)
        end: object = "bust" if 1 in faces else total
        if "events.lose_banked" in keys and 1 in faces:
            end = "lost"
        if 1 not in faces and total < keys.get("turn.minimum_bank", 0):
            end = ("kept", total)
        found[end] += Fraction(1, 3**dice)
    return found


@pytest.mark.parametrize(
    ("goal", "keys"),
    [
        (6, FALLING[0]),
        (5, FALLING[1]),
        (4, {"bust.streak": 2, "bust.penalty": 2}),
        (5, {"bust.streak": 2, "bust.penalty": 2, "turn.keep_on_bust": True, "turn.minimum_bank": 4}),
    ],
    ids=["lost", "penalty", "two in a row", "kept"],
)
def test_fractions_where_scores_fall_solve_every_matrix_game(goal: int, keys: dict[str, Any]) -> None:
    game = solve_simultaneous(small_hog(goal, 2, **keys), exact=True)
    after = naive.penalised(goal, keys.get("bust.streak", 0) or 1, keys.get("bust.penalty", 0))
    stands = [(to_go, busts) for busts in range(keys.get("bust.streak", 1)) for to_go in range(1, goal + 1)]
    one, two = (thrown(dice, keys) for dice in (1, 2))

    def chance(a: naive.Stand, b: naive.Stand) -> Fraction:
        if min(a[0], b[0]) <= 0:
            return Fraction(1, 2) if a[0] == b[0] else Fraction(a[0] < b[0])
        own, other = (game.standings.standing(goal - to_go, busts) for to_go, busts in (a, b))
        found = game.chance(own, other)
        assert isinstance(found, Fraction)
        return found

    for a, b in product(stands, repeat=2):
        (ra, rb), (rc, rd) = (
            [
                sum(
                    (p * q * chance(after(a, i), after(b, j)) for i, p in row.items() for j, q in column.items()),
                    Fraction(),
                )
                for column in (one, two)
            ]
            for row in (one, two)
        )
        lower, upper = max(min(ra, rb), min(rc, rd)), min(max(ra, rc), max(rb, rd))
        value = lower if lower == upper else (ra * rd - rb * rc) / (ra + rd - rb - rc)
        assert chance(a, b) == value
    assert game.error_bound == 0


def rolled(banks: frozenset[int], furthest: int, bust: str) -> dict[object, Fraction]:
    """Pig with a three-sided die: bank at these totals, and from the furthest on."""
    found: dict[object, Fraction] = defaultdict(Fraction)
    stands = {0: Fraction(1)}
    while stands:
        total = min(stands)
        chance = stands.pop(total)
        if total in banks or total >= furthest:
            found[total] += chance
            continue
        found[bust] += chance / 3
        for gain in (2, 3):
            stands[total + gain] = stands.get(total + gain, Fraction(0)) + chance / 3
    return found


@pytest.mark.parametrize("bust", ["bust", "lost"])
def test_fractions_of_pig_are_guaranteed_against_all_ways_to_bank(bust: str) -> None:
    goal, totals = 3, range(2, 8)
    keys = {"bust.streak": 1, "bust.penalty": 2} if bust == "bust" else FALLING[0]
    game = solve_simultaneous(small_pig(goal, **{"dice.sides": 3, **keys}), exact=True)
    values = game.exactly
    assert isinstance(values, ExactValues)
    ways = [rolled(frozenset(some), 8, bust) for n in range(len(totals) + 1) for some in combinations(totals, n)]
    after = naive.penalised(goal, 1, 2 if bust == "bust" else 0)

    def chance(a: int, b: int) -> Fraction:
        if min(a, b) <= 0:
            return Fraction(1, 2) if a == b else Fraction(a < b)
        return values.value(a, b)

    for (a, b), support in values.supports.items():
        places = {0: "bust", 1: "lost"}
        mine, theirs = (
            {places.get(k, k - GAIN): fraction_of(p) for k, p in mixed(laws, chances).items()}
            for laws, chances in (
                (support.rows, support.row_chances),
                (support.columns, support.column_chances),
            )
        )

        def won(row: dict[Any, Fraction], column: dict[Any, Fraction], a: int = a, b: int = b) -> Fraction:
            pairs = product(row.items(), column.items())
            return sum(
                (p * q * chance(after((a, 0), i)[0], after((b, 0), j)[0]) for (i, p), (j, q) in pairs), Fraction()
            )

        assert min(won(mine, way) for way in ways) == max(won(way, theirs) for way in ways) == chance(a, b)
    assert float(values.value(1, 3)) == pytest.approx(game.values[0, 2], abs=1e-14)


def test_who_rolls_on_for_ever_until_a_roll_wins_has_fractions_too() -> None:
    game = solve_simultaneous(small_pig(3, **{"dice.sides": 5, "events.win": ["4", "5"]}), exact=True)
    # Two thirds of such turns win, whatever is needed.
    assert game.chance(1, 3) == game.chance(3, 1) == Fraction(1, 2)
    with pytest.raises(JeopardiceError, match="a roll has nothing to lose: values are limits of fractions"):
        solve_simultaneous(small_pig(3, **{"turn.keep_on_bust": True}), exact=True)


def test_throws_that_win_at_once_in_fractions() -> None:
    game = solve_simultaneous(small_hog(9, 3, **{"dice.sides": 6, "events.win": ["66"]}), exact=True)
    for a, b in ((9, 9), (9, 4), (4, 9), (3, 2), (1, 1)):
        assert float(game.chance(a, b)) == pytest.approx(game.values[a - 1, b - 1], abs=1e-14)


@pytest.mark.parametrize(
    "changes",
    [
        # Who rolls on until a roll wins banks sooner or later in floating point.
        {"goal": 7, "dice": {"count": 2, "sides": 2}, "events": {"bust": ["2"], "win": ["22"]}},
        {"goal": 3, "dice": {"count": 1, "sides": 5}, "events": {"win": ["4"]}, "turn": {"minimum_bank": 3}},
    ],
)
def test_ways_to_play_that_floating_point_misses_are_found(changes: dict[str, Any]) -> None:
    end = {"rule": "equal-turns", "tie": "split"}
    bust = {"streak": 1, "penalty": 3}
    rules = jd.rules({"family": "pig", "simultaneous": True, "end": end, "bust": bust, **changes})
    exactly = solve_simultaneous(rules, exact=True)
    count = exactly.standings.count
    for a in range(1, count + 1):
        for b in range(1, count + 1):
            assert isinstance(exactly.chance(a, b), Fraction)
            assert float(exactly.chance(a, b)) == pytest.approx(exactly.values[a - 1, b - 1], abs=1e-6)


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


def test_newtons_method_finds_the_fractions_of_states_that_mix() -> None:
    game = solve_simultaneous(small_pig(4, **{"dice.sides": 3, "bust.streak": 1, "bust.penalty": 2}), exact=True)
    values = game.exactly
    assert isinstance(values, ExactValues)
    mixing = [state for state, support in values.supports.items() if state[0] < state[1] and not support.is_pure]
    assert len(mixing) > 3
    # All at once, as if they depended on each other.
    wanted = [values._won.pop(state) for state in mixing]
    lines = {state: [chance] + [0 * chance] * len(mixing) for state, chance in values._won.items()}
    payoffs = {state: values._payoffs(state, lines, mixing) for state in mixing}
    assert values._roots(mixing, payoffs) == wanted
