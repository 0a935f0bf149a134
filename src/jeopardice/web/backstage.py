"""Behind the pages: rules as read and checked, solutions, and the jobs that find them."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from jeopardice import __version__
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import LateError, Limits, LostError, StoppedError
from jeopardice.play.table import turn_choices
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions import cache
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.storage import SOLVER
from jeopardice.web.answers import BestPlayOut
from jeopardice.web.errors import BusyError, too_large
from jeopardice.web.jobs import Bench, Job, Jobs, StartedError
from jeopardice.web.memory import Memory, ShelvedTurns
from jeopardice.web.requests import RulesIn
from jeopardice.web.settings import Settings
from jeopardice.web.solutions import ShelvedSolution, Solved, be_gentle, bytes_of, is_large_in_cache, unload
from jeopardice.web.tasks import Look, facts_of, too_large_to_keep, too_long

Found = TypeVar("Found")
SMALL = 2000
"""Bytes of a small result, such as a number or an error."""
RULES, RULES_TEXT = 6000, 20
"""Bytes of rules, and for each character that they are given in."""
LOOKED_AT = 150
"""Bytes of an option of a turn that was not played."""
LATE = 60.0
"""Seconds for which a question that took too long is not asked again."""
SOLVED_AGAIN = 60.0
"""The most estimated seconds of a solve that the server has to repeat itself."""


@dataclass(frozen=True)
class HashedGame:
    """Rules as a request gave them, and their hash."""

    rules: Rules
    hash: str

    def question(self, *parts: object) -> str:
        """The name of a question about this game: equal for equal questions."""
        return question(self.hash, *parts)


@dataclass(frozen=True)
class _Late:
    """A question that took too long, and the time until which it is not asked again."""

    message: str
    until: float


def question(*parts: object) -> str:
    """The name of a question to this version: equal for equal questions."""
    text = " ".join(map(str, (__version__, SOLVER, *parts)))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


class Backstage:
    """Everything a server keeps; games are kept by the clients."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.memory = Memory(settings.memory, (unload, turn_choices.cache_clear))
        self.shelf, self.turns = self.memory.shelf, self.memory.turns
        limits = Limits(settings.most_job_bytes, self.memory.most_result_bytes, self.memory.make_room)
        self.jobs = Jobs(settings, limits)
        self.bench = Bench(limits, settings.look_seconds)

    def close(self) -> None:
        """End all worker processes."""
        self.jobs.close()
        self.bench.close()

    def game(self, asked: RulesIn) -> HashedGame:
        """The rules of a request, checked as far as can be done quickly."""
        key = _name(asked)
        found: HashedGame | JeopardiceError | None = self.shelf.get(key)
        if found is None:
            try:
                read = asked.named.read()
                found = HashedGame(read, rules_hash(read))
            except JeopardiceError as error:
                found = _bare(error)
            self.shelf.put(key, found, rules_bytes(key))
        return _or_raise(found)

    def at_hand(self, asked: RulesIn, objective: str) -> tuple[HashedGame, Solution] | None:
        """The game and its solution, if both are in memory and questions about them are answered quickly."""
        game = self.shelf.get(_name(asked))
        kept = self._kept(game, objective) if isinstance(game, HashedGame) else None
        return (game, kept.solution) if kept and kept.quick else None

    def _kept(self, game: HashedGame, objective: str | Objective) -> ShelvedSolution | None:
        found: ShelvedSolution | None = self.shelf.get(f"solution {game.question(objective)}")
        return found

    def solution_bytes(self, game: HashedGame) -> int:
        """What the solution for the win takes; it stays as long as anything that uses it."""
        return self.shelf.size_of(f"solution {game.question(Objective('win'))}")

    def turns_of(self, game: HashedGame, objective: str | Objective) -> ShelvedTurns:
        """The solved turns of a solution: the same for advice and for games."""
        return ShelvedTurns(self.turns, game.question(objective))

    def look(self, game: HashedGame) -> Look:
        """The turn of a game, computed by another process in a limited time."""
        found: Look = self._asked(f"look {game.hash}", "look", {"rules": game.rules})
        return found

    def try_player(self, game: HashedGame, name: str) -> float:
        """The seconds that it takes to make a player of a game, measured in another process."""
        took: float = self._asked(f"player {game.question(name)}", "player", {"rules": game.rules, "name": name})
        return took

    def by_points(self, game: HashedGame) -> Solution:
        """A turn solved for the most points, in a limited time and beside all jobs: for answers in the meantime."""
        limits = {"most_seconds": self.settings.look_seconds, "most_bytes": self.shelf.largest}
        arguments = {"rules": game.rules, "objective": "score", **limits}
        found: Solved = self._asked(f"points {game.hash}", "solve", arguments)
        return found.restored()

    def _asked(self, key: str, task: str, arguments: dict[str, Any]) -> Any:
        """What the bench answers, an error included, kept for the next time."""
        found = self.shelf.get(key)
        if found is None or (isinstance(found, _Late) and time.monotonic() > found.until):
            size = SMALL + 2 * len(key)
            try:
                found = self.bench.ask(task, arguments)
                if isinstance(found, Solved):
                    size += bytes_of(found.solution)
                if isinstance(found, Look):
                    size += LOOKED_AT * sum(1 for _ in found.turn.options)
                if not self.shelf.has_room_for(size):
                    raise too_large("a turn", size, self.shelf.largest)
            except LateError as error:  # later the machine may be less busy
                found = _Late(str(error), time.monotonic() + LATE)
            except (BusyError, LostError):
                raise
            except JeopardiceError as error:
                found, size = _bare(error), SMALL + len(str(error))
            self.shelf.put(key, found, size)
        if isinstance(found, _Late):
            raise LateError(found.message)
        return _or_raise(found)

    def solve(self, game: HashedGame, objective: str) -> Job:
        """The job that solves a game: done immediately if the solution is known."""
        wanted = read_objective(objective)
        job = self._job(game, wanted)
        known = self.jobs.get(job.id)
        if known and (known.unfinished or (known.state == "done" and f"solution {job.id}" in self.shelf)):
            return known
        solution = self.known(game, wanted)
        if solution is not None:
            return self.jobs.note(job, facts_of(game.rules, wanted, solution))
        if known and known.state == "done":
            self.jobs.drop(job.id)  # its solution had to make room
        self.look(game)  # rules that cannot be played, or take too long to check, are refused immediately
        return self.jobs.submit(job)

    def known(self, game: HashedGame, objective: Objective) -> Any:
        """The solution of a game (`Solution`), if it is in memory or in the cache."""
        kept = self._kept(game, objective)
        if kept:
            return kept.solution
        if self.is_cached(game, objective) and not is_large_in_cache(game.rules, objective):
            race = cache.find(game.rules, objective, "optimal", lambda line: None, self.look(game).turn)
            if race is not None and self.shelf.has_room_for(bytes_of(race)):  # otherwise a job says why not
                self._shelve(f"solution {game.question(objective)}", race)
                return race
        return None

    def best_play(self, game: HashedGame) -> BestPlayOut:
        """What it would take to solve a game for the win; nothing is started."""
        objective = Objective("win")
        if self._kept(game, objective) or self.is_cached(game, objective):
            return BestPlayOut(known=True, seconds=0.0, problem=None)
        look, before = self.look(game), self.jobs.get(game.question(objective))
        estimate, problem = look.estimate, look.problem
        if problem is None and estimate is not None:
            problem = too_long(estimate, self._most_seconds(game.rules))
            problem = problem or too_large_to_keep(estimate, game.rules, self.shelf.largest)
        if problem is None and before is not None and before.state == "failed":
            problem = before.error
        return BestPlayOut(known=False, seconds=None if estimate is None else estimate.seconds, problem=problem)

    def _most_seconds(self, asked: Rules) -> float:
        """How long a solve may take, as estimated."""
        most = self.settings.job_seconds
        return most if asked.turn.steal == "never" else min(most, SOLVED_AGAIN)

    def solution(self, game: HashedGame, objective: str) -> Solution:
        """The solution of a game, or the job that finds it (`StartedError`)."""
        wanted = read_objective(objective)
        solution: Solution | None = self.known(game, wanted)
        if solution is not None:
            return solution
        before = self.jobs.get(game.question(wanted))
        # A failed job is repeated only by an explicit request to solve.
        raise StartedError(before if before and before.state == "failed" else self.solve(game, objective))

    def result(self, name: str, task: str, arguments: dict[str, Any], title: str) -> str:
        """The result of another long task, as JSON text, or the job that finds it. Results are kept in the cache."""
        key = f"result {name}"
        found = self.shelf.get(key) or cache.find_result(name)
        if found is not None:
            self.shelf.put(key, found, SMALL + len(found))
            return found

        def settle(text: str) -> dict[str, Any]:
            self.shelf.put(key, text, SMALL + len(text))
            cache.keep_result(name, text)
            return {}

        raise StartedError(self.job(Job(name, task, arguments, title, task, settle)))

    def job(self, wanted: Job) -> Job:
        """The job of this name, or a new one if its result is gone. A failed one is reported once, then forgotten."""
        known = self.jobs.get(wanted.id)
        if known and known.unfinished:
            return known
        self.jobs.drop(wanted.id)
        return known if known and known.state == "failed" else self.jobs.submit(wanted)

    def card(self, game: HashedGame) -> str:
        """The best card of a game, or the job that finds it."""
        arguments = {"rules": game.rules, "most_seconds": self.settings.job_seconds}
        return self.result(game.question("card", game.rules.title), "card", arguments, game.rules.title or "A game")

    def is_cached(self, game: HashedGame, objective: Objective) -> bool:
        """Whether the solution is in the cache folder, and can be used as it is there."""
        asked = game.rules
        # The value of stealing another player's turn is not part of a file: that takes a job.
        if not objective.is_race or asked.turn.steal != "never" or (asked.simultaneous and objective.name == "win"):
            return False
        with suppress(OSError, JeopardiceError):
            return cache.place(asked, objective).exists()
        return False

    def _job(self, game: HashedGame, objective: Objective) -> Job:
        name = game.question(objective)

        def settle(solved: Solved) -> dict[str, Any]:
            solution: Any = solved.restored()
            size = self._checked_size(solution)
            if game.rules.turn.steal != "never" and game.rules.players == 2 and objective.name == "win":
                self.shelf.shrink(self.shelf.most_bytes - size)
                be_gentle()
                solution.core.win(goes_on, threads=1)  # the value of stealing a turn cannot be sent
            self._shelve(f"solution {name}", solution)
            return solved.facts

        def goes_on(part: float) -> None:
            if job.state == "cancelled":
                raise StoppedError("cancelled")

        seconds = self._most_seconds(game.rules)
        arguments = {
            "rules": game.rules,
            "objective": str(objective),
            "most_seconds": seconds,
            "most_bytes": self.shelf.largest,
        }
        simultaneous = game.rules.simultaneous and objective.name == "win"
        estimated = objective.name == "score" or (objective.is_race and not simultaneous)
        job = Job(name, "solve", arguments, game.rules.title or "A game", str(objective), settle, estimated)
        return job

    def _shelve(self, key: str, solution: Solution) -> None:
        size = self._checked_size(solution)
        self.shelf.put(key, ShelvedSolution.of(solution), size)

    def _checked_size(self, solution: Solution) -> int:
        size = bytes_of(solution)
        if not self.shelf.has_room_for(size):
            raise too_large("the solution", size, self.shelf.largest)
        return size


def _name(asked: RulesIn) -> str:
    return f"rules {asked.preset!r} {asked.toml!r} {asked.set!r}"


def rules_bytes(key: str) -> int:
    """The bytes of rules that are given in this text."""
    return RULES + RULES_TEXT * len(key)


def _bare(error: JeopardiceError) -> JeopardiceError:
    """An error to keep: without its traceback, which would keep all local variables alive."""
    return type(error)(str(error))


def _or_raise(found: Found | JeopardiceError) -> Found:
    if isinstance(found, JeopardiceError):
        raise _bare(found)
    return found
