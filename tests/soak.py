"""Random games compared with the oracle until Ctrl-C: `make soak`. It ends with the counts.

Games are compared in worker processes, so that a crash or a hang does not end the run. A disagreement is
reduced to a smallest game and written to `tests/regressions/`, which every test run replays.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from support.comparison import Verdict, compare
from support.paths import REGRESSIONS
from support.random_games import Document, random_game, toml_text
from support.reduction import reduced
from support.spawning import spawn

PATIENCE = 120.0
"""Seconds after which a game counts as hanging."""
REDUCING = 60.0
"""Seconds that the search for a smallest game may take."""
REPORT = 60.0
"""Seconds between two reports."""


@dataclass
class Worker:
    """A process that compares one game after another."""

    process: BaseProcess
    pipe: Connection
    number: int = -1
    since: float = 0.0

    @classmethod
    def start(cls) -> Worker:
        """Start a new process."""
        return cls(*spawn(_work, daemon=True))

    def ask(self, number: int) -> None:
        """Send a game to the process."""
        self.number, self.since = number, time.monotonic()
        self.pipe.send(number)


def _work(pipe: Connection) -> None:
    while True:
        try:
            number = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        pipe.send(_answer(number))


def _answer(number: int) -> tuple[Verdict, Document]:
    """Compare a game; if it is wrong, reduce it first."""
    document = random_game(number)
    verdict = _compared(document, number)
    if not verdict.wrong:
        return verdict, document
    question = verdict.wrong[0].split()[0]

    until = time.monotonic() + REDUCING

    def fails(simpler: Document) -> bool:
        return time.monotonic() < until and any(line.startswith(question) for line in _compared(simpler, number).wrong)

    smallest = reduced(document, fails)
    return _compared(smallest, number), smallest


def _compared(document: Document, number: int) -> Verdict:
    """Compare a game; an exception counts as a disagreement."""
    try:
        return compare(document, number)
    except Exception as error:
        return Verdict(wrong=[f"{type(error).__name__}: {error}"])


class Soak:
    """The counts, and what was found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.began = time.monotonic()

    def note(self, number: int, verdict: Verdict, document: Document) -> None:
        """Count a game, and write it to a file if it is wrong."""
        self.outcomes["drawn"] += 1
        self.outcomes["wrong" if verdict.wrong else verdict.outcome] += 1
        self.asked.update(verdict.asked)
        if verdict.wrong:
            self.folder.mkdir(exist_ok=True)
            path = self.folder / f"game-{number}.toml"
            path.write_text("".join(f"# {line}\n" for line in verdict.wrong[:3]) + toml_text(document))
            print(f"game {number}: {verdict.wrong[0]}\n  written to {path}", flush=True)

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {name}" for name, count in self.outcomes.most_common())
        numbers = ", ".join(f"{count:,} {name}" for name, count in self.asked.most_common())
        return f"{(time.monotonic() - self.began) / 60:.1f} minutes: {counts}\n  numbers compared: {numbers}"


def soak(first: int, games: int | None, workers: int, folder: Path) -> Soak:
    """Compare games from a number on, until Ctrl-C or until there are enough."""
    found = Soak(folder)
    team = [Worker.start() for _ in range(workers)]
    following, reported = first, time.monotonic()
    for worker in team:
        worker.ask(following)
        following += 1
    try:
        while games is None or found.outcomes["drawn"] < games:
            for pipe in wait([worker.pipe for worker in team], timeout=1.0):
                worker = next(one for one in team if one.pipe is pipe)
                try:
                    found.note(worker.number, *worker.pipe.recv())
                except EOFError:
                    worker.process.join()
                    code = worker.process.exitcode
                    found.note(worker.number, Verdict(wrong=[f"crash: exit code {code}"]), random_game(worker.number))
                    team[team.index(worker)] = worker = Worker.start()
                worker.ask(following)
                following += 1
            for place, worker in enumerate(team):
                if time.monotonic() - worker.since > PATIENCE:
                    worker.process.kill()
                    hangs = Verdict(wrong=[f"no answer within {PATIENCE:g} seconds"])
                    found.note(worker.number, hangs, random_game(worker.number))
                    team[place] = Worker.start()
                    team[place].ask(following)
                    following += 1
            if time.monotonic() - reported > REPORT:
                reported = time.monotonic()
                print(found, flush=True)
    except KeyboardInterrupt:
        pass
    for worker in team:
        worker.process.kill()
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Compare random games with the oracle until stopped.")
    parser.add_argument("--first", type=int, default=int(time.time()), help="number of the first game (default: now)")
    parser.add_argument("--games", type=int, help="stop after this many")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count(), help="processes")
    parser.add_argument("--to", type=Path, default=REGRESSIONS, help="folder for what is found")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C, workers included
    print(f"games from {given.first} on; Ctrl-C ends it", flush=True)
    found = soak(given.first, given.games, given.workers, given.to)
    print(found)
    return 1 if found.outcomes["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
