"""Players in the core, their matches (core/evaluation/match.hpp) and their simulated games (core/simulation/)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices, Floats, cores, translated
from jeopardice.native.race import CoreRace, core_rules
from jeopardice.race.model import RaceModel

Player = _core.Player
SimulatedPlayer = _core.SimulatedPlayer
GamePolicies = _core.GamePolicies
CoreGames = _core.Games
Integers = NDArray[np.int32]


def player_of(outcomes: Floats, which: Integers) -> Player:
    """A player by turn outcome distributions; which[i - 1, j - 1] is the row for i and the other's j units."""
    return _core.Player.known(outcomes, which)


def policy_outcomes(
    race: RaceModel, turn: _core.Turn, choices: Choices, first_rolls: Integers, which: Integers, *, takes_wins: bool
) -> Floats:
    """[units needed - 1, units left]: the turn outcome distributions of policy which[units needed - 1]; -1: zeros."""
    return _core.policy_distributions(turn, core_rules(race, 0), choices, first_rolls, which, takes_wins)


def match_players(
    a: Player, b: Player, threads: int | None = None, progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """A's chance of winning by the units that A and B need: with A to move, and with B to move."""
    return translated(lambda: _core.match(a, b, cores(threads), progress))


def match_lengths(
    a: Player, b: Player, most: int, threads: int | None = None, progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """The chance that A, who begins, wins with each of A's first turns, and B with each of B's."""
    return _core.match_lengths(a, b, most, cores(threads), progress)


def answer_to(
    core: CoreRace, player: Player, threads: int | None = None, progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """The chances of the best response to a player: moving first, and second."""
    return translated(lambda: _core.best_response(core.turn, core.rules, player, cores(threads), progress))


def simulated_policies(
    race: RaceModel, turn: _core.Turn, choices: Choices, first_rolls: Integers, which: Integers, *, takes_wins: bool
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
    return _core.simulate(a, b, *start, games.start, len(games), seed, cores(threads), most_turns, progress)
