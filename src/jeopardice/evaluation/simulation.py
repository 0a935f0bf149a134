"""Strategies against each other with random dice, roll by roll: the independent check of the exact results.

The same seed gives the same games, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress, parts_of
from jeopardice.evaluation.duels import seated
from jeopardice.evaluation.games import MOST_TURNS, check_games
from jeopardice.native.table import Simulated
from jeopardice.race.carryover import Carryover
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.positions import Position
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.solvers.multiplayer import multiplayer_model
from jeopardice.strategies import StrategyLike, strategy
from jeopardice.strategies.table_of import core_table


@dataclass(frozen=True)
class SimulationOptions:
    """How many games are simulated, the seed of their dice, the banked scores at their start, and how they are run."""

    games: int = 1_000_000
    seed: int = 0
    scores: Sequence[int] | None = None
    threads: int | None = None
    progress: Progress | None = None
    busts: Sequence[int] | None = None
    """Each player's busts in a row at the start."""
    to_beat: int = 0
    """What the player before the first has banked."""
    seat: int = 1
    """The place of the player who moves first in the round."""

    @property
    def has_carryover(self) -> bool:
        """Whether games begin with a carryover."""
        return bool(self.busts or self.to_beat or self.seat != 1)

    def carry(self, race: RaceModel, carryover: Carryover, begins: int) -> int:
        """The state of the carryover at the start of a game that this player begins."""
        players = carryover.players
        scores, busts = self.scores or (0,) * players, None if self.busts is None else tuple(self.busts)
        order = [(begins + k) % players for k in range(players)]
        if busts is not None and len(busts) == players:
            busts = tuple(busts[k] for k in order)
        if self.to_beat + race.turn.unit * race.units_needed(scores[order[-1]]) > race.turn.unit * race.lowest:
            raise InputError(f"to_beat: {self.to_beat}: the previous player cannot have banked that much")
        return race.carryover_at(Position(busts=busts, to_beat=self.to_beat, seat=self.seat), carryover)

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
    """Turns of a game, counting both players' turns."""

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
    """Turns of a game, counting all players' turns."""

    def __repr__(self) -> str:
        return f"<MultiplayerSimulation of {self.games:,} games: {', '.join(map(str, self.overall))}>"

    @property
    def overall(self) -> tuple[Sample, ...]:
        """Each strategy's share of all games."""
        return tuple(map(_mean, zip(*self.beginning, strict=True)))


def simulate_duel(rules: Rules, a: StrategyLike, b: StrategyLike, options: SimulationOptions) -> Simulation:
    """Simulate A against B, from A's and B's banked scores."""
    found = _games(race_model(seated(rules, 2)), 2, (a, b), options)
    mine, theirs = found.share(0, 0), found.share(1, 0)
    return Simulation(options.games, mine, theirs, _turns(found.games))


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
    options = SimulationOptions(games, seed, threads=threads, progress=progress)
    return _turns(_games(race_model(rules_of(rules)), 1, (name,), options).games)


def simulate_multiplayer(
    rules: Rules, strategies: Sequence[StrategyLike], options: SimulationOptions
) -> MultiplayerSimulation:
    """Simulate three or more strategies, from their banked scores."""
    players = len(strategies)
    found = _games(multiplayer_model(seated(rules, players)), players, strategies, options)
    beginning = tuple(tuple(found.share(begins, number) for number in range(players)) for begins in range(players))
    return MultiplayerSimulation(options.games, beginning, _turns(found.games))


@dataclass(frozen=True)
class _Games:
    """Simulated games, by who begins."""

    games: list[Simulated]

    def share(self, begins: int, number: int) -> Sample:
        """The share of the wins of a player in the games that another one began."""
        found = self.games[begins]
        return Sample.of_chance(found.wins[(number - begins) % len(found.wins)], found.games)


def _games(race: RaceModel, players: int, names: Sequence[StrategyLike], options: SimulationOptions) -> _Games:
    """Each player begins as many games as any other, if possible."""
    check_games(options.games, options.seed, least=players)
    needs = options.units_needed(race, players)
    table = core_table(race, players, options.threads)
    entered = list(map(strategy, names))
    preparing, playing = parts_of(options.progress, 1, 1)
    steps = zip(entered, parts_of(preparing, *[1] * len(entered)), strict=True)
    seats = [one.seat(table, part) for one, part in steps]
    found, first = [], 0
    for begins, part in enumerate(parts_of(playing, *[1] * players)):
        count = (options.games + players - 1 - begins) // players
        order = [(begins + k) % players for k in range(players)]
        played = table.simulate(
            [seats[k] for k in order],
            table.start([needs[k] for k in order], options.carry(race, table.carryover, begins)),
            range(first, first + count),
            options.seed,
            MOST_TURNS,
            progress=part,
        )
        if played.unfinished:
            raise JeopardiceError(f"{race.rules.where}: a game was not over after {MOST_TURNS:,} turns")
        found.append(played)
        first += count
    return _Games(found)


def _turns(found: Sequence[Simulated]) -> Sample:
    """The mean number of turns."""
    games, turns, squares = (sum(getattr(one, name) for one in found) for name in ("games", "turns", "squares"))
    mean = turns / games
    return Sample(mean, sqrt(max(0.0, squares / games - mean**2) / games))


def _mean(samples: Sequence[Sample]) -> Sample:
    """The mean of independent samples."""
    error = sqrt(sum(sample.stderr**2 for sample in samples)) / len(samples)
    return Sample(sum(sample.mean for sample in samples) / len(samples), error)
