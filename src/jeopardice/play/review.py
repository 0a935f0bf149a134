"""A whole game, judged: what every decision cost, and how lucky every roll was. The sum is the result, exactly.

Let v be the chance to win of the seat to move under best play. A move that is worth a costs v - a. After the roll that
follows, the position is worth v', and the luck of the roll is v' - a; its mean is 0, because a is the mean of v'. So
within a turn costs and luck lead from the chance before it to the chance after it. From then until the seat's next turn
its chance changes by what the others do. For every seat

    start + luck + cost + others = result,

each term a sum over the game, `cost` with a minus. With two who move in turn, `others` is minus the other's luck and
cost. In simultaneous play a seat is judged against the best mixture of the other, and `others` has what they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jeopardice.common.errors import JeopardiceError
from jeopardice.play.coach import Word, word_for
from jeopardice.play.ending import Ended
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.turn.decisions import SolvedTurn

MISTAKE = 0.001
"""A decision that costs so much is counted as a mistake."""


@dataclass(frozen=True)
class Decision:
    """A decision that was made where there was a choice."""

    move: int
    """How many moves of the record lead to the position."""
    seat: int
    turn: int
    did: str
    best: str
    cost: float
    value: float
    """The chance to win before it."""

    @property
    def word(self) -> Word:
        """What such a decision is called."""
        return word_for(self.cost)


@dataclass(frozen=True)
class Rolled:
    """A roll, and how lucky it was."""

    move: int
    """How many moves of the record lead to the dice on the table."""
    seat: int
    turn: int
    dice: str
    luck: float


@dataclass
class Account:
    """A seat's game: what led from its chance at the start to the result."""

    name: str
    start: float
    luck: float = 0.0
    cost: float = 0.0
    """What its decisions have cost, with a minus."""
    others: float = 0.0
    result: float | None = None
    """None while the game goes on."""
    decisions: int = 0
    mistakes: int = 0
    now: float = field(default=0.0, repr=False)
    """Its chance as far as it is followed."""

    def __post_init__(self) -> None:
        self.now = self.start

    def as_json(self) -> dict[str, Any]:
        """Plain data; while the game goes on the result is the chance as it was last known."""
        return {
            "name": self.name,
            "start": self.start,
            "luck": self.luck,
            "cost": self.cost,
            "others": self.others,
            "result": self.now if self.result is None else self.result,
            "decisions": self.decisions,
            "mistakes": self.mistakes,
        }


@dataclass(frozen=True)
class Review:
    """A game, judged."""

    decisions: tuple[Decision, ...]
    rolls: tuple[Rolled, ...]
    seats: tuple[Account, ...]

    def mistakes(self, seat: int) -> list[Decision]:
        """The decisions of a seat that have cost something, the dearest first."""
        found = [one for one in self.decisions if one.seat == seat and one.cost >= MISTAKE]
        return sorted(found, key=lambda one: -one.cost)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "decisions": [{**vars(decision), "word": decision.word} for decision in self.decisions],
            "rolls": [dict(vars(rolled)) for rolled in self.rolls],
            "seats": [account.as_json() for account in self.seats],
        }


def review(record: Record, games: Sequence[Game], judge: Judge) -> Review:
    """Judges a game, or as much as was played of it."""
    return _Reviewer(record, games, judge).review()


class _Reviewer:
    def __init__(self, record: Record, games: Sequence[Game], judge: Judge) -> None:
        self.record, self.games, self.judge = record, games, judge
        start = judge.chances(games[0])
        if start is None:
            raise JeopardiceError("review: the chances at the start of this game are not known")
        self.accounts = [Account(seat.name, chance) for seat, chance in zip(record.seats, start, strict=True)]
        self.waiting: dict[int, SolvedTurn] = {}
        """The turns that seats are in."""
        self.decisions: list[Decision] = []
        self.rolls: list[Rolled] = []

    def review(self) -> Review:
        for game, after, text in zip(self.games, self.games[1:], self.record.moves, strict=False):
            self._decide(game, text)
            self._fall(game, after)
        last = self.games[-1]
        if last.over:
            for seat, account in enumerate(self.accounts):
                account.result = self.judge.result(last, seat)
                self._others(account, account.result)
        else:
            for account, chance in zip(self.accounts, self.judge.chances(last) or (), strict=False):
                self._others(account, chance)
        return Review(tuple(self.decisions), tuple(self.rolls), tuple(self.accounts))

    def _decide(self, game: Game, text: str) -> None:
        """What a move has cost."""
        account, judge = self.accounts[game.mover], self.judge
        value, move = judge.value(game), game.find(text)
        if game.at_start:
            self._others(account, value)
        self.waiting[game.mover] = judge.turn(game)
        worth = judge.worth(game, move)
        # Of moves that are worth the same the last digits differ.
        cost = max(0.0, value - worth)
        account.cost += worth - account.now
        account.now = worth
        if len(game.legal) > 1:
            best = move.text if cost < 1e-12 else max(game.legal, key=lambda one: judge.worth(game, one)).text
            made = Decision(game.moves, game.mover, game.turn.number, move.text, best, cost, value)
            self.decisions.append(made)
            account.decisions += 1
            account.mistakes += cost >= MISTAKE

    def _fall(self, game: Game, after: Game) -> None:
        """How lucky the dice were that fell after a move."""
        worths = {seat: self.judge.end_value(self.waiting[seat], end) for seat, end in _ends(game, after)}
        if not worths and after.mover == game.mover:
            worths = {game.mover: self.judge.value(after)}
        dice = {news.seat: (news.turn, news.dice) for news in after.news if news.kind == "roll"}
        for seat, worth in worths.items():
            account = self.accounts[seat]
            if seat in dice:
                luck = worth - account.now
                self.rolls.append(Rolled(after.moves, seat, *dice[seat], luck))
                account.luck += luck
                account.now = worth

    def _others(self, account: Account, value: float) -> None:
        account.others += value - account.now
        account.now = value


def _ends(game: Game, after: Game) -> Iterator[tuple[int, Ended]]:
    """The turns that end with a move; in simultaneous Pig each when it was played, not when it is told."""
    if game.table.rules.simultaneous and game.table.rules.family == "pig":
        if len(after.unseen) > len(game.unseen):
            yield game.mover, after.unseen[-1]
        elif after.ended:
            yield after.ended[game.mover]
        return
    yield from after.ended
