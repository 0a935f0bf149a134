"""Numbers as the solvers have them."""

from __future__ import annotations

from fractions import Fraction

Number = float | Fraction
