"""Exact distribution of a roll: integer counts for any number of dice, of any sides, loaded, and not alike.

Dice with the same weights are of one *kind*; a *hand* says how many dice of each kind are rolled. Rolls are folded
face by face, for all hands together: a roll of m dice with lower faces is joined by k dice that show a face of weight
w, which interleave with the others in C(m + k, k) ways, so that

    count of a result  =  sum over rolls with that result of  prod_faces prod_kinds C(m + k, k) w^k ,

out of prod_kinds (sum of weights)^n. What is remembered of the faces so far is up to the caller: everything, or only
the sum. So thirty dice are as fast as three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import comb, prod
from operator import add
from typing import TypeVar

from jeopardice.common.errors import InputError
from jeopardice.rulebook import Dice

Hand = tuple[int, ...]
"""How many dice of each kind."""
Weights = tuple[int, ...]
"""The weight of each face of a die, coprime; where dice have wild faces, of "*" as the last."""
Result = TypeVar("Result")
MOST_STEPS = 3_000_000
"""More steps would take more than about ten seconds."""
STEPS = 20_000
"""Steps between two reports of progress, besides one for each face."""


def kinds_of(dice: Dice) -> tuple[tuple[Weights, ...], Hand]:
    """The kinds of dice in the order in which they appear, and the hand of all dice."""
    kinds = tuple(dict.fromkeys(dice.each))
    return kinds, tuple(dice.each.count(kind) for kind in kinds)


def total_count(kinds: tuple[Weights, ...], hand: Hand) -> int:
    """The count of all rolls together."""
    return prod(sum(kind) ** n for kind, n in zip(kinds, hand, strict=True))


def number_of_rolls(kinds: tuple[Weights, ...], hand: Hand) -> int:
    """How many different rolls there are of this hand and of every smaller one together, dice of a kind being alike."""
    faces = [sum(1 for w in kind if w) for kind in kinds]
    return prod(comb(n + f, f) for n, f in zip(hand, faces, strict=True))


def fold_rolls(
    kinds: tuple[Weights, ...],
    hand: Hand,
    start: Result,
    step: Callable[[Result, int, Hand], Result],
    progress: Callable[[float], None] | None = None,
) -> dict[Hand, dict[Result, int]]:
    """For this hand and every smaller one the count of every result, where `step(result, face, shown)` adds a face."""
    counts: dict[tuple[Hand, Result], int] = {((0,) * len(hand), start): 1}
    sides, steps = len(kinds[0]), 0
    for face in range(1, sides + 1):
        report_at = steps
        weights = [kind[face - 1] for kind in kinds]
        following: dict[tuple[Hand, Result], int] = {}
        for (rolled, result), count in counts.items():
            free = [n - m if w else 0 for n, m, w in zip(hand, rolled, weights, strict=True)]
            steps += len(hand) * prod(n + 1 for n in free)
            if progress and steps >= report_at:  # with many dice a face takes seconds
                progress(face / (sides + 1))
                report_at = steps + STEPS
            if steps > MOST_STEPS:
                raise InputError(f"dice: {sum(hand)} dice of {sides} sides have too many different rolls")
            for shown in product(*(range(n + 1) for n in free)):
                ways = count
                for m, k, w in zip(rolled, shown, weights, strict=True):
                    if k:
                        ways *= comb(m + k, k) * w**k
                place = (tuple(map(add, rolled, shown)), step(result, face, shown))
                following[place] = following.get(place, 0) + ways
        counts = following
    results: dict[Hand, dict[Result, int]] = {}
    for (rolled, result), count in counts.items():
        results.setdefault(rolled, {})[result] = count
    return results


def smaller_hands(hand: Hand) -> Iterator[Hand]:
    """Every hand that is part of this one, the empty one and itself included."""
    return product(*(range(n + 1) for n in hand))


def rolls_of(kinds: tuple[Weights, ...], hand: Hand) -> dict[Hand, dict[tuple[Hand, ...], int]]:
    """The same for rolls in full: for each face, how many dice of each kind show it."""
    start: tuple[Hand, ...] = ()
    return fold_rolls(kinds, hand, start, lambda shown_before, _, shown: (*shown_before, shown))
