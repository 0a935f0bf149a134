"""Rolls against icepool, a library of its own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.turn.dice import fold_rolls, rolls_of, total_count

WEIGHTS = st.integers(1, 8).flatmap(lambda n: st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any))


def as_die(weights: list[int] | tuple[int, ...]) -> icepool.Die[int]:
    return icepool.Die({face: weight for face, weight in enumerate(weights, 1) if weight})


@given(WEIGHTS, st.integers(1, 5))
@settings(max_examples=60)
def test_rolls_of_loaded_dice_have_icepools_counts(weights: list[int], dice: int) -> None:
    kinds = (tuple(weights),)
    expected: Counter[tuple[int, ...]] = Counter()
    for faces, count in as_die(weights).pool(dice).expand().items():
        expected[tuple(faces.count(face) for face in range(1, len(weights) + 1))] += count
    found = {tuple(k for (k,) in roll): count for roll, count in rolls_of(kinds, (dice,))[(dice,)].items()}
    assert found == dict(expected)
    assert sum(found.values()) == total_count(kinds, (dice,))


@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any), min_size=2, max_size=2))
@settings(max_examples=40)
def test_dice_that_are_not_alike_have_icepools_counts(kinds: list[list[int]]) -> None:
    first, second = map(tuple, kinds)
    expected: Counter[tuple[int, ...]] = Counter()
    dice = [as_die(first), as_die(first), as_die(second)]
    for faces, count in icepool.tupleize(*dice).items():
        expected[tuple(faces.count(face) for face in range(1, 5))] += count
    found: Counter[tuple[int, ...]] = Counter()
    for roll, count in rolls_of((first, second), (2, 1))[(2, 1)].items():
        found[tuple(map(sum, roll))] += count
    assert found == expected


@pytest.mark.parametrize("dice", [1, 5, 30])
def test_hog_scores_as_icepool_says(dice: int) -> None:
    model = jd.turn_model(jd.rules("hog"))
    roll = model.phases[0].rolls[dice - 1]
    assert roll.dice == (dice,)
    safe = icepool.Die(range(2, 7))
    expected = dict((dice @ safe).items())
    assert {o.options[0].points: o.count for o in roll.outcomes if o.goes_on} == expected
    assert roll.bust == 1 - Fraction(5, 6) ** dice


def test_one_fold_serves_every_smaller_hand() -> None:
    kinds = ((1, 2, 3), (2, 0, 1))
    folded = fold_rolls(kinds, (2, 2), 0, lambda points, face, shown: points + face * sum(shown))
    for hand, sums in folded.items():
        alone = fold_rolls(kinds, hand, 0, lambda points, face, shown: points + face * sum(shown))
        assert sums == alone[hand]
        assert sum(sums.values()) == total_count(kinds, hand)
