"""Races, measured side by side: instruction sets, threads, growth with the goal, and what is asked of a solution.

Run with `make bench`. Ratios within one run mean something; single times on a busy machine do not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.timing import best_of

import jeopardice as jd
from jeopardice import _core
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from jeopardice.solvers.certify import certify
from jeopardice.solvers.race import solve_race
from jeopardice.strategies.table_of import core_table


def seconds_of(race: CoreRace, threads: int, kernel: str | None = None, runs: int = 2) -> tuple[float, float]:
    """The shortest wall and CPU time of several solves."""
    best_wall = best_cpu = float("inf")
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        race.win(threads=threads, kernel=kernel)
        best_wall = min(best_wall, time.perf_counter() - wall)
        best_cpu = min(best_cpu, time.process_time() - cpu)
    return best_wall, best_cpu


def memory_of(goal: int) -> tuple[float, float]:
    """Mebibytes that a process takes at most to import everything, and to solve Farkle to a goal as well."""
    program = (
        "import resource, jeopardice as jd\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "jd.solve(jd.rules('pig').replace(goal=2)); before = peak()\n"
        f"jd.solve(jd.rules('farkle').replace(goal={goal})); print(before, peak())\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = map(float, ran.stdout.split())
    return before, after


def shell(*arguments: str, cache: str) -> float:
    """Seconds of a command from the shell."""
    command = [sys.executable, "-c", "from jeopardice.cli import main; main()", *arguments]
    environment = {**os.environ, "JEOPARDICE_CACHE": cache}
    return best_of(lambda: subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True))


def main() -> None:
    """Prints the measurements."""
    farkle = CoreRace(race_model(jd.rules("farkle")))
    print("two-player Farkle to 10,000       wall      CPU")
    for kernel in _core.kernels():
        for threads in (1, 2):
            wall, cpu = seconds_of(farkle, threads, kernel)
            print(f"  {kernel:>9}, {threads} thread{'s' if threads > 1 else ' '}        {wall:6.3f} s {cpu:6.3f} s")
    print("growth with the goal, one thread, CPU")
    before = 0.0
    for goal in (2_500, 5_000, 10_000, 20_000, 40_000):
        _, cpu = seconds_of(CoreRace(race_model(jd.rules("farkle").replace(goal=goal))), 1, runs=1)
        grown = f"  {cpu / before:4.1f} times that of half the goal (cubic: 8)" if before else ""
        print(f"  {goal:>6,}  {cpu:7.3f} s{grown}")
        before = cpu
    print("memory at most: before and after solving Farkle to 40,000: {:.0f} and {:.0f} MiB".format(*memory_of(40_000)))
    for preset in ("pig", "hog", "ten-thousand"):
        wall, cpu = seconds_of(CoreRace(race_model(jd.rules(preset))), 1)
        print(f"two-player {preset}: {wall * 1e3:.1f} ms")
    race = solve_race(jd.rules("farkle"))
    solved, _ = seconds_of(farkle, 1)
    certified = best_of(lambda: certify(race, threads=1), 1)
    table = core_table(race.model, 2, 1)
    seat = table.best_seat(race.core, "win", race.values)
    followed = best_of(lambda: table.rounds((seat, seat), table.start(), 100), 1)
    print(
        f"Farkle, one thread: certify {certified / solved:.1f}, lengths of games {followed / solved:.1f} times a solve"
    )
    hundred = best_of(lambda: [race.advise((score, 4200), turn=650, roll="115346") for score in range(0, 5000, 50)])
    print(f"advice after a roll of six dice: {hundred * 10:.2f} ms a position")
    with tempfile.TemporaryDirectory() as cache:
        print(f"shell: --help {shell('--help', cache=cache):.2f} s", end="")
        print(f", solve farkle --no-cache {shell('solve', 'farkle', '--no-cache', cache=cache):.2f} s", end="")
        shell("solve", "farkle", cache=cache)
        print(f", solve farkle, solved before {shell('solve', 'farkle', cache=cache):.2f} s", end="")
        position = ("--scores", "3500,4200", "--turn", "650", "--roll", "115346")
        print(f", advise, solved before {shell('advise', 'farkle', *position, cache=cache):.2f} s")


if __name__ == "__main__":
    main()
