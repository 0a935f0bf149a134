"""What the questions about a game cost, in solves of the same game: CPU time of one thread, side by side.

Run by hand: `python -m benchmarks.questions` (some minutes), or with the names of presets and variants.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace

import jeopardice as jd
from jeopardice.evaluation.duels import best_response, match_duel
from jeopardice.evaluation.lengths import game_turns
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.certify import certify
from jeopardice.solvers.race import solve_race
from jeopardice.strategies import optimal
from jeopardice.strategies.table_of import core_table

GAMES = {"farkle": 10_000, "two-dice-pig": 100, "cosmic-wimpout": 500, "greed": 5000, "farkle-playmonster": 10_000}
GAMES |= {"zilch": 3000, "farkle-facebook": 3000}
VARIANTS: dict[str, dict[str, object]] = {
    "streak": {"goal": 5000, "bust.streak": 3, "bust.penalty": 500, "bust.floor": 0},
    "last-turn": {"end.rule": "last-turn"},
    "steal-after-bank": {"goal": 5000, "turn.steal": "after-bank"},
    "steal-after-bust": {"goal": 5000, "turn.steal": "after-bust"},
}
"""Of Farkle."""


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    began = time.process_time()
    work()
    return time.process_time() - began


def ratios(name: str) -> str:
    """A line for a preset or a variant."""
    if name in VARIANTS:
        rules = jd.rules("farkle").replace(VARIANTS[name])
    else:
        rules = jd.rules(name).replace(goal=GAMES.get(name, jd.rules(name).goal))
    solution: list[RaceSolution] = []
    solved = cpu(lambda: solution.append(solve_race(rules, threads=1)))
    (race,) = solution
    table = core_table(race.model, 2, 1)
    seat = table.best_seat(race.core, "win", race.values)
    asked: dict[str, Callable[[], object]] = {
        "match": lambda: match_duel(rules, "max-score", optimal(race), threads=1),
        "response to max-score": lambda: best_response(rules, "max-score", threads=1),
        "lengths": lambda: game_turns(table, (seat, seat)),
        "certificate": lambda: certify(replace(race, certificate=None), threads=1),
    }
    found = ", ".join(f"{what} {cpu(work) / solved:.1f}" for what, work in asked.items())
    return f"{name} to {rules.goal:,}: a solve takes {solved:.2f} s; {found} times that"


if __name__ == "__main__":
    for game in sys.argv[1:] or [*GAMES, *VARIANTS]:
        print(ratios(game), flush=True)
