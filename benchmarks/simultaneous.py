"""Simultaneous play, measured: our matrix games beside HiGHS on the same matrices, and whole games.

All in one process, one after the other, so that ratios mean something on a noisy machine.
"""

from __future__ import annotations

import time
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

import jeopardice as jd
from jeopardice import _core
from jeopardice.native.simultaneous import roll_outcomes
from jeopardice.solutions.simultaneous import SimultaneousSolution, expected_worth
from jeopardice.solvers.simultaneous import solve_simultaneous


def by_highs(payoff: NDArray[np.float64]) -> float:
    """The value of a matrix game by one linear program."""
    rows, columns = payoff.shape
    model: Any = highspy.HighsLp()
    model.num_col_, model.num_row_ = rows + 1, columns + 1
    model.col_cost_ = np.append(np.zeros(rows), -1.0)
    model.col_lower_ = np.append(np.zeros(rows), -highspy.kHighsInf)
    model.col_upper_ = np.full(rows + 1, highspy.kHighsInf)
    # x M - v >= 0 for each column, and the chances add up to 1.
    matrix = np.vstack([np.hstack([payoff.T, -np.ones((columns, 1))]), np.append(np.ones(rows), 0.0)])
    model.row_lower_ = np.append(np.zeros(columns), 1.0)
    model.row_upper_ = np.append(np.full(columns, highspy.kHighsInf), 1.0)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.arange(columns + 2) * (rows + 1)
    model.a_matrix_.index_ = np.tile(np.arange(rows + 1), columns + 1)
    model.a_matrix_.value_ = matrix.ravel()
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.passModel(model)
    solver.run()
    return float(solver.getSolution().col_value[rows])


def matrices(solution: SimultaneousSolution, count: int) -> list[NDArray[np.float64]]:
    """The matrices of states near the goal, where best play mixes."""
    distributions = [roll_outcomes(roll, solution.turn.unit) for roll in solution.turn.phases[0].rolls]
    found: list[NDArray[np.float64]] = []
    for own in range(1, 30):
        for other in range(own + 1, 30):
            if len(found) < count:
                again = float(solution.values[own - 1, other - 1])
                worths = [
                    solution.core.worths(solution.values, own, other, distribution, again)
                    for distribution in distributions
                ]
                found.append(
                    np.array(
                        [[expected_worth(distribution, worth) for worth in worths] for distribution in distributions]
                    )
                )
    return found


def main() -> None:
    """Prints the measurements."""
    hog = jd.rules("television-hog")
    for dice in (5, 10, 30):
        games = matrices(solve_simultaneous(hog.replace({"turn.choose_dice": [1, dice]})), 200)
        began = time.perf_counter()
        ours = [_core.matrix_game(game)[0] for game in games]
        between = time.perf_counter()
        theirs = [by_highs(game) for game in games]
        times = between - began, time.perf_counter() - between
        apart = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        each = [f"{1e6 * seconds / len(games):.0f}" for seconds in times]
        print(
            f"{dice} x {dice}, {len(games)} games: ours {each[0]} us, HiGHS {each[1]} us ({times[1] / times[0]:.0f}×),",
            end=" ",
        )
        print(f"values apart by {apart:.1e} at most")
    for dice, goal in ((5, 100), (10, 100), (30, 100), (30, 200)):
        began = time.perf_counter()
        solution = solve_simultaneous(hog.replace({"turn.choose_dice": [1, dice], "goal": goal}))
        print(
            f"Hog, {dice} dice, to {goal}: {time.perf_counter() - began:.2f} s, certain to {solution.error_bound:.1e}"
        )
    simultaneous = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"}
    for goal in (30, 100):
        began = time.perf_counter()
        solution = solve_simultaneous(jd.rules("pig").replace({**simultaneous, "goal": goal}))
        seconds = time.perf_counter() - began
        print(f"Pig to {goal}: {seconds:.2f} s, certain to {solution.error_bound:.1e}")


if __name__ == "__main__":
    main()
