"""Matrix games in fractions whose entries are sums of unknown values: the conditions of a pair of mixtures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import flint

from jeopardice.solvers.exact_games import solved_game
from jeopardice.solvers.exact_plans import ONE, ZERO

MOST_STEPS = 30
Line = list[flint.fmpq]
"""A constant, and the multiples of unknown values."""


def square_part(payoffs: list[list[Line]], values: Sequence[flint.fmpq]) -> list[list[Line]]:
    """As many rows as columns, among which is all that is played if states are worth this."""
    game = solved_game([[at_values(entry, values) for entry in row] for row in payoffs])
    return [[payoffs[r][c] for c in game.basic_columns] for r in game.basic_rows]


def value_of(payoffs: list[list[Line]], near: flint.fmpq) -> tuple[flint.fmpq, flint.fmpz_poly] | None:
    """The value w of M(w), with its irreducible polynomial; where it is irrational, to 400 binary digits."""
    w = near
    for _ in range(MOST_STEPS):
        square = square_part(payoffs, [w])
        points = [flint.fmpq(k) for k in range(len(square) + 2)]
        found = interpolated([(at, defect(square, at)) for at in points])
        factors = [factor for factor, _ in found.numer().factor()[1]] if found else []
        roots = [(abs(near - root), root, factor) for factor in factors for root in roots_near(factor, near)]
        if not roots:
            return None
        _, w, factor = min(roots, key=lambda root: root[0])
        solved = solved_game([[at_values(entry, [w]) for entry in row] for row in payoffs])
        if factor.degree() > 1 or solved.value == w:
            return w, factor
    return None


def values_of(games: Sequence[list[list[Line]]], near: Sequence[flint.fmpq], bits: int) -> list[flint.fmpq] | None:
    """The values of several states whose payoffs depend on them, to twice as many bits (Newton's method)."""
    values, count = list(near), len(games)
    for digits in (100, 200, 400, 800, 1600, 2 * bits, 2 * bits):
        left, right = flint.fmpq_mat(count, count), flint.fmpq_mat(count, 1)
        for n, game in enumerate(games):
            value, slopes = stepped(game, values)
            right[n, 0] = value - values[n]
            for k, slope in enumerate(slopes):
                left[n, k] = int(n == k) - slope
        steps = left.solve(right)
        furthest = max(abs(steps[n, 0]) for n in range(count))
        values = [rounded(value + steps[n, 0], digits) for n, value in enumerate(values)]
    return values if furthest <= flint.fmpq(1, 1 << bits) else None


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


def roots_near(polynomial: flint.fmpz_poly, near: flint.fmpq) -> list[flint.fmpq]:
    """A root of an irreducible polynomial: a fraction, or what Newton's method finds, to 400 binary digits."""
    if polynomial.degree() == 1:
        return [flint.fmpq(-polynomial[0], polynomial[1])]
    slope = polynomial.derivative()
    for _ in range(40):
        if not slope(near):
            return []
        step = polynomial(near) / slope(near)
        near = rounded(near - step, 420)
        if abs(step) < flint.fmpq(1, 1 << 400):
            return [near]
    return []


def equalising(payoffs: Sequence[Sequence[flint.fmpq]]) -> list[flint.fmpq]:
    """The mixture of columns against which all rows are worth the same; ZeroDivisionError if it is not unique."""
    solved = flint.fmpq_mat([list(row) for row in payoffs]).solve(flint.fmpq_mat([[ONE] for _ in payoffs]))
    parts = [solved[k, 0] for k in range(len(payoffs))]
    whole = sum(parts, ZERO)
    return [part / whole for part in parts]
