"""The names that every module shares: states, choices and errors."""

from collections.abc import Mapping, Sequence
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
    """What the player to move may continue with instead of starting a turn with all dice."""

    hand: Hand
    total: int
    singles: int


class State(NamedTuple):
    """The game between two turns, as the player to move sees it."""

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
