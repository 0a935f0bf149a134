"""A game in progress: its record, its positions, and who decides next. It neither reads input nor prints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jeopardice.common.errors import JeopardiceError
from jeopardice.play.coach import Coaching, coach
from jeopardice.play.game import Game, moved, replay
from jeopardice.play.judge import Judge
from jeopardice.play.players import HUMAN, Players
from jeopardice.play.record import Record, Seat
from jeopardice.play.review import Review, review
from jeopardice.rulebook import Rules

MakePlayers = Callable[[Rules, Judge | None], Players]


@dataclass
class Session:
    """A game in progress, move by move, with moves taken back."""

    record: Record
    players: Players
    games: list[Game]

    @classmethod
    def of(cls, record: Record, judge: Judge | None = None, players_of: MakePlayers = Players) -> Session:
        """The game of a record; without a judge there are no chances, no coach and no best play.

        `players_of` makes the computer players; those of the library need `jeopardice.opponents.players_of`.
        """
        players = players_of(record.rules, judge)
        for seat in record.seats:
            players.check(seat.player)
        return cls(record, players, replay(record))

    @property
    def game(self) -> Game:
        """The position."""
        return self.games[-1]

    @property
    def judge(self) -> Judge | None:
        """The values of positions, if the game is solved."""
        return self.players.judge

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return self.record.seats[self.game.mover]

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to move, or to enter the dice that were rolled."""
        return not self.game.over and (self.seat.player == HUMAN or self.game.waits is not None)

    def move(self, text: str) -> Game:
        """Make a move."""
        self.record, self.games = moved(self.record, self.games, text)
        return self.game

    def advance(self) -> Game:
        """Let the computer make one decision."""
        return self.move(self.players.move(self.game, self.seat.player).text)

    def take_back(self) -> bool:
        """Go back to the last decision of a person; return False if there is none."""
        for number in range(len(self.record.moves) - 1, -1, -1):
            if self.record.seats[self.games[number].mover].player == HUMAN:
                self.record = self.record.cut(number)
                del self.games[number + 1 :]
                return True
        return False

    def chances(self) -> tuple[float, ...] | None:
        """Each seat's chance to win, as last known."""
        if self.judge is None:
            return None
        known = (self.judge.chances(game) for game in reversed(self.games))
        return next((chances for chances in known if chances is not None), None)

    def cost(self) -> tuple[float, str] | None:
        """The cost of the last move, and the best move there; None where it is not known or was the only one."""
        if self.judge is None or len(self.games) < 2 or len(self.games[-2].legal) < 2:
            return None
        before, judge = self.games[-2], self.judge
        move = before.decision(self.record.moves[-1])
        if move is None:
            return None
        done = judge.worth(before, move)
        best = max(before.legal, key=lambda move: judge.worth(before, move))
        return max(0.0, judge.value(before) - done), best.text

    def coach(self) -> Coaching:
        """What the coach says about the position."""
        return coach(self.game, self._known())

    def review(self) -> Review:
        """The review of the game so far."""
        return review(self.record, self.games, self._known())

    def _known(self) -> Judge:
        if self.judge is None:
            raise JeopardiceError("coach: the game is not solved")
        return self.judge
