"""Numbers about the race of one player: Louchard's sections 3 to 8."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from flint import arb, ctx, fmpq

from jeopardice.common.flint_numbers import fraction_of
from jeopardice.papers.catalogue import Published
from jeopardice.papers.dice_race import strategies
from jeopardice.papers.dice_race.best import BestRace, best_race, hull, reach, thresholds
from jeopardice.papers.dice_race.limits import ThresholdPattern, advantage, mixed_variance, pattern
from jeopardice.papers.dice_race.optimum import optimum
from jeopardice.papers.dice_race.turns import PigTurn, pig_turn
from jeopardice.papers.workbench import Workbench

RACE, FAR = 1000, 20_000
"""The points of the races in the paper, and of longer ones for the limits."""


def not_unique(number: Published, bench: Workbench) -> list[int]:
    """The points to go at which more than one threshold is best."""
    best, turn = _best(number, bench), _turn(number, bench)
    return [n for n, c in enumerate(best.choices, 1) if c.tied or turn.plan_of(c.way.k + 1) == c.way.k]


def for_the_goal(number: Published, bench: Workbench) -> int:
    """The most points to go at which one turn is meant to reach the goal."""
    best = _best(number, bench)
    return max(n for n in range(1, best.to + 1) if best.way(n).k == n)


def run_lengths(number: Published, bench: Workbench) -> list[list[int]]:
    """The lengths of the runs of each of the thresholds that are best in the end."""
    best = _best(number, bench)
    first = best.settled_from or 1
    runs = [(k, length) for n, k, length in best.runs[:-1] if n >= first + number.ask["after"]]
    return [sorted({length for k, length in runs if k == way.k}) for way in best.ways_at_last]


def excess_limit(number: Published, bench: Workbench) -> arb:
    """What E(n) - n/m tends to under a strategy: K1, K2, K3."""
    course = _course(number, bench, FAR)
    span = reach([way for way in thresholds(course.turn) if not way.excess])
    # Later values are averages of as many as a turn can bank.
    with ctx.workprec(course.bits):
        return hull(course.excesses[-span:])


def variance_mix(number: Published, bench: Workbench) -> Fraction:
    """The variance per point if thresholds were played in given parts of all turns."""
    return fraction_of(mixed_variance(_turn(number, bench), [(k, part) for k, part in number.ask["parts"]]))


def pattern_share(number: Published, bench: Workbench) -> Fraction:
    """The part of turns in which a threshold of a pattern is played."""
    return fraction_of(_pattern(number, bench).share(number.ask["threshold"]))


def pattern_variance(number: Published, bench: Workbench) -> Fraction:
    """The variance per point of a pattern: by its Markov chain, or by the system for its periodic part."""
    found = _pattern(number, bench)
    return fraction_of(found.variance if number.ask["by"] == "chain" else found.periodic_part[1])


def periodic_amplitude(number: Published, bench: Workbench) -> Fraction:
    """The largest absolute value of the periodic part of the variance."""
    return max(abs(fraction_of(u)) for u in _pattern(number, bench).periodic_part[0])


def variance_growth(number: Published, bench: Workbench) -> arb:
    """How V(n) grows per point, from the third quarter of the race to the fourth."""
    return _course(number, bench).growth


def rolls_a_point(number: Published, bench: Workbench) -> list[object]:
    """The threshold with the fewest rolls per point, and that number."""
    turn = _turn(number, bench)
    # A roll is made at every total below the threshold that a turn reaches.
    made = {k: sum((turn.visits(i) for i in range(k)), fmpq(0)) / turn.threshold(k).mean for k in range(1, 60)}
    best = min(made, key=lambda k: (made[k], k))
    return [best, fraction_of(made[best])]


def first_player_constant(number: Published, bench: Workbench) -> arb:
    """The c in Pw ~ (1 + c / sqrt(n)) / 2 with the variance of a pattern."""
    return advantage(_pattern(number, bench).variance)


def first_player_far(number: Published, bench: Workbench) -> float:
    """That approximation of Pw."""
    return (1 + float(first_player_constant(number, bench)) / sqrt(RACE)) / 2


def going_on(number: Published, bench: Workbench) -> list[int]:
    """The threshold k and the C of Haigh & Roters that are best at a number of points to go; C = 0: none."""
    way = _going_on(number, bench).way(number.ask["n"])
    return [way.k, way.more or 0]


def going_on_better(number: Published, bench: Workbench) -> list[int]:
    """The points to go at which going on is better than the best threshold."""
    best = _going_on(number, bench)
    return [n for n in range(1, best.to + 1) if best.way(n).more]


def going_on_mean(number: Published, bench: Workbench) -> Fraction:
    """What a turn of Haigh & Roters' strategy banks on average, or what it loses against the best threshold."""
    turn = _turn(number, bench)
    mean = turn.go_on(number.ask["threshold"], number.ask["more"]).mean
    return fraction_of(turn.mean - mean if number.ask.get("loss") else mean)


def going_on_best(number: Published, bench: Workbench) -> list[int]:
    """The k and the C with the best mean of a turn."""
    turn = _turn(number, bench)
    ways = [(k, more) for k in range(1, 40) for more in turn.plans(10, 1)]
    k, more = max(ways, key=lambda way: (turn.go_on(*way).mean, -way[1]))
    return [k, more]


def departures(number: Published, bench: Workbench) -> list[int]:
    """The points to go at which no threshold is best, of all ways to play a turn."""
    found = optimum(_turn(number, bench), number.ask["to"])
    return [departure.n for departure in found.departures]


def _turn(number: Published, bench: Workbench) -> PigTurn:
    rules = bench.rules(number.ask)
    return bench.once(("pig turn", rules), lambda: pig_turn(rules))


def _best(number: Published, bench: Workbench, to: int = RACE) -> BestRace:
    turn = _turn(number, bench)
    return bench.once(("best race", turn.rules, to), lambda: best_race(turn, to))


def _going_on(number: Published, bench: Workbench) -> BestRace:
    turn = _turn(number, bench)
    return bench.once(("going on", turn.rules), lambda: strategies.going_on(turn, RACE)[1])


def _course(number: Published, bench: Workbench, to: int = RACE) -> strategies.RaceCourse:
    turn, which = _turn(number, bench), number.ask["strategy"]

    def make() -> strategies.RaceCourse:
        return strategies.follow(turn, _strategy(which, _best(number, bench, to)).outcomes, to)

    return bench.once(("course", turn.rules, which, to), make)


def _strategy(which: int, best: BestRace) -> strategies.RaceStrategy:
    """The paper's strategies 1, 3 and 4, with its numbers."""
    if which == 3:
        return strategies.fixed_pattern(best, 54, pattern(best.turn, (20, 12), (21, 10)))
    return strategies.fixed_threshold(best, 250, 20) if which == 4 else strategies.best_threshold(best)


def _pattern(number: Published, bench: Workbench) -> ThresholdPattern:
    turn = _turn(number, bench)
    return bench.once(("pattern", turn.rules), lambda: pattern(turn, (21, 10), (20, 12)))
