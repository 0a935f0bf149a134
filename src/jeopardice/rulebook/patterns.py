"""Patterns of dice: "111" three 1s, "10,10" two 10s, "xxyyzz" three pairs of any faces.

A pattern is a multiset. Digits name faces (commas where a face has two digits; "10," is one 10). Letters stand for any
faces, different letters for different faces, so a pattern of letters is given by how often each letter occurs. Order
and the choice of letters do not matter: a pattern is kept in one spelling, and spellings of the same dice are equal.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

LETTERS = "xyzabcdefghijklmnopqrstuvw"
MOST_FACES = 100


@dataclass(frozen=True, slots=True)
class Pattern:
    """A multiset of faces, or (letters) of how often each of several different faces occurs."""

    faces: tuple[int, ...] = ()
    repeats: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.faces) + sum(self.repeats)

    def __str__(self) -> str:
        if self.repeats:
            return "".join(letter * times for letter, times in zip(LETTERS, self.repeats, strict=False))
        if max(self.faces) <= 9:
            return "".join(map(str, self.faces))
        return f"{self.faces[0]}," if len(self.faces) == 1 else ",".join(map(str, self.faces))

    def fits(self, sides: int) -> bool:
        """Whether dice with this many sides can show the pattern at all."""
        return len(self.repeats) <= sides and max(self.faces, default=1) <= sides

    def found_in(self, counts: tuple[int, ...]) -> bool:
        """Whether a roll contains the pattern; counts[f - 1] dice show face f."""
        if self.repeats:
            # Both lists decrease, so the largest groups serve the most demanding letters.
            most = sorted(counts, reverse=True)
            return len(most) >= len(self.repeats) and all(h >= n for h, n in zip(most, self.repeats, strict=False))
        return all(counts[face - 1] >= times for face, times in Counter(self.faces).items())

    def ways(self, sides: int) -> int:
        """How many different multisets of faces the pattern stands for."""
        ways, free = 1, sides
        for times in Counter(self.repeats).values():
            ways *= math.comb(free, times)
            free -= times
        return ways

    def face_counts(self, sides: int) -> Iterator[tuple[int, ...]]:
        """Every multiset of faces that the pattern stands for, as a count of each face."""
        if not self.repeats:
            counts = [0] * sides
            for face in self.faces:
                counts[face - 1] += 1
            yield tuple(counts)
            return
        yield from _assign(sorted(Counter(self.repeats).items(), reverse=True), (0,) * sides)


def _assign(groups: list[tuple[int, int]], counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give the letters of each group (times, how many letters) different faces that are still free."""
    if not groups:
        yield counts
        return
    (times, letters), rest = groups[0], groups[1:]
    free = [i for i, count in enumerate(counts) if not count]
    for chosen in combinations(free, letters):
        yield from _assign(rest, tuple(times if i in chosen else count for i, count in enumerate(counts)))


def parse_pattern(text: object) -> Pattern:
    """Read a pattern; a ValueError says what is wrong with it."""
    if not isinstance(text, str):
        raise ValueError('a pattern is text in quotes, such as "111" or "xxx"')
    if not text:
        raise ValueError("a pattern needs at least one die")
    if len(text) > 4 * MOST_FACES:
        raise ValueError(f"a pattern has at most {MOST_FACES} dice")
    if re.search("[0-9]", text) and re.search("[A-Za-z]", text):
        same, digit = len(text), re.findall("[0-9]", text)[0]
        raise ValueError(f'digits and letters cannot be mixed in one pattern (use "{digit * same}" or "{"x" * same}")')
    if re.fullmatch("[A-Za-z]+", text):
        return Pattern(repeats=tuple(sorted(Counter(text.lower()).values(), reverse=True)))
    if re.fullmatch("[1-9]+", text):
        return Pattern(faces=tuple(sorted(map(int, text))))
    if re.fullmatch("([1-9][0-9]{0,3},)+([1-9][0-9]{0,3})?", text):
        return Pattern(faces=tuple(sorted(int(face) for face in text.split(",") if face)))
    raise ValueError('a pattern is faces ("111"; from 10 on with commas: "10,10", one die "10,") or letters ("xxx")')
