"""Points a turn in the long run, with penalties for busts in a row.

After `streak` busts in a row `penalty` points are lost and the count starts again. With k busts so far, let v(k) be the
best expected points of a turn whose bust is worth c(k) beyond what it keeps. Up to a constant k busts are worth
h(k) = v(k) - g, g being the points a turn in the long run, and a bank leads back to k = 0, so that g = v(0) and

    v(k) = f( c(k) ),   c(k) = v(k + 1) - g  for k < streak - 1,   c(streak - 1) = -penalty,

where f(c) is the value of one turn as a function of the worth of a bust: increasing, convex, piecewise linear, with the
chance to bust as its slope. So v(0) decreases in g, and g = v(0) has one root: found by Newton steps, which are
Howard's policy iteration, and exactly in fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.rulebook import Rules
from jeopardice.solutions.average import SETTLED, AverageSolution
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.turn import exact_turn_values
from jeopardice.turn import restricted, turn_model
from jeopardice.turn.closing import TurnValues

MOST_STEPS = 200


def solve_average(
    rules: Rules, strategy: str = "optimal", *, exact: bool = False, progress: Progress | None = None
) -> AverageSolution:
    """Solve a game for the most points a turn in the long run."""
    model = restricted(turn_model(rules, progress), strategy)

    def solve(bust_worth: Number) -> TurnValues:
        if exact:
            return exact_turn_values(model, progress, Fraction(bust_worth))
        return native.solve_turn(model, progress=progress, bust_worth=float(bust_worth))

    worths, turns = _turns_by_busts(solve, rules.bust.streak, rules.bust.penalty, exact=exact)
    solutions = [TurnSolution(model, turn, worth) for worth, turn in zip(worths, turns, strict=True)]
    return AverageSolution(model, tuple(solutions))


def _turns_by_busts(
    solve: Callable[[Number], TurnValues], streak: int, penalty: int, *, exact: bool
) -> tuple[tuple[Number, ...], tuple[TurnValues, ...]]:
    """The value of a bust after each number of busts, and the turn solved for it; `solve` solves one turn."""
    zero: Number = Fraction(0) if exact else 0.0
    if not streak or not penalty:
        return (zero,), (solve(zero),)
    last = solve(zero - penalty)
    gain = _value(solve(zero))
    for _ in range(MOST_STEPS):
        worth, turns = [zero - penalty], [last]
        slope = zero
        for _ in range(streak - 1):
            # A bust cannot be worth more than a bank of nothing, but a guess may say so.
            worth.append(min(zero, _value(turns[-1]) - gain))
            turns.append(solve(worth[-1]))
            slope = turns[-1].busts[0][0] * (slope - 1)
        better = gain + (_value(turns[-1]) - gain) / (1 - slope)
        if better == gain or (not exact and abs(float(better - gain)) <= SETTLED * max(1.0, abs(float(gain)))):
            return tuple(reversed(worth)), tuple(reversed(turns))
        gain = better
    raise JeopardiceError("average: the points per turn do not converge")


def _value(turn: TurnValues) -> Number:
    value = turn.values[0][0]
    return value if isinstance(value, Fraction) else float(value)
