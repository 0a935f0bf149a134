"""Patterns of faces, and what sets of dice score."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product


@dataclass(frozen=True)
class Pattern:
    """Given faces, or letters: how often each different letter occurs. One of the two is empty."""

    faces: tuple[int, ...]
    letters: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many dice it names."""
        return len(self.faces) + sum(self.letters)

    def concrete(self, sides: int) -> set[tuple[int, ...]]:
        """Every multiset of faces that it stands for, as counts of the faces 1 to sides."""
        if self.faces:
            if max(self.faces) > sides:
                return set()
            return {tuple(self.faces.count(face) for face in range(1, sides + 1))}
        found: set[tuple[int, ...]] = set()
        for assigned in permutations(range(sides), len(self.letters)):
            counts = [0] * sides
            for face, times in zip(assigned, self.letters, strict=True):
                counts[face] = times
            found.add(tuple(counts))
        return found


def parse_pattern(text: str) -> Pattern:
    """Reads "111", "10,10", "xxyy" and the like."""
    text = text.strip()
    if "," in text:
        return Pattern(tuple(sorted(int(part) for part in text.split(",") if part.strip())), ())
    if text.isdigit():
        return Pattern(tuple(sorted(int(digit) for digit in text)), ())
    return Pattern((), tuple(sorted(Counter(text).values(), reverse=True)))


def below(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Whether one multiset is part of another."""
    return all(few <= many for few, many in zip(small, large, strict=True))


@dataclass(frozen=True)
class Shown:
    """Whether a roll shows one of several patterns, whatever else it shows."""

    patterns: tuple[Pattern, ...]
    sides: int

    @cached_property
    def multisets(self) -> tuple[tuple[int, ...], ...]:
        """All multisets of faces that count."""
        return tuple({counts for pattern in self.patterns for counts in pattern.concrete(self.sides)})

    def within(self, faces: tuple[int, ...]) -> bool:
        """Whether the faces (counts of wild, 1, 2, ...) contain a pattern; wild faces match nothing."""
        return any(below(counts, faces[1:]) for counts in self.multisets)


class Scorer:
    """What sets of dice score that split completely into patterns, in family farkle."""

    def __init__(self, scoring: tuple[tuple[Pattern, int], ...], sides: int, dice: int) -> None:
        self.worth: dict[tuple[int, ...], int] = {}
        for pattern, points in scoring:
            if pattern.size > dice:
                continue
            for counts in pattern.concrete(sides):
                for natural in product(*(range(count + 1) for count in counts)):
                    wild = pattern.size - sum(natural)
                    if sum(natural) == 0:
                        continue
                    key = (wild, *natural)
                    self.worth[key] = max(points, self.worth.get(key, 0))
        self.known: dict[tuple[int, ...], int] = {(0,) * (sides + 1): 0}

    def points(self, faces: tuple[int, ...]) -> int:
        """The most points of these dice (counts of wild, 1, 2, ...); -1 where they do not split into patterns."""
        if faces not in self.known:
            lowest = next(face for face, count in enumerate(faces) if count)
            best = -1
            for used, points in self.worth.items():
                if used[lowest] and below(used, faces):
                    rest = self.points(tuple(have - use for have, use in zip(faces, used, strict=True)))
                    if rest >= 0:
                        best = max(best, rest + points)
            self.known[faces] = best
        return self.known[faces]
