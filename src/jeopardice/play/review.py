"""A review of a game: the cost of every decision and the luck of every roll. Their sum is exactly the result.

Let v be the chance to win of the seat to move under best play. A move of value a costs v - a. After the roll that
follows, the position has value v', and the luck of the roll is v' - a; its mean is 0, because a is the mean of v'. So
costs and luck within a turn add up to the change of the chance. From then until the seat's next turn the chance changes
by what the others do. For every seat

    start + luck + cost + others = result,

each term a sum over the game, `cost` being negative. With two players who move in turn, `others` is minus the other's
luck and cost. In simultaneous play a seat is judged against best play of the other; what the other did is in `others`.

With real dice a turn, or the rest of one, may be known by its result only. What it has changed is then luck and cost
together, and

    start + luck + cost + unseen + others = result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from jeopardice.common.errors import JeopardiceError
from jeopardice.play.coach import MARKS, Word, word_for
from jeopardice.play.ending import Ended
from jeopardice.play.game import Game
from jeopardice.play.habits import Habit, Kind, RepeatedMistake, Situation, dice_left, kind_of, patterns, situation
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.turn.decisions import SolvedTurn

MISTAKE = MARKS[-1][0]
"""The least cost of a decision that is marked: as an inaccuracy, a mistake or a blunder."""


@dataclass(frozen=True)
class Decision:
    """A decision between several legal moves."""

    move: int
    """The number of moves of the record before it."""
    seat: int
    turn: int
    did: str
    best: str
    cost: float
    value: float
    """The chance to win before it."""
    dice_left: int | None
    situation: Situation
    kind: Kind | None
    """What was wrong; None if it is not marked."""

    @property
    def word(self) -> Word:
        """The word for its cost."""
        return word_for(self.cost)

    @property
    def habit(self) -> Habit | None:
        """The kind of the mistake, and where it was made; None if it is not marked."""
        return None if self.kind is None else Habit(self.kind, self.dice_left, self.situation)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        known = {key: value for key, value in vars(self).items() if key != "kind"}
        return {**known, "word": self.word, "habit": None if self.habit is None else asdict(self.habit)}


@dataclass(frozen=True)
class Rolled:
    """A roll, and how lucky it was."""

    move: int
    """The number of moves of the record before and with it."""
    seat: int
    turn: int
    dice: str
    luck: float


@dataclass(frozen=True)
class UnseenTurn:
    """A turn, or the rest of one, of which only the result is known."""

    move: int
    """The number of moves of the record before and with it."""
    seat: int
    turn: int
    result: str
    change: float
    """Its luck and its cost together."""


@dataclass
class Account:
    """A seat's game: from its chance at the start to the result."""

    name: str
    start: float
    luck: float = 0.0
    cost: float = 0.0
    """Minus the cost of its decisions."""
    unseen: float = 0.0
    """Luck and cost together of turns of which only the result is known."""
    others: float = 0.0
    result: float | None = None
    """None before the game is over."""
    decisions: int = 0
    mistakes: int = 0
    """Decisions that are marked."""
    marks: dict[Word, int] = field(default_factory=lambda: {word: 0 for _, word in reversed(MARKS)})
    """How many are an inaccuracy, a mistake, a blunder."""
    now: float = field(default=0.0, repr=False)
    """Its chance so far."""

    def __post_init__(self) -> None:
        self.now = self.start

    def as_json(self) -> dict[str, Any]:
        """Plain data; before the game is over the result is the last known chance."""
        known = {key: value for key, value in vars(self).items() if key != "now"}
        return {**known, "result": self.now if self.result is None else self.result}


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    decisions: tuple[Decision, ...]
    rolls: tuple[Rolled, ...]
    seats: tuple[Account, ...]
    unseen: tuple[UnseenTurn, ...] = ()

    def mistakes(self, seat: int) -> list[Decision]:
        """The mistakes of a seat, the most expensive first."""
        found = [one for one in self.decisions if one.seat == seat and one.cost >= MISTAKE]
        return sorted(found, key=lambda one: -one.cost)

    def patterns(self, seat: int) -> tuple[RepeatedMistake, ...]:
        """The kinds of mistakes that a seat has repeated, the most expensive first."""
        found = ((one.habit, one.cost) for one in self.decisions if one.seat == seat and one.habit)
        return patterns(self.seats[seat].name, found)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "decisions": [decision.as_json() for decision in self.decisions],
            "rolls": [dict(vars(rolled)) for rolled in self.rolls],
            "unseen": [dict(vars(turn)) for turn in self.unseen],
            "seats": [account.as_json() for account in self.seats],
            "patterns": [
                {"seat": seat, **one.as_json()} for seat in range(len(self.seats)) for one in self.patterns(seat)
            ],
        }


