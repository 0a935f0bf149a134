"""How a game stands after some moves, and what has happened with the last of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jeopardice.play.dice import RolledDie
from jeopardice.play.ending import Ended, StealOffer
from jeopardice.play.moves import Move
from jeopardice.play.table import Table
from jeopardice.turn.dice import Hand

Kind = Literal["roll", "keep", "bank", "bust", "lose_banked", "win", "penalty", "steal", "end"]


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened in the game."""

    seat: int
    turn: int
    kind: Kind
    dice: str
    """The dice rolled or set aside."""
    points: int
    """What they score, what is banked, or (with a minus) what is lost of the banked points."""
    total: int
    """The turn total then; for a bust, the total that was lost or kept."""
    scores: tuple[int, ...]
    move: int
    """The number of moves of the record that lead here."""


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """The turn of the seat to move."""

    number: int
    """Counted from 1, the turns of all seats together."""
    phase: int = 0
    total: int = 0
    rolls: int = 0
    """Rolls made in this turn."""
    roll: tuple[RolledDie, ...] | None = None
    """Dice on the table that can be set aside, in the order in which they were rolled."""
    kept: tuple[tuple[str, int], ...] = ()
    """Dice set aside so far, with their points."""


@dataclass(frozen=True, repr=False)
class GameState:
    """The state of a game: its scores, its turn, and its carryover."""

    table: Table
    scores: tuple[int, ...]
    busts: tuple[int, ...]
    """Busts in a row of each seat, as far as they count."""
    mover: int
    turn: TurnSoFar
    to_beat: int = 0
    """What the previous seat has banked, where a bank must beat it."""
    offer: StealOffer | None = None
    """What the previous turn has left to steal."""
    reached: int | None = None
    """The seat that reached the goal first; the others then have last turns."""
    turns_left: int = 0
    """The number of last turns still to be played."""
    chosen: tuple[Hand | None, ...] = ()
    """Simultaneous Hog: the dice that seats have chosen in this round, hidden from the others; None: not known."""
    hidden: tuple[Ended, ...] = ()
    """Simultaneous Pig: how the turns of this round have ended, hidden from the others."""
    fallen: tuple[Ended | tuple[RolledDie, ...], ...] = ()
    """Simultaneous Hog with real dice: what seats have rolled in this round, or how their turns have ended."""
    waits: Move | None = None
    """With real dice: the move whose dice have not been entered yet."""
    winners: tuple[int, ...] = ()
    moves: int = 0
    """The number of moves that lead here."""
    news: tuple[News, ...] = ()
    """What has happened with the last move."""
    ended: tuple[tuple[int, Ended], ...] = ()
    """The turns that the last move has ended, with their seats."""

    def share(self, seat: int) -> float:
        """A seat's share of the win: 1, 0, or an equal part of a split tie."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return bool(self.winners)

    @property
    def last_turn(self) -> bool:
        """Whether the seat to move plays its last turn."""
        return self.reached is not None and not self.over

    @property
    def at_start(self) -> bool:
        """Whether the seat to move has not rolled yet in this turn."""
        return self.turn.rolls == 0

    def least_bank(self, seat: int | None = None) -> int:
        """The least turn total that may be banked."""
        model, rules = self.table.model, self.table.rules
        score = self.scores[self.mover if seat is None else seat]
        return max(model.bank_from, rules.turn.first_bank if score == 0 else 0, self.to_beat + 1)
