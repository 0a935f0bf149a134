"""Strategies against each other with random dice, roll by roll: the independent check of the exact results.

The same seed gives the same games, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from math import sqrt

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress, part_of
from jeopardice.evaluation.games import MOST_TURNS, Games, check_games
from jeopardice.evaluation.multiplayer import Seats
from jeopardice.native.players import simulate_games
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.race.support import carryover_keys, duel, solo_race
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.strategies import Optimal, Strategy, StrategyLike, strategy


@dataclass(frozen=True)
class SimulationOptions:
    """How many games are simulated, the seed of their dice, the banked scores at their start, and how they are run."""

    games: int = 1_000_000
    seed: int = 0
    scores: Sequence[int] | None = None
    threads: int | None = None
    progress: Progress | None = None

    def part(self, begin: float, end: float) -> SimulationOptions:
        """The options of one part of the work."""
        return replace(self, progress=part_of(self.progress, begin, end))

    def units_needed(self, race: RaceModel, players: int) -> list[int]:
        """The units that each player needs at the start."""
        scores = (0,) * players if self.scores is None else self.scores
        if len(scores) != players:
            raise InputError(f"scores: {len(scores)} given: {players} strategies need {players}")
        return [race.units_needed(score) for score in scores]


@dataclass(frozen=True, repr=False)
class Simulation:
    """Simulated games of two strategies; B begins every other one."""

    games: int
    first: Sample
    """A's share of the games that A began."""
    second: Sample
    """A's share of the games that B began."""
    turns: Sample
    """Turns of a game, both players' turns counted."""

    def __repr__(self) -> str:
        return f"<Simulation of {self.games:,} games: {self.overall} overall>"

    @property
    def overall(self) -> Sample:
        """A's share of all games."""
        return _mean([self.first, self.second])


@dataclass(frozen=True, repr=False)
class MultiplayerSimulation:
    """Simulated games; each strategy begins as often as any other, the seating order stays the same."""

    games: int
    beginning: tuple[tuple[Sample, ...], ...]
    """[who begins][strategy]: that strategy's share of these games."""
    turns: Sample
    """Turns of a game, all players' turns counted."""

    def __repr__(self) -> str:
        return f"<MultiplayerSimulation of {self.games:,} games: {', '.join(map(str, self.overall))}>"

    @property
    def overall(self) -> tuple[Sample, ...]:
        """Each strategy's share of all games."""
        return tuple(map(_mean, zip(*self.beginning, strict=True)))


@dataclass(frozen=True)
class _Tally:
    games: int
    wins: float
    turns: int
    squares: int


Run = Callable[[tuple[int, int], range, SimulationOptions], _Tally]
"""Simulates games of two players in this order, by their numbers."""


def simulate_duel(rules: Rules, a: StrategyLike, b: StrategyLike, options: SimulationOptions) -> Simulation:
    """Simulate A against B, from A's and B's banked scores."""
    games = options.games
    check_games(games, options.seed, least=2)
    race, players = duel(rules), (strategy(a), strategy(b))
    run = (_with_carryover if carryover_keys(rules) else _without_carryover)(race, players, options)
    begins = games - games // 2
    first = run((0, 1), range(begins), options.part(0, 0.5))
    second = run((1, 0), range(begins, games), options.part(0.5, 1))
    mine = Sample.of_chance(first.wins, first.games)
    theirs = Sample.of_chance(second.games - second.wins, second.games)
    return Simulation(games, mine, theirs, _turns([first, second]))


def _without_carryover(race: RaceModel, players: Sequence[Strategy], options: SimulationOptions) -> Run:
    needs = options.units_needed(race, 2)
    simulated = [player.simulated(race, Objective("win"), options.progress, options.threads) for player in players]

    def run(order: tuple[int, int], games: range, part: SimulationOptions) -> _Tally:
        one, other = order
        pair, start = (simulated[one], simulated[other]), (needs[one], needs[other])
        found = simulate_games(*pair, start, games, part.seed, MOST_TURNS, part.threads, part.progress)
        return _tally(race.rules, *found)

    return run


