"""The game in which a player sees nothing of the other: optimal strategies with a proven bound.

Nothing that a player learns depends on the other, so a strategy comes down to its ending (`solvers.hidden.replies`),
and the chance to win is bilinear in the two endings. The endings of all strategies are a polytope: a linear map of the
occupation measures z(t, s, d) >= 0, whose vertices are *plans*, one number of dice for each round t and points to go s.
So this is a matrix game over plans, far too many to list, solved by column generation (Dantzig & Wolfe 1960; for
matrix games McMahan, Gordon & Blum 2003):

    solve the matrix game over the plans found so far;
    find each player's best reply to the other's mixture, a plan, by dynamic programming;
    stop if neither gains more than the tolerance, otherwise add the plans.

A mixture of plans is then turned into a strategy that randomises in each round: the chance of d dice at (t, s) is
z(t, s, d) / sum_d' z(t, s, d') with z the mixture of the plans' occupation measures (Kuhn 1953: it has the same
ending). The bounds are for this last strategy: the most that any reply to it can win, with play after the last modelled
round, and rounding, bounded on the safe side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from time import perf_counter
from typing import Any

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.progress import Progress
from jeopardice.race.positions import Position, PositionGiven, RollGiven
from jeopardice.rulebook import Rules
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solvers.hidden.players import LooksAtNothing, advise_hidden, points_to_go
from jeopardice.solvers.hidden.programs import GrowingGame
from jeopardice.solvers.hidden.replies import Ending, best_reply, ending, occupation, rounding
from jeopardice.solvers.hidden.throws import Array, Plan, Throws, starting_points, throws_of
from jeopardice.turn.advice import MixedAdvice

TOLERANCE = 1e-10
MOST_PLANS = 5_000
MOST_CELLS = 100_000_000
"""Rounds x points to go x numbers of dice of a strategy."""


@dataclass(frozen=True, repr=False)
class NothingSeenSolution(HiddenSolution):
    """Optimal strategies when nothing is seen, and what they are proven to win."""

    rules: Rules
    points: tuple[int, int]
    low: float
    high: float
    strategies: tuple[Array, Array]
    """Each player's chance of each number of dice: [round - 1, points to go - 1, dice - fewest]."""
    iterations: int
    plans: tuple[int, int]
    """How many plans the mixtures consist of."""
    unfinished: tuple[float, float]
    """The chance that a player has not finished by the last modelled round."""
    seconds: float

    @property
    def horizon(self) -> int:
        """The rounds that are modelled; later ones are played like the last."""
        return len(self.strategies[0])

    @property
    def states(self) -> int:
        """Rounds and points to go."""
        return self.horizon * int(self.strategies[0].shape[1])

    def player(self, seat: int) -> LooksAtNothing:
        """Best play of a seat."""
        return LooksAtNothing(self.strategies[seat])

    def advise(self, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> MixedAdvice:
        """How often best play rolls each number of dice in a round: `advise((45,), round=3)`."""
        at = Position.of(position, **fields)
        to_go = points_to_go(self.rules, at)
        played = self.mixture(at.round, to_go)
        return advise_hidden(self.rules, (self.player(0), self.player(1)), played, to_go, at.round - 1)

    def mixture(self, round: int, points_to_go: int, player: int = 0) -> dict[int, float]:  # noqa: A002
        """The chance of each number of dice, in a round counted from 1."""
        if round < 1:
            raise InputError(f"round: {shown(round)}: rounds are counted from 1")
        strategy = self.strategies[player]
        if not 1 <= points_to_go <= strategy.shape[1]:
            raise InputError(f"points_to_go: {shown(points_to_go)}: it must be from 1 to {strategy.shape[1]}")
        fewest, _ = self.rules.dice_to_choose
        row = strategy[min(round, self.horizon) - 1, points_to_go - 1]
        return {fewest + int(i): float(row[i]) for i in np.flatnonzero(row)}


def solve_nothing_seen(
    rules: Rules,
    points: tuple[int, int] | None = None,
    tolerance: float = TOLERANCE,
    progress: Progress | None = None,
) -> NothingSeenSolution:
    """Optimal strategies of both players who see nothing of each other, from the points they have to go."""
    begun = perf_counter()
    start = starting_points(rules, points)
    throws = throws_of(rules, max(start))
    if not 0 < tolerance < 1:
        raise InputError(f"tolerance: {tolerance}: it must be above 0 and below 1")
    rounds = first_horizon(throws, tolerance)
    while True:
        if rounds * throws.points * len(throws.dice) > MOST_CELLS:
            raise JeopardiceError(f"{rules.where}: goal: {rules.goal}: {rounds:,} rounds would have to be modelled")
        search = _PlanSearch(throws, start, rounds)
        iterations = search.run(tolerance / 2, progress)
        strategies = search.strategies()
        endings = [ending(throws, s, x) for s, x in zip(start, strategies, strict=True)]
        if max(e.unfinished for e in endings) <= tolerance / 10:
            break
        rounds += rounds // 2
    error = rounding(throws, rounds)
    others_best = [float(best_reply(throws, e, unended=1.0)[0][start[1 - i] - 1]) for i, e in enumerate(endings)]
    return NothingSeenSolution(
        rules,
        start,
        max(0.0, 1 - others_best[0] - error),
        min(1.0, others_best[1] + error),
        (strategies[0], strategies[1]),
        iterations,
        search.support,
        (endings[0].unfinished, endings[1].unfinished),
        perf_counter() - begun,
    )


def first_horizon(throws: Throws, tolerance: float) -> int:
    """Rounds by which some fixed number of dice has almost surely finished."""
    rounds = 8
    while rounds * throws.points * len(throws.dice) <= MOST_CELLS:
        for i in range(len(throws.dice)):
            plan = np.full((rounds, throws.points), i, dtype=np.uint8)
            if ending(throws, throws.points, plan).unfinished < tolerance / 100:
                return rounds
        rounds *= 2
    return rounds


@dataclass
class _Side:
    """The plans of one player, with their endings."""

    start: int
    plans: list[Plan] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    known: set[bytes] = field(default_factory=set)

    def add(self, throws: Throws, plan: Plan) -> Ending | None:
        """Add a plan; return its ending, or None if the plan is already known."""
        if plan.tobytes() in self.known:
            return None
        self.known.add(plan.tobytes())
        self.plans.append(plan)
        self.endings.append(ending(throws, self.start, plan))
        return self.endings[-1]

    def mixed(self, weights: Array) -> Ending:
        """The ending of a mixture."""
        used = np.flatnonzero(weights)
        finishes = sum(weights[i] * self.endings[i].finishes for i in used)
        return Ending(np.asarray(finishes), float(sum(weights[i] * self.endings[i].unfinished for i in used)))


class _PlanSearch:
    """Column generation. From equal points both players share their plans, and one mixture is optimal for both."""

    def __init__(self, throws: Throws, start: tuple[int, int], rounds: int) -> None:
        self.throws, self.start, self.equal = throws, start, start[0] == start[1]
        self.sides = (_Side(start[0]), _Side(start[1]))
        self.game = GrowingGame()
        self.weights: tuple[Array, Array] = (np.ones(0), np.ones(0))
        self.best = 1.0
        for i in range(len(throws.dice)):
            plan = np.full((rounds, throws.points), i, dtype=np.uint8)
            self._add((plan, plan))

    def _add(self, plans: Sequence[Plan]) -> bool:
        """Add plans; return whether one of them was new."""
        first, second = self.sides
        new = first.add(self.throws, plans[0])
        if new:
            self.game.add_first(np.array([new.beats(other) for other in second.endings]) - 0.5)
        also_new = second.add(self.throws, plans[1])
        if also_new:
            self.game.add_second(np.array([one.beats(also_new) for one in first.endings]) - 0.5)
        return bool(new or also_new)

    def run(self, tolerance: float, progress: Progress | None) -> int:
        """Add plans until neither player gains more than the tolerance; return the number of matrix games solved."""
        throws, (first, second) = self.throws, self.sides
        for iteration in range(1, MOST_PLANS):
            x, y = self.game.mixtures()
            y = x if self.equal else y
            to_x, reply_to_x = best_reply(throws, first.mixed(x))
            gained = float(to_x[second.start - 1])
            if self.equal:
                reply_to_y, gap = reply_to_x, gained - 0.5
            else:
                to_y, reply_to_y = best_reply(throws, second.mixed(y))
                gap = float(to_y[first.start - 1]) + gained - 1
            if gap < self.best or iteration == 1:
                self.best, self.weights = gap, (x, y)
            if progress:
                progress(min(1.0, log(max(self.best, 1e-300)) / log(tolerance)) if self.best < 1 else 0.0)
            if gap <= tolerance or not self._add((reply_to_y, reply_to_x)):
                return iteration
        return MOST_PLANS

    @property
    def support(self) -> tuple[int, int]:
        """How many plans the mixtures consist of."""
        first, second = (int(np.count_nonzero(w)) for w in self.weights)
        return first, second

    def strategies(self) -> list[Array]:
        """Both players' mixtures as strategies that randomise in each round."""
        made = [self._strategy(seat) for seat in (0,) if self.equal]
        return made * 2 or [self._strategy(seat) for seat in (0, 1)]

    def _strategy(self, seat: int) -> Array:
        side, other, weights = self.sides[seat], self.sides[1 - seat], self.weights[seat]
        flow = sum(weights[i] * occupation(self.throws, side.start, side.plans[i]) for i in np.flatnonzero(weights))
        # States that are never reached are played as in the best reply.
        _, plan = best_reply(self.throws, other.mixed(self.weights[1 - seat]))
        usual = np.eye(len(self.throws.dice))[plan]
        reached = np.asarray(flow).sum(axis=2, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            result: Array = np.where(reached > 1e-250, flow / reached, usual)
        return result
