"""Simulated games of two with carryover, and what is counted in them.

Every decision is judged by best play: its cost is the value of the best action minus its own. In a match of best play
against another strategy the mean cost of the other's decisions in a game is exactly what best play wins more than
against itself, because dice are fair (core/simulation/games.hpp). A few thousand games give accurate costs, where wins
would need a million.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.native.calls import Choices, Floats, cores
from jeopardice.native.players import CoreGames, GamePolicies
from jeopardice.native.race import CoreRace
from jeopardice.race.model import RaceModel
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.turn import TurnSolution
from jeopardice.strategies.policy import outcomes_in_core
from jeopardice.turn.decisions import TIE

MOST_GAMES = 10**12
MOST_TURNS = 1_000_000
"""A game that takes longer is assumed never to end."""
MOST_BYTES = 2**30
"""Memory for turns of best play; the rest are recomputed each time."""
FEW_TOTALS = 64
"""The least number of turn totals kept for a turn of best play; more where turns score more points."""
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
Counts = NDArray[np.uint64]
Decisions = NDArray[np.int32]
"""Decisions to bank or to roll: the mover's units, the other's, the carryover, the phase, the turn total in units."""


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


class Games:
    """The games of a race of two. Best play needs the solution."""

    def __init__(self, race: RaceModel, solution: RaceSolution | None = None, threads: int | None = None) -> None:
        self.race, self.solution = race, solution
        core = solution.core if solution else CoreRace(race)
        self.board = core.solved_board(threads) if solution else core.board("win")
        values = np.ascontiguousarray(solution.values) if solution else None
        play = max_score_play(race)
        totals = max(FEW_TOTALS, round(4 * play.points / race.turn.unit))
        self._core = CoreGames(
            core.turn, self.board, values, play.choices, play.first_rolls, cores(threads), totals, MOST_BYTES
        )

    def play(
        self,
        players: tuple[GamePolicies | None, GamePolicies | None],
        games: range,
        seed: int,
        *,
        start: tuple[int, int] | None = None,
        judged: bool = False,
        record: int = 0,
        progress: Progress | None = None,
    ) -> GameCounts:
        """Play games that the first player begins, numbered as in `games`; None plays best.

        `start` has the units that each needs. With `judged` the costs of decisions are counted; the decisions of the
        first `record` games are recorded.
        """
        start = start or (self.race.needed, self.race.needed)
        found = self._core.play(*players, *start, games.start, len(games), seed, MOST_TURNS, record, judged, progress)
        played, unfinished = found[:2]
        if unfinished:
            raise JeopardiceError(f"{self.race.rules.where}: a game was not over after {MOST_TURNS:,} turns")
        return GameCounts(played, *found[2:])

    def worths(self, recorded: Decisions) -> tuple[Floats, Floats]:
        """The values of banking and of rolling in each of these positions."""
        return self._core.worths(np.ascontiguousarray(recorded, dtype=np.int32))


@dataclass(frozen=True)
class MaxScorePlay:
    """What maximum scoring does at every turn total."""

    choices: Choices
    """[first bank due, total in units, outcome] as in a policy; the last total stands for all beyond it."""
    first_rolls: NDArray[np.int32]
    """[first bank due]: the roll to begin with, of those of the first phase."""
    points: float
    """Its expected points in a turn."""


def max_score_play(race: RaceModel) -> MaxScorePlay:
    """Maximum scoring, for every turn total."""
    tables, first_rolls = [], []
    most = 2 * (race.lowest + race.least_bank(first=True))  # hardly any turn goes further
    for due in (False, True):
        model = replace(race.turn, bank_from=race.least_bank(first=due) * race.turn.unit)
        solved = TurnSolution(model, native.solve_turn(model))
        tables.append(_everywhere(solved, most))
        first_rolls.append(model.phases[0].rolls.index(solved.best_roll()))
    rows = max(map(len, tables))
    filled = [np.concatenate([table, np.repeat(table[-1:], rows - len(table), axis=0)]) for table in tables]
    return MaxScorePlay(np.stack(filled), np.array(first_rolls, dtype=np.int32), float(solved.value))


def _everywhere(solved: TurnSolution, most: int) -> Choices:
    """The choices of a solved turn at totals up to the most, in units, even where its own play never leads."""
    model, closing = solved.model, solved.closing
    unit, last = model.unit, min(most, -(-closing.total // model.unit))
    totals = np.arange(last + model.most_points // unit + 1)
    gains = np.array([float(gain) for gain in closing.gains])
    values = totals[:, None] * unit + gains
    busts = np.tile([float(bust) for bust in closing.busts], (len(totals), 1))
    known = min(len(totals), len(solved.solved.values))
    values[:known], busts[:known] = np.array(solved.solved.values)[:known], np.array(solved.solved.busts)[:known]
    points, closed = totals[:, None] * unit, totals * unit >= closing.total
    # As SolvedTurn.action does, for all states together.
    banks = (points >= model.bank_from) & (np.abs(values - points) <= TIE * np.maximum(1.0, np.abs(values)))
    for q, phase in enumerate(model.phases):
        if phase.rolls:
            banks[closed, q] = closing.rolls[q] is None
        else:
            banks[:, q] = points[:, 0] >= model.bank_from
    outcomes = outcomes_in_core(model)
    choices = np.zeros((last + 1, len(outcomes)), dtype=np.uint16)
    rows = np.arange(last + 1)
    for o, outcome in enumerate(outcomes):
        after = [(rows + option.points // unit, option.phase) for option in outcome.options]
        worth = np.stack([values[place] for place in after], axis=1)
        best = worth.max(axis=1, keepdims=True)
        tied = best - worth <= TIE * np.maximum(1.0, np.abs(best))
        taken = np.where(tied, np.stack([busts[place] for place in after], axis=1), np.inf).argmin(axis=1)
        then = np.stack([banks[place] for place in after], axis=1)
        choices[:, o] = 2 * taken + then[rows, taken]
    return choices


def check_games(games: int, seed: int, least: int) -> None:
    """Refuse impossible numbers of games and seeds."""
    if not isinstance(games, int) or not least <= games <= MOST_GAMES:
        raise InputError(f"games: {shown(games)}: it must be from {least} to {MOST_GAMES:,}")
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise InputError(f"seed: {shown(seed)}: it must be from 0 to {2**64 - 1}")
