"""Whether the best threshold can settle into a pattern that repeats forever: Louchard's open problem 1.

Let two thresholds have no excess, a < b (20 and 21 in Pig), and let the best ones repeat with period p from some n on.
Then the last values of e move by a fixed matrix M each period, and for each place of the pattern

    D(n) = e(n, a) - e(n, b),   positive where b is played and not where a is,

is a sum of c_i l_i^t over the eigenvalues l_i of M, t counting periods. A sequence of one sign has a positive real
eigenvalue among the largest that occur in it (Pringsheim: a power series with such coefficients is singular at its
radius of convergence). So the largest eigenvalue that occurs, apart from 1, whose part in D is 0, is

  * not complex or negative, if D at a place where b is played has a part in it: D would change its sign forever;
  * positive only if the signs of D along its eigenvector are those of the pattern, everywhere.

If every eigenvalue is ruled out in this way, no race can settle into the pattern, whatever its beginning.

For a single threshold this is Descartes' rule of signs: z^N = sum q_j z^(N - j) with q_j >= 0 has no positive root but
1, so neither of two thresholds is strictly best forever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from flint import acb, acb_mat, arb, ctx, fmpq, fmpq_mat, fmpq_poly

from jeopardice.common.errors import InputError
from jeopardice.papers.dice_race.limits import ThresholdPattern
from jeopardice.papers.dice_race.turns import TurnOutcomes

BITS = 512
Finding = Literal["turns", "alternates", "wrong signs", "fits", "open"]


@dataclass(frozen=True)
class Eigenvalue:
    """An eigenvalue of the map over one period, and what it means for the pattern."""

    value: acb
    finding: Finding
    """turns (complex), alternates (negative) or wrong signs: ruled out; fits: it may continue; open: undecided."""

    @property
    def ruled_out(self) -> bool:
        """Whether no race that follows the pattern forever has this part."""
        return self.finding in ("turns", "alternates", "wrong signs")


@dataclass(frozen=True)
class Settling:
    """Whether a pattern can repeat forever."""

    pattern: ThresholdPattern
    eigenvalues: tuple[Eigenvalue, ...]
    """Apart from 1 and 0, the largest first."""

    @property
    def impossible(self) -> bool:
        """Whether no race can settle into the pattern, with each threshold strictly best in its places: a proof."""
        return bool(self.eigenvalues) and all(found.ruled_out for found in self.eigenvalues)


def settling(pattern: ThresholdPattern) -> Settling:
    """Whether the best of two thresholds can settle into a pattern of them."""
    used = sorted(set(pattern.thresholds))
    if len(used) != 2 or any(pattern.turn.excess(pattern.turn.threshold(k)) for k in used):
        raise InputError(f"pattern: {used}: it must be of two thresholds without excess")
    low, high = (_shares(pattern.turn.threshold(k)) for k in used)
    size = max(len(low), len(high))
    low, high = (row + [fmpq(0)] * (size - len(row)) for row in (low, high))
    places = [_Place(low if k == used[0] else high, k == used[1]) for k in pattern.thresholds]
    period = fmpq_mat(size, size, [fmpq(int(i == j)) for i in range(size) for j in range(size)])
    for place in places:
        period = _step(place.shares) * period
    apart = [a - b for a, b in zip(low, high, strict=True)]
    with ctx.workprec(BITS):
        return Settling(pattern, tuple(_findings(period, places, apart)))


@dataclass(frozen=True)
class _Place:
    """A place of the pattern: the chances of the threshold that is played there, and whether it is the larger."""

    shares: list[fmpq]
    is_high: bool


def dominating_roots(outcomes: TurnOutcomes) -> list[tuple[arb, arb]]:
    """Modulus and period of the oscillations of e under one threshold, the slowest to fade first: its complex roots."""
    shares = _shares(outcomes)
    with ctx.workprec(BITS):
        equation = fmpq_poly([-p for p in reversed(shares)] + [fmpq(1)])
        roots = [root for root, _ in _roots(equation) if root.imag > 0]
        found = [(abs(root), 2 * arb.pi() / root.arg()) for root in roots]
        return sorted(found, key=lambda pair: -float(pair[0]))


def _roots(polynomial: fmpq_poly) -> list[tuple[acb, int]]:
    """The roots as balls, real ones with an imaginary part of 0, and how often each occurs."""
    return cast("list[tuple[acb, int]]", polynomial.numer().complex_roots())


def _shares(outcomes: TurnOutcomes) -> list[fmpq]:
    """The chances of a turn that does not bust, from 1 unit on."""
    chances = dict(outcomes.banks)
    return [chances.get(j, fmpq(0)) / outcomes.banked for j in range(1, outcomes.furthest + 1)]


def _step(row: Sequence[fmpq]) -> fmpq_mat:
    """From the last values of e, the newest first, to those one unit further."""
    size = len(row)
    matrix = fmpq_mat(size, size)
    for j, share in enumerate(row):
        matrix[0, j] = share
    for i in range(1, size):
        matrix[i, i - 1] = fmpq(1)
    return matrix


def _findings(period: fmpq_mat, places: Sequence[_Place], apart: Sequence[fmpq]) -> list[Eigenvalue]:
    """What each eigenvalue but 1 and 0 means, one of each pair of conjugates."""
    polynomial = period.charpoly()
    zeros = next(i for i, c in enumerate(polynomial.coeffs()) if c)
    others = fmpq_poly(polynomial.coeffs()[zeros:]) // fmpq_poly([-1, 1])
    roots = [(root, times) for root, times in _roots(others) if root.imag >= 0]
    roots.sort(key=lambda found: -float(abs(found[0])))
    sizes = [abs(root) for root, _ in roots]
    found = []
    for i, (root, times) in enumerate(roots):
        single = times == 1 and all(not size.overlaps(sizes[i]) for j, size in enumerate(sizes) if j != i)
        differences = _differences(period, places, apart, root) if single else None
        found.append(Eigenvalue(root, "open" if differences is None else _finding(root, places, differences)))
    return found


def _finding(root: acb, places: Sequence[_Place], differences: list[acb]) -> Finding:
    both = list(zip(places, differences, strict=True))
    if root.imag > 0 or root.real < 0:
        if not any(place.is_high and not d.overlaps(acb(0)) for place, d in both):
            return "open"
        return "turns" if root.imag > 0 else "alternates"
    # A ball that holds 0 may have either sign.
    for flip in (1, -1):
        if not any((flip * d.real < 0) if place.is_high else (flip * d.real > 0) for place, d in both):
            return "fits"
    return "wrong signs"


def _differences(period: fmpq_mat, places: Sequence[_Place], apart: Sequence[fmpq], root: acb) -> list[acb] | None:
    """D at each place of the pattern along the eigenvector of a root."""
    window = _eigenvector(period, root)
    if window is None:
        return None
    differences = []
    for place in places:
        differences.append(_dot(apart, window))
        window = [_dot(place.shares, window), *window[:-1]]
    return differences


def _eigenvector(period: fmpq_mat, root: acb) -> list[acb] | None:
    """The eigenvector of a simple root, with an entry that is 1; None where balls are too wide."""
    size = period.nrows()
    matrix = [[acb(arb(period[i, j])) - (root if i == j else 0) for j in range(size)] for i in range(size)]
    # Try which equation follows from the others, and which entry is not 0.
    for left_out in range(size):
        for one in range(size):
            kept = [[x for j, x in enumerate(row) if j != one] for i, row in enumerate(matrix) if i != left_out]
            right = [[-row[one]] for i, row in enumerate(matrix) if i != left_out]
            try:
                found = acb_mat(kept).solve(acb_mat(right))
            except ZeroDivisionError:
                continue
            vector = [found[i, 0] for i in range(size - 1)]
            return [*vector[:one], acb(1), *vector[one:]]
    return None


def _dot(shares: Sequence[fmpq], window: Sequence[acb]) -> acb:
    return sum((acb(arb(share)) * x for share, x in zip(shares, window, strict=True) if share), acb(0))
