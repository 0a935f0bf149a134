"""Strategy against strategy, exactly: who wins, in how many turns, and the best response (core/evaluation/match.hpp).

A solo player is a chain over the units still needed: with `outcomes[i]` the chances after a turn from i units,

    E(i) = 1 + sum_s outcomes[i][s] E(s),     P(m, i) = outcomes[i][0] + sum_s outcomes[i][s] P(m - 1, s).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.native.calls import Floats
from jeopardice.native.players import Player, answer_to, match_lengths, match_players
from jeopardice.native.race import CoreRace
from jeopardice.race.model import RaceModel
from jeopardice.race.support import plain_duel, solo_race
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.strategies import Strategy, StrategyLike, strategy

FORGOTTEN = 1e-13
"""Games are followed until the chance of longer ones is below this."""
MOST_ROUNDS = 100_000
"""Longer games are not followed."""


@dataclass(frozen=True, repr=False)
class Lengths:
    """The distribution of a number of turns: chances[m - 1] is the chance of m turns."""

    chances: Floats

    def __repr__(self) -> str:
        return f"<Lengths: {self.expected:.6g} turns expected, up to {len(self.chances)}>"

    @property
    def expected(self) -> float:
        """The expected number."""
        return float(np.arange(1, len(self.chances) + 1) @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        numbers = np.arange(1, len(self.chances) + 1)
        return sqrt(max(0.0, float(numbers**2 @ self.chances) - self.expected**2))

    def within(self, turns: int) -> float:
        """The chance that this number of turns is enough."""
        return float(self.chances[:turns].sum())

    def quantile(self, part: float) -> int:
        """The number of turns that is enough in this share of all cases."""
        return int(np.searchsorted(np.cumsum(self.chances), part)) + 1


@dataclass(frozen=True)
class Result:
    """How often one player of a race wins."""

    race: RaceModel
    first_at: Floats
    """[units the player needs - 1, units the other needs - 1]: the chance to win when to move."""
    second_at: Floats
    """The same with the other to move."""

    @property
    def first(self) -> float:
        """The chance to win for the player who begins."""
        return float(self.first_at[-1, -1])

    @property
    def second(self) -> float:
        """The chance to win if the other begins."""
        return float(self.second_at[-1, -1])

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
    players: tuple[Player, Player] = field(repr=False)

    def __repr__(self) -> str:
        return f"<Match {self.a.name} against {self.b.name}: {self.first:.6g} first, {self.second:.6g} second>"

    def table(self) -> ResultTable:
        """How often A wins: moving first, second, and on average."""
        row = (self.a.name, self.b.name, self.first, self.second, self.overall)
        return ResultTable(("a", "b", "first", "second", "overall"), [row])

    @cached_property
    def turns(self) -> Lengths:
        """The number of turns of a game that A begins, both players' turns counted."""
        return match_turns(self.race, *self.players)

    @property
    def expected_turns(self) -> float:
        """The expected turns of a game that A begins."""
        return self.turns.expected


def match_duel(
    rules: GameLike, a: StrategyLike, b: StrategyLike, *, threads: int | None = None, progress: Progress | None = None
) -> Match:
    """Play strategy A against B, exactly."""
    race = plain_duel(rules_of(rules))
    one, other = strategy(a), strategy(b)
    first_player = one.player(race, progress, threads)
    second_player = first_player if one is other or one == other else other.player(race, progress, threads)
    first, second = match_players(first_player, second_player, threads, progress)
    return Match(race, first, second, one, other, (first_player, second_player))


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
    race = plain_duel(rules_of(rules))
    entered = tuple(strategy(name) for name in strategies)
    report = progress or (lambda part: None)
    players = []
    for i, one in enumerate(entered):
        report(i / len(entered) / 2)
        players.append(one.player(race, None, threads))
    pairs = [(i, j) for i in range(len(players)) for j in range(i)]
    overall = [[0.5] * len(players) for _ in players]
    for done, (i, j) in enumerate(pairs):
        report(0.5 + done / len(pairs) / 2)
        overall[i][j] = Result(race, *match_players(players[i], players[j], threads)).overall
        overall[j][i] = 1 - overall[i][j]
    return Tournament(entered, tuple(map(tuple, overall)))


