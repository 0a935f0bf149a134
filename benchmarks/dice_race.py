"""The dice race, measured: certified thresholds beside those in floating point, and the command from the shell.

Run with `make bench`. All in one process, the best of several runs, so that ratios mean something on a noisy machine.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from benchmarks.timing import best_of

import jeopardice as jd
from jeopardice.papers.dice_race.best import best_race
from jeopardice.papers.dice_race.counts import count_turns
from jeopardice.papers.dice_race.long_runs import long_run
from jeopardice.papers.dice_race.optimum import optimum
from jeopardice.papers.dice_race.strategies import follow
from jeopardice.papers.dice_race.turns import pig_turn
from jeopardice.race.model import race_model
from jeopardice.strategies.builtin import BestHold


def main() -> None:
    """Prints the measurements."""
    pig = jd.rules("pig")
    turn = pig_turn(pig)
    floats = best_of(lambda: BestHold().totals(race_model(pig.replace({"goal": 1000}))))
    for to in (1000, 20_000):
        race = best_race(turn, to)
        print(f"Pig, 1 to {to:,} points to go, balls of {race.bits} bits")
        found = {
            "best thresholds with leads": best_of(partial(best_race, turn, to)),
            "mean and variance": best_of(partial(follow, turn, race.outcomes, to)),
            "distributions": best_of(partial(count_turns, race.outcomes, to, {to}), 1),
            "all ways to play a turn": best_of(partial(optimum, turn, to)),
        }
        for what, time_taken in found.items():
            print(f"  {what:28} {time_taken:8.3f} s")
        if to == 1000:
            print(f"  {'best thresholds in floats':28} {floats:8.3f} s")
    print(f"which of 20 and 21, to 100,000: {best_of(lambda: long_run(turn, 100_000), 1):.2f} s")
    for arguments in ([], ["--to", "20000"]):
        command = [sys.executable, "-m", "jeopardice", "race-report", "pig", *arguments]
        shell = best_of(partial(subprocess.run, command, check=True, capture_output=True))
        print(f"jeopardice {' '.join(command[3:])}: {shell:.2f} s")


if __name__ == "__main__":
    main()
