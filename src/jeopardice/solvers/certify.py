"""Proofs: a bound on the error of a solution, and the decisions that it settles."""

from __future__ import annotations

from dataclasses import replace
from typing import overload

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.solutions.certificates import Certificate
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solutions.storage import Saveable
from jeopardice.solvers.multiplayer import MultiplayerSolver, MultiplayerValues


@overload
def certify(solution: RaceSolution, progress: Progress | None = ..., threads: int | None = ...) -> RaceSolution: ...
@overload
def certify(solution: Saveable, progress: Progress | None = ..., threads: int | None = ...) -> Saveable: ...
def certify(solution: Saveable, progress: Progress | None = None, threads: int | None = None) -> Saveable:
    """The same solution with its certificate.

    One or two players: T(W - e) >= W - e and T(W + e) <= W + e in outward rounding bound the error by e. Three and
    more: every block is solved again from other guesses, to see whether they lead to the same equilibrium. Simultaneous
    play always has its error bound.
    """
    if not isinstance(solution, Saveable):
        raise InputError(f"solution: {shown(solution)}: it must be the solution of a race")
    if isinstance(solution, SimultaneousSolution):
        return solution
    if isinstance(solution, MultiplayerSolution):
        found = MultiplayerValues(solution.values, solution.shares)
        checked = MultiplayerSolver(solution.core).check(found, starts=True, progress=progress)
        return replace(solution, equilibrium=checked)
    low, high, counts = solution.core.bounds(solution.objective, solution.values, progress, threads)
    error = float(max((high - solution.values).max(), (solution.values - low).max()))
    return replace(solution, certificate=Certificate(float(np.nextafter(error, np.inf)), *counts))
