"""Three or more strategies against each other, exactly: who wins, and in how many turns (core/evaluation/games.hpp).

The seating order and who begins matter: there are results for one order and averages over all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from jeopardice.common.errors import InputError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, part_of, parts_of
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.duels import seated
from jeopardice.native.calls import Floats, cores
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.native.table import Seat
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solvers.multiplayer import multiplayer_model
from jeopardice.strategies import Optimal, Strategy, StrategyLike, strategy
from jeopardice.strategies.table_of import core_table


@dataclass(frozen=True)
class SeatingResult:
    """The result of strategies in the order in which they play."""

    strategies: tuple[Strategy, ...]
    wins: tuple[tuple[float, ...], ...]
    """[who begins][strategy]: each strategy's chance to win, in the order given."""
    turns: tuple[float, ...]
    """[who begins]: the expected turns of a game, counting all players' turns."""

    def chances_when(self, begins: int) -> tuple[float, ...]:
        """Each strategy's chance to win, in the order given, if this one (counted from 0) begins."""
        return self.wins[begins]

    @property
    def chances(self) -> tuple[float, ...]:
        """Each strategy's chance to win if the first begins."""
        return self.wins[0]

    @property
    def expected_turns(self) -> float:
        """The expected turns of a game that the first begins, counting all players' turns."""
        return self.turns[0]


@dataclass(frozen=True, repr=False)
class MultiplayerMatch(Tabular):
    """The exact result of three or more strategies, in every seating order."""

    strategies: tuple[Strategy, ...]
    seatings: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]
    """Orders of play, by the numbers of the strategies (counted from 0), each with the chance of each seat."""
    expected_turns: float
    """Of a game in the order given."""

    def __repr__(self) -> str:
        chances = zip(self.strategies, self.overall, strict=True)
        return f"<MultiplayerMatch: {', '.join(f'{one.name} {chance:.6g}' for one, chance in chances)}>"

    def table(self) -> ResultTable:
        """Each strategy's chance in the order given, and averaged over all orders."""
        chances = zip(self.strategies, self.chances, self.overall, strict=True)
        return ResultTable(("strategy", "in this order", "overall"), [(one.name, *both) for one, *both in chances])

    @property
    def overall(self) -> tuple[float, ...]:
        """Each strategy's chance, averaged over all seating orders."""
        totals = np.zeros(len(self.strategies))
        for order, chances in self.seatings:
            totals[list(order)] += chances
        return tuple((totals / len(self.seatings)).tolist())

    @property
    def chances(self) -> tuple[float, ...]:
        """Each strategy's chance in the order given."""
        return self.seatings[0][1]


class Seats:
    """The strategies of a game, ready to take any seat."""

    def __init__(
        self, rules: Rules, names: Sequence[StrategyLike], threads: int | None = None, progress: Progress | None = None
    ) -> None:
        self.rules, self.threads = rules, cores(threads)
        self.race = multiplayer_model(rules)
        self.strategies = tuple(map(strategy, names))
        players = rules.players
        self.core = core_table(self.race, players, threads)
        states = len(self.core.carryover.all) * self.race.lowest**players
        check_memory(Estimate(states, 8 * states * players**2, 0))
        self.players: list[Seat] = []
        best: Seat | None = None  # one for all who play best
        for k, one in enumerate(self.strategies):
            part = part_of(progress, k / len(self.strategies), (k + 1) / len(self.strategies))
            if not isinstance(one, Optimal):
                self.players.append(one.seat(self.core, part))
                continue
            best = best or one.seat(self.core, part)
            self.players.append(best)

    def play(self, order: Sequence[int], progress: Progress | None = None) -> SeatingResult:
        """The result of an order of play, by the numbers of the strategies."""
        start, seats = self.core.start(), range(len(order))
        wins, turns = self.core.follow([self.players[k] for k in order], [(start, mover) for mover in seats], progress)
        by_start = tuple(tuple(wins[seat][mover] for seat in seats) for mover in seats)
        return SeatingResult(tuple(self.strategies[number] for number in order), by_start, tuple(turns))

    def match(self, numbers: Sequence[int], progress: Progress | None = None) -> MultiplayerMatch:
        """Strategies in every order; orders that differ only in who begins are solved once."""
        rounds = [(0, *rest) for rest in permutations(range(1, len(numbers)))]
        seatings: list[tuple[tuple[int, ...], tuple[float, ...]]] = []
        known: dict[tuple[str, ...], SeatingResult] = {}
        for done, around in enumerate(rounds):
            at = [numbers[k] for k in around]
            names = tuple(self.strategies[number].name for number in at)
            if names not in known:
                known[names] = self.play(at, part_of(progress, done / len(rounds), (done + 1) / len(rounds)))
            for begins in range(len(around)):
                chances = known[names].chances_when(begins)
                seatings.append((around[begins:] + around[:begins], chances[begins:] + chances[:begins]))
        turns = next(iter(known.values())).expected_turns
        return MultiplayerMatch(tuple(self.strategies[number] for number in numbers), tuple(seatings), turns)


