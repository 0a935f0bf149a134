"""How busy a sweep keeps the processors: CPU time of its workers against the time that they could have had.

Run by hand: `python benchmarks/sweep.py [GAMES]`. On a machine with other work a worker also waits for a processor
while other programs have it. The scheduler of Linux counts that, so it is distinguished from the time in which a worker
had nothing to do, which is what a sweep wastes.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

from jeopardice.native.calls import cores
from jeopardice.sweep import Processes, read_spec, run_sweep

FARKLE = """
base = "farkle"
objectives = ["win", "score"]
[random]
count = {count}
seed = 1
goal = {{ from = 1000, to = 7000, step = 50 }}
turn.minimum_bank = {{ from = 0, to = 1000, step = 50 }}
"""
PIG = """
base = "pig"
objectives = ["win"]
[random]
count = {count}
seed = 1
goal = {{ from = 20, to = 120 }}
turn.minimum_bank = {{ from = 0, to = 20 }}
"""


def cpu(who: int) -> float:
    """Seconds of CPU time, of this process or of the workers that have ended."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


class Watch(threading.Thread):
    """Looks at the workers again and again: how long each has run, and how long it has waited for a processor."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: dict[str, tuple[float, float]] = {}
        self.over = threading.Event()

    def run(self) -> None:
        """Until it is over."""
        while not self.over.wait(0.25):
            for entry in Path("/proc").iterdir():
                try:
                    if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == os.getpid():
                        ran, waited, _ = (entry / "schedstat").read_text().split()
                        self.seen[entry.name] = max(
                            self.seen.get(entry.name, (0, 0)), (int(ran) / 1e9, int(waited) / 1e9)
                        )
                except (OSError, ValueError):
                    continue  # no process, or one that has just ended

    def waited(self) -> float:
        """Seconds that all workers together waited for a processor."""
        self.over.set()
        self.join()
        return sum(waited for _, waited in self.seen.values())


def measure(name: str, text: str, workers: int) -> None:
    """One sweep from nothing to its table."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "spec.toml"
        spec.write_text(text)
        watch = Watch()
        watch.start()
        began = time.perf_counter()
        own, theirs = cpu(resource.RUSAGE_SELF), cpu(resource.RUSAGE_CHILDREN)
        swept = run_sweep(read_spec(spec), Path(folder) / "table.parquet", Processes(workers))
        wall = time.perf_counter() - began
        own, theirs = cpu(resource.RUSAGE_SELF) - own, cpu(resource.RUSAGE_CHILDREN) - theirs
    share, waited = 100 / (wall * workers), watch.waited()
    print(f"{name}: {swept.rows} rows, {wall:.1f} s with {workers} worker{'s' if workers > 1 else ''}")
    print(f"  workers ran {share * theirs:.1f} % of the time, waited for a processor {share * waited:.1f} %", end=", ")
    print(f"and had nothing to do {100 - share * (theirs + waited):.1f} %")
    print(f"  CPU: workers {theirs:.2f} s, the leading process (and this watch) {own:.2f} s")


def main() -> None:
    """Prints the measurements."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    for workers in dict.fromkeys((cores(), 1)):
        measure("Farkle", FARKLE.format(count=count), workers)
    measure("Pig", PIG.format(count=5 * count), cores())


if __name__ == "__main__":
    main()
