"""The strategies of Louchard's paper by number: what a turn banks, by the units to go, and what a race then takes.

The paper names strategies 1, 2, 3, 4, 6 and 7. Strategy 5 is, by the order of its sections, that of section 7: two
players who look at each other, which depends on more than the units to go; `jeopardice.solve` plays it.

With x(j) = E(n - j) - E(n) = e(n - j) - e(n) - j/m, what a turn that banks j changes,

    V(n) (1 - P(0)) = sum_j P(j) (V(n - j) + x(j)^2) - 1,

which is Louchard's equation (2) for D(n) = V(n) + E(n)^2 without its cancellation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.best import FEWEST_BITS, BestRace, Excesses, best_race, goings_on, over, thresholds
from jeopardice.papers.dice_race.limits import ThresholdPattern, pattern
from jeopardice.papers.dice_race.turns import PigTurn, TurnOutcomes

Play = Callable[[int], TurnOutcomes]
"""What a turn banks, by the units to go."""


@dataclass(frozen=True)
class RaceCourse(Excesses):
    """A race as it is played."""

    variances: tuple[arb, ...]
    """V(n) for n = 0, 1, …"""

    @property
    def growth(self) -> arb:
        """How V grows per unit in the second half of the race.

        The difference of the means of two quarters, because V swings around its growth forever.
        """
        last = len(self.variances) - 1
        quarter = max(1, last // 4)
        with ctx.workprec(self.bits):
            later, before = (sum(self.variances[last + 1 - q * quarter :][:quarter], arb(0)) for q in (1, 2))
            return (later - before) / quarter**2


def follow(turn: PigTurn, play: Play, to: int, progress: Progress | None = None, bits: int = FEWEST_BITS) -> RaceCourse:
    """The race for 1 to `to` units to go."""
    with ctx.workprec(bits):
        per_unit = 1 / arb(turn.mean)
        balls: dict[int, tuple[TurnOutcomes, list[tuple[int, arb, arb]], arb, arb]] = {}
        reach = 0
        e, v = over(turn, reach), [arb(0)]
        for n in range(1, to + 1):
            if progress and n % 256 == 0:
                progress(n / to)
            outcomes = play(n)
            if id(outcomes) not in balls:
                shares = [(j, arb(p / outcomes.banked), -j * per_unit) for j, p in outcomes.banks]
                balls[id(outcomes)] = outcomes, shares, arb(turn.excess(outcomes)), 1 / arb(outcomes.banked)
                if outcomes.furthest > reach:
                    e, v = over(turn, outcomes.furthest) + e[reach + 1 :], [arb(0)] * (outcomes.furthest - reach) + v
                    reach = outcomes.furthest
            _, shares, excess, tries = balls[id(outcomes)]
            end = n + reach
            here = sum((p * e[end - j] for j, p, _ in shares), excess)
            spread = sum((p * (v[end - j] + (e[end - j] - here + step) ** 2) for j, p, step in shares), -tries)
            e.append(here)
            v.append(spread)
        return RaceCourse(turn, bits, tuple(e[reach:]), tuple(v[reach:]))


@dataclass(frozen=True)
class RaceStrategy:
    """A way to play all turns of a race."""

    number: int
    says: str
    turn: PigTurn
    outcomes: Play
    """What a turn banks."""

    def course(self, to: int, progress: Progress | None = None) -> RaceCourse:
        """Expected turns and variance for 1 to `to` units."""
        return follow(self.turn, self.outcomes, to, progress)


def best_threshold(best: BestRace) -> RaceStrategy:
    """Strategy 1, with the best threshold at each number of units to go."""
    return RaceStrategy(1, "hold at the best threshold for the points to go", best.turn, best.outcomes)


def hold(turn: PigTurn, k: int) -> RaceStrategy:
    """Strategy 1, with one threshold."""
    outcomes = turn.threshold(k)
    return RaceStrategy(1, f"hold at {k * turn.unit}", turn, lambda n: outcomes)


def exact_rolls(turn: PigTurn, rolls: int | None = None) -> RaceStrategy:
    """Strategy 2: a fixed number of rolls in each turn, by default the one that banks the most on average."""
    if rolls is None:
        (rolls, *_) = best_rolls(turn)
    outcomes = turn.exactly(rolls)
    return RaceStrategy(2, f"exactly {rolls} roll{'s' if rolls > 1 else ''}", turn, lambda n: outcomes)


def best_rolls(turn: PigTurn) -> tuple[int, ...]:
    """The numbers of rolls that bank the most on average."""
    means = [turn.exactly(1).mean]
    while len(means) < 2 or means[-1] >= means[-2]:
        means.append(turn.exactly(len(means) + 1).mean)
    return tuple(i for i, mean in enumerate(means, 1) if mean == max(means))


def fixed_pattern(best: BestRace, until: int, repeated: ThresholdPattern) -> RaceStrategy:
    """Strategy 3: the best thresholds up to a number of units, and from there on a pattern."""
    says = f"the best threshold up to {until * best.turn.unit}, then a pattern of period {repeated.period}"
    return RaceStrategy(3, says, best.turn, lambda n: best.outcomes(n) if n <= until else repeated.outcomes(n - until))


def fixed_threshold(best: BestRace, until: int, k: int) -> RaceStrategy:
    """Strategy 4: the best thresholds up to a number of units, and from there on one threshold."""
    outcomes, unit = best.turn.threshold(k), best.turn.unit
    says = f"the best threshold up to {until * unit}, then hold at {k * unit}"
    return RaceStrategy(4, says, best.turn, lambda n: best.outcomes(n) if n <= until else outcomes)


def going_on(turn: PigTurn, to: int, progress: Progress | None = None) -> tuple[RaceStrategy, BestRace]:
    """Strategy 6, of Haigh & Roters: at each number of units the best threshold or the best going on, and that race."""
    best = best_race(turn, to, [*thresholds(turn), *goings_on(turn)], progress)
    return RaceStrategy(6, "hold at k, but roll on from the largest total", turn, best.outcomes), best


def always_going_on(turn: PigTurn, k: int, more: int) -> RaceStrategy:
    """Strategy 7: strategy 6 with the same numbers in every turn."""
    outcomes = turn.go_on(k, more)
    says = f"hold at {k * turn.unit}, but from {(k + turn.most - 1) * turn.unit} roll on for {more * turn.unit} more"
    return RaceStrategy(7, says, turn, lambda n: outcomes)


def of_the_paper(best: BestRace, to: int) -> list[RaceStrategy]:
    """Strategies 1, 2, 3, 4, 6 and 7 for up to `to` units: the paper's numbers for Pig, similar ones for other games.

    Strategy 3 is for games in which two thresholds compete forever.
    """
    turn, closing = best.turn, best.turn.closing
    third, fourth = (min(best.to, n * closing // 20) for n in (54, 250))
    more = max(turn.plans(10, 1), key=lambda more: (turn.go_on(closing, more).mean, -more))
    repeated = commonest_pattern(best)
    return [
        best_threshold(best),
        exact_rolls(turn),
        *([fixed_pattern(best, third, repeated)] if repeated else []),
        fixed_threshold(best, fourth, closing),
        going_on(turn, to)[0],
        always_going_on(turn, closing, more),
    ]


def commonest_pattern(best: BestRace) -> ThresholdPattern | None:
    """The commonest run of each of two thresholds without excess, the smaller one first; None if there is only one."""
    free = best.ways_at_last
    if len(free) != 2:
        return None
    lengths: dict[int, list[int]] = {way.k: [] for way in free}
    for first, k, length in best.runs[:-1]:
        if first >= (best.settled_from or best.to):
            lengths[k].append(length)
    if not all(lengths.values()):
        return None
    return pattern(best.turn, *((k, max(sorted(set(found)), key=found.count)) for k, found in lengths.items()))
