"""Strategy against strategy by chance, roll by roll: the independent check of everything exact."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.common.samples import Sample
from jeopardice.evaluation.games import MOST_TURNS, Games, check_games
from jeopardice.native.race import cores
from jeopardice.race.model import RaceModel, any_race_of_two, keys_between, race_alone
from jeopardice.rulebook import Rules
from jeopardice.strategies import Chooser, Optimal, Strategy, strategy

__all__ = ["Sample", "Simulation", "simulate", "simulate_alone", "simulate_within"]


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
    check_games(games, seed, least=2)
    race = any_race_of_two(rules)
    mine, theirs = map(race.units_needed, scores)
    players = strategy(a), strategy(b)
    half = games // 2
    told = progress or (lambda part: None)
    if keys_between(rules):
        return _simulate_games(race, players, (mine, theirs), games, seed, threads, told)
    one, other = (player.roller(race, progress, threads) for player in players)
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


def _simulate_games(
    race: RaceModel,
    players: tuple[Strategy, Strategy],
    start: tuple[int, int],
    games: int,
    seed: int,
    threads: int | None,
    told: Progress,
) -> Simulation:
    """The same where more lasts between turns than the scores."""
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
    check_games(games, seed, least=1)
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
    check_games(games, seed, least=1)
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
