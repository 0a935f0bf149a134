"""Everything about the race of one player, for one game: what `jeopardice race-report` shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flint import arb, ctx

from jeopardice.common.errors import InputError
from jeopardice.common.flint_numbers import float_of
from jeopardice.common.progress import Progress, part_of
from jeopardice.papers.dice_race.best import BestRace, best_race, most_excess
from jeopardice.papers.dice_race.counts import Counts, Shape, count_turns, shape
from jeopardice.papers.dice_race.digits import digits
from jeopardice.papers.dice_race.limits import ThresholdPattern, advantage, free_thresholds
from jeopardice.papers.dice_race.long_runs import LongRun, long_run
from jeopardice.papers.dice_race.optimum import Optimum, optimum
from jeopardice.papers.dice_race.settling import Settling, dominating_roots, settling
from jeopardice.papers.dice_race.strategies import RaceCourse, RaceStrategy, commonest_pattern, follow, of_the_paper
from jeopardice.papers.dice_race.turns import PigTurn, pig_turn
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.solvers.race import solve_race

MOST = 10_000_000
HORIZON = 20_000
"""How far limits are followed, whatever is reported, ..."""
MOST_WORK = 30_000_000
"""... if it takes no longer: the totals of all turns until thresholds are best forever, times the gains of a roll."""
MOST_LOOKED_AT = 600
"""The most units of a race of two that is solved."""


@dataclass(frozen=True)
class StrategyResult:
    """What a strategy takes for one target."""

    strategy: RaceStrategy
    expected: arb
    variance: arb
    first_player: float
    """The first player's chance when both play it and ignore each other."""


@dataclass(frozen=True, repr=False)
class RaceReport:
    """The race of one player over 1 to `to` units."""

    turn: PigTurn
    to: int
    """The most units to go that are reported; the limits look further."""
    best: BestRace
    course: RaceCourse
    counts: Counts
    optimum: Optimum
    target: int
    """The units of the game itself, or of the target that was asked for."""
    played: tuple[StrategyResult, ...]
    looking: float | None
    """The first player's chance when both look at each other and play best; None where that takes too long."""
    far: LongRun | None
    """Where two thresholds without excess compete forever: which of them is best."""

    def __repr__(self) -> str:
        return f"<RaceReport of {self.turn.rules.where} up to {self.to} units to go>"

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The thresholds without excess."""
        return free_thresholds(self.turn)

    @property
    def runs(self) -> list[tuple[int, int, int]]:
        """Stretches of equal best thresholds, as far as is reported: (first n, threshold, length)."""
        return [(n, k, min(length, self.to + 1 - n)) for n, k, length in self.best.runs if n <= self.to]

    @cached_property
    def tied(self) -> list[int]:
        """The units to go at which another threshold is exactly as good as the best."""
        return [n for n, choice in enumerate(self.best.choices[: self.to], 1) if choice.tied]

    @cached_property
    def unproven(self) -> int:
        """At how many units to go the best threshold could not be distinguished from the second best."""
        return sum(not choice.proven for choice in self.best.choices[: self.to])

    @cached_property
    def smallest_lead(self) -> tuple[int, arb] | None:
        """Where the best threshold is least ahead of the second best, and by how much; None where there is only one."""
        leads = [(n, c.lead) for n, c in enumerate(self.best.choices[: self.to], 1) if c.lead is not None]
        return min(leads, key=lambda found: found[1].mid(), default=None)

    @cached_property
    def limit(self) -> arb | None:
        """A ball that holds what E(n) - n/m tends to; None where the race is too short."""
        try:
            return self.best.limits()
        except InputError:
            return None

    @cached_property
    def shape(self) -> Shape:
        """The distribution of the number of turns for the most units."""
        return shape(self.counts.chances[self.to])

    @cached_property
    def commonest(self) -> ThresholdPattern | None:
        """The pattern of the commonest runs of the two thresholds without excess."""
        return commonest_pattern(self.best) if self.far else None

    @cached_property
    def settling(self) -> Settling | None:
        """Whether that pattern can repeat forever."""
        return settling(self.commonest) if self.commonest else None

    @cached_property
    def roots(self) -> dict[int, tuple[arb, arb]]:
        """For each threshold without excess how fast its slowest oscillation fades per unit, and its period."""
        found = {k: dominating_roots(self.turn.threshold(k)) for k in self.free}
        return {k: roots[0] for k, roots in found.items() if roots}

    @cached_property
    def variance_rate(self) -> arb | None:
        """The variance per point: the limit where there is one threshold, else how V grows in the second half.

        None where the race is too short.
        """
        with ctx.workprec(self.best.bits):
            if len(self.free) > 1 and self.best.decided_from is None:
                return None
            if len(self.free) == 1:
                return arb(self.turn.threshold(self.free[0]).variance / self.turn.mean**3) / self.turn.unit
            return self.course.growth / self.turn.unit

    @cached_property
    def advantage(self) -> arb | None:
        """The c in (1 + c / sqrt(n)) / 2, the first player's chance for n points when both play alike."""
        return None if self.variance_rate is None else advantage(self.variance_rate)

    def rows(self) -> Iterator[dict[str, object]]:
        """One row for each number of points to go."""
        unit = self.turn.unit
        for n in range(1, self.to + 1):
            choice = self.best.choices[n - 1]
            yield {
                "points": n * unit,
                "threshold": choice.way.k * unit,
                "tied": [way.k * unit for way in choice.tied],
                "second": choice.second.k * unit if choice.second else None,
                "lead": digits(choice.lead, 12) if choice.lead is not None else None,
                "proven": choice.proven,
                "expected": digits(self.best.expected(n), 30),
                "variance": digits(self.course.variances[n], 30),
                "optimum": digits(self.optimum.expected(n), 30),
                "first_player": float(self.counts.first_player[n]),
            }


