"""Games with random dice, played in the core (core/simulation/simulate.hpp, core/simulation/games.hpp)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices, cores
from jeopardice.native.race import core_rules
from jeopardice.race.model import RaceModel

SimulatedPlayer = _core.SimulatedPlayer
GamePolicies = _core.GamePolicies
CoreGames = _core.Games
Ints = NDArray[np.int32]


def simulated_policies(
    race: RaceModel, turn: _core.Turn, choices: Choices, first_rolls: Ints, which: Ints, *, takes_wins: bool
) -> SimulatedPlayer:
    """A player who follows policies, roll by roll."""
    return _core.SimulatedPlayer.policies(turn, core_rules(race, 0), choices, first_rolls, which, takes_wins)


def simulate_games(
    a: SimulatedPlayer,
    b: SimulatedPlayer | None,
    start: tuple[int, int],
    games: range,
    seed: int,
    most_turns: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[int, int, int, int, int]:
    """Games, wins of A (who begins), turns, squared turns, and games longer than `most_turns`."""
    return _core.simulate(a, b, *start, games.start, len(games), seed, threads or cores(), most_turns, progress)
