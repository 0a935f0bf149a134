"""How far the number of turns is from a normal distribution, and why (Louchard's open problem 3).

A distribution on whole numbers with mean mu, deviation sigma, skewness g and excess kurtosis h is near its Edgeworth
series: with z = (j - mu)/sigma and H the Hermite polynomials,

    chance of j  ~  phi(z)/sigma (1 + g/6 H3(z) + h/24 H4(z) + g^2/72 H6(z) + ...).

The skewness falls like 1/sqrt(n): that is what is seen at n = 1000.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """Moments of a number of turns, and how far it is from what they suggest: the largest differences of a chance."""

    mean: float
    variance: float
    skewness: float
    kurtosis: float
    from_normal: float
    from_skewed: float
    """With the term of the skewness."""
    from_edgeworth: float
    """With those of the kurtosis, too."""


def normal(count: int, mean: float, variance: float) -> Floats:
    """The normal density at 0, 1, …, count - 1."""
    j = np.arange(count)
    return np.asarray(np.exp(-((j - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance))


def shape(chances: Floats) -> Shape:
    """The shape of a distribution on 0, 1, 2, …"""
    j = np.arange(len(chances))
    mean = float(j @ chances)
    variance, third, fourth = (float((j - mean) ** power @ chances) for power in (2, 3, 4))
    skewness, kurtosis = third / variance**1.5, fourth / variance**2 - 3
    z = (j - mean) / np.sqrt(variance)
    plain = normal(len(chances), mean, variance)
    skewed = plain * (1 + skewness / 6 * (z**3 - 3 * z))
    more = kurtosis / 24 * (z**4 - 6 * z**2 + 3) + skewness**2 / 72 * (z**6 - 15 * z**4 + 45 * z**2 - 15)
    furthest = [float(np.abs(chances - form).max()) for form in (plain, skewed, skewed + plain * more)]
    return Shape(mean, variance, skewness, kurtosis, *furthest)
