"""Patterns to options: what the dice of a roll may be set aside for, and for how many points.

Families pig and hog score the whole roll. In family farkle, dice set aside must split completely into patterns:

    best(dice) = max over patterns p in dice, containing the lowest face of dice, of  points(p) + best(dice - p)

with best(no dice) = 0; dice that cannot be split this way do not score. Dice are counts of faces: dice[f - 1] show
face f, and where dice have wild faces the last count is that of "*". A pattern with wild dice has at least one other
die, so its lowest face is never "*", and the recursion holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Literal

from jeopardice.common.errors import InputError
from jeopardice.rulebook import Pattern, Rules
from jeopardice.turn.dice import Hand

Event = Literal["bust", "lose_banked", "win"]
GRAVEST_FIRST: tuple[Event, ...] = ("win", "lose_banked", "bust")
Counts = tuple[int, ...]
MOST_WAYS = 100_000
MOST_WORK = 5_000_000


def event_of(rules: Rules, counts: Counts) -> Event | None:
    """The event that a roll shows, the gravest first; wild faces do not count."""
    counts = counts[: rules.dice.sides]
    for name in GRAVEST_FIRST:
        if any(pattern.found_in(counts) for pattern in getattr(rules.events, name)):
            return name
    return None


class SetAside:
    """Family farkle: the scoring dice of a roll."""

    def __init__(self, rules: Rules) -> None:
        faces = rules.dice.shown
        self._turn = rules.turn
        self._patterns: list[list[tuple[Counts, int]]] = [[] for _ in range(faces)]
        for counts, points in _worth(rules).items():
            lowest = next(i for i, n in enumerate(counts) if n)
            self._patterns[lowest].append((counts, points))
        # A wild die is never one that may be left.
        sides, no_wild = rules.dice.sides, (0,) * (faces - rules.dice.sides)
        self._leave = [left + no_wild for pattern in rules.turn.leave for left in pattern.face_counts(sides)]
        self._best: dict[Counts, int | None] = {(0,) * faces: 0}
        self._sets: dict[Counts, tuple[tuple[Counts, int], ...]] = {}
        self._work = 0

    def best(self, dice: Counts) -> int | None:
        """The most points for exactly these dice, or None where they do not split into patterns."""
        if dice not in self._best:
            lowest = next(i for i, n in enumerate(dice) if n)
            most: int | None = None
            for pattern, points in self._patterns[lowest]:
                if all(n >= k for n, k in zip(dice, pattern, strict=True)):
                    rest = self.best(_minus(dice, pattern))
                    if rest is not None and (most is None or points + rest > most):
                        most = points + rest
            self._best[dice] = most
        return self._best[dice]

    def sets(self, roll: Counts) -> tuple[tuple[Counts, int], ...]:
        """Every set of dice that may be set aside from a roll, with its points; none: the roll scores nothing."""
        if roll not in self._sets:
            self._sets[roll] = tuple(self._legal(roll))
        return self._sets[roll]

    def _legal(self, roll: Counts) -> list[tuple[Counts, int]]:
        scoring: dict[Counts, int] = {}
        self._work += prod(n + 1 for n in roll)
        if self._work > MOST_WORK:
            raise InputError(f"dice: {sum(roll)} and more dice have too many sets to set aside")
        for dice in product(*(range(n + 1) for n in roll)):
            points = self.best(dice)
            if points:
                scoring[dice] = points
        if self._turn.hot_dice == "forced" and roll in scoring:
            return [(roll, scoring[roll])]
        if self._turn.set_aside == "all":
            largest: list[Counts] = []  # what is part of any scoring set is part of one of these
            for dice in sorted(scoring, key=sum, reverse=True):
                if not any(_within(dice, larger) for larger in largest):
                    largest.append(dice)
            full = [dice for dice in scoring if dice in largest]
            left = [_minus(dice, leave) for dice in full for leave in self._leave if _within(leave, dice)]
            return [(dice, scoring[dice]) for dice in dict.fromkeys(full + left) if dice in scoring]
        return list(scoring.items())


def _worth(rules: Rules) -> dict[Counts, int]:
    """The most points of every set of dice that is a single pattern, with and without wild dice."""
    sides = rules.dice.sides
    ways = sum(pattern.ways(sides) for pattern, _ in rules.scoring)
    if ways > MOST_WAYS:
        raise InputError(f"{rules.where}: scoring: {ways} ways to choose faces for the letters is too many")
    worth: dict[Counts, int] = {}
    for pattern, points in rules.scoring:
        for counts in pattern.face_counts(sides):
            for dice in _with_wild(counts) if rules.dice.wild else (counts,):
                worth[dice] = max(points, worth.get(dice, 0))
                if len(worth) > MOST_WAYS:
                    raise InputError(f"{rules.where}: dice.wild: wild dice can complete patterns in too many ways")
    return worth


def _with_wild(counts: Counts) -> Iterator[Counts]:
    """The pattern with any of its dice, but not all, replaced by wild ones."""
    size = sum(counts)
    for natural in product(*(range(n + 1) for n in counts)):
        if any(natural):
            yield (*natural, size - sum(natural))


def _within(part: Counts, whole: Counts) -> bool:
    return all(k <= n for k, n in zip(part, whole, strict=True))


def _minus(dice: Counts, part: Counts) -> Counts:
    return tuple(n - k for n, k in zip(dice, part, strict=True))


class WholeRoll:
    """Families pig and hog: a roll read face by face, keeping only what its points and events need.

    The state is the sum so far, which patterns of digits still fit, and, only where letters matter, the sizes of the
    groups of equal faces: so thirty dice need no list of all their rolls.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._scoring = [pattern for pattern, _ in rules.scoring]
        self._events = [p for name in GRAVEST_FIRST for p in getattr(rules.events, name)]
        self._letters = any(p.repeats for p in self._scoring + self._events)
        self.start: RollSeen = (0, (1 << len(self._scoring)) - 1, (1 << len(self._events)) - 1, ())

    def step(self, seen: RollSeen, face: int, hand: Hand) -> RollSeen:
        """The roll after the dice that show `face`."""
        points, scoring, events, groups = seen
        shown = sum(hand)
        for i, pattern in enumerate(self._scoring):
            if pattern.faces and pattern.faces.count(face) != shown:
                scoring &= ~(1 << i)
        for i, pattern in enumerate(self._events):
            if pattern.faces and pattern.faces.count(face) > shown:
                events &= ~(1 << i)
        if self._letters and shown:
            groups = tuple(sorted((*groups, shown), reverse=True))
        return points + face * shown, scoring, events, groups

    def finish(self, seen: RollSeen) -> tuple[Event | None, int]:
        """The event that the roll shows, and its points if the event is ignored."""
        points, scoring, events, groups = seen
        fits = [
            worth
            for i, (pattern, worth) in enumerate(self._rules.scoring)
            if (pattern.repeats == groups if pattern.repeats else scoring >> i & 1)
        ]
        shown = {p for i, p in enumerate(self._events) if (p.found_in(groups) if p.repeats else events >> i & 1)}
        for name in GRAVEST_FIRST:
            if any(pattern in shown for pattern in getattr(self._rules.events, name)):
                return name, max(fits, default=points)
        return None, max(fits, default=points)


RollSeen = tuple[int, int, int, tuple[int, ...]]


def blank_faces(rules: Rules) -> set[int]:
    """Faces that no pattern names, where no pattern has letters: they are interchangeable.

    A wild face is one of them where it cannot complete a pattern, because all patterns are single dice.
    """
    events = rules.events
    patterns: list[Pattern] = [pattern for pattern, _ in rules.scoring]
    patterns += [*rules.turn.leave, *events.bust, *events.lose_banked, *events.win]
    if any(pattern.repeats for pattern in patterns):
        return set()
    useful = {rules.dice.sides + 1} if any(len(pattern) > 1 for pattern, _ in rules.scoring) else set()
    return set(range(1, rules.dice.shown + 1)) - useful - {face for pattern in patterns for face in pattern.faces}
