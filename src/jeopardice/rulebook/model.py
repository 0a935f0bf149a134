"""The rules of a game as frozen dataclasses: one class for each section of the rules file, one field for each key.

The fields are the contract: each carries its default, the check that a value must pass and the families that it
belongs to. Reading, writing and the reference all follow from them, so a new rule begins with one line here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal

from jeopardice.rulebook.patterns import Pattern, parse_pattern

Family = Literal["pig", "hog", "farkle"]
FAMILIES: tuple[Family, ...] = ("pig", "hog", "farkle")
MOST_POINTS = 10**9
MOST_DICE = 100
MOST_SIDES = 1000

Check = Callable[[Any], Any]
"""Returns the value as the rules keep it, or raises a ValueError that says what is allowed."""


def whole(least: int | None, most: int = MOST_POINTS) -> Check:
    """A whole number within bounds."""
    allowed = f"a whole number from {-most if least is None else least} to {most}"

    def check(value: Any) -> int:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not (-most if least is None else least) <= value <= most:
            raise ValueError(f"it must be {allowed}")
        return int(value)

    return check


def one_of(*allowed: str | bool) -> Check:
    """One of a few words."""
    words = [str(a).lower() if isinstance(a, bool) else f'"{a}"' for a in allowed]

    def check(value: Any) -> str | bool:
        for a in allowed:
            if type(a) is type(value) and a == value:
                return a
        raise ValueError(f"it must be {' or '.join(words)}")

    return check


def text(most: int) -> Check:
    """A line of text."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise ValueError(f"it must be a line of text of at most {most} characters")
        return value

    return check


def list_of(item: Check, most: int) -> Check:
    """A list whose entries all pass a check."""

    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) > most:
            raise ValueError(f"it must be a list of at most {most} entries")
        return tuple(item(entry) for entry in value)

    return check


def patterns(value: Any) -> tuple[Pattern, ...]:
    """A list of patterns, each once."""
    if not isinstance(value, list | tuple) or len(value) > 1000:
        raise ValueError('it must be a list of patterns, such as ["1", "xxx"]')
    return tuple(dict.fromkeys(v if isinstance(v, Pattern) else parse_pattern(v) for v in value))


def floor_or_none(value: Any) -> int | Literal["none"]:
    """A whole number, or "none"."""
    if value == "none":
        return "none"
    try:
        number: int = whole(None)(value)
    except ValueError as error:
        raise ValueError(f'{error}, or "none"') from None
    return number


