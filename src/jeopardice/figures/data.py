"""What the figures of one game share, computed once: the race of one player, and best play of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise

import numpy as np
from flint import arb
from numpy.typing import NDArray

from jeopardice.analysis.boundaries import (
    START,
    Boundaries,
    TurnSlice,
    assumed,
    boundaries,
    opponents,
    other_players,
    turn_slice,
)
from jeopardice.analysis.reach import Reach, reach
from jeopardice.common.errors import InputError
from jeopardice.common.flint_numbers import float_of
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.best import BestRace, best_race
from jeopardice.papers.dice_race.limits import ThresholdPattern, pattern
from jeopardice.papers.dice_race.strategies import RaceCourse, follow
from jeopardice.papers.dice_race.turns import PigTurn, pig_turn
from jeopardice.race.positions import Position
from jeopardice.race.support import require
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.solve import solve

Floats = NDArray[np.float64]
Run = tuple[int, int, int]
"""The first number of units to go, the threshold, and for how many numbers of units it is best."""


@dataclass(frozen=True)
class SettledPattern:
    """The thresholds that are best in the end, as they usually repeat before some number of units to go."""

    pattern: ThresholdPattern
    start: int
    """The units to go at which the first threshold of the pattern is best."""

    @cached_property
    def variance(self) -> float:
        """s^2, the variance of the number of turns for each unit, if the pattern were to repeat forever."""
        return float_of(self.pattern.variance)

    @property
    def says(self) -> str:
        """The thresholds in words, each with the number of points to go for which it is best."""
        unit = self.pattern.turn.unit
        runs = [(k * unit, len(list(run)) * unit) for k, run in groupby(self.pattern.thresholds)]
        if len(runs) == 1:
            return f"hold at {runs[0][0]}"
        return "hold at " + ", at ".join(f"{k} for {length}" for k, length in sorted(runs))

    @cached_property
    def periodic(self) -> list[float]:
        """U from the start on, for one period."""
        return [float_of(u) for u in self.pattern.periodic_part[0]]

    def periodic_at(self, n: int) -> float:
        """U(n), if the pattern were to repeat forever in both directions."""
        return self.periodic[(n - self.start) % self.pattern.period]

    def threshold(self, n: int) -> int:
        """The threshold at n units to go, if the pattern continued."""
        return self.pattern.thresholds[(n - self.start) % self.pattern.period]


WORK = 400_000
"""How far to look for thresholds that have settled, times the threshold of a single turn; beyond, that is used."""


class RaceData:
    """A game to draw figures of."""

    def __init__(
        self,
        game: GameLike,
        progress: Progress | None = None,
        at: Position = START,
        others: Sequence[int] | None = None,
    ) -> None:
        self.rules, self.progress, self.at, self.others = rules_of(game), progress, at, others
        self._best: BestRace | None = None
        self._course: RaceCourse | None = None

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.rules.title or "The game"

    @cached_property
    def turn(self) -> PigTurn:
        """One turn; games that are not a dice race are refused."""
        return pig_turn(self.rules)

    @cached_property
    def mean(self) -> float:
        """The most units that a turn banks on average, Louchard's m."""
        return float_of(self.turn.mean)

    def best(self, to: int) -> BestRace:
        """The best thresholds for at least `to` units to go."""
        if self._best is None or self._best.to < to:
            self._best = best_race(self.turn, to, progress=self.progress)
        return self._best

    def course(self, to: int) -> RaceCourse:
        """Expected turns and variance of the best thresholds, for at least `to` units to go."""
        if self._course is None or len(self._course.variances) <= to:
            self._course = follow(self.turn, self.best(to).outcomes, to, self.progress)
        return self._course

    def excesses(self, to: int) -> Floats:
        """E(n) - n/m for 0 to `to` units to go."""
        return floats(self.best(to).excesses[: to + 1])

    def variances(self, to: int) -> Floats:
        """V(n) for 0 to `to` units to go."""
        return floats(self.course(to).variances[: to + 1])

    def settled(self, to: int) -> SettledPattern:
        """The last usual runs of thresholds before `to` units to go, or later ones if that is too early."""
        far, furthest = max(to, 100 * self.turn.closing), max(to, WORK // self.turn.closing)
        while True:
            best = self.best(min(far, furthest))
            found = _settled(best, to) or _settled(best, best.to)
            if found:
                return found
            if far >= furthest:
                return SettledPattern(ThresholdPattern(self.turn, (self.turn.closing,)), 1)
            far *= 2

    @cached_property
    def solution(self) -> RaceSolution | MultiplayerSolution:
        """Best play of two or more."""
        found = solve(self.rules, progress=self.progress)
        assert isinstance(found, RaceSolution | MultiplayerSolution)
        return found

    @cached_property
    def boundaries(self) -> Boundaries:
        """When to roll and when to hold in the game of two, for each number of dice."""
        require("surface", self.rules)
        return boundaries(self.solution, progress=self.progress, at=self.at, others=self.others)

    @cached_property
    def reach(self) -> Reach:
        """The states that come up when two play best."""
        require("reachable states", self.rules)
        return reach(self.solution, self.progress, self.at)

    @property
    def opponent(self) -> str:
        """Whose score the second axis of a figure shows."""
        return "next player" if self.rules.players > 2 else "opponent"

    @property
    def assumed(self) -> str:
        """What figures of best play assume besides the scores, as the end of a title."""
        words = (*other_players(self.rules, self.others), *assumed(self.rules, self.at))
        return f" ({', '.join(words)})" if words else ""

    def slices(self, theirs: int) -> list[TurnSlice]:
        """The turns of best play against one score of the opponent, by the mover's score."""
        opposed = opponents(self.rules, theirs, self.others)
        model = self.solution.model
        carried, at = self.solution.carryover.all[model.carryover_at(self.at, self.solution.carryover)], self.at
        if carried.to_beat + model.units_needed(opposed[-1]) > model.lowest:
            raise InputError(f"to_beat: {at.to_beat}: an opponent at {opposed[-1]} cannot have banked that much")
        found = []
        for score in range(0, self.rules.goal, model.turn.unit):
            found.append(turn_slice(self.solution.turn_at(replace(at, scores=(score, *opposed)))))
            if self.progress:
                self.progress(score / self.rules.goal)
        return found


def _settled(best: BestRace, to: int) -> SettledPattern | None:
    begin = best.settled_from
    if begin is None or begin > to:
        return None
    if best.runs[-1][0] <= begin:  # one threshold is best from then on, or, as in Piglet, two are tied
        return SettledPattern(ThresholdPattern(best.turn, (best.way(to).k,)), begin)
    pairs = [pair for pair in pairwise(best.runs) if pair[0][0] > begin and pair[1][0] + pair[1][2] <= to]
    if not pairs:
        return None
    # Runs of another length occur now and then; the usual ones are more informative.
    usual, _ = Counter(map(_lengths, pairs)).most_common(1)[0]
    (start, *one), (_, *other) = next(pair for pair in reversed(pairs) if _lengths(pair) == usual)
    return SettledPattern(pattern(best.turn, (one[0], one[1]), (other[0], other[1])), start)


def _lengths(pair: tuple[Run, Run]) -> frozenset[tuple[int, int]]:
    return frozenset((k, length) for _, k, length in pair)


def floats(balls: Iterable[arb]) -> Floats:
    """The middles of balls."""
    return np.array([float(ball) for ball in balls])
