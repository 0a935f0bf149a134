"""Strategy against strategy with random dice, roll by roll: the independent check of everything exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.common.samples import Sample
from jeopardice.evaluation.games import MOST_TURNS, Games, check_games
from jeopardice.native.simulation import Roller, simulate_games
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.race.support import carryover_keys, duel, solo_race
from jeopardice.rulebook import Rules
from jeopardice.strategies import Chooser, Optimal, Strategy, strategy


@dataclass(frozen=True)
class Simulation:
    """Simulated games; B begins every other one."""

    games: int
    first: Sample
    """A's part of the games that A began."""
    second: Sample
    """A's part of the games that B began."""
    turns: Sample
    """Turns of a game, both players' turns counted."""

    @property
    def overall(self) -> Sample:
        """A's part of all games."""
        return Sample((self.first.mean + self.second.mean) / 2, sqrt(self.first.stderr**2 + self.second.stderr**2) / 2)


def simulate_duel(
    rules: Rules,
    a: str | Strategy | Chooser,
    b: str | Strategy | Chooser,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    scores: Sequence[int] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Simulate A against B, from A's and B's banked scores.

    The same seed gives the same games, whatever the number of threads.
    """
    check_games(games, seed, least=2)
    race = duel(rules)
    if scores is not None and len(scores) != 2:
        raise InputError(f"scores: {len(scores)} given: two strategies need two")
    mine, theirs = map(race.units_needed, scores or (0, 0))
    players = strategy(a), strategy(b)
    half = games // 2
    told = progress or (lambda part: None)
    if carryover_keys(rules):
        return _simulate_games(race, players, (mine, theirs), games, seed, threads, told)
    one, other = (player.roller(race, Objective("win"), progress, threads) for player in players)
    first = _run(race, one, other, (mine, theirs), range(games - half), seed, threads, part_of(progress, 0, 0.5))
    second = _run(
        race, other, one, (theirs, mine), range(games - half, games), seed, threads, part_of(progress, 0.5, 1)
    )
    return Simulation(
        games,
        Sample.of_chance(first.wins, first.games),
        Sample.of_chance(second.games - second.wins, second.games),
        _turns(first.games + second.games, first.turns + second.turns, first.squares + second.squares),
    )


def _simulate_games(
    race: RaceModel,
    players: tuple[Strategy, Strategy],
    start: tuple[int, int],
    games: int,
    seed: int,
    threads: int | None,
    told: Progress,
) -> Simulation:
    """The same with carryover."""
    best = next((player for player in players if isinstance(player, Optimal)), None)
    table = Games(race, best.solved(race, told, threads) if best else None, threads)
    a, b = (player.game_policies(race, told) for player in players)
    half = games // 2
    first = table.play(a, b, games - half, seed, start=start, progress=lambda part: told(part / 2))
    second = table.play(
        b, a, half, seed, start=start[::-1], first_game=games - half, progress=lambda part: told(0.5 + part / 2)
    )
    turns, squares = (
        sum(int(m**power * count) for played in (first, second) for m, count in enumerate(played.lengths.tolist()))
        for power in (1, 2)
    )
    return Simulation(
        games,
        Sample.of_chance(first.mean("wins").mean * first.games, first.games),
        Sample.of_chance(second.games * (1 - second.mean("wins").mean), second.games),
        _turns(games, turns, squares),
    )


def simulate_solo(
    rules: Rules,
    name: str | Strategy | Chooser,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Simulate a solo strategy: the turns that it takes to the goal."""
    check_games(games, seed, least=1)
    race = solo_race(rules)
    roller = strategy(name).roller(race, Objective("turns"), progress, threads)
    found = _run(race, roller, None, (race.needed, race.needed), range(games), seed, threads, progress)
    return _turns(found.games, found.turns, found.squares)


def simulate_within(
    rules: Rules,
    name: str | Strategy | Chooser,
    turns: int,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Simulate a solo strategy: how often this number of turns is enough."""
    check_games(games, seed, least=1)
    race = solo_race(rules)
    n = race.needed
    roller = strategy(name).roller(race, Objective("within", turns), progress, threads)
    enough, *_ = simulate_games(roller, None, (n, n), range(games), seed, turns, threads, progress)
    return Sample.of_chance(enough, games)


@dataclass(frozen=True)
class _Tally:
    games: int
    wins: int
    turns: int
    squares: int


def _run(
    race: RaceModel,
    a: Roller,
    b: Roller | None,
    start: tuple[int, int],
    games: range,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> _Tally:
    *found, unfinished = simulate_games(a, b, start, games, seed, MOST_TURNS, threads, progress)
    if unfinished:
        raise JeopardiceError(f"{race.rules.where}: {unfinished:,} games were not over after {MOST_TURNS:,} turns")
    return _Tally(*found)


def _turns(games: int, turns: int, squares: int) -> Sample:
    mean = turns / games
    return Sample(mean, sqrt(max(0.0, squares / games - mean**2) / games))
