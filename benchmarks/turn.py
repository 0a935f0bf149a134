"""One turn, measured: kernels side by side, exact fractions beside floating point, and the commands from the shell.

Run with `make bench`. Timings are the best of several runs, one after another in one process, so that their ratios
mean something on a noisy machine.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import numpy as np
from benchmarks.timing import best_of

from jeopardice import _core, rules, turn_model
from jeopardice.native import turn as native
from jeopardice.solvers.turn import exact_turn_values


def main() -> None:
    """Prints the measurements."""
    model = turn_model(rules("farkle"))
    core, problems, steps = native.core_turn(model), 64, 200
    numbers = np.random.default_rng(1).uniform(0, 1000, (problems, core.reach + 5 * steps, len(model.phases)))
    known = numbers[:, : core.reach].copy()
    bank = numbers[:, :steps, 0].copy()
    settled = numbers[:, : 4 * steps, 0].reshape(problems, steps, 4).copy()
    print(f"farkle, {problems} turns together in the lanes of each instruction set")
    by_kernel = {k: best_of(partial(core.solve, known, bank, settled, k), 9) for k in _core.kernels()}
    slowest = max(by_kernel.values())
    for kernel, seconds in by_kernel.items():
        print(f"  {kernel:>9}  {seconds * 1e3:8.2f} ms  {slowest / seconds:5.2f} times as fast as the slowest")

    floats = best_of(lambda: native.solve_turn(model), 5)
    exact = best_of(lambda: exact_turn_values(model), 2)
    build = best_of(lambda: turn_model(rules("farkle")), 5)
    print(f"farkle, one turn: model {build * 1e3:.1f} ms, core {floats * 1e3:.2f} ms, fractions {exact * 1e3:.0f} ms")

    print("from the shell")
    score = ["solve", "farkle", "--objective", "score"]
    for arguments in (["--help"], ["solve", "farkle"], score, [*score, "--exact"], ["turn", "farkle", "--json"]):
        command = [sys.executable, "-m", "jeopardice", *arguments]
        seconds = best_of(partial(subprocess.run, command, check=True, capture_output=True), 5)
        print(f"  jeopardice {' '.join(arguments):<40} {seconds:6.3f} s")


if __name__ == "__main__":
    main()
