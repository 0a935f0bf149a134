"""The names that every module shares: states, choices, errors, and the readings of doubtful sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Document = Mapping[str, Any]
Hand = tuple[int, ...]
Faces = tuple[tuple[int, int], ...]
Bounds = tuple[float, float]


class OutOfScope(Exception):  # noqa: N818
    """The document asks for something that this package does not compute."""


class TooLarge(Exception):  # noqa: N818
    """The explicit state space exceeds the limit."""


class Offer(NamedTuple):
    """What the player to move may go on with instead of starting afresh."""

    hand: Hand
    total: int
    singles: int


class State(NamedTuple):
    """The game between two turns, as the player sees it who is to move."""

    mine: int
    theirs: int
    my_busts: int = 0
    their_busts: int = 0
    to_beat: int = 0
    offer: Offer | None = None
    begins: bool = True
    last: bool = False


class Choice(NamedTuple):
    """A legal thing to do after a roll."""

    keep: Faces
    points: int
    total: int
    then: str
    hand: Hand
    singles: int


class Strategy(Protocol):
    """A pure function that returns the index of the choice it takes."""

    def __call__(self, state: State, total: int, hand: Hand, roll: Faces | None, choices: Sequence[Choice]) -> int: ...


@dataclass(frozen=True)
class Readings:
    """Which reading is taken of each sentence of the rules that allows several.

    offer_nothing: a bust on the first roll of a turn offers all dice and a total of 0 (True), or nothing (False).
    hog_any_dice: in family hog with unlike dice a player who rolls n dice chooses which (True), or rolls the first n.
    first_bank_below_zero: `first_bank` is asked for at negative scores too.
    """

    offer_nothing: bool = False
    hog_any_dice: bool = True
    first_bank_below_zero: bool = False
