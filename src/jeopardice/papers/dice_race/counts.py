"""The distribution of the number of turns, and the first player's chance when both play without a look at each other.

Pi(n, j), the chance that a race over n units takes j turns, comes from Pi(., j - 1) for all n at once (Louchard,
section 6). All terms are positive, so floating point cannot cancel: each of at most `roundings` operations on the way
to a chance errs by a factor of 1 +- 2^-53, which bounds the relative error of the result. Chances below 10^-290, near
what floating point can hold, are told as 0.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.flint_numbers import float_of
from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.courses import Play
from jeopardice.papers.dice_race.turns import Law

Floats = NDArray[np.float64]
TINY = 1e-290
FORGOTTEN = 1e-25
"""Chances of more turns than the mean are followed until they are less likely."""


@dataclass(frozen=True)
class Counts:
    """How many turns races take."""

    chances: dict[int, Floats]
    """For some numbers of units to go n: chances[n][j] = Pi(n, j)."""
    first_player: Floats
    """first_player[n]: the chance to win of the first of two who play alike without a look at each other (eq. 3)."""
    relative_error: float
    """A bound for every chance that is told and not 0."""


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
    # One rounding of each chance of the law, a product and the sum over them for every turn.
    roundings = turns * (shares.shape[1] + 3)
    return Counts(
        {n: np.where(np.array(chances) < TINY, 0.0, chances) for n, chances in kept.items()},
        0.5 * (1 + meetings),
        float(np.expm1(roundings * 2.0**-53 * 1.01)),
    )


def _as_arrays(laws: list[Law]) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """The chance to bust by units to go, and what a turn banks: chances, and the units that are then to go."""
    widest = max(len(law.banks) for law in laws)
    bust, shares = np.zeros(len(laws)), np.zeros((len(laws), widest))
    sources = np.zeros((len(laws), widest), dtype=np.intp)
    known: dict[int, tuple[float, list[int], list[float]]] = {}
    for row, law in enumerate(laws):
        if id(law) not in known:
            chances = [float_of(p) for _, p in law.banks]
            known[id(law)] = float_of(law.bust), [j for j, _ in law.banks], chances
        bust[row], units, chances = known[id(law)]
        shares[row, : len(units)] = chances
        sources[row, : len(units)] = np.maximum(0, row + 1 - np.array(units))
    return bust, shares, sources
