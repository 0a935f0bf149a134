"""OpenSpiel's two-player Pig, solved by OpenSpiel's value iteration in Python (packages open_spiel and cvxpy).

It keeps all states in dictionaries and sweeps all of them until none changes by more than the threshold.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import numpy as np
from benchmarks.peers.measure import Contender, timed

THRESHOLD = 1e-14


def missing() -> str | None:
    """Why it cannot take part, if it cannot."""
    try:
        importlib.import_module("open_spiel.python.algorithms.value_iteration")
    except ImportError as error:
        return str(error)
    return None


def winning(goal: int) -> Contender:
    """The first player's chance in Pig."""
    pyspiel = importlib.import_module("pyspiel")
    algorithm = importlib.import_module("open_spiel.python.algorithms.value_iteration")
    game = pyspiel.load_game("pig", {"winscore": goal})

    def solve() -> float:
        values = algorithm.value_iteration(game, depth_limit=-1, threshold=THRESHOLD, cyclic_game=True)
        # A win counts 1 and a loss -1.
        return float(1 + values[str(game.new_initial_state())]) / 2

    return Contender("OpenSpiel, value iteration in Python", lambda: timed(solve))


def extrapolated(times: Mapping[int, float], goal: int) -> tuple[float, float]:
    """The power of the goal with which the seconds grow, by least squares, and the seconds at a larger goal by it."""
    power, _ = np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)
    last, seconds = max(times.items())
    return float(power), seconds * (goal / last) ** float(power)
