"""Family farkle: the results of all rolls of dice that are not alike, vectorised in NumPy.

`jeopardice.turn.build` uses it where NumPy is installed; otherwise it finds the same in Python, several times slower.

Rolls are ordered here: die by die. A roll of n dice has 2^n - 1 sets of dice, each of which scores what its faces
score, so that one table of (roll, set) holds everything that may be set aside. The table is the same for all dice. The
kinds of the dice determine which sets leave the same dice, and their weights how often each roll occurs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand, Weights, smaller_hands
from jeopardice.turn.scoring import GRAVEST_FIRST, SetAside, blank_faces, event_of
from jeopardice.turn.shape import Result

MOST_ENTRIES = 20_000_000
EXACT = 2**53
"""Whole numbers below this are exact in floating point."""
Integers = NDArray[np.int64]
Support = tuple[int, ...]
"""Faces that a die shows, by their numbers here."""


@dataclass(frozen=True)
class HandRolls:
    """The results of all rolls of a hand, and which of them each ordered roll has."""

    results: tuple[Result, ...]
    which: Integers


@dataclass(frozen=True)
class _Faces:
    """The scores of a number of dice. Multisets of faces are numbered; the first is empty."""

    more: Integers
    """[multiset, face]: the multiset with one die more."""
    events: Integers
    """[multiset]: the event of a roll that shows it, or -1."""
    points: Integers
    """[multiset of the roll, multiset of the dice set aside]: what they score, or 0."""


class OrderedRolls:
    """The rolls of a game's dice. Dice that show the same faces share their results."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._set_aside = SetAside(rules)
        blank = blank_faces(rules)
        # Faces that are alike in this game are represented by the lowest of them.
        self._faces = [f for f in range(1, rules.dice.shown + 1) if f not in blank or f == min(blank)]
        self._numbers: dict[int, _Faces] = {}
        self._hands: dict[tuple[tuple[int, Support], ...], HandRolls] = {}

    @property
    def too_many(self) -> bool:
        """Whether the table of all dice would be too large."""
        count: int = self._rules.dice.count
        return bool((2 * len(self._faces)) ** count > MOST_ENTRIES)

    def support(self, kind: Weights) -> Support:
        """The faces that dice of a kind show at all."""
        return tuple(i for i, face in enumerate(self._faces) if kind[face - 1])

    def of(self, supports: Sequence[Support], hand: Hand) -> HandRolls:
        """The rolls of a hand, of kinds that show these faces."""
        present = tuple((n, support) for n, support in zip(hand, supports, strict=True) if n)
        if present not in self._hands:
            self._hands[present] = self._found(present)
        found = self._hands[present]
        if len(present) == len(hand):
            return found
        kinds = [i for i, n in enumerate(hand) if n]

        def with_absent(rest: Hand) -> Hand:
            return tuple(rest[kinds.index(i)] if i in kinds else 0 for i in range(len(hand)))

        names = {rest: with_absent(rest) for rest in smaller_hands(tuple(n for n in hand if n))}
        results = ((event, tuple((names[rest], points) for rest, points in left)) for event, left in found.results)
        return HandRolls(tuple(results), found.which)

    def counts(self, kinds: Sequence[Weights], hand: Hand) -> list[int]:
        """How often each result of a hand occurs, out of the product of the weights of all dice."""
        supports = [self.support(kind) for kind in kinds]
        found = self.of(supports, hand)
        exact = prod(sum(kind) ** n for kind, n in zip(kinds, hand, strict=True)) < EXACT
        rolls = np.ones(1, dtype=np.float64 if exact else object)
        for kind, support, n in zip(kinds, supports, hand, strict=True):
            weights = np.array([kind[self._faces[i] - 1] for i in support], dtype=rolls.dtype)
            for _ in range(n):
                rolls = np.multiply.outer(rolls, weights).ravel()
        if exact:
            sums = np.bincount(found.which, rolls, len(found.results))
            return [int(count) for count in sums]
        counts = [0] * len(found.results)
        for result, count in zip(found.which.tolist(), rolls.tolist(), strict=True):
            counts[result] += count
        return counts

    def _found(self, present: tuple[tuple[int, Support], ...]) -> HandRolls:
        kinds = [kind for kind, (n, _) in enumerate(present) for _ in range(n)]
        events, points = self._table([present[kind][1] for kind in kinds])
        # The most points among the sets that leave the same dice.
        columns: dict[Hand, list[int]] = {}
        for column, dice in enumerate(_subsets(len(kinds))):
            stay = [kind for i, kind in enumerate(kinds) if i not in dice]
            columns.setdefault(tuple(stay.count(kind) for kind in range(len(present))), []).append(column)
        rests = sorted(columns)
        most = np.stack([events, *(points[columns[rest]].max(axis=0) for rest in rests)], axis=1)
        # Equal rows are one result. (Sorting them, as np.unique does, takes ten times as long.)
        rows: dict[bytes, int] = {}
        which = np.array([rows.setdefault(row.tobytes(), len(rows)) for row in most])
        results: list[Result] = []
        for event, *row in (np.frombuffer(row, dtype=np.int64).tolist() for row in rows):
            left = tuple((rest, worth) for rest, worth in zip(rests, row, strict=True) if worth)
            results.append((GRAVEST_FIRST[event] if event >= 0 else None, left))
        return HandRolls(tuple(results), which)

    def _table(self, dice: Sequence[Support]) -> tuple[Integers, Integers]:
        """For each ordered roll of dice with these faces its event, and for each set of its dice (a row) the points."""
        known = self._scoring(len(dice))
        rolls = np.array(list(product(*dice)), dtype=np.int64).T.copy()
        sets = np.zeros((2 ** len(dice), rolls.shape[1]), dtype=np.int64)
        for number in range(1, 2 ** len(dice)):
            last = number.bit_length() - 1
            sets[number] = known.more[sets[number - (1 << last)], rolls[last]]
        whole = sets[-1]  # the last set has all dice
        return known.events[whole], known.points[whole, sets[1:]]

    def _scoring(self, n: int) -> _Faces:
        """What n dice score."""
        if n not in self._numbers:
            faces = len(self._faces)
            multisets = [dice for size in range(n + 1) for dice in _multisets(faces, size)]
            place = {dice: i for i, dice in enumerate(multisets)}
            more = np.array([[place.get(_with_face(dice, f), -1) for f in range(faces)] for dice in multisets])
            events = np.full(len(multisets), -1)
            worth = np.zeros((len(multisets), len(multisets)), dtype=np.int64)
            for dice in _multisets(faces, n):
                shown = self._shown(dice)
                event = event_of(self._rules, shown)
                events[place[dice]] = -1 if event is None else GRAVEST_FIRST.index(event)
                for kept, points in self._set_aside.sets(shown) if event in (None, "win") else ():
                    worth[place[dice], place[tuple(kept[face - 1] for face in self._faces)]] = points
            self._numbers[n] = _Faces(more, events, worth)
        return self._numbers[n]

    def _shown(self, dice: Sequence[int]) -> tuple[int, ...]:
        shown = [0] * self._rules.dice.shown
        for face, number in zip(self._faces, dice, strict=True):
            shown[face - 1] = number
        return tuple(shown)


def _subsets(n: int) -> list[frozenset[int]]:
    """Every nonempty set of n dice, the full set last."""
    return [frozenset(i for i in range(n) if number >> i & 1) for number in range(1, 2**n)]


def _with_face(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    return (*dice[:face], dice[face] + 1, *dice[face + 1 :])


def _multisets(faces: int, dice: int) -> Iterator[tuple[int, ...]]:
    for shown in combinations_with_replacement(range(faces), dice):
        yield tuple(shown.count(face) for face in range(faces))
