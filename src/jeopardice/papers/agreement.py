"""Whether a computed number is the printed one, and numbers as text.

A printed number stands for everything that rounds to it: 0.537 for 0.5365 to 0.5375. With three dots after it the
digits may have been cut off instead: 0.536... also means 0.536 up to, but not including, 0.537. A computed number is an
int, a float or a fraction, or a ball: all numbers between two bounds, such as python-flint's arb, which agrees if all
of it does; with "between 0.2291 and 0.2300" it agrees if it is there. Words must be the same; lists agree if each
of their entries does.
"""

from __future__ import annotations

import re
from decimal import ROUND_DOWN, Decimal, InvalidOperation, localcontext
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

from jeopardice.common.flint_numbers import exact_of

DIGITS = 17
"""Significant digits of a fraction or a ball, for people."""
MOST_DIGITS = 1000
"""The most digits of a ball in full."""


def agrees(published: Any, computed: Any, *, dots: bool = False) -> bool:
    """Whether a computed number rounds to what is printed; with dots, whether it rounds or is cut off to it."""
    if isinstance(published, list | tuple) or isinstance(computed, list | tuple):
        return (
            isinstance(published, list | tuple)
            and isinstance(computed, list | tuple)
            and len(published) == len(computed)
            and all(agrees(p, c, dots=dots) for p, c in zip(published, computed, strict=True))
        )
    between = bounds(computed)
    if between is None:
        return isinstance(computed, str) and str(published) == computed
    least, most = between
    if range_ := re.fullmatch(r"between (\S+) and (\S+)", str(published)):
        return Fraction(range_[1]) <= least and most <= Fraction(range_[2])
    read = _read(published)
    if read is None:
        return False
    printed, digit = read
    if printed - digit / 2 <= least and most <= printed + digit / 2:
        return True
    if not dots:
        return False
    return printed <= least and most < printed + digit if printed >= 0 else printed - digit < least and most <= printed


def bounds(computed: Any) -> tuple[Fraction, Fraction] | None:
    """The least and the most that a computed number can be; None for anything that is not a number."""
    if isinstance(computed, bool):
        return None
    if isinstance(computed, Rational) or (isinstance(computed, float) and isfinite(computed)):
        return Fraction(computed), Fraction(computed)
    if _is_ball(computed) and computed.is_finite():
        middle, radius = (exact_of(part) for part in (computed.mid(), computed.rad()))
        return middle - radius, middle + radius
    return None


def full_text(value: Any) -> str:
    """A printed or computed value with all digits that we have: 492303203/60466176, 0.5306921, [20, 21]."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(full_text, value))}]"
    if isinstance(value, float):
        return repr(float(value))
    return _ball_text(value, MOST_DIGITS) if _is_ball(value) else str(value)


def decimal_text(value: Any) -> str:
    """The same for people: a fraction as a decimal number, with dots where it continues."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(decimal_text, value))}]"
    if _is_ball(value):
        return _ball_text(value, DIGITS)
    if not isinstance(value, Fraction) or value.denominator == 1:
        return full_text(value)
    with localcontext(prec=DIGITS, rounding=ROUND_DOWN):
        decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{decimal:f}" if Fraction(decimal) == value else f"{decimal:f}..."


def _read(published: Any) -> tuple[Fraction, Fraction] | None:
    """The printed number and the value of one unit in its last digit (0 for a fraction); None for words."""
    text = str(published).replace(" ", "")
    try:
        if "/" in text:
            return Fraction(text), Fraction(0)
        printed = Decimal(text)
    except (InvalidOperation, ValueError, ZeroDivisionError):
        return None
    if not printed.is_finite():
        return None
    return Fraction(printed), Fraction(10) ** int(printed.as_tuple().exponent)


def _is_ball(value: Any) -> bool:
    """Whether it is a ball of python-flint, which need not be installed."""
    return all(hasattr(value, name) for name in ("mid", "rad", "is_finite", "str"))


def _ball_text(ball: Any, digits: int) -> str:
    """The digits of a ball that are certain, and its radius: [0.3333333333 +/- 3.4e-11]."""
    text = str(ball.str(digits))
    if "." not in text or "e" in text:
        return text
    return text.rstrip("0").rstrip(".")  # a number without radius is written with all its zeros
