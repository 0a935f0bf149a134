"""Random bad input: `make fuzz`. Every error must be one clear line, and nothing may crash, hang or be silent.

Mutated rules files (`support/fuzz_rules.py`) are read and their turns built. Command lines
(`support/fuzz_commands.py`), sensible and not, run by the real entry point. Both happen in a worker process, which is
replaced when it crashes or hangs. What breaks the rules is printed with the smallest input that was found for it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from support.fuzz_commands import Command, random_command, write_files
from support.fuzz_worker import Result, Worker, fewer

FRESH = 1500
"""Commands after which a new worker begins, so that a leak does not end a long run."""


class Fuzz:
    """The counts, and what was found."""

    def __init__(self, what: str, every: bool) -> None:
        self.what, self.every = what, every
        self.counts: Counter[str] = Counter()
        self.slowest: list[tuple[float, str]] = []
        self.began = self.reported = time.monotonic()

    def note(self, given: str, result: Result) -> None:
        """Count an input, and print what is wrong with it."""
        self.counts["tried"] += 1
        self.counts[result.outcome] += 1
        self.slowest = sorted([*self.slowest, (result.seconds, given)], reverse=True)[:10]
        if result.wrong:
            print(f"BAD {given}\n    {result.wrong}", flush=True)
        elif self.every:
            print(f"{result.outcome} {given}\n    {result.message}")
        if time.monotonic() - self.reported > 60:
            self.reported = time.monotonic()
            print(self, flush=True)

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{self.what}: {counts}; {(time.monotonic() - self.began) / 60:.1f} minutes"


def fuzz_rules(worker: Worker, first: int, count: int, every: bool) -> Fuzz:
    """Try rules files."""
    found = Fuzz("rules files", every)
    for number in range(first, first + count):
        found.note(f"rules {number}", worker.ask(("rules", number)))
    return found


def fuzz_commands(worker: Worker, first: int, count: int, every: bool) -> Fuzz:
    """Try commands: each in a correct form, and often again with an error in it."""
    found = Fuzz("commands", every)

    def result(command: Command) -> Result:
        return worker.ask(("command", command.arguments, command.answers, command.names))

    def reduced(command: Command, kind: str) -> Command:
        return command.of(fewer(list(command.parts), lambda p: result(command.of(p)).wrong.startswith(kind)))

    number, sensible = first, False
    while found.counts["tried"] < count:
        for command in random_command(number):
            answer = result(command)
            if command.names and answer.wrong.startswith("names none") and not sensible:
                answer = Result("refused")  # it was refused already before it was made wrong
            sensible = answer.outcome == "worked"
            shown = command
            if answer.wrong and not answer.wrong.startswith(("hang", "names none")):
                shown = reduced(command, answer.wrong.partition(":")[0])
            found.note(f"command {number}: {shown}", answer)
            if found.counts["tried"] % FRESH == 0:
                worker.restart()
        number += 1
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Try bad rules files and command lines.")
    parser.add_argument("--rules", type=int, default=100_000, help="how many rules files")
    parser.add_argument("--commands", type=int, default=5_000, help="how many commands")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="number of the first (default: now)")
    parser.add_argument("--verbose", action="store_true", help="print every input with its outcome")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="jeopardice-fuzz-"))
    write_files(folder / "files", given.seed)
    (folder / "err").touch()
    worker = Worker(folder)
    try:
        both = [
            fuzz_rules(worker, given.seed, given.rules, given.verbose),
            fuzz_commands(worker, given.seed, given.commands, given.verbose),
        ]
    finally:
        worker.stop()
        shutil.rmtree(folder, ignore_errors=True)
    for found in both:
        print(found, *(f"  {seconds:6.2f} s  {slow:.200}" for seconds, slow in found.slowest), sep="\n")
    return 1 if any(found.counts["bad"] for found in both) else 0


if __name__ == "__main__":
    sys.exit(main())
