"""Linear programs by HiGHS: complete ones, and a matrix game that grows.

A matrix game with payoffs A[i, j] to the first player is the program

    max v   such that   sum_i x_i A[i, j] >= v  for all j,   sum_i x_i = 1,   x >= 0 ,

whose dual values are the second player's mixture. New plans are new columns and rows, and the last basis is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.solvers.hidden.throws import Array

if TYPE_CHECKING:
    import highspy

TOLERANCE = 1e-10
"""The least that HiGHS allows."""
SCALE = 1e3
"""Payoffs are multiplied by this, so that the tolerance matters less."""
SIMPLEX_UP_TO = 300_000
"""Entries above which the interior point method is much faster than the simplex method."""


def highs(presolve: bool) -> highspy.Highs:
    """A silent solver with the finest tolerances."""
    import highspy

    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance", "ipm_optimality_tolerance"):
        solver.setOptionValue(name, TOLERANCE)
    solver.setOptionValue("presolve", "on" if presolve else "off")
    return solver


@dataclass(frozen=True)
class Program:
    """min costs . x such that low <= A x <= high and least <= x <= most; A by rows: begins, places, entries."""

    costs: Array
    least: Array
    most: Array
    low: Array
    high: Array
    begins: NDArray[np.int32]
    places: NDArray[np.int32]
    entries: Array


def solved(program: Program) -> tuple[float, Array]:
    """The least cost and where it is reached: for large programs an inner point, not a corner. Ctrl-C stops it."""
    import highspy

    solver = highs(presolve=True)
    if len(program.entries) > SIMPLEX_UP_TO:
        solver.setOptionValue("solver", "ipm")
        solver.setOptionValue("run_crossover", "off")
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(program.costs), len(program.low)
    model.col_cost_, model.col_lower_, model.col_upper_ = program.costs, program.least, program.most
    model.row_lower_, model.row_upper_ = program.low, program.high
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_ = program.begins, program.places
    model.a_matrix_.value_ = program.entries
    solver.passModel(model)
    _run(solver)
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise JeopardiceError(f"linear program: {solver.modelStatusToString(solver.getModelStatus())}")
    return float(solver.getInfo().objective_function_value), np.array(solver.getSolution().col_value)


def _run(solver: highspy.Highs) -> None:
    """Run a solver in its own thread, so that Ctrl-C can cancel it."""
    solver.HandleUserInterrupt = True
    done = Event()

    def work() -> None:
        try:
            solver.run()
        finally:
            solver.resetGlobalScheduler(False)
            done.set()

    Thread(target=work, daemon=True).start()
    try:
        while not done.wait(0.1):
            pass
    except KeyboardInterrupt:
        solver.cancelSolve()  # type: ignore[no-untyped-call]
        done.wait(3.0)
        raise


class GrowingGame:
    """A matrix game to which both players' plans are added."""

    def __init__(self) -> None:
        import highspy

        self._solver = highs(presolve=False)
        self._solver.setOptionValue("simplex_scale_strategy", 0)
        infinity = highspy.kHighsInf
        self._infinity = infinity
        # Column 0 is v, row 0 the sum of x; a plan of the first player is a column, one of the second a row.
        self._solver.addVar(-infinity, infinity)
        self._solver.changeColCost(0, -1.0)
        self._solver.addRow(1.0, 1.0, 0, np.array([], np.int32), np.array([]))
        self._first: list[int] = []
        self._second: list[int] = []

    def add_first(self, payoffs: Array) -> None:
        """A plan of the first player, with its payoffs against the plans that the second has so far."""
        rows = np.array([0, *self._second], np.int32)
        self._first.append(len(self._first) + 1)
        self._solver.addCol(0.0, 0.0, self._infinity, len(rows), rows, np.array([1.0, *(SCALE * payoffs)]))

    def add_second(self, payoffs: Array) -> None:
        """A plan of the second player, with the first player's payoffs against it."""
        columns = np.array([0, *self._first], np.int32)
        self._second.append(len(self._second) + 1)
        self._solver.addRow(0.0, self._infinity, len(columns), columns, np.array([-1.0, *(SCALE * payoffs)]))

    def mixtures(self) -> tuple[Array, Array]:
        """The optimal mixtures of both players."""
        import highspy

        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            self._solver.clearSolver()
            self._solver.run()
        solution = self._solver.getSolution()
        return _chances(solution.col_value[1:]), _chances(np.abs(solution.row_dual[1:]))


def _chances(values: object) -> Array:
    kept = np.maximum(np.asarray(values, dtype=np.float64), 0.0)
    result: Array = kept / kept.sum()
    return result
