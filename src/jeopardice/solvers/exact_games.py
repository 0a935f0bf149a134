"""Matrix games in fractions, by the simplex method.

With all payoffs positive, 1 / value is the most that sum y can be if sum_c m_rc y_c <= 1 in every row; the mixtures are
y and the dual prices of the rows, divided by their sums. Bland's rule keeps the method from going round in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flint

from jeopardice.solvers.exact_plans import ONE, ZERO


@dataclass(frozen=True)
class MatrixGame:
    """A solved matrix game."""

    value: flint.fmpq
    rows: list[flint.fmpq]
    """How often the first player plays each row."""
    columns: list[flint.fmpq]
    basic_rows: list[int]
    """A square part of the matrix that has the same value and contains all that is played."""
    basic_columns: list[int]


def solved_game(payoffs: Sequence[Sequence[flint.fmpq]]) -> MatrixGame:
    """Solve a game by what the first player wins for each row and column."""
    count, width = len(payoffs), len(payoffs[0])
    shift = 1 - min(min(row) for row in payoffs)
    # The columns of the game, the slacks of its rows, and the right-hand side.
    table = [
        [*(entry + shift for entry in row), *(ONE if k == r else ZERO for k in range(count)), ONE]
        for r, row in enumerate(payoffs)
    ]
    gains = [*[ONE] * width, *[ZERO] * (count + 1)]
    basis = [width + r for r in range(count)]
    while (enters := next((k for k in range(width + count) if gains[k] > 0), None)) is not None:
        ratios = [(row[-1] / row[enters], basis[r], r) for r, row in enumerate(table) if row[enters] > 0]
        leaves = min(ratios)[2]
        scale = table[leaves][enters]
        pivot = table[leaves] = [entry / scale for entry in table[leaves]]
        for r in range(count):
            if r != leaves and (factor := table[r][enters]):
                table[r] = [entry - factor * by for entry, by in zip(table[r], pivot, strict=True)]
        factor = gains[enters]
        gains = [entry - factor * by for entry, by in zip(gains, pivot, strict=True)]
        basis[leaves] = enters
    played = {each: table[r][-1] for r, each in enumerate(basis)}
    whole = -gains[-1]
    return MatrixGame(
        1 / whole - shift,
        [-gains[width + r] / whole for r in range(count)],
        [played.get(c, ZERO) / whole for c in range(width)],
        [r for r in range(count) if width + r not in played],
        [c for c in range(width) if c in played],
    )
