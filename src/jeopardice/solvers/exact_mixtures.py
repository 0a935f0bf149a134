"""Matrix games in fractions whose entries are sums of unknown values: the conditions of a pair of mixtures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

import flint

from jeopardice.solvers.exact_plans import ONE, ZERO

Line = list[flint.fmpq]
"""A constant, and the multiples of unknown values."""


def squares(rows: int, columns: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The square parts of a matrix, the largest first."""
    for size in range(min(rows, columns), 0, -1):
        for some in combinations(range(rows), size):
            for others in combinations(range(columns), size):
                yield some, others


def defect(payoffs: list[list[Line]], w: flint.fmpq) -> flint.fmpq:
    """Return det M(w) + w det [M(w), 1; 1', 0], which is 0 at the value."""
    size = len(payoffs)
    matrix = [[at_values(entry, [w]) for entry in row] for row in payoffs]
    bordered = [*([*row, ONE] for row in matrix), [ONE] * size + [ZERO]]
    return flint.fmpq_mat(matrix).det() + w * flint.fmpq_mat(bordered).det()


def at_values(line: Line, values: Sequence[flint.fmpq]) -> flint.fmpq:
    """A constant and multiples of these values."""
    return line[0] + sum((slope * value for slope, value in zip(line[1:], values, strict=True)), ZERO)


def stepped(payoffs: list[list[Line]], values: Sequence[flint.fmpq]) -> tuple[flint.fmpq, list[flint.fmpq]]:
    """The value of M(w) if all rows and columns are played, and its slopes x' (dM / dw) y."""
    matrix = [[1 + at_values(entry, values) for entry in row] for row in payoffs]
    theirs, mine = equalising(matrix), equalising([*zip(*matrix, strict=True)])

    def mean(part: Callable[[Line], flint.fmpq]) -> flint.fmpq:
        pairs = product(zip(mine, payoffs, strict=True), enumerate(theirs))
        return sum((p * q * part(row[c]) for (p, row), (c, q) in pairs), ZERO)

    slopes = [mean(lambda entry, k=k: entry[1 + k]) for k in range(len(values))]  # type: ignore[misc]
    return mean(lambda entry: at_values(entry, values)), slopes


def rounded(value: flint.fmpq, bits: int) -> flint.fmpq:
    """The value, rounded to this number of binary digits."""
    return flint.fmpq((value.p << bits) // value.q, 1 << bits)


def interpolated(points: Sequence[tuple[flint.fmpq, flint.fmpq]]) -> flint.fmpq_poly:
    """The polynomial through these points (Newton's divided differences)."""
    found, product, x = flint.fmpq_poly([0]), flint.fmpq_poly([1]), flint.fmpq_poly([0, 1])
    for at, value in points:
        found += product * ((value - found(at)) / product(at))
        product *= x - at
    return found


def equalising(payoffs: Sequence[Sequence[flint.fmpq]]) -> list[flint.fmpq]:
    """The mixture of columns against which all rows are worth the same; ZeroDivisionError if it is not unique."""
    solved = flint.fmpq_mat([list(row) for row in payoffs]).solve(flint.fmpq_mat([[ONE] for _ in payoffs]))
    parts = [solved[k, 0] for k in range(len(payoffs))]
    whole = sum(parts, ZERO)
    return [part / whole for part in parts]
