"""Strategy against strategy by chance, roll by roll: the independent check of everything exact."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from jeopardice import _core
from jeopardice.errors import InputError, JeopardiceError, shown
from jeopardice.race import RaceModel, race_alone, race_of_two
from jeopardice.rulebook import Rules
from jeopardice.solvers.races import cores
from jeopardice.solvers.values import Progress
from jeopardice.strategies import Chooser, Strategy, strategy

MOST_GAMES = 10**12
MOST_TURNS = 1_000_000
"""A game that takes longer is not going to end."""


@dataclass(frozen=True)
class Sample:
    """The mean of something, with its standard error."""

    mean: float
    stderr: float

    @classmethod
    def of_chance(cls, hits: int, games: int) -> Sample:
        """How often something happened."""
        likely = (hits + 1) / (games + 2)  # never certain, however few games there were
        return cls(hits / games, sqrt(likely * (1 - likely) / games))


@dataclass(frozen=True)
class Simulation:
    """Games played by chance; in every other one B begins."""

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


def simulate(
    rules: Rules,
    a: str | Strategy | Chooser,
    b: str | Strategy | Chooser,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    scores: tuple[int, int] = (0, 0),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Plays A against B by chance, from A's and B's banked scores.

    The same seed gives the same games, whatever the number of threads.
    """
    _check(games, seed, least=2)
    race = race_of_two(rules)
    mine, theirs = map(race.units_needed, scores)
    one, other = (strategy(name).roller(race, progress, threads) for name in (a, b))
    half = games // 2
    told = progress or (lambda part: None)
    first = _run(race, one, other, (mine, theirs), 0, games - half, seed, threads, lambda part: told(part / 2))
    second = _run(
        race, other, one, (theirs, mine), games - half, half, seed, threads, lambda part: told(0.5 + part / 2)
    )
    return Simulation(
        games,
        Sample.of_chance(first.wins, first.games),
        Sample.of_chance(second.games - second.wins, second.games),
        _turns(first.games + second.games, first.turns + second.turns, first.squares + second.squares),
    )


def simulate_alone(
    rules: Rules,
    name: str | Strategy | Chooser,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Plays a strategy alone by chance: the turns that it takes to the goal."""
    _check(games, seed, least=1)
    race = race_alone(rules)
    roller = strategy(name).roller(race, progress, threads, alone=True)
    found = _run(race, roller, None, (race.needed, race.needed), 0, games, seed, threads, progress)
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
    """Plays a strategy alone by chance: how often so many turns are enough."""
    _check(games, seed, least=1)
    race = race_alone(rules)
    n = race.needed
    roller = strategy(name).roller(race, progress, threads, alone=True, within=turns)
    enough, *_ = _core.simulate(roller, None, n, n, 0, games, seed, threads or cores(), turns, progress)
    return Sample.of_chance(enough, games)


@dataclass(frozen=True)
class _Tally:
    games: int
    wins: int
    turns: int
    squares: int


def _run(
    race: RaceModel,
    a: _core.Roller,
    b: _core.Roller | None,
    start: tuple[int, int],
    first_game: int,
    games: int,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> _Tally:
    *found, unfinished = _core.simulate(a, b, *start, first_game, games, seed, threads or cores(), MOST_TURNS, progress)
    if unfinished:
        raise JeopardiceError(f"{race.rules.where}: {unfinished:,} games were not over after {MOST_TURNS:,} turns")
    return _Tally(*found)


def _turns(games: int, turns: int, squares: int) -> Sample:
    mean = turns / games
    return Sample(mean, sqrt(max(0.0, squares / games - mean**2) / games))


def _check(games: int, seed: int, least: int) -> None:
    if not least <= games <= MOST_GAMES:
        raise InputError(f"games: {shown(games)}: it must be from {least} to {MOST_GAMES:,}")
    if not 0 <= seed < 2**64:
        raise InputError(f"seed: {shown(seed)}: it must be from 0 to {2**64 - 1}")
