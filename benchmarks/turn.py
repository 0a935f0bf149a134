"""One turn, measured: kernels side by side, exact fractions beside floating point, and the commands from the shell.

Run with `make bench`. Timings are the best of several runs, one after another in one process, so that their ratios
mean something on a noisy machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from jeopardice import _core, rules, turn_model
from jeopardice.solvers import native, reference


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    """Prints the measurements."""
    model = turn_model(rules("farkle"))
    core, problems, steps = native.core_turn(model), 64, 200
    numbers = np.random.default_rng(1).uniform(0, 1000, (problems, core.reach + 5 * steps, len(model.phases)))
    known = numbers[:, : core.reach].copy()
    bank = numbers[:, :steps, 0].copy()
    settled = numbers[:, : 4 * steps, 0].reshape(problems, steps, 4).copy()
    print(f"farkle, {problems} turns at once in the lanes of each instruction set")
    by_kernel = {k: best_of(9, partial(core.solve, known, bank, settled, k)) for k in _core.kernels()}
    slowest = max(by_kernel.values())
    for kernel, seconds in by_kernel.items():
        print(f"  {kernel:>9}  {seconds * 1e3:8.2f} ms  {slowest / seconds:5.2f} times as fast as the slowest")

    floats = best_of(5, lambda: native.solve_turn(model))
    exact = best_of(2, lambda: reference.solve_turn(model))
    build = best_of(5, lambda: turn_model(rules("farkle")))
    print(f"farkle, one turn: model {build * 1e3:.1f} ms, core {floats * 1e3:.2f} ms, fractions {exact * 1e3:.0f} ms")

    print("from the shell")
    score = ["solve", "farkle", "--objective", "score"]
    for arguments in (["--help"], ["solve", "farkle"], score, [*score, "--exact"], ["turn", "farkle", "--json"]):
        command = [sys.executable, "-m", "jeopardice", *arguments]
        seconds = best_of(5, partial(subprocess.run, command, check=True, capture_output=True))
        print(f"  jeopardice {' '.join(arguments):<40} {seconds:6.3f} s")


if __name__ == "__main__":
    main()
