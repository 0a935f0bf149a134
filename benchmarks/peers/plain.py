"""The papers' value iteration, plain.cpp: compiled here, and given the tables of a game as text.

The text is whole numbers: the units needed and the number of phases; then for each phase the rolls, how many of them
bust, and the outcomes; then for each outcome its rolls and options; then for each option its units and next phase.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.peers.measure import Answer, Contender

from jeopardice.race.model import race_model
from jeopardice.rulebook import Rules

COMPILER = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++20", "-O3", "-march=native", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def compiled(folder: Path) -> Path | None:
    """The program, or nothing where there is no compiler."""
    if not shutil.which(COMPILER):
        return None
    program = folder / "plain"
    subprocess.run([COMPILER, *FLAGS, Path(__file__).with_suffix(".cpp"), "-o", program], check=True)
    return program


def winning(rules: Rules, program: Path) -> Contender:
    """The first player's chance by value iteration."""
    tables = "\n".join(" ".join(map(str, line)) for line in _tables(rules))

    def solve() -> Answer:
        run = subprocess.run([program], input=tables, capture_output=True, text=True, check=True)
        value, sweeps, pairs, states, seconds = run.stdout.split()
        note = f"{int(states):,} states, {int(sweeps) / int(pairs):.1f} sweeps a pair of scores"
        return Answer(float(value), float(seconds), note)

    return Contender("plain value iteration in C++ (to 1e-14)", solve)


def _tables(rules: Rules) -> Iterator[list[int]]:
    race = race_model(rules)
    if race.first_bank_from > 1 or rules.turn.keep_on_bust or rules.events.win:
        raise ValueError(f"{rules.title}: plain.cpp knows only games where any turn total may be banked")
    yield [race.needed, len(race.turn.phases)]
    for phase in race.turn.phases:
        (roll,) = phase.rolls
        busts = roll.total - sum(outcome.count for outcome in roll.going_on)
        yield [roll.total, busts, len(roll.going_on)]
        for outcome in roll.going_on:
            options = (number for o in outcome.options for number in (o.points // race.turn.unit, o.phase))
            yield [outcome.count, len(outcome.options), *options]
