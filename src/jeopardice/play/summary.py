"""What a review found for each seat, short enough to be kept with hundreds of games: what `progress` adds up.

The luck-adjusted result of a seat is its result without luck. For a game of two who move in turn

    adjusted = result - luck + luck of the other  =  start + cost - cost of the other;

for any other game only the player's own luck is known, and adjusted = result - luck. The mean of luck is 0 whatever is
played, so the mean of adjusted results is that of results, with far less noise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from jeopardice.play.habits import Habit, Situation
from jeopardice.play.record import Record
from jeopardice.play.review import MISTAKE, Account, Review

Place = tuple[int | None, Situation]
"""Where a decision was made: the dice left, and the situation."""


@dataclass(frozen=True)
class SeatSummary:
    """A seat's game."""

    name: str
    player: str
    decisions: int
    good: int
    """Decisions that are not marked: best or fine."""
    cost: float
    """The win probability that its decisions cost together."""
    luck: float
    result: float | None
    """1, 0 or a part of a win; None before the game is over."""
    adjusted: float | None
    """The result without luck; None before the game is over, or where turns are known by their result only."""
    places: dict[Place, int]
    """How many decisions were made where."""
    mistakes: dict[Habit, tuple[int, float]]
    """How often each mistake was made where, and what that cost together."""

    def as_json(self) -> dict[str, Any]:
        """Plain data, with the dictionaries as lists."""
        places = [[*place, count] for place, count in self.places.items()]
        mistakes = [[*asdict(habit).values(), count, round(cost, 9)] for habit, (count, cost) in self.mistakes.items()]
        return {**vars(self), "places": places, "mistakes": mistakes}


def summaries(record: Record, found: Review) -> tuple[SeatSummary, ...]:
    """The summary of each seat."""
    return tuple(_summary(record, found, seat) for seat in range(len(record.seats)))


def _summary(record: Record, found: Review, seat: int) -> SeatSummary:
    decisions = [one for one in found.decisions if one.seat == seat]
    mistakes: dict[Habit, tuple[int, float]] = {}
    for one in decisions:
        if one.habit is not None:
            count, cost = mistakes.get(one.habit, (0, 0.0))
            mistakes[one.habit] = count + 1, cost + one.cost
    return SeatSummary(
        name=record.seats[seat].name,
        player=record.seats[seat].player,
        decisions=len(decisions),
        good=sum(one.cost < MISTAKE for one in decisions),
        cost=sum(one.cost for one in decisions),
        luck=found.seats[seat].luck,
        result=found.seats[seat].result,
        adjusted=_adjusted(record, found.seats, seat),
        places=dict(Counter((one.dice_left, one.situation) for one in decisions)),
        mistakes=mistakes,
    )


def _adjusted(record: Record, accounts: tuple[Account, ...], seat: int) -> float | None:
    own = accounts[seat]
    if own.result is None or any(account.unseen for account in accounts):
        return None
    in_turn = len(accounts) == 2 and not record.rules.simultaneous
    return own.result - own.luck + (accounts[1 - seat].luck if in_turn else 0.0)