def _with_carryover(race: RaceModel, players: Sequence[Strategy], options: SimulationOptions) -> Run:
    needs = options.units_needed(race, 2)
    best = next((player for player in players if isinstance(player, Optimal)), None)
    solution = best.solved(race, options.progress, options.threads) if best else None
    table = Games(race, solution, options.threads)
    policies = [player.game_policies(race, options.progress) for player in players]

    def run(order: tuple[int, int], games: range, part: SimulationOptions) -> _Tally:
        one, other = order
        pair, start = (policies[one], policies[other]), (needs[one], needs[other])
        played = table.play(pair, games, part.seed, start=start, progress=part.progress)
        lengths = list(enumerate(played.lengths.tolist()))
        turns, squares = (sum(int(length**power * count) for length, count in lengths) for power in (1, 2))
        return _Tally(len(games), played.mean("wins").mean * len(games), turns, squares)

    return run


def simulate_solo(
    rules: GameLike,
    name: StrategyLike,
    games: int = 1_000_000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Simulate a solo strategy: the turns that it takes to the goal."""
    check_games(games, seed, least=1)
    race = solo_race(rules_of(rules))
    player = strategy(name).simulated(race, Objective("turns"), progress, threads)
    start = (race.needed, race.needed)
    found = simulate_games(player, None, start, range(games), seed, MOST_TURNS, threads, progress)
    return _turns([_tally(race.rules, *found)])


def simulate_multiplayer(
    rules: Rules, strategies: Sequence[StrategyLike], options: SimulationOptions
) -> MultiplayerSimulation:
    """Simulate three or more strategies, from their banked scores."""
    players, games, progress = len(strategies), options.games, options.progress
    check_games(games, options.seed, least=players)
    rules = rules if rules.players == players else rules.replace(players=players)
    seats = Seats(rules, strategies, options.threads, part_of(progress, 0, 0.5))
    needs = options.units_needed(seats.race, players)
    simulated = [
        None if isinstance(one, Optimal) else one.simulated(seats.race, Objective("win"), None, options.threads)
        for one in seats.strategies
    ]
    beginning, tallies, first = [], [], 0
    for begins in range(players):
        count = (games + players - 1 - begins) // players
        order = [(begins + k) % players for k in range(players)]
        seated, start = [simulated[number] for number in order], [needs[number] for number in order]
        part = part_of(progress, 0.5 + begins / players / 2, 0.5 + (begins + 1) / players / 2)
        wins, turns, squares, unfinished = seats.states.core.simulate(
            seated, *seats.best_values, start, first, count, options.seed, seats.threads, MOST_TURNS, part
        )
        samples = [Sample.of_chance(won, count) for won in wins]
        beginning.append(tuple(samples[(number - begins) % players] for number in range(players)))
        tallies.append(_tally(rules, count, 0, turns, squares, unfinished))
        first += count
    return MultiplayerSimulation(games, tuple(beginning), _turns(tallies))


def _tally(rules: Rules, games: int, wins: int, turns: int, squares: int, unfinished: int) -> _Tally:
    if unfinished:
        raise JeopardiceError(f"{rules.where}: {unfinished:,} games were not over after {MOST_TURNS:,} turns")
    return _Tally(games, wins, turns, squares)


def _turns(tallies: Iterable[_Tally]) -> Sample:
    """The mean number of turns."""
    games, _, turns, squares = map(sum, zip(*map(astuple, tallies), strict=True))
    mean = turns / games
    return Sample(mean, sqrt(max(0.0, squares / games - mean**2) / games))


def _mean(samples: Sequence[Sample]) -> Sample:
    """The mean of independent samples."""
    error = sqrt(sum(sample.stderr**2 for sample in samples)) / len(samples)
    return Sample(sum(sample.mean for sample in samples) / len(samples), error)