@dataclass(frozen=True, repr=False)
class MultiplayerResponse:
    """The best response to the strategies of two or more others, and how often it wins."""

    to: tuple[Strategy, ...]
    """The strategies of the others, in playing order after the player."""
    chances: tuple[float, ...]
    """[seat]: the chance to win moving first, second, and so on."""
    at: tuple[Floats, ...]
    """[turns until the player moves][carryover, units needed - 1 of each player, the mover first]: the chance."""

    def __repr__(self) -> str:
        return f"<MultiplayerResponse to {', '.join(one.name for one in self.to)}: {self.overall:.6g} overall>"

    @property
    def overall(self) -> float:
        """The chance to win averaged over who starts."""
        return sum(self.chances) / len(self.chances)

    @property
    def exploitability(self) -> float:
        """How much more than a fair share the best response wins."""
        return self.overall - 1 / len(self.chances)


def best_response_of_several(
    rules: Rules, to: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> MultiplayerResponse:
    """Compute the best response to the strategies of all others, in playing order after the player, exactly."""
    if len(to) + 1 != rules.players:
        rules = rules.replace(players=len(to) + 1)
    require("best response", rules)
    seats = Seats(rules, to, threads, part_of(progress, 0, 0.5))
    core = CoreMultiplayer(seats.race, threads)
    values = seats.core.best_response(seats.players, part_of(progress, 0.5, 1), core)
    start = (0, *(seats.race.needed - 1,) * rules.players)
    ahead = [float(plane[start]) for plane in values]  # by the number of others who have moved
    return MultiplayerResponse(seats.strategies, (ahead[0], *reversed(ahead[1:])), (values[0], *reversed(values[1:])))


def match_multiplayer(
    rules: Rules, strategies: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> MultiplayerMatch:
    """Play three or more strategies in every seating order, exactly."""
    seats = Seats(seated(rules, len(strategies)), strategies, threads, part_of(progress, 0, 0.5))
    return seats.match(range(len(strategies)), part_of(progress, 0.5, 1))


@dataclass(frozen=True, repr=False)
class MultiplayerTournament(Tabular):
    """A tournament at tables of three or more."""

    strategies: tuple[Strategy, ...]
    tables: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]
    """Who sat at each table, by the numbers of the strategies, and how often they win there, whoever begins."""

    def __repr__(self) -> str:
        return f"<MultiplayerTournament: {len(self.strategies)} strategies, tables: {len(self.tables)}>"

    def table(self) -> ResultTable:
        """How often each strategy wins, on average over its tables."""
        means = zip(self.strategies, self.means, strict=True)
        return ResultTable(("strategy", "mean"), [(one.name, mean) for one, mean in means])

    @property
    def means(self) -> tuple[float, ...]:
        """How often each strategy wins, on average over the tables at which it sits."""
        numbers = range(len(self.strategies))
        chances = [[overall[who.index(n)] for who, overall in self.tables if n in who] for n in numbers]
        return tuple(sum(each) / len(each) for each in chances)


def tournament_of_tables(
    rules: Rules, strategies: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> MultiplayerTournament:
    """Play a tournament at tables of as many players as the rules say, exactly."""
    players = rules.players
    if len(strategies) < players:
        raise InputError(f"tournament: {len(strategies)} given: tables of {players} need at least {players} strategies")
    preparing, playing = parts_of(progress, 1, 2)
    seats = Seats(rules, strategies, threads, preparing)
    tables = list(combinations(range(len(strategies)), players))
    parts = parts_of(playing, *[1] * len(tables))
    results = tuple((who, seats.match(who, part).overall) for who, part in zip(tables, parts, strict=True))
    return MultiplayerTournament(seats.strategies, results)
