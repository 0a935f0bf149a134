"""What stands behind the pages: rules as read, looks at them, solutions, and the jobs that find them."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from jeopardice import __version__, cache
from jeopardice.at_once import AtOnceSolution
from jeopardice.average import AverageSolution
from jeopardice.errors import JeopardiceError
from jeopardice.objectives import Objective, read_objective
from jeopardice.play.sizes import model_bytes
from jeopardice.race import race_model
from jeopardice.race_solution import RaceSolution
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solution import TurnSolution
from jeopardice.solvers.values import Progress
from jeopardice.storage import SOLVER
from jeopardice.web.jobs import Job, Jobs
from jeopardice.web.models import RulesIn
from jeopardice.web.settings import Settings
from jeopardice.web.shelf import Shelf, ShelvedTurns
from jeopardice.web.tasks import Look, Solved, facts_of, too_long
from jeopardice.web.worker import GENTLE
from jeopardice.web.workers import Bench, BusyError, LateError, LostError, StoppedError

Solution = RaceSolution | TurnSolution | AverageSolution | AtOnceSolution
Found = TypeVar("Found")
SMALL = 20_000
"""Bytes of what is small: rules, the turn of a usual game."""
QUICK = 20_000
"""States and options of a turn that is worked out in a few milliseconds."""
LATE = 60.0
"""Seconds for which a question that took too long is not asked again."""
SOLVED_AGAIN = 60.0
"""Seconds, as estimated, of a solve that the server has to do once more itself."""


@dataclass(frozen=True)
class Game:
    """Rules as a request gave them, and their hash."""

    rules: Rules
    hash: str

    def question(self, *parts: object) -> str:
        """The name of a question about this game: equal for equal questions."""
        return question(self.hash, *parts)


@dataclass(frozen=True)
class BestPlay:
    """What it takes to know the best play of a game."""

    known: bool
    seconds: float | None
    """As estimated; None where it cannot be told beforehand."""
    problem: str | None
    """Why it cannot be worked out here."""


@dataclass(frozen=True, eq=False)
class _Kept:
    """A solution on the shelf."""

    solution: Solution
    quick: bool
    """Whether a turn of it is worked out in a few milliseconds."""


@dataclass(frozen=True)
class _Late:
    """A question that took too long; until then it is not asked again."""

    message: str
    until: float


def question(*parts: object) -> str:
    """The name of a question to this version: equal for equal questions."""
    text = " ".join(map(str, (__version__, SOLVER, *parts)))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


class Backstage:
    """Everything a server keeps; nothing of it is a game that somebody plays."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.jobs = Jobs(settings)
        self.bench = Bench(settings.most_job_bytes, settings.look_seconds)
        self.shelf = Shelf(settings.most_kept_bytes * 3 // 4)
        self.turns = Shelf(settings.most_kept_bytes // 4)
        """Solved turns lie apart: a long game has so many that nothing else would be left."""

    def close(self) -> None:
        """Ends all worker processes."""
        self.jobs.close()
        self.bench.close()

    def game(self, asked: RulesIn) -> Game:
        """The rules of a request, checked as far as can be done quickly."""
        key = _name(asked)
        found: Game | JeopardiceError | None = self.shelf.get(key)
        if found is None:
            try:
                read = asked.named.read()
                found = Game(read, rules_hash(read))
            except JeopardiceError as error:
                found = _bare(error)
            self.shelf.put(key, found, SMALL + 3 * len(key))
        return _or_raise(found)

    def at_hand(self, asked: RulesIn, objective: str) -> tuple[Game, Solution] | None:
        """The game and its solution, if both are in memory and a question about them is answered in no time."""
        game = self.shelf.get(_name(asked))
        kept = self._kept(game, objective) if isinstance(game, Game) else None
        return (game, kept.solution) if kept and kept.quick else None

    def _kept(self, game: Game, objective: str | Objective) -> _Kept | None:
        found: _Kept | None = self.shelf.get(f"solution {game.question(objective)}")
        return found

    def turns_of(self, game: Game, objective: str | Objective) -> ShelvedTurns:
        """The solved turns of a solution: the same for advice and for games."""
        return ShelvedTurns(self.turns, game.question(objective))

    def look(self, game: Game) -> Look:
        """The turn of a game, worked out by another process in a limited time."""
        found: Look = self._asked(f"look {game.hash}", "look", {"rules": game.rules})
        return found

    def try_player(self, game: Game, name: str) -> float:
        """The seconds that it takes to make a player of a game, whom another process makes first."""
        took: float = self._asked(f"player {game.question(name)}", "player", {"rules": game.rules, "name": name})
        return took

    def _asked(self, key: str, task: str, arguments: dict[str, Any]) -> Any:
        """What the bench answers, an error included, kept for the next time."""
        found = self.shelf.get(key)
        if found is None or (isinstance(found, _Late) and time.monotonic() > found.until):
            size = SMALL
            try:
                found = self.bench.ask(task, arguments)
                if isinstance(found, Look):
                    size += model_bytes(found.turn)
            except LateError as error:  # another time the machine may be less busy, but not at once
                found = _Late(str(error), time.monotonic() + LATE)
            except (BusyError, LostError):
                raise
            except JeopardiceError as error:
                found = _bare(error)
            self.shelf.put(key, found, size)
        if isinstance(found, _Late):
            raise LateError(found.message)
        return _or_raise(found)

    def solve(self, game: Game, objective: str) -> Job:
        """The job that solves a game: done at once if the solution is known."""
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
        self.look(game)  # rules that nobody can play, or that take too long to look at, are told at once
        return self.jobs.submit(job)

    def known(self, game: Game, objective: Objective) -> Any:
        """The solution of a game (`Solution`), if it is in memory or in the cache."""
        kept = self._kept(game, objective)
        if kept:
            return kept.solution
        if self._in_cache(game.rules, objective):
            race = cache.find(game.rules, objective, "optimal", lambda line: None)
            if race is not None:
                race.__dict__["model"] = race_model(game.rules, self.look(game).turn)
                self._shelve(f"solution {game.question(objective)}", race)
            return race
        return None

    def best_play(self, game: Game) -> BestPlay:
        """What it would take to solve a game for the win; nothing is started."""
        objective = Objective("win")
        if self._kept(game, objective) or self._in_cache(game.rules, objective):
            return BestPlay(True, 0.0, None)
        look, before = self.look(game), self.jobs.get(game.question(objective))
        estimate, problem = look.estimate, look.problem
        if problem is None and estimate is not None:
            problem = too_long(estimate, self._most_seconds(game.rules))
        if problem is None and before is not None and before.state == "failed":
            problem = before.error
        return BestPlay(False, None if estimate is None else estimate.seconds, problem)

    def _most_seconds(self, asked: Rules) -> float:
        """How long a solve may take, as estimated."""
        most = self.settings.job_seconds
        return most if asked.turn.steal == "never" else min(most, SOLVED_AGAIN)

    def result(self, name: str, task: str, arguments: dict[str, Any], title: str) -> tuple[str | None, Job | None]:
        """The result of another long task, as JSON text, or the job that finds it. Results are kept in the cache."""
        key = f"result {name}"
        found = self.shelf.get(key) or cache.find_result(name)
        if found is not None:
            self.shelf.put(key, found, SMALL + len(found))
            return found, None

        def settle(text: str) -> dict[str, Any]:
            self.shelf.put(key, text, SMALL + len(text))
            cache.keep_result(name, text)
            return {}

        return None, self.job(Job(name, task, arguments, title, task, settle))

    def job(self, wanted: Job) -> Job:
        """The job of this name, or a new one if its result is gone. A failed one is told once, then forgotten."""
        known = self.jobs.get(wanted.id)
        if known and known.unfinished:
            return known
        self.jobs.drop(wanted.id)
        return known if known and known.state == "failed" else self.jobs.submit(wanted)

    def card(self, game: Game) -> tuple[str | None, Job | None]:
        """The best card of a game, or the job that finds it."""
        arguments = {"rules": game.rules, "most_seconds": self.settings.job_seconds}
        return self.result(game.question("card", game.rules.title), "card", arguments, game.rules.title or "A game")

    def _in_cache(self, asked: Rules, objective: Objective) -> bool:
        # What it is worth to go on with another's turn is not part of a file: that takes a job.
        if not objective.is_race or asked.turn.steal != "never" or (asked.simultaneous and objective.name == "win"):
            return False
        with suppress(OSError, JeopardiceError):
            return cache.place(asked, objective).exists()
        return False

    def _job(self, game: Game, objective: Objective) -> Job:
        name = game.question(objective)

        def settle(solved: Solved) -> dict[str, Any]:
            self._shelve(f"solution {name}", _restored(game.rules, solved, goes_on))
            return solved.facts

        def goes_on(part: float) -> None:
            if job.state == "cancelled":
                raise StoppedError("cancelled")

        seconds = self._most_seconds(game.rules)
        arguments = {"rules": game.rules, "objective": str(objective), "most_seconds": seconds}
        at_once = game.rules.simultaneous and objective.name == "win"
        estimated = objective.name == "score" or (objective.is_race and not at_once)
        job = Job(name, "solve", arguments, game.rules.title or "A game", str(objective), settle, estimated)
        return job

    def _shelve(self, key: str, solution: Solution) -> None:
        size, quick = 10 * SMALL, False
        if isinstance(solution, RaceSolution):
            _ = solution.core  # made now, and not when the first question waits for it
            turn = solution.model.turn
            size += 2 * solution.values.nbytes + model_bytes(turn)
            quick = max(solution.model.lowest * len(turn.phases), sum(1 for _ in turn.options)) <= QUICK
        self.shelf.put(key, _Kept(solution, quick), size)


def _name(asked: RulesIn) -> str:
    return f"rules {asked.preset!r} {asked.toml!r} {asked.set!r}"


def _bare(error: JeopardiceError) -> JeopardiceError:
    """An error to keep: without its traceback, which would keep all that was at hand when it was raised."""
    return type(error)(str(error))


def _or_raise(found: Found | JeopardiceError) -> Found:
    if isinstance(found, JeopardiceError):
        raise _bare(found)
    return found


def _restored(asked: Rules, solved: Solved, progress: Progress) -> Solution:
    """A solution as it was in the process that solved it."""
    if solved.at_once is not None:
        from jeopardice.at_once import restored

        return restored(asked, *solved.at_once)
    solution = solved.solution
    assert solution is not None
    if not isinstance(solution, RaceSolution):
        return solution
    solution = replace(solution, rules=asked)
    solution.__dict__["model"] = solved.model
    if asked.turn.steal != "never" and solution.objective.name == "win":
        _be_gentle()
        solution.core.win(progress, threads=1)  # what it is worth to go on with a turn cannot be sent
    return solution


def _be_gentle() -> None:
    """From now on the thread, and those that it starts, give way to others."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GENTLE)
