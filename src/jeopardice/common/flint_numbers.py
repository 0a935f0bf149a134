"""Conversion of python-flint numbers to Python numbers, without rounding where possible."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import arb, fmpq


def fraction_of(value: fmpq) -> Fraction:
    """The same fraction."""
    return Fraction(int(value.p), int(value.q))


def float_of(value: fmpq) -> float:
    """The nearest float, however long the fraction."""
    return int(value.p) / int(value.q)


def exact_of(point: arb) -> Fraction:
    """The exact value m 2^e of a ball without radius, such as the midpoint or the radius of another ball."""
    mantissa, exponent = point.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)
