"""Races, measured side by side: instruction sets, threads, and growth with the goal.

Run with `make bench`. Ratios within one run mean something; single times on a busy machine do not.
"""

from __future__ import annotations

import time

import jeopardice as jd
from jeopardice import _core
from jeopardice.race import race_model
from jeopardice.solvers.races import CoreRace


def seconds_of(race: CoreRace, threads: int, kernel: str | None = None, runs: int = 2) -> tuple[float, float]:
    """The shortest wall and CPU time of several solves."""
    best_wall = best_cpu = float("inf")
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        race.win(threads=threads, kernel=kernel)
        best_wall = min(best_wall, time.perf_counter() - wall)
        best_cpu = min(best_cpu, time.process_time() - cpu)
    return best_wall, best_cpu


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
    for goal in (2_500, 5_000, 10_000, 20_000):
        _, cpu = seconds_of(CoreRace(race_model(jd.rules("farkle").replace(goal=goal))), 1, runs=1)
        grown = f"  {cpu / before:4.1f} times that of half the goal (cubic: 8)" if before else ""
        print(f"  {goal:>6,}  {cpu:7.3f} s{grown}")
        before = cpu
    for preset in ("pig", "hog", "ten-thousand"):
        wall, cpu = seconds_of(CoreRace(race_model(jd.rules(preset))), 1)
        print(f"two-player {preset}: {wall * 1e3:.1f} ms")
    race = jd.solve_race(jd.rules("farkle"))
    began = time.perf_counter()
    for score in range(0, 5000, 50):
        jd.advise_turn(race.turn_at(score, 4200), 650, "115346")
    print(f"advice after a roll of six dice: {(time.perf_counter() - began) * 10:.2f} ms a position")


if __name__ == "__main__":
    main()