def match_turns(
    race: RaceModel, a: Player, b: Player, *, threads: int | None = None, progress: Progress | None = None
) -> Lengths:
    """The distribution of the number of turns of a game that A begins."""

    def follow(rounds: int) -> Floats:
        # Each state holds the chances of every turn; hardly more than half of the states do so at the same time.
        check_memory(Estimate(race.needed**2, race.needed**2 * 4 * rounds, 0))
        return np.stack(match_lengths(a, b, rounds, threads, progress), axis=1).ravel()

    return _followed(follow, 64, 4)


def _followed(follow: Callable[[int], Floats], rounds: int, factor: int) -> Lengths:
    """Follow games for more and more rounds, until longer ones are negligible."""
    before = 1.0
    while True:
        chances = follow(rounds)
        left = 1 - float(chances.sum())
        # What is left may be rounding errors only, which more rounds do not remove.
        if abs(left) <= FORGOTTEN or abs(left - before) <= FORGOTTEN:
            return Lengths(np.trim_zeros(chances, "b"))
        if rounds > MOST_ROUNDS:
            raise JeopardiceError(f"{left:.2g} of games are longer than {rounds:,} rounds: too long to follow")
        before, rounds = left, rounds * factor


@dataclass(frozen=True, repr=False)
class Response(Result):
    """The best response to a strategy, and how often it wins."""

    to: Strategy

    def __repr__(self) -> str:
        return f"<Response to {self.to.name}: {self.overall:.6g} overall>"

    @property
    def exploitability(self) -> float:
        """What the best response wins beyond one half."""
        return self.overall - 0.5


def best_response(
    rules: GameLike, to: StrategyLike, *, threads: int | None = None, progress: Progress | None = None
) -> Response:
    """Compute the best response to a strategy, exactly."""
    race = plain_duel(rules_of(rules))
    played = strategy(to)
    player = played.player(race, progress, threads)
    first, second = answer_to(CoreRace(race), player, threads, progress)
    return Response(race, first, second, played)


@dataclass(frozen=True, repr=False)
class Solo:
    """A strategy that plays solo to the goal."""

    strategy: Strategy
    race: RaceModel
    outcomes: Floats
    """[units needed - 1, units left]: the turn outcome distributions."""

    def __repr__(self) -> str:
        return f"<Solo {self.strategy.name}: {self.expected:.6g} turns expected>"

    def _solve(self, constants: Floats) -> Floats:
        """Solve x(i) = constants(i) + sum_s outcomes[i][s] x(s), from the fewest units up."""
        x = np.zeros(len(self.outcomes) + 1)
        for i, row in enumerate(self.outcomes, 1):
            stays = 1 - row[i]
            if stays < 1e-12:
                raise JeopardiceError(f"{self.strategy.name}: with {i} units to go it almost never scores")
            x[i] = (constants[i - 1] + row[1:i] @ x[1:i]) / stays
        return x[1:]

    @cached_property
    def expected_at(self) -> Floats:
        """[units needed - 1]: the expected turns to the goal."""
        return self._solve(np.ones(len(self.outcomes)))

    @property
    def expected(self) -> float:
        """The expected turns from the start to the goal."""
        return float(self.expected_at[-1])

    @cached_property
    def variance(self) -> float:
        """The variance of the number of turns:  E[T^2] = 2 E[T] - 1 + sum_s outcomes[s] E[T(s)^2]."""
        squares = self._solve(2 * self.expected_at - 1)
        return float(squares[-1] - self.expected_at[-1] ** 2)

    def within(self, turns: int) -> float:
        """The chance to reach the goal in this number of turns."""
        return float(self._follow(turns).sum())

    @cached_property
    def turns(self) -> Lengths:
        """The distribution of the number of turns."""
        if (first := 32 + ceil(2 * self.expected)) > MOST_ROUNDS:
            raise JeopardiceError(f"a game takes {self.expected:,.0f} turns: too long to follow")
        return _followed(self._follow, first, 2)

    def _follow(self, turns: int) -> Floats:
        """The chance to reach the goal in each of this number of turns."""
        at, chances = np.eye(len(self.outcomes))[-1], np.zeros(turns)
        for m in range(turns):
            after = at @ self.outcomes
            chances[m], at = after[0], after[1:]
        return chances


def solo(rules: GameLike, name: StrategyLike, *, progress: Progress | None = None) -> Solo:
    """Play a strategy solo: how many turns it takes to the goal."""
    race = solo_race(rules_of(rules))
    played = strategy(name)
    return Solo(played, race, played.turn_outcomes(race, progress))
