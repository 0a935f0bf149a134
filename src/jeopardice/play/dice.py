"""The dice of a game, from its seed: the k-th roll of turn n is always the same, whatever was decided before.

Bytes come from BLAKE2b, keyed by their purpose, and become whole numbers below a bound by rejection, so that loaded
dice are exact and any other program can roll the same dice.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

from jeopardice.turn.dice import Hand, Weights
from jeopardice.turn.reading import RollShown

BITS = 64


class RolledDie(NamedTuple):
    """A die on the table."""

    kind: int
    """Its kind, counted from 0."""
    face: int
    """The face that it shows; a wild face has the number after the last side."""


class Stream:
    """Random numbers for one purpose: the same key gives the same numbers."""

    def __init__(self, *key: object) -> None:
        self._key = "\x1f".join(map(str, key))
        self._numbers: list[int] = []
        self._blocks = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, all equally likely."""
        fair = 2**BITS - 2**BITS % bound
        while True:
            number = self._next()
            if number < fair:
                return number % bound

    def chance(self) -> float:
        """A number from 0 to 1, exclusive."""
        return self.below(2**53) / 2**53

    def _next(self) -> int:
        if not self._numbers:
            block = blake2b(f"{self._key}\x1f{self._blocks}".encode()).digest()
            self._blocks += 1
            self._numbers = [int.from_bytes(block[i : i + 8], "big") for i in range(56, -1, -8)]
        return self._numbers.pop()


def roll_dice(kinds: tuple[Weights, ...], hand: Hand, seed: str, turn: int, roll: int) -> tuple[RolledDie, ...]:
    """The dice of a hand in a roll of a turn, both counted from 1; with more dice, the first ones stay the same."""
    stream = Stream(seed, turn, roll)
    return tuple(
        RolledDie(kind, _face(weights, stream))
        for kind, (weights, number) in enumerate(zip(kinds, hand, strict=True))
        for _ in range(number)
    )


def _face(weights: Weights, stream: Stream) -> int:
    at = stream.below(sum(weights))
    return next(face for face, end in enumerate(accumulate(weights), 1) if at < end)


def counted(dice: tuple[RolledDie, ...], kinds: int, faces: int) -> RollShown:
    """A roll without its order: for each face, how many dice of each kind show it."""
    counts = [[0] * kinds for _ in range(faces)]
    for kind, face in dice:
        counts[face - 1][kind] += 1
    return tuple(map(tuple, counts))
