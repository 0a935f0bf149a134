"""Games in progress: the server keeps nothing that the record does not hold.

What was computed for a record is remembered for the next record with the same beginning.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from jeopardice.common.errors import JeopardiceError
from jeopardice.opponents.players import library_player
from jeopardice.opponents.policies import PolicyPlayer
from jeopardice.play.coach import coach
from jeopardice.play.game import Game
from jeopardice.play.game_reader import read_game
from jeopardice.play.game_text import GameText, write_game
from jeopardice.play.judge import MOST_MIXTURES, Judge
from jeopardice.play.players import HUMAN, NEED_SOLUTION, Player, Players
from jeopardice.play.record import MOST_MOVES, Record
from jeopardice.play.review import Review, review
from jeopardice.play.summary import summaries
from jeopardice.play.view import outcome, view
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.web.backstage import SMALL, Backstage, HashedGame, rules_bytes
from jeopardice.web.courses import Course, course_key, games_of, judge_all
from jeopardice.web.errors import BUSY, BusyError
from jeopardice.web.jobs import Job, NotSolvedError
from jeopardice.web.meanwhile import coaching_by_points
from jeopardice.web.routes_solves import as_awaited, as_solve

SLOW = 2.0
"""Seconds to compute a turn beyond which a game cannot be played here."""
QUICK = 20.0
"""Seconds of solving, as estimated, that are spent without a request."""
REPLAYED = 2500
"""Bytes that a move takes while its record is replayed and shown."""
A_MIXTURE = 40_000
"""Bytes of advice for simultaneous play."""
A_CARD = 20_000
"""Bytes of a card that a player uses."""
REVIEWS = 2
"""Reviews at the same time: one of a game of thousands of moves takes seconds, and other requests wait."""


class Tables:
    """What players, the coach and the review say of a record."""

    def __init__(self, behind: Backstage) -> None:
        self.behind = behind
        self.locks = Locks()
        """One thread at a time uses what is remembered of a game; other games do not wait."""
        self.reviews = threading.Semaphore(REVIEWS)

    def play(self, record: Record, move: str | None, advance: bool) -> tuple[Record, dict[str, Any]]:
        """The record after a move, or after the decision of the computer to move, and what is seen."""
        game = self._game(record)
        job = self._wanted(record, game)
        report = as_awaited if job and job.unfinished else as_solve
        judge = self._judge(game)
        with self.behind.memory.work(moves_bytes(record)), self.locks.hold(course_key(record)):
            course = self._course(record)
            path = course.follow(record)
            if advance:
                move = self._decided(record, path[-1].game, game, judge)
            if move is not None:
                record, path = course.move(record, path, move)
            if judge is not None:
                judge_all(path, judge)
            self._remember(record, course)
            seen = view(record, games_of(path))
            if judge is not None:
                known = enumerate(position.chances for position in path)
                seen["chances"] = [{"move": at, "seats": list(seats)} for at, seats in known if seats is not None]
        seen["solve"] = job and (report if judge is None else as_solve)(job).model_dump()
        return record, seen

    def coach(self, record: Record, meanwhile: bool = False) -> dict[str, Any]:
        """What the coach says: by best play or, in the meantime, by the points in the turn."""
        game = self._game(record)
        judge = self._judge(game) if meanwhile else self._needed(game)
        with self.behind.memory.work(moves_bytes(record)):
            position = self._replayed(record)[-1]
            if judge is None:
                return coaching_by_points(self.behind, game, position)
            return {**coach(position, judge).as_json(), "objective": "win", "solve": None}

    def review(self, record: Record) -> dict[str, Any]:
        """The review of the game."""
        return self._review(record, self._needed(self._game(record))).as_json()

    def summary(self, record: Record, solve: bool) -> tuple[dict[str, Any], list[dict[str, Any]] | None]:
        """How a game stands, and the summary of its review; None while it is not solved, unless `solve` asks for it."""
        game = self._game(record)
        judge = self._needed(game) if solve else self._judge(game)
        with self.behind.memory.work(moves_bytes(record)):
            stands = outcome(record, self._replayed(record)[-1])
        if judge is None or not record.moves:
            return stands, None
        return stands, [seat.as_json() for seat in summaries(record, self._review(record, judge))]

    def text(self, record: Record, date: str) -> str:
        """A game as text."""
        self._game(record)
        with self.behind.memory.work(moves_bytes(record)):
            return write_game(record, date)

    def read(self, text: str) -> GameText:
        """The game of a text."""
        with self.behind.memory.work(REPLAYED * MOST_MOVES):
            return read_game(text, check=self._game)

    def _review(self, record: Record, judge: Judge) -> Review:
        if not self.reviews.acquire(blocking=False):
            raise BusyError(BUSY)
        try:
            with self.behind.memory.work(2 * moves_bytes(record)):
                return review(record, self._replayed(record), judge)
        finally:
            self.reviews.release()

    def _replayed(self, record: Record) -> list[Game]:
        with self.locks.hold(course_key(record)):
            course = self._course(record)
            path = course.follow(record)
            self._remember(record, course)
            return games_of(path)

    def _game(self, record: Record) -> HashedGame:
        """The rules of a record; rules that would be slow to play by are refused."""
        key = f"game {len(record.seats)} {record.rules_in!r}"
        game: HashedGame | None = self.behind.shelf.get(key)
        if game is None:
            game = HashedGame(record.rules, rules_hash(record.rules))
            self.behind.shelf.put(key, game, rules_bytes(key))
        if self.behind.look(game).seconds > SLOW:
            raise JeopardiceError("rules: a turn of this game takes too long to compute: it cannot be played here")
        for name in {seat.player for seat in record.seats} - {HUMAN, *NEED_SOLUTION}:
            if self.behind.try_player(game, name) > SLOW:
                raise JeopardiceError(f"player: {name}: it takes too long to compute in this game")
        return game

    def _course(self, record: Record) -> Course:
        """What is remembered of a game."""
        known: Course | None = self.behind.shelf.get(course_key(record))
        return Course(Game.start(record)) if known is None else known

    def _remember(self, record: Record, course: Course) -> None:
        key = course_key(record)
        # Its text is in the record as well.
        self.behind.shelf.put(key, course, 3 * len(key) + course.bytes)

    def _decided(self, record: Record, position: Game, game: HashedGame, judge: Judge | None) -> str:
        """The move of the computer to move."""
        name = record.seats[position.mover].player
        if name in NEED_SOLUTION and judge is None and not position.over:
            raise self._not_solved(f"advance: {name}: the game is not solved yet", self._solve(game))
        key = f"seated {game.question(name)}"
        players: _Seated | None = self.behind.shelf.get(key)
        if players is None or players.judge is not judge:
            players = _Seated(game.rules, judge, partial(self._make_player, game))
        move = players.move(position, name).text
        size = players.bytes + self.behind.solution_bytes(game)
        self.behind.shelf.put(key, players, size)  # its size grows as it plays
        return move

    def _make_player(self, game: HashedGame, rules: Rules, name: str, judge: Judge | None) -> Player:
        """A player other than best play and a beginner."""
        return PolicyPlayer(rules, self._card(game)) if name == "card" else library_player(rules, name, judge)

    def _card(self, game: HashedGame) -> Any:
        """The card that a player uses, made by another process."""
        key = f"seat card {game.hash}"
        card = self.behind.shelf.get(key)
        if card is None:

            def settle(found: Any) -> dict[str, Any]:
                self.behind.shelf.put(key, found, A_CARD)
                return {}

            arguments = {"rules": game.rules, "most_seconds": self.behind.settings.job_seconds}
            title = game.rules.title or "A game"
            job = Job(game.question("seat card"), "seat_card", arguments, title, "card", settle)
            raise self._not_solved("advance: card: the card is not ready yet", self.behind.job(job))
        return card

    def _judge(self, game: HashedGame) -> Judge | None:
        """The judge of the game, if it is solved."""
        solution = self.behind.known(game, Objective("win"))
        if solution is None:
            return None
        key = f"judge {game.hash}"
        judge: Judge | None = self.behind.shelf.get(key)
        if judge is None or judge.values is not solution:
            judge = Judge(solution, self.behind.turns_of(game, Objective("win")))
            size = self.behind.solution_bytes(game) + (A_MIXTURE * MOST_MIXTURES if game.rules.simultaneous else SMALL)
            self.behind.shelf.put(key, judge, size)
        return judge

    def _needed(self, game: HashedGame) -> Judge:
        judge = self._judge(game)
        if judge is None:
            raise self._not_solved("the game is not solved yet", self._solve(game))
        return judge

    def _solve(self, game: HashedGame) -> Job:
        """The job that solves the game; a failed one is repeated only on request."""
        known = self.behind.jobs.get(game.question(Objective("win")))
        return known if known and known.state == "failed" else self.behind.solve(game, "win")

    def _wanted(self, record: Record, game: HashedGame) -> Job | None:
        """The solve of a game with a player who needs it, or that is quick to solve."""
        estimate = self.behind.look(game).estimate
        quick = game.rules.simultaneous or (estimate is not None and estimate.seconds <= QUICK)
        quick = quick or self.behind.is_cached(game, Objective("win"))
        needs = any(seat.player in NEED_SOLUTION for seat in record.seats)
        known = self.behind.jobs.get(game.question(Objective("win")))
        if not (quick or needs) or (known and known.state == "cancelled"):  # it was cancelled on request
            return known
        try:
            return self._solve(game)
        except BusyError:
            return known

    @staticmethod
    def _not_solved(message: str, job: Job) -> JeopardiceError:
        if job.state == "failed":
            return JeopardiceError(f"{message}: {job.error}")
        return NotSolvedError(job, message)


class _Seated(Players):
    """The players of a game, and what they take in memory."""

    @property
    def bytes(self) -> int:
        return SMALL + sum(player.bytes for player in self._made.values() if isinstance(player, PolicyPlayer))


class Locks:
    """A lock for each name, as long as a thread holds it or waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Hold the lock of a name."""
        with self._lock:
            lock, wanted = self._held.get(name, (threading.Lock(), 0))
            self._held[name] = lock, wanted + 1
        try:
            with lock:
                yield
        finally:
            with self._lock:
                lock, wanted = self._held.pop(name)
                if wanted > 1:
                    self._held[name] = lock, wanted - 1


def moves_bytes(record: Record) -> int:
    """The bytes that it takes to replay and show a record."""
    return REPLAYED * (1 + len(record.moves))
