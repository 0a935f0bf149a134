"""How a turn ends, what it does to the scores, and who has won: docs/rules.md, "Between turns, exactly"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from jeopardice.play.table import Table

How = Literal["bank", "bust", "lose_banked", "win", "end"]


class Ended(NamedTuple):
    """How a turn ended. "end": no dice were left and the total was too small to bank, which counts as a bust."""

    how: How
    phase: int
    """The phase in which it was banked, or in which the last roll was made."""
    total: int
    """The turn total, without the points of a roll that ended the turn."""


class StealOffer(NamedTuple):
    """What the next player may steal."""

    phase: int
    total: int


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What a turn changes for a player."""

    score: int
    busts: int
    """Busts in a row, as far as they count."""
    gained: int
    """Points that were added."""
    penalty: int = 0
    """Points that busts in a row have cost."""


def settle(table: Table, score: int, busts: int, end: Ended) -> ScoreChange:
    """A player's score after a turn: first the points, then what is lost, then the penalty."""
    if end.how == "bank":
        return ScoreChange(score + end.total, 0, end.total)
    if end.how == "win":
        return ScoreChange(score, busts, 0)
    gained = end.total if table.rules.turn.keep_on_bust and end.how != "lose_banked" else 0
    score = 0 if end.how == "lose_banked" else score + gained
    if busts + 1 < table.streak:
        return ScoreChange(score, busts + 1, gained)
    if not table.streak:
        return ScoreChange(score, 0, gained)
    floor = table.rules.bust.floor
    lower = score - table.rules.bust.penalty
    after = lower if floor == "none" else min(score, max(lower, floor))
    return ScoreChange(after, 0, gained, score - after)


def left_over(table: Table, end: Ended) -> StealOffer | None:
    """What a turn leaves for the next player to steal."""
    steal = table.rules.turn.steal
    if table.rules.family == "hog" or steal == "never" or not table.rolls(end.phase) or not end.total:
        return None
    ends = ("bank",) if steal == "after-bank" else ("bust", "lose_banked", "end")
    return StealOffer(end.phase, end.total) if end.how in ends else None


def last_turns(table: Table, seat: int) -> int:
    """The number of other seats that have a last turn when this one reaches the goal first."""
    others = table.seats - 1
    return {"sudden": 0, "last-turn": others, "equal-turns": others - table.moved_before(seat)}[table.rules.end.rule]


def winners(table: Table, scores: tuple[int, ...], reached: int) -> tuple[int, ...]:
    """Who has won when all turns are played; several where a tie is split."""
    most = max(scores)
    tied = [seat for seat in range(table.seats) if scores[seat] == most]
    if table.rules.end.tie == "split":
        return tuple(tied)
    # The others have reached the goal in the order of their last turns.
    return (min(tied, key=lambda seat: (seat - reached) % table.seats),)
