"""Every distinct roll of a hand of dice: how likely it is, and what may be done with it."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial
from typing import NamedTuple

from .model import Faces, Hand
from .patterns import Scorer, Shown
from .rules import Rules


class Kept(NamedTuple):
    """A legal set of dice to set aside, its points without any bonus, and the dice to roll next (() for none)."""

    keep: Faces
    points: int
    hand: Hand


class Roll(NamedTuple):
    """A distinct roll: an event, or the sets that may be kept. `scores` is false for a full bust."""

    faces: Faces
    chance: Fraction
    event: str | None
    kept: tuple[Kept, ...]
    scores: bool


def part_hands(hand: Hand) -> Iterator[Hand]:
    """Every hand that is part of another, itself and the empty one included."""
    yield from product(*(range(count + 1) for count in hand))


class Rolls:
    """The rolls of every hand under given rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.full: Hand = tuple(rules.dice.count(kind) for kind in range(len(rules.kinds)))
        self.scorer = Scorer(rules.scoring, rules.sides, sum(self.full))
        self.events = (
            ("win", Shown(rules.win, rules.sides)),
            ("lose_banked", Shown(rules.lose_banked, rules.sides)),
            ("bust", Shown(rules.bust, rules.sides)),
        )
        self.leave = Shown(rules.leave, rules.sides)
        self.whole = {
            counts: max(points for other, points in rules.scoring if counts in other.concrete(rules.sides))
            for pattern, _ in rules.scoring
            for counts in pattern.concrete(rules.sides)
        }
        self.of = cache(self.find)

    def starts(self) -> list[Hand]:
        """The hands that a turn may begin with."""
        if self.rules.family != "hog":
            return [self.full]
        numbers = range(self.rules.fewest, self.rules.most + 1)
        return [hand for number in numbers for hand in part_hands(self.full) if sum(hand) == number]

    def counts(self, faces: Faces) -> tuple[int, ...]:
        """How many dice show a wild face, a 1, a 2, ..."""
        seen = Counter(face for _, face in faces)
        return tuple(seen[face] for face in range(self.rules.sides + 1))

    def distinct(self, hand: Hand) -> Iterator[tuple[Faces, Fraction]]:
        """Every distinct roll of a hand with its chance."""
        parts: list[list[tuple[Faces, Fraction]]] = []
        for kind, number in enumerate(hand):
            chances = dict(self.rules.kinds[kind].chances)
            rolls: list[tuple[Faces, Fraction]] = []
            for faces in combinations_with_replacement(sorted(chances), number):
                chance = Fraction(factorial(number))
                for face, times in Counter(faces).items():
                    chance *= chances[face] ** times / factorial(times)
                rolls.append((tuple((kind, face) for face in faces), chance))
            parts.append(rolls)
        for chosen in product(*parts):
            together = Fraction(1)
            for _, part in chosen:
                together *= part
            yield tuple(die for faces, _ in chosen for die in faces), together

    def find(self, hand: Hand, first: bool) -> tuple[Roll, ...]:
        """Every distinct roll of a hand; `first`: it is the first roll of the turn."""
        found: list[Roll] = []
        for faces, chance in self.distinct(hand):
            counts = self.counts(faces)
            event = next((name for name, shown in self.events if shown.within(counts)), None)
            kept: tuple[Kept, ...] = ()
            scores = True
            if event is None:
                if self.rules.family == "farkle":
                    kept = self.kept(faces, hand)
                    allowed = self.rules.full_bust > 0 and (first or not self.rules.full_bust_first)
                    if not kept and hand == self.full and allowed:
                        kept, scores = (Kept(faces, self.rules.full_bust, self.refilled()),), False
                else:
                    points = self.whole.get(counts[1:], sum(face for _, face in faces))
                    kept = (Kept((), points, self.full if self.rules.family == "pig" else ()),)
            found.append(Roll(faces, chance, event if kept or event else "bust", kept, scores))
        return tuple(found)

    def refilled(self) -> Hand:
        """The dice to roll when all have been set aside."""
        return self.full if self.rules.hot_dice else ()

    def kept(self, faces: Faces, hand: Hand) -> tuple[Kept, ...]:
        """The legal sets of dice to set aside from a roll in family farkle; none where nothing scores."""
        shown = Counter(faces)
        dice = sorted(shown)
        sets: dict[tuple[int, ...], int] = {}
        for numbers in product(*(range(shown[die] + 1) for die in dice)):
            if any(numbers):
                points = self.scorer.points(self.counts(self.spread(dice, numbers)))
                if points >= 0:
                    sets[numbers] = points
        allowed = set(sets)
        everything = tuple(shown[die] for die in dice)
        if self.rules.forced and everything in sets:
            allowed = {everything}
        elif self.rules.set_all:
            largest = {
                one
                for one in sets
                if not any(one != two and all(a <= b for a, b in zip(one, two, strict=True)) for two in sets)
            }
            allowed = set(largest)
            for one in largest:
                for part in product(*(range(number + 1) for number in one)):
                    rest = tuple(a - b for a, b in zip(one, part, strict=True))
                    left_out = self.counts(self.spread(dice, part))
                    if rest in sets and left_out[0] == 0 and left_out[1:] in self.leave.multisets:
                        allowed.add(rest)
        result: list[Kept] = []
        for numbers in sorted(allowed):
            keep = self.spread(dice, numbers)
            left = tuple(have - sum(one == kind for one, _ in keep) for kind, have in enumerate(hand))
            result.append(Kept(keep, sets[numbers], left if any(left) else self.refilled()))
        return tuple(result)

    @staticmethod
    def spread(dice: list[tuple[int, int]], numbers: tuple[int, ...]) -> Faces:
        """The dice of a hand."""
        return tuple(die for die, number in zip(dice, numbers, strict=True) for _ in range(number))