def review(record: Record, games: Sequence[Game], judge: Judge) -> Review:
    """Review a game, or the part of it that was played."""
    return _Reviewer(record, games, judge).review()


class _Reviewer:
    def __init__(self, record: Record, games: Sequence[Game], judge: Judge) -> None:
        self.record, self.games, self.judge = record, games, judge
        start = judge.chances(games[0])
        if start is None:
            raise JeopardiceError("review: the chances at the start of this game are not known")
        self.accounts = [Account(seat.name, chance) for seat, chance in zip(record.seats, start, strict=True)]
        self.turns: dict[int, SolvedTurn] = {}
        """The solved turns of the seats."""
        self.decisions: list[Decision] = []
        self.rolls: list[Rolled] = []
        self.unseen: list[UnseenTurn] = []
        self.results: dict[int, tuple[int, str]] = {}
        """For each seat whose turn is known by its result only: the number of the turn, and the result."""

    def review(self) -> Review:
        for game, after, text in zip(self.games, self.games[1:], self.record.moves, strict=False):
            self._decide(game, text)
            self._roll(game, after)
        last = self.games[-1]
        for account, chance in zip(self.accounts, self.judge.chances(last) or (), strict=False):
            self._others(account, chance)
            account.result = chance if last.over else None
        return Review(tuple(self.decisions), tuple(self.rolls), tuple(self.accounts), tuple(self.unseen))

    def _decide(self, game: Game, text: str) -> None:
        """Add the cost of a move."""
        account, judge = self.accounts[game.mover], self.judge
        value, move = judge.value(game), game.decision(text)
        if game.at_start and not game.waits:
            self._others(account, value)
        self.turns[game.mover] = judge.turn(game)
        if move is None:
            self.results[game.mover] = (game.turn.number, text)
            return
        worth = judge.worth(game, move)
        # Moves of the same value differ in the last digits.
        cost = max(0.0, value - worth)
        account.cost += worth - account.now
        account.now = worth
        if len(game.legal) > 1:
            worths = lru_cache(lambda one: judge.worth(game, one))
            best = move.text if cost < 1e-12 else max(game.legal, key=worths).text
            kind = kind_of(game, worths, move) if cost >= MISTAKE else None
            where = (game.moves, game.mover, game.turn.number)
            here = (dice_left(game, move), situation(game), kind)
            self.decisions.append(decision := Decision(*where, move.text, best, cost, value, *here))
            account.decisions += 1
            account.mistakes += cost >= MISTAKE
            if decision.word in account.marks:
                account.marks[decision.word] += 1

    def _roll(self, game: Game, after: Game) -> None:
        """Add the luck of the dice rolled after a move, or the change by a turn of which only the result is known."""
        worths = {seat: self.judge.end_value(self.turns[seat], end) for seat, end in _ends(game, after)}
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
            elif seat in self.results:
                change = worth - account.now
                self.unseen.append(UnseenTurn(after.moves, seat, *self.results.pop(seat), change))
                account.unseen += change
                account.now = worth

    def _others(self, account: Account, value: float) -> None:
        account.others += value - account.now
        account.now = value


def _ends(game: Game, after: Game) -> Iterator[tuple[int, Ended]]:
    """The turns that end with a move; in simultaneous Pig each when it was played, not when it is revealed."""
    if game.table.rules.simultaneous and game.table.rules.family == "pig":
        if len(after.hidden) > len(game.hidden):
            yield game.mover, after.hidden[-1]
        elif after.ended:
            yield after.ended[game.mover]
        return
    yield from after.ended
