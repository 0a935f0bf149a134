"""Simulated games, and what is counted in them.

Every decision is judged by best play: its cost is the value of the best action minus its own. In a match of best play
against another strategy the mean cost of the other's decisions in a game is exactly what best play wins more than
against itself, because dice are fair (core/simulation/games.hpp). A few thousand games give accurate costs, where wins
would need a million.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.native.table import BestSeat, CoreTable, Counts, Seat
from jeopardice.race.model import RaceModel

MOST_GAMES = 10**12
MOST_TURNS = 1_000_000
"""A game that takes longer is assumed never to end."""
COUNTS = (
    "wins",
    "turns",
    "points",
    "busts",
    "lead_changes",
    "decisions",
    "max_score_mistakes",
    "max_score_costs",
    "first_costs",
    "second_costs",
)
"""What is counted in each game, in the order of the core; mistakes are decisions that cost something."""
Decisions = NDArray[np.int32]
"""Decisions to bank or to roll: all players' units, the mover's first, the carryover, the phase, the total in units."""


@dataclass(frozen=True)
class GameCounts:
    """What was counted in simulated games."""

    games: int
    sums: Floats
    products: Floats
    lengths: Counts
    """[turns]: how many games took this number of turns."""
    changes: Counts
    """[lead changes]: how many games had this number of lead changes."""
    recorded: Decisions

    def mean(self, name: str) -> Sample:
        """The mean of a count in a game."""
        return self._sample(_one(name))

    def difference(self, one: str, other: str) -> Sample:
        """The mean of one count minus another."""
        return self._sample(_one(one) - _one(other))

    def _sample(self, weights: Floats) -> Sample:
        """The mean of a weighted sum of counts."""
        mean, square = weights @ self.sums / self.games, weights @ self.products @ weights / self.games
        return Sample(float(mean), sqrt(max(0.0, float(square - mean**2)) / self.games))

    def ratio(self, name: str, each: str) -> Sample:
        """One count for each of another, such as points for each turn.

        Counts of one game are correlated, so the error is that of (name - ratio * each), game by game.
        """
        a, b = float(_one(name) @ self.sums), float(_one(each) @ self.sums)
        if not b:
            return Sample(0.0, 0.0)
        weights = _one(name) - a / b * _one(each)
        return Sample(a / b, sqrt(max(0.0, float(weights @ self.products @ weights))) / b)

    @property
    def deviation(self) -> Sample:
        """The standard deviation of the number of turns, with its standard error."""
        turns = np.arange(len(self.lengths))
        mean = float(turns @ self.lengths) / self.games
        variance, fourth = (float(((turns - mean) ** power) @ self.lengths) / self.games for power in (2, 4))
        if variance <= 0:
            return Sample(0.0, 0.0)
        return Sample(sqrt(variance), sqrt(max(0.0, fourth - variance**2) / self.games / (4 * variance)))


def _one(name: str) -> Floats:
    """The weights that select one count."""
    return np.array([float(count == name) for count in COUNTS])


class DecisionWorths(Protocol):
    """Knows what decisions are worth in best play."""

    def worths(self, recorded: Decisions, /) -> tuple[Floats, Floats]:
        """The values of banking and of rolling in each of these positions."""


class Games:
    """The simulated games of a race of two or more. The costs of decisions need the best player of a race of two."""

    def __init__(self, table: CoreTable, judge: DecisionWorths | None = None) -> None:
        self.table, self.judge = table, judge

    @property
    def race(self) -> RaceModel:
        """The race."""
        return self.table.model

    def play(
        self,
        players: Sequence[Seat],
        games: range,
        seed: int,
        *,
        record: int = 0,
        progress: Progress | None = None,
    ) -> GameCounts:
        """Play games that the first player begins, numbered as in `games`.

        The costs of decisions are counted if there is a judge; the decisions of the first `record` games are recorded.
        """
        start = self.table.start()
        judge = self.judge if isinstance(self.judge, BestSeat) else None
        found = self.table.simulate(
            players, start, games, seed, MOST_TURNS, judge=judge, counted=True, record=record, progress=progress
        )
        if found.unfinished:
            raise JeopardiceError(f"{self.race.rules.where}: a game was not over after {MOST_TURNS:,} turns")
        return GameCounts(found.games, found.sums, found.products, found.lengths, found.changes, found.recorded)

    def worths(self, recorded: Decisions) -> tuple[Floats, Floats]:
        """The values of banking and of rolling in each of these positions."""
        assert self.judge is not None
        return self.judge.worths(np.ascontiguousarray(recorded, dtype=np.int32))


def check_games(games: int, seed: int, least: int) -> None:
    """Refuse impossible numbers of games and seeds."""
    if not isinstance(games, int) or not least <= games <= MOST_GAMES:
        raise InputError(f"games: {shown(games)}: it must be from {least} to {MOST_GAMES:,}")
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise InputError(f"seed: {shown(seed)}: it must be from 0 to {2**64 - 1}")