def weight(value: Any) -> Fraction:
    """A weight of a face: a whole number, a decimal or a fraction in quotes, exactly as written."""
    wrong = ValueError('a weight is a whole number, a decimal or a fraction such as "1/3", from 0 to 10^15')
    if isinstance(value, bool) or (isinstance(value, int) and value.bit_length() > 64):
        raise wrong
    # "1e999999999" is refused before it becomes a number of a gigabyte.
    written = re.fullmatch(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?|[0-9]+/[0-9]+", str(value))
    if not written or len(written[0]) > 40:
        raise wrong
    try:
        number = Fraction(written[0])
    except ZeroDivisionError:
        raise wrong from None
    if not 0 <= number <= 10**15 or number.denominator > 10**15:
        raise wrong
    return number


def weights(value: Any) -> tuple[tuple[int, ...], ...]:
    """Weights for all dice or for each die, as coprime whole numbers."""
    if not isinstance(value, list | tuple) or len(value) > MOST_SIDES:
        raise ValueError("it must be a list of weights, or one such list for each die")
    each_die = all(isinstance(v, list | tuple) for v in value)
    lists = value if each_die else [value]
    if any(len(faces) > MOST_SIDES for faces in lists):
        raise ValueError(f"a die has at most {MOST_SIDES} faces")
    return tuple(_coprime([weight(w) for w in faces]) for faces in lists)


def _coprime(faces: list[Fraction]) -> tuple[int, ...]:
    if not any(faces):
        raise ValueError("the weights of a die cannot all be 0")
    common = lcm(*(w.denominator for w in faces))
    numbers = [int(w * common) for w in faces]
    simplest = tuple(n // gcd(*numbers) for n in numbers)
    if max(simplest) > 10**15:
        raise ValueError("the weights of a die differ too much: as whole numbers they must not exceed 10^15")
    return simplest


def wild(value: Any) -> tuple[tuple[int, ...], ...]:
    """Wild faces of all dice or of each die, each face once."""
    if not isinstance(value, list | tuple) or len(value) > MOST_SIDES:
        raise ValueError("it must be a list of faces, or one such list for each die")
    each_die = all(isinstance(v, list | tuple) for v in value)
    face = list_of(whole(1, MOST_SIDES), MOST_SIDES)
    return tuple(tuple(sorted(set(face(faces)))) for faces in (value if each_die else [value]))


def key(default: Any, check: Check, *families: Family) -> Any:
    """A key of the rules file: its default, its check, and the families it belongs to (all, if none is named)."""
    return field(default=default, metadata={"check": check, "families": families or FAMILIES})


@dataclass(frozen=True, slots=True)
class Dice:
    """[dice]: how many, how many sides, how they are loaded, and which faces are wild."""

    count: int = key(6, whole(1, MOST_DICE))
    sides: int = key(6, whole(1, MOST_SIDES))
    weights: tuple[tuple[int, ...], ...] = key((), weights)
    wild: tuple[tuple[int, ...], ...] = key((), wild, "farkle")

    def simplest(self) -> Dice:
        """The same dice with one list of weights where all are alike, and none where all are fair; wild faces, too."""
        weights = self.weights[:1] if len(set(self.weights)) == 1 else self.weights
        wild = self.wild[:1] if len(set(self.wild)) == 1 else self.wild
        fair = len(weights) == 1 and len(set(weights[0])) == 1
        return replace(self, weights=() if fair else weights, wild=() if wild == ((),) else wild)

    @property
    def shown(self) -> int:
        """How many different things a die can show: its faces and, where some are wild, "*" as the last."""
        return self.sides + bool(self.wild)

    @property
    def each(self) -> tuple[tuple[int, ...], ...]:
        """For each die the weight of each face; wild faces are combined as "*", the last."""
        weights, wild = _for_each(self.weights, (1,) * self.sides, self.count), _for_each(self.wild, (), self.count)
        return tuple(map(_gathered_wild, weights, wild)) if self.wild else weights


def _for_each(lists: tuple[tuple[int, ...], ...], usual: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    lists = lists or (usual,)
    return lists * count if len(lists) == 1 else lists


def _gathered_wild(weights: tuple[int, ...], wild: tuple[int, ...]) -> tuple[int, ...]:
    others = [0 if face in wild else weight for face, weight in enumerate(weights, 1)]
    together = [*others, sum(weights) - sum(others)]
    return tuple(weight // gcd(*together) for weight in together)


@dataclass(frozen=True, slots=True)
class Turn:
    """[turn]: what a player may do in a turn."""

    set_aside: Literal["any", "all"] = key("any", one_of("any", "all"), "farkle")
    leave: tuple[Pattern, ...] = key((), patterns, "farkle")
    hot_dice: bool | Literal["forced"] = key(True, one_of(True, False, "forced"), "farkle")
    minimum_bank: int = key(0, whole(0))
    first_bank: int = key(0, whole(0))
    beat_previous: bool = key(False, one_of(True, False))
    full_bust: int = key(0, whole(0), "farkle")
    full_bust_rolls: Literal["any", "first"] = key("any", one_of("any", "first"), "farkle")
    single_die_bonus: tuple[int, ...] = key((), list_of(whole(0), 100), "farkle")
    keep_on_bust: bool = key(False, one_of(True, False))
    steal: Literal["never", "after-bank", "after-bust"] = key("never", one_of("never", "after-bank", "after-bust"))
    choose_dice: tuple[int, ...] = key((), list_of(whole(1, MOST_DICE), 2), "hog")


@dataclass(frozen=True, slots=True)
class Bust:
    """[bust]: what a bust costs besides the turn total."""

    streak: int = key(0, whole(0, 100))
    penalty: int = key(0, whole(0))
    floor: int | Literal["none"] = key(0, floor_or_none)


@dataclass(frozen=True, slots=True)
class Events:
    """[events]: patterns in one roll that end the turn."""

    bust: tuple[Pattern, ...] = key((), patterns)
    lose_banked: tuple[Pattern, ...] = key((), patterns)
    win: tuple[Pattern, ...] = key((), patterns)


@dataclass(frozen=True, slots=True)
class End:
    """[end]: who wins when a player has reached the goal."""

    rule: Literal["sudden", "last-turn", "equal-turns"] = key("sudden", one_of("sudden", "last-turn", "equal-turns"))
    tie: Literal["first-to-reach", "split"] = key("first-to-reach", one_of("first-to-reach", "split"))


@dataclass(frozen=True, slots=True)
class RuleKeys:
    """All keys of a game; see `jeopardice.rulebook.game.Rules`."""

    title: str = key("", text(200))
    source: str = key("", text(1000))
    note: str = key("", text(4000))
    family: Family = key("farkle", one_of("pig", "hog", "farkle"))
    goal: int = key(10000, whole(1))
    players: int = key(2, whole(1, 10))
    simultaneous: bool = key(False, one_of(True, False), "hog", "pig")
    sees: Literal["scores", "dice", "nothing"] = key("scores", one_of("scores", "dice", "nothing"), "hog")
    dice: Dice = field(default=Dice())
    scoring: tuple[tuple[Pattern, int], ...] = ()
    turn: Turn = field(default=Turn())
    bust: Bust = field(default=Bust())
    events: Events = field(default=Events())
    end: End = field(default=End())
    where: str = field(default="rules", compare=False, repr=False)
    """The file or preset that the rules come from, for messages; not part of the rules."""

    @property
    def dice_to_choose(self) -> tuple[int, int]:
        """The fewest and the most dice of a first roll (the same number except in Hog)."""
        if self.family != "hog":
            return self.dice.count, self.dice.count
        fewest, most = self.turn.choose_dice or (1, self.dice.count)
        return fewest, most
