"""Whether progress can be believed: estimates before the start, and of the time left, against CPU time.

Run by hand: `python -m benchmarks.progress` (five minutes), or with parts of the names of its games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import jeopardice as jd
from jeopardice.analysis.card_search import card
from jeopardice.analysis.comparison import compare
from jeopardice.common.estimates import Estimate
from jeopardice.common.progress import Progress
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.solve import Question, Work, answer

LONG = 0.5
"""CPU seconds of work whose progress is measured: shorter work reports too little."""


@dataclass
class Run:
    """Work in one thread: what it reported, and when, in CPU seconds."""

    name: str
    estimated: tuple[float, float] | None = None
    """When the estimate was made, and of how much."""
    seconds: float = 0
    reports: list[tuple[float, float]] = field(default_factory=list)

    def line(self) -> str:
        """A row of the table."""
        before = "      "
        if self.estimated is not None:
            at, estimate = self.estimated
            before = f"{estimate / (self.seconds - at):6.2f}"
        start = f"{self.name:42} {self.seconds:8.2f} s {before}"
        if self.seconds < LONG:
            return start
        times = [0.0, *(at for at, _ in self.reports), self.seconds]
        gap = max(later - earlier for earlier, later in pairwise(times))
        return f"{start} {gap:6.2f} s {self._backwards():5} {self._off():7.2f} {self._growth():6.0%}"

    def _backwards(self) -> int:
        parts = [part for _, part in self.reports]
        return sum(later < earlier for earlier, later in pairwise(parts))

    def _left(self) -> list[tuple[float, float]]:
        """The estimated and the true time left, after the first tenth and before the last twentieth."""
        pairs = [(at / part - at, self.seconds - at) for at, part in self.reports if part > 0]
        return [(left, true) for left, true in pairs if 0.05 * self.seconds < true < 0.9 * self.seconds]

    def _off(self) -> float:
        """The largest factor between the estimated and the true time left."""
        return max((max(left / true, true / left) for left, true in self._left() if left > 0), default=1.0)

    def _growth(self) -> float:
        """The most by which the estimated time left grew, as a share of the largest of the true time."""
        least, most = float("inf"), 0.0
        for left, _ in self._left():
            least = min(least, left)
            most = max(most, left / least - 1 if least > 0 else 0)
        return most


def measure(name: str, work: Callable[[Progress, Callable[[Estimate], None]], object]) -> None:
    """Prints the row of a piece of work, which gets a callback for its progress and one for its estimate."""
    run = Run(name)
    began = time.process_time()

    def announce(estimate: Estimate) -> None:
        run.estimated = time.process_time() - began, estimate.seconds

    work(lambda part: run.reports.append((time.process_time() - began, part)), announce)
    run.seconds = time.process_time() - began
    print(run.line(), flush=True)


def solving(name: str, **changes: object) -> Callable[[Progress, Callable[[Estimate], None]], object]:
    """Solving a preset."""
    certify = bool(changes.pop("certify", False))
    keys = {key.replace("__", "."): value for key, value in changes.items()}
    question = Question(jd.rules(name).replace(keys), certify=certify)
    return lambda progress, announce: answer(question, Work(False, 1, progress, announce))


def works() -> dict[str, Callable[[Progress, Callable[[Estimate], None]], object]]:
    """What is measured, by name."""
    found = {name: solving(name) for name in jd.presets()}
    found["farkle, last turn"] = solving("farkle", end__rule="last-turn")
    found["farkle, steal after a bank"] = solving("farkle", turn__steal="after-bank")
    found["farkle, beat the previous bank, to 2000"] = solving("farkle", goal=2000, turn__beat_previous=True)
    found["farkle, penalties to a floor of 0"] = solving("farkle", bust__streak=3, bust__penalty=500)
    found["farkle, certified"] = solving("farkle", certify=True)
    found["zilch to 3000, certified"] = solving("zilch", goal=3000, certify=True)
    found["farkle to 20,000"] = solving("farkle", goal=20_000)
    found["farkle to 3000, three players"] = solving("farkle", goal=3000, players=3)
    found["pig to 50, four players"] = solving("pig", goal=50, players=4)
    pair = [solve_race(jd.rules("farkle").replace({"turn.minimum_bank": least}), threads=1) for least in (0, 500)]
    found["card farkle"] = lambda progress, _: card(pair[0], progress=progress, threads=1)
    found["compare farkle, minimum bank 500"] = lambda progress, _: compare(pair, progress=progress)
    return found


def main() -> None:
    """Prints the table."""
    print(f"{'':42} {'CPU time':>10} {'before':>6} {'gap':>8} {'back':>5} {'factor':>7} {'grows':>6}")
    for name, work in works().items():
        if not sys.argv[1:] or any(part in name for part in sys.argv[1:]):
            measure(name, work)
    print("before: the estimate before the start, in times of what followed; gap: the longest time without a report;")
    print("factor: how far off the time left is at worst; grows: by how much it grows at most")


if __name__ == "__main__":
    main()
