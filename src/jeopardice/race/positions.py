"""Positions: everything that a player sees before a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.turn.advice import Advice, advise_start, advise_turn
from jeopardice.turn.decisions import SolvedTurn

RollGiven = str | Sequence[int]
"""A roll as a text ("115346", with commas where a face has two digits) or as a list of faces."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as the mover sees it. Fields that the rules do not use keep their defaults."""

    scores: tuple[int, ...] = ()
    """Banked scores, the mover's first, then in playing order; none for objectives `score` and `average`.

    Another player's score at the goal or beyond means that this is the mover's last turn. With hidden information it
    is only the mover's score.
    """
    turn: int = 0
    """The turn total."""
    dice_left: str | None = None
    """The dice left to roll: a number, or their names where dice are not alike; all, if None."""
    singles: int = 0
    """Single-die bonuses won in this turn."""
    busts: tuple[int, ...] | None = None
    """Busts in a row so far: the mover's, then the other players'."""
    to_beat: int = 0
    """The total that the previous player has banked, where a bank must exceed it."""
    seat: int = 1
    """The mover's place in the round, where rounds are completed."""
    offer: tuple[str, int] | None = None
    """At the start of a turn: the dice and the turn total that may be stolen from the previous player."""
    round: int = 1
    """Hidden information, nothing seen: the number of this round."""
    history: tuple[tuple[int, int], ...] = ()
    """Hidden information, dice seen: (own dice, other player's dice) of each round so far."""

    @classmethod
    def of(cls, position: PositionGiven, **changes: Any) -> Position:
        """A position, or banked scores (the mover's first), with other fields changed."""
        known = {field.name for field in fields(cls)}
        for name in changes:
            if name not in known:
                raise InputError(f"{name}: a position has no such field; choose {', '.join(sorted(known))}")
        known_position = position if isinstance(position, Position) else cls(position)  # type: ignore[arg-type]
        return replace(known_position, **changes)._checked()

    def _checked(self) -> Position:
        """The same with lists turned into tuples; wrong types are refused."""
        lists = {"scores": self.scores, "busts": self.busts}
        for name, numbers in lists.items():
            if numbers is not None and (
                isinstance(numbers, str)
                or not isinstance(numbers, Sequence)
                or not all(isinstance(number, int) for number in numbers)
            ):
                raise InputError(f"{name}: {shown(numbers)}: it must be a tuple or a list of whole numbers")
        for name in ("turn", "singles", "to_beat", "seat", "round"):
            if not isinstance(getattr(self, name), int):
                raise InputError(f"{name}: {shown(getattr(self, name))}: it must be a whole number")
        return replace(self, scores=tuple(self.scores), busts=None if self.busts is None else tuple(self.busts))


PositionGiven = Position | Sequence[int]
"""A position, or banked scores (the mover's first)."""


def advise_position(solved: SolvedTurn, position: Position, roll: RollGiven | None = None) -> Advice:
    """Every legal action of a position in its solved turn, the best first."""
    if position.offer:
        return advise_start(solved, *position.offer, position.singles)
    dice_left = None if position.dice_left is None else str(position.dice_left)
    return advise_turn(solved, position.turn, roll_given(roll), dice_left, position.singles)


def check_scores(scores: Sequence[int], players: int) -> None:
    """Refuse another number of scores than the game has players."""
    if len(scores) != players:
        one = "one score" if players == 1 else f"{players} scores, the mover's first"
        raise InputError(f"scores: {len(scores)} given: this needs {one}")


def roll_given(roll: RollGiven | None) -> str | None:
    """A roll as a text."""
    if roll is None or isinstance(roll, str):
        return roll
    if not isinstance(roll, Sequence) or not all(isinstance(face, int) for face in roll):
        raise InputError(f'roll: {shown(roll)}: it must be a text such as "115346" or a list of faces')
    faces = list(map(str, roll))
    return ("," if any(len(face) > 1 for face in faces) else "").join(faces)
