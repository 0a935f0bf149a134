"""A ball as decimal digits, all of them certain."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from jeopardice.common.flint_numbers import exact_of


def digits(ball: arb, most: int) -> str:
    """The digits that all numbers of a ball share, at most `most` of them; "0" with the radius if they share none."""
    middle, radius = exact_of(ball.mid()), exact_of(ball.rad())
    low, high = middle - radius, middle + radius
    if low == high == 0:
        return "0"
    if low <= 0 <= high:
        return f"0 ± {float(max(-low, high)):.1e}"
    sign, (low, high) = ("-", (-high, -low)) if high < 0 else ("", (low, high))
    power = _power(high)
    for count in range(most, 0, -1):
        scale = Fraction(10) ** (count - 1 - power)
        if (found := low * scale // 1) == high * scale // 1:
            return sign + _decimal(str(int(found)), power)
    return f"{sign}{float(high):.1e} ± {float(high - low):.1e}"


def _decimal(text: str, power: int) -> str:
    """Digits with a decimal point, the first of them worth 10^power."""
    if -5 <= power < 0:
        return f"0.{'0' * (-1 - power)}{text}"
    if 0 <= power < len(text):
        whole, part = text[: power + 1], text[power + 1 :]
        return f"{whole}.{part}" if part else whole
    return f"{text[0]}.{text[1:]}e{power}" if len(text) > 1 else f"{text}e{power}"


def _power(value: Fraction) -> int:
    """The largest power of ten that is no more than a positive number."""
    power = len(str(value.numerator)) - len(str(value.denominator))
    while Fraction(10) ** power > value:
        power -= 1
    while Fraction(10) ** (power + 1) <= value:
        power += 1
    return power
