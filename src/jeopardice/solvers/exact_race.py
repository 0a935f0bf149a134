"""Small races in exact fractions.

The unknown value of a bust is found by Newton steps, since each turn (`race.exact_turn`) carries its slope: exactly, as
soon as the policy is right. The steps start at the values in floating point, usually at the right policy.
"""

from __future__ import annotations

from fractions import Fraction

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.race.exact_turn import ExactTurn
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective

MOST_STEPS = 50
MOST_WORK = {"win": 6 * 10**10, "turns": 10**9, "within": 10**9}
"""About a quarter of an hour."""


def exact_values(
    model: RaceModel, objective: Objective, near: Floats, progress: Progress | None = None
) -> dict[tuple[int, ...], Fraction]:
    """The values of a race by what is needed: (mover's units, other's), (units,) or (turns left, units)."""
    solver = {"win": _win, "turns": _turns, "within": _within}[objective.name]
    return solver(model, objective, near, progress or (lambda part: None))


def check_size(model: RaceModel, objective: Objective) -> None:
    """Refuse long races: numbers grow with the states they depend on, the work with a high power of the goal."""
    n, options = model.needed, sum(1 for _ in model.turn.options)
    work = options * (n**5 if objective.name == "win" else n**3 * max(1, objective.turns) // 4)
    if work > MOST_WORK[objective.name]:
        raise JeopardiceError(
            f"exact: a race of {n:,} steps to the goal is too long for fractions, whose digits grow with every step; "
            "a certificate (certify) bounds the error of floating point"
        )


def _win(model: RaceModel, _: Objective, near: Floats, progress: Progress) -> dict[tuple[int, ...], Fraction]:
    """X = f(1 - y), y = g(1 - x) for the mirrored states (i, j) and (j, i), in order of i + j."""
    win: dict[tuple[int, ...], Fraction] = {}
    n = model.needed

    def turn(i: int, j: int, other: Fraction) -> tuple[Fraction, Fraction]:
        kept = [1 - win[j, s] for s in range(1, i)]
        return ExactTurn(model, i, kept, Fraction(1), 1 - other).start()

    for level in range(2, 2 * n + 1):
        for i in range(max(1, level - n), level // 2 + 1):
            j = level - i
            x, y = Fraction(float(near[i - 1, j - 1])), Fraction(float(near[j - 1, i - 1]))
            for step in range(MOST_STEPS + 1):
                f, a = turn(i, j, y)
                g, b = turn(j, i, x)
                if (x, y) == (f, g):
                    break
                if step == MOST_STEPS:
                    raise JeopardiceError(f"exact: the values of {i} against {j} steps to the goal do not settle")
                if a * b == 1:
                    raise JeopardiceError("race: turns always bust, so the game never ends")
                # f and g are linear near the solution: f - a (new y - y), g - b (new x - x).
                x, y = (f - a * (g - y) - a * b * x) / (1 - a * b), (g - b * (f - x) - a * b * y) / (1 - a * b)
            win[i, j], win[j, i] = x, y
        progress((level / (2 * n)) ** 5)
    return win


def _turns(model: RaceModel, _: Objective, near: Floats, progress: Progress) -> dict[tuple[int, ...], Fraction]:
    """E = -f(-1 - E), state by state."""
    turns: dict[tuple[int, ...], Fraction] = {}
    for i in range(1, model.needed + 1):
        kept = [-1 - turns[(s,)] for s in range(1, i)]
        expected = Fraction(float(near[i - 1]))
        while True:
            value, slope = ExactTurn(model, i, kept, Fraction(-1), -1 - expected).start()
            if -value == expected:
                break
            if slope == 1:
                raise JeopardiceError("race: turns always bust, so the game never ends")
            expected = (-value - slope * expected) / (1 - slope)
        turns[(i,)] = expected
        progress((i / model.needed) ** 3)
    return turns


def _within(model: RaceModel, objective: Objective, _: Floats, progress: Progress) -> dict[tuple[int, ...], Fraction]:
    """P(m, i) from P(m - 1, .)."""
    n = model.needed
    within: dict[tuple[int, ...], Fraction] = {(0, i): Fraction(0) for i in range(1, n + 1)}
    for m in range(1, objective.turns + 1):
        for i in range(1, n + 1):
            kept = [within[m - 1, s] for s in range(1, i)]
            within[m, i] = ExactTurn(model, i, kept, Fraction(1), within[m - 1, i]).start()[0]
        progress((m / objective.turns) ** 2)
    return within
