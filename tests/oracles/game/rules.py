"""Reads a rules document, and fills in the defaults."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .model import Document, OutOfScope
from .patterns import Pattern, parse_pattern


@dataclass(frozen=True)
class Kind:
    """Dice that are alike: the chance of each face that can occur (face 0: wild)."""

    chances: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class Rules:
    """Every key that matters, with defaults filled in."""

    family: str
    goal: int
    sides: int
    kinds: tuple[Kind, ...]
    dice: tuple[int, ...]
    scoring: tuple[tuple[Pattern, int], ...]
    set_all: bool
    leave: tuple[Pattern, ...]
    hot_dice: bool
    forced: bool
    minimum_bank: int
    first_bank: int
    beat_previous: bool
    full_bust: int
    full_bust_first: bool
    bonus: tuple[int, ...]
    keep_on_bust: bool
    steal: str
    fewest: int
    most: int
    streak: int
    penalty: int
    floor: int | None
    bust: tuple[Pattern, ...]
    lose_banked: tuple[Pattern, ...]
    win: tuple[Pattern, ...]
    end: str
    split: bool

    @property
    def counted(self) -> int:
        """How many values the count of busts can take between turns; 1 where the count has no effect."""
        return self.streak if self.streak > 1 and self.penalty > 0 else 1

    def after_bust(self, score: int, busts: int) -> tuple[int, int]:
        """The score and the count of busts after one more bust, from the score before any penalty."""
        if self.streak == 0 or self.penalty == 0:
            return score, 0
        if busts + 1 < self.streak:
            return score, busts + 1
        if self.floor is None:
            return score - self.penalty, 0
        return (score if score <= self.floor else max(self.floor, score - self.penalty)), 0

    def threshold(self, mine: int, to_beat: int) -> int:
        """The least turn total that may be banked."""
        least = max(1, self.minimum_bank)
        if mine == 0:
            least = max(least, self.first_bank)
        return max(least, to_beat + 1) if self.beat_previous else least


def exact(number: Any) -> Fraction:
    """A weight as an exact fraction: decimals as written."""
    if isinstance(number, float):
        return Fraction(repr(number))
    return Fraction(number)


def table(document: Document, name: str) -> Mapping[str, Any]:
    """A sub-table of the document, empty where it is missing."""
    found = document.get(name, {})
    if not isinstance(found, Mapping):
        raise TypeError(f"{name} is not a table")
    return found


def read_dice(dice: Mapping[str, Any], number: int) -> tuple[tuple[Kind, ...], tuple[int, ...]]:
    """The kinds of dice, and the kind of each of `number` dice."""
    sides = int(dice.get("sides", 6))
    weights, wild = list(dice.get("weights", [])), list(dice.get("wild", []))
    for lists in (weights, wild):
        if lists and isinstance(lists[0], list) and len(lists) < number:
            raise OutOfScope("more dice are rolled than the document describes")
    kinds: list[tuple[tuple[int, Fraction], ...]] = []
    which: list[int] = []
    for die in range(number):
        own = weights[die] if weights and isinstance(weights[0], list) else weights
        faces = [exact(weight) for weight in own] or [Fraction(1)] * sides
        jokers = wild[die] if wild and isinstance(wild[0], list) else wild
        whole = sum(faces, Fraction(0))
        merged: dict[int, Fraction] = {}
        for face, weight in enumerate(faces, 1):
            shown = 0 if face in jokers else face
            if weight:
                merged[shown] = merged.get(shown, Fraction(0)) + weight / whole
        key = tuple(sorted(merged.items()))
        if key not in kinds:
            kinds.append(key)
        which.append(kinds.index(key))
    return tuple(map(Kind, kinds)), tuple(which)


def read(document: Document) -> Rules:
    """The rules of a document; raises OutOfScope for more players than two, and for simultaneous games."""
    if document.get("simultaneous", False) or int(document.get("players", 2)) != 2:
        raise OutOfScope("only two players who move in turn")
    family = str(document.get("family", "farkle"))
    if family not in ("pig", "hog", "farkle"):
        raise OutOfScope(f"family {family}")
    dice, turn, bust = table(document, "dice"), table(document, "turn"), table(document, "bust")
    events, end = table(document, "events"), table(document, "end")
    count, sides = int(dice.get("count", 6)), int(dice.get("sides", 6))
    fewest, most = (int(bound) for bound in (list(turn.get("choose_dice", [])) or [1, count]))
    kinds, which = read_dice(dice, max(most, count) if family == "hog" else count)
    floor = bust.get("floor", 0)
    farkle = family == "farkle"
    return Rules(
        family=family,
        goal=int(document.get("goal", 10000)),
        sides=sides,
        kinds=kinds,
        dice=which,
        scoring=tuple((parse_pattern(text), int(points)) for text, points in table(document, "scoring").items()),
        set_all=turn.get("set_aside", "any") == "all",
        leave=tuple(parse_pattern(text) for text in turn.get("leave", [])),
        hot_dice=turn.get("hot_dice", True) is not False,
        forced=turn.get("hot_dice", True) == "forced",
        minimum_bank=int(turn.get("minimum_bank", 0)),
        first_bank=int(turn.get("first_bank", 0)),
        beat_previous=bool(turn.get("beat_previous", False)),
        full_bust=int(turn.get("full_bust", 0)) if farkle else 0,
        full_bust_first=turn.get("full_bust_rolls", "any") == "first",
        bonus=tuple(int(points) for points in turn.get("single_die_bonus", [])) if farkle else (),
        keep_on_bust=bool(turn.get("keep_on_bust", False)),
        steal="never" if family == "hog" else str(turn.get("steal", "never")),
        fewest=fewest,
        most=most,
        streak=int(bust.get("streak", 0)),
        penalty=int(bust.get("penalty", 0)),
        floor=None if floor == "none" else int(floor),
        bust=tuple(parse_pattern(text) for text in events.get("bust", [] if farkle else ["1"])),
        lose_banked=tuple(parse_pattern(text) for text in events.get("lose_banked", [])),
        win=tuple(parse_pattern(text) for text in events.get("win", [])),
        end=str(end.get("rule", "sudden")),
        split=end.get("tie", "first-to-reach") == "split",
    )
