"""Three and four players: time and memory of a solve, its check included, and what instruction sets and threads change.

Run by hand: `python benchmarks/players.py` (half a minute), or with `--all` also Farkle to 10,000 and four players of
Pig (six minutes on two cores with AVX-512).
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

import jeopardice as jd
from jeopardice import _core
from jeopardice.native.calls import cores
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.native.race import core_carryover
from jeopardice.solvers.multiplayer import MultiplayerSolver, multiplayer_model

SHORT = [("pig", 100, 3), ("hog", 100, 3), ("farkle", 5000, 3)]
LONG = [("farkle", 10000, 3), ("pig", 100, 4)]


def one(name: str, goal: int, players: int) -> None:
    """In a process of its own, for its memory."""
    rules = jd.rules(name).replace(goal=goal, players=players)
    began, cpu = time.perf_counter(), time.process_time()
    board = MultiplayerSolver(CoreMultiplayer(multiplayer_model(rules)))
    found = board.solve()
    solved, solved_cpu = time.perf_counter() - began, time.process_time() - cpu
    checked = board.check(found)
    whole = time.perf_counter() - began
    states = found.values[0].size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{name} to {goal:,}, {players} players: {states:,} states, "
        f"{found.turns_solved / states:.3f} turns solved a state, "
        f"{solved:.2f} s ({solved_cpu:.1f} s CPU), with the check {whole:.2f} s, {peak:.2f} GiB; "
        f"{checked.mixed} mixed states, nobody gains more than {checked.gain:.2g}",
        flush=True,
    )


def threads_and_kernels() -> None:
    """Farkle to 2,500, three players: CPU time and threads, side by side."""
    model = multiplayer_model(jd.rules("farkle").replace(goal=2500, players=3))
    for kernel in _core.kernels():
        times = []
        for threads in (1, cores()):
            board = CoreMultiplayer(model, threads)
            tables = core_carryover(board.carryover)
            board.core = _core.MultiplayerBoard(board.race.turn, board.race.rules, tables, 3, threads, None, kernel)
            began = time.perf_counter()
            MultiplayerSolver(board).solve()
            times.append(time.perf_counter() - began)
        print(
            f"farkle to 2,500, 3 players, {kernel}: {times[0]:.2f} s with one thread, "
            f"{times[0] / times[1]:.2f} times as fast with {cores()} threads"
        )


if __name__ == "__main__":
    if len(sys.argv) == 4:
        one(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        threads_and_kernels()
        for game in SHORT + (LONG if "--all" in sys.argv else []):
            subprocess.run([sys.executable, __file__, *map(str, game)], check=True)