def race_report(
    game: GameLike, to: int = 1000, target: int | None = None, far: int = 20_000, progress: Progress | None = None
) -> RaceReport:
    """Return a report on races of 1 to `to` points; strategies are compared for the target, by default the game's goal.

    The game is the name of a preset of the family pig, a file or `Rules`. Limits are computed up to `far` points.
    """
    rules = rules_of(game)
    turn, goal = pig_turn(rules), rules.goal if target is None else target
    for name, value in (("to", to), ("target", goal), ("far", far)):
        if not 1 <= value <= MOST:
            raise InputError(f"{name}: {value}: the points to go must be from 1 to {MOST:,}")
    last, aim = -(-to // turn.unit), -(-goal // turn.unit)
    stages = (part_of(progress, stage / 5, (stage + 1) / 5) for stage in range(5))
    horizon = _horizon(turn, max(last, aim), far // turn.unit)
    best = best_race(turn, horizon, progress=next(stages))
    course = follow(turn, best.outcomes, horizon, next(stages), best.bits)
    found = optimum(turn, horizon, next(stages))
    counts = count_turns(best.outcomes, last, {last}, next(stages))
    played = tuple(_played(strategy, aim) for strategy in of_the_paper(best, aim))
    furthest = max(far // turn.unit, last)
    competing = len(free_thresholds(turn)) == 2 and not best.choices[-1].tied
    begins = best.decided_from if best.decided_from is not None else best.to
    run = long_run(turn, furthest, next(stages)) if competing and furthest > begins else None
    return RaceReport(turn, last, best, course, counts, found, aim, played, _looking(rules, aim, turn.unit), run)


def _horizon(turn: PigTurn, least: int, far: int) -> int:
    """How far to follow a race: further than is reported, if that takes little time."""
    totals = float_of((turn.gain + turn.mean * most_excess(turn)) / turn.bust)
    work = 60 * turn.closing * totals * len(turn.gains)
    return least if work > MOST_WORK else max(least, min(far, HORIZON))


def _looking(rules: Rules, aim: int, unit: int) -> float | None:
    if aim > MOST_LOOKED_AT:
        return None
    # The two-player game that corresponds to the race: the first to reach the target wins.
    plain = {"goal": aim * unit, "players": 2, "end.rule": "sudden", "turn.steal": "never", "turn.beat_previous": False}
    return float(solve_race(rules.replace(plain), "win").value)


def _played(strategy: RaceStrategy, n: int) -> StrategyResult:
    course, counts = strategy.course(n), count_turns(strategy.outcomes, n)
    return StrategyResult(strategy, course.expected(n), course.variances[n], float(counts.first_player[n]))
