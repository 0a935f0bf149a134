"""Two strategies against each other, exactly: who wins, in how many turns, and the best response (core/evaluation/)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress, parts_of
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.lengths import Lengths, game_turns
from jeopardice.native.calls import Floats
from jeopardice.native.table import CoreTable, Seat
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.support import require
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.strategies import Strategy, StrategyLike, strategy
from jeopardice.strategies.table_of import core_table


@dataclass(frozen=True)
class Result:
    """How often one player of a game of two wins."""

    race: RaceModel
    first: float
    """The chance to win if this player begins."""
    second: float
    """The chance to win if the other begins."""

    @property
    def overall(self) -> float:
        """The chance to win averaged over who starts."""
        return (self.first + self.second) / 2

    @property
    def advantage(self) -> float:
        """How much likelier the player is to win than the other, averaged over who starts."""
        return 2 * self.overall - 1


@dataclass(frozen=True, repr=False)
class Match(Result, Tabular):
    """The exact result of A against B, as A sees it."""

    a: Strategy
    b: Strategy
    expected_turns: float
    """The expected turns of a game that A begins, counting both players' turns."""
    table_of_two: CoreTable = field(repr=False)
    seats: tuple[Seat, Seat] = field(repr=False)
    units: tuple[int, int] | None = None
    """The units that A and B need at the start, if not all."""

    def __repr__(self) -> str:
        return f"<Match {self.a.name} against {self.b.name}: {self.first:.6g} first, {self.second:.6g} second>"

    def table(self) -> ResultTable:
        """How often A wins: moving first, second, and on average."""
        row = (self.a.name, self.b.name, self.first, self.second, self.overall)
        return ResultTable(("a", "b", "first", "second", "overall"), [row])

    @cached_property
    def turns(self) -> Lengths:
        """The number of turns of a game that A begins, counting both players' turns."""
        return game_turns(self.table_of_two, self.seats, self.table_of_two.start(self.units))


def seated(rules: Rules, players: int) -> Rules:
    """The rules for as many players as there are strategies."""
    found = rules if rules.players == players else rules.replace(players=players)
    require("match", found)
    return found


def played(
    table: CoreTable, seats: tuple[Seat, Seat], units: tuple[int, int] | None = None, progress: Progress | None = None
) -> tuple[float, float, float]:
    """A's chance moving first and second, and the expected turns if A begins; `units` that A and B need."""
    starts = [(table.start(units), 0), (table.start(units and units[::-1]), 1)]
    wins, turns = table.follow(seats, starts, progress)
    return wins[0][0], wins[0][1], turns[0]


def match_duel(
    rules: GameLike,
    a: StrategyLike,
    b: StrategyLike,
    *,
    scores: Sequence[int] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Play strategy A against B, exactly, from A's and B's banked scores."""
    race = race_model(seated(rules_of(rules), 2))
    if scores is not None and len(scores) != 2:
        raise InputError(f"scores: {len(scores)} given: two are needed, A's and B's")
    units = (race.units_needed(scores[0]), race.units_needed(scores[1])) if scores else None
    table = core_table(race, 2, threads)
    one, other = strategy(a), strategy(b)
    preparing, then, playing = parts_of(progress, 1, 1, 2)
    first = one.seat(table, preparing)
    seats = (first, first if one is other or one == other else other.seat(table, then))
    wins_first, wins_second, turns = played(table, seats, units, playing)
    return Match(race, wins_first, wins_second, one, other, turns, table, seats, units)


@dataclass(frozen=True, repr=False)
class Tournament(Tabular):
    """Every strategy against every other."""

    strategies: tuple[Strategy, ...]
    overall: tuple[tuple[float, ...], ...]
    """overall[i][j]: how often strategy i wins against j averaged over who starts."""

    def __repr__(self) -> str:
        best = max(zip(self.means, self.strategies, strict=True), key=lambda entry: entry[0])
        return f"<Tournament of {len(self.strategies)}: {best[1].name} wins {best[0]:.6g} on average>"

    def table(self) -> ResultTable:
        """How often the strategy of the row wins against that of the column."""
        names = [one.name for one in self.strategies]
        means = zip(names, self.overall, self.means, strict=True)
        return ResultTable(("strategy", *names, "mean"), [(name, *row, mean) for name, row, mean in means])

    @property
    def means(self) -> tuple[float, ...]:
        """How often each strategy wins against the others, on average."""
        others = len(self.strategies) - 1
        return tuple((sum(row) - row[i]) / others for i, row in enumerate(self.overall))


def tournament_of_duels(
    rules: GameLike, strategies: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> Tournament:
    """Play every strategy against every other, exactly."""
    if len(strategies) < 2:
        raise InputError(f"tournament: {len(strategies)} given: at least two strategies are needed")
    table = core_table(race_model(rules_of(rules)), 2, threads)
    entered = tuple(strategy(name) for name in strategies)
    number = len(entered)
    preparing, playing = parts_of(progress, 1, 1)
    steps = parts_of(preparing, *[1] * number)
    seats = [one.seat(table, part) for one, part in zip(entered, steps, strict=True)]
    pairs = [(i, j) for i in range(number) for j in range(i)]
    overall = [[0.5] * number for _ in entered]
    for (i, j), part in zip(pairs, parts_of(playing, *[1] * len(pairs)), strict=True):
        first, second, _ = played(table, (seats[i], seats[j]), progress=part)
        overall[i][j] = (first + second) / 2
        overall[j][i] = 1 - overall[i][j]
    return Tournament(entered, tuple(map(tuple, overall)))


@dataclass(frozen=True, repr=False)
class Response(Result):
    """The best response to a strategy, and how often it wins."""

    to: Strategy
    first_at: Floats
    """[carryover, units the player needs - 1, units the other needs - 1]: the chance to win when to move."""
    second_at: Floats
    """[carryover, units the other needs - 1, units the player needs - 1]: the same with the other to move."""

    def __repr__(self) -> str:
        return f"<Response to {self.to.name}: {self.overall:.6g} overall>"

    @property
    def exploitability(self) -> float:
        """How much more than one half the best response wins."""
        return self.overall - 0.5


def best_response(
    rules: GameLike, to: StrategyLike, *, threads: int | None = None, progress: Progress | None = None
) -> Response:
    """Compute the best response to a strategy, exactly."""
    game, against = rules_of(rules), strategy(to)
    require("best response", game)
    race = race_model(game)
    table = core_table(race, 2, threads)
    preparing, responding = parts_of(progress, 1, 1)
    seat = against.seat(table, preparing)
    first, second = table.best_response([seat], responding)
    start = (0, race.needed - 1, race.needed - 1)
    return Response(race, float(first[start]), float(second[start]), against, first, second)
