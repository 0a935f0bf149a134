"""The exact result of a turn under given play: points, number of rolls, both together, and the chance to bust.

The play is a solved turn: the optimal one, or one with fewer choices ("bank at 20 or more", "exactly 5 rolls"). It is
followed from the start, roll by roll: with D the common denominator of all rolls, the weight of a state after l rolls
is a whole number out of D^l, so nothing is rounded. For Pig this is the joint distribution PJR(k, j, l) of Louchard,
section 2.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import lcm, sqrt

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.turn import solve_turn

State = tuple[int, int]
"""A phase and a turn total."""
FORGOTTEN, LONG = Fraction(1, 10**18), 60
"""Turns without a longest play, and long ones in floating point, are followed until longer ones are less likely."""
MOST_WORK = 100_000_000


@dataclass(frozen=True, repr=False)
class TurnDistribution:
    """The exact distribution of a turn's points and its number of rolls."""

    denominator: int
    ends: tuple[dict[int, int], ...]
    """ends[l][points]: the weight, out of denominator**l, of turns that end with these points after l rolls."""
    busts: tuple[int, ...]
    """busts[l]: the weight of turns that end with a bust after l rolls (they are in `ends` too)."""
    rest: Fraction
    """The chance of all longer turns, which were not followed: 0 where there is a longest turn."""

    def __repr__(self) -> str:
        return f"<TurnDistribution: {float(self.mean):.6g} points expected, {float(self.bust):.4%} busts>"

    def _sum(self, term: Callable[[int, int], int]) -> Fraction:
        """The expectation of a whole-numbered function of points and rolls."""
        total = Fraction(0)
        for rolls, ends in enumerate(self.ends):
            weight = sum(w * term(points, rolls) for points, w in ends.items())
            total += Fraction(weight, self.denominator**rolls)
        return total

    @cached_property
    def bust(self) -> Fraction:
        """The chance that the turn ends with a bust."""
        return sum((Fraction(w, self.denominator**rolls) for rolls, w in enumerate(self.busts)), Fraction(0))

    @cached_property
    def mean(self) -> Fraction:
        """Expected points."""
        return self._sum(lambda points, _: points)

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the points."""
        return self._sum(lambda points, _: points * points) - self.mean**2

    @cached_property
    def mean_rolls(self) -> Fraction:
        """Expected number of rolls."""
        return self._sum(lambda _, rolls: rolls)

    @cached_property
    def variance_rolls(self) -> Fraction:
        """Variance of the number of rolls."""
        return self._sum(lambda _, rolls: rolls * rolls) - self.mean_rolls**2

    @cached_property
    def covariance(self) -> Fraction:
        """Covariance of points and rolls."""
        return self._sum(lambda points, rolls: points * rolls) - self.mean * self.mean_rolls

    @property
    def correlation(self) -> float | None:
        """Correlation of points and rolls; None where one of them never varies."""
        spread = self.variance * self.variance_rolls
        return float(self.covariance) / sqrt(spread) if spread else None

    @cached_property
    def joint(self) -> dict[tuple[int, int], Fraction]:
        """The chance of each pair of points and number of rolls."""
        return {
            (points, rolls): Fraction(weight, self.denominator**rolls)
            for rolls, ends in enumerate(self.ends)
            for points, weight in sorted(ends.items())
        }

    @cached_property
    def points(self) -> dict[int, Fraction]:
        """The chance of each number of points."""
        longest = len(self.ends) - 1
        weights: Counter[int] = Counter()
        for rolls, ends in enumerate(self.ends):
            scale = self.denominator ** (longest - rolls)
            weights.update({points: weight * scale for points, weight in ends.items()})
        return {points: Fraction(w, self.denominator**longest) for points, w in sorted(weights.items())}

    @cached_property
    def rolls(self) -> dict[int, Fraction]:
        """The chance of each number of rolls."""
        chances = {n: Fraction(sum(ends.values()), self.denominator**n) for n, ends in enumerate(self.ends)}
        return {n: chance for n, chance in chances.items() if chance}


@dataclass(slots=True)
class _RollWeights:
    """Weights, out of the denominator, of what one or more rolls lead to."""

    going: Counter[State] = field(default_factory=Counter)
    ended: Counter[int] = field(default_factory=Counter)
    """By points, the turns that the roll ends."""
    busted: int = 0

    def add(self, step: _RollWeights, weight: int) -> None:
        """Add a roll that is made with this weight."""
        for then, share in step.going.items():
            self.going[then] += weight * share
        for points, share in step.ended.items():
            self.ended[points] += weight * share
        self.busted += weight * step.busted


def turn_distribution(game: TurnSolution | GameLike, progress: Progress | None = None) -> TurnDistribution:
    """The distribution of a turn under the play of a solution for objective score, or of a game, solved for it."""
    solution = game if isinstance(game, TurnSolution) else solve_turn(rules_of(game))
    denominator = lcm(*(roll.total for roll in solution.model.rolls))
    steps: dict[State, _RollWeights] = {}
    after = _RollWeights(Counter([(0, 0)]))
    ends: list[dict[int, int]] = [{}]
    busts = [0]
    # Where the play rolls at any total there is no longest turn.
    endless = any(roll is not None for roll in solution.closing.rolls)
    work = 0
    for rolls in count(1):
        going = after.going
        left = Fraction(going.total(), denominator ** (rolls - 1))
        if progress:
            progress(1 - float(left))
        if not going or (left < FORGOTTEN and (endless or (rolls > LONG and not solution.exact))):
            break
        after = _RollWeights()
        for state, weight in going.items():
            if state not in steps:
                steps[state] = _step(solution, state, denominator)
            work += len(steps[state].going)
            if work > MOST_WORK:
                raise JeopardiceError(f"this turn is too long to follow: {rolls:,} rolls and more, in too many ways")
            after.add(steps[state], weight)
        ends.append(after.ended)
        busts.append(after.busted)
    return TurnDistribution(denominator, tuple(ends), tuple(busts), left)


def _step(solution: TurnSolution, state: State, denominator: int) -> _RollWeights:
    """One roll from a state in which the play rolls, and the bank or stop that follows it."""
    phase, total = state
    roll = solution.action(phase, total)
    assert not isinstance(roll, str)
    step = _RollWeights()
    for outcome in roll.outcomes:
        share = outcome.count * (denominator // roll.total)
        if not outcome.goes_on:
            step.ended[int(solution.end_value(outcome.event or "bust", phase, total))] += share
            step.busted += share
            continue
        option = solution.best_option(outcome, total)
        then = (option.phase, total + option.points)
        match solution.action(*then):
            case "bank":
                step.ended[then[1]] += share
            case "stuck":
                step.ended[int(solution.end_value("bust", *then))] += share
                step.busted += share
            case _:
                step.going[then] += share
    return step
