"""The distribution of the number of turns, and the first player's chance when neither player looks at the other.

Pi(n, j), the chance that a race over n units takes j turns, comes from Pi(., j - 1) for all n together (Louchard,
section 6). All terms are positive, so floating point cannot cancel: each of at most `roundings` operations on the way
to a chance errs by a factor of 1 +- 2^-53, which bounds the relative error of the result. Chances below 10^-290, near
what floating point can hold, are reported as 0.

How far the number of turns is from a normal distribution, and why (Louchard's open problem 3).

A distribution on whole numbers with mean mu, deviation sigma, skewness g and excess kurtosis h is near its Edgeworth
series: with z = (j - mu)/sigma and H the Hermite polynomials,

    chance of j  ~  phi(z)/sigma (1 + g/6 H3(z) + h/24 H4(z) + g^2/72 H6(z) + ...).

The skewness decreases like 1/sqrt(n): that is what is seen at n = 1000.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.flint_numbers import float_of
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.strategies import Play
from jeopardice.papers.dice_race.turns import TurnOutcomes

Floats = NDArray[np.float64]
TINY = 1e-290
FORGOTTEN = 1e-25
"""Chances of more turns than the mean are followed until they are smaller than this."""


@dataclass(frozen=True)
class Counts:
    """How many turns races take."""

    chances: dict[int, Floats]
    """For some numbers of units to go n: chances[n][j] = Pi(n, j)."""
    first_player: Floats
    """first_player[n]: the chance to win of the first of two who play alike and ignore each other (eq. 3)."""
    relative_error: float
    """A bound for every chance that is not reported as 0."""


def count_turns(play: Play, to: int, targets: Collection[int] = (), progress: Progress | None = None) -> Counts:
    """The distributions for 1 to `to` units to go; those of the targets are kept."""
    bust, shares, sources = _as_arrays([play(n) for n in range(1, to + 1)])
    before = np.zeros(to + 1)
    before[0] = 1.0
    meetings = np.zeros(to + 1)
    kept: dict[int, list[float]] = {n: [0.0] for n in targets}
    turns, seen = 0, 0.0
    while True:
        turns += 1
        now = np.zeros(to + 1)
        now[1:] = bust * before[1:] + np.einsum("ns,ns->n", shares, before[sources])
        meetings += now * now
        for n, chances in kept.items():
            chances.append(float(now[n]))
        seen += float(now[to])
        if progress and turns % 16 == 0:
            progress(min(0.99, seen))
        if seen > 0.5 and now.max() < FORGOTTEN:
            break
        before = now
    # One rounding of each chance of an outcome, a product and the sum over them for every turn.
    roundings = turns * (shares.shape[1] + 3)
    return Counts(
        {n: np.where(np.array(chances) < TINY, 0.0, chances) for n, chances in kept.items()},
        0.5 * (1 + meetings),
        float(np.expm1(roundings * 2.0**-53 * 1.01)),
    )


def _as_arrays(played: list[TurnOutcomes]) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """The chance to bust by units to go, and what a turn banks: chances, and the units that are then to go."""
    widest = max(len(outcomes.banks) for outcomes in played)
    bust, shares = np.zeros(len(played)), np.zeros((len(played), widest))
    sources = np.zeros((len(played), widest), dtype=np.intp)
    known: dict[int, tuple[float, list[int], list[float]]] = {}
    for row, outcomes in enumerate(played):
        if id(outcomes) not in known:
            chances = [float_of(p) for _, p in outcomes.banks]
            known[id(outcomes)] = float_of(outcomes.bust), [j for j, _ in outcomes.banks], chances
        bust[row], units, chances = known[id(outcomes)]
        shares[row, : len(units)] = chances
        sources[row, : len(units)] = np.maximum(0, row + 1 - np.array(units))
    return bust, shares, sources


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


def normal(j: Floats, mean: float, variance: float) -> Floats:
    """The normal density."""
    return np.asarray(np.exp(-((j - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance))


def shape(chances: Floats) -> Shape:
    """The shape of a distribution on 0, 1, 2, …"""
    j = np.arange(float(len(chances)))
    mean = float(j @ chances)
    variance, third, fourth = (float((j - mean) ** power @ chances) for power in (2, 3, 4))
    skewness, kurtosis = third / variance**1.5, fourth / variance**2 - 3
    z = (j - mean) / np.sqrt(variance)
    plain = normal(j, mean, variance)
    skewed = plain * (1 + skewness / 6 * (z**3 - 3 * z))
    more = kurtosis / 24 * (z**4 - 6 * z**2 + 3) + skewness**2 / 72 * (z**6 - 15 * z**4 + 45 * z**2 - 15)
    furthest = [float(np.abs(chances - form).max()) for form in (plain, skewed, skewed + plain * more)]
    return Shape(mean, variance, skewness, kurtosis, *furthest)
