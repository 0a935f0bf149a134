"""Simultaneous play with penalties: values that depend on each other in a cycle, and a proven bound.

All states are solved again and again until nothing changes; mixtures of the last sweeps whose steps cancel (Anderson
1965) reduce that to tens of sweeps.

The proof. Let x be the first player's mixtures, K W what they keep for one round if W follows it and the other does the
worst, and N >= 0 a function with  L N <= N - c,  c > 0,  where L N is the largest mean of N after a round, whatever the
other does (0 once the game is over): about the longest time that the other can drag the game out. If K W >= W - d, then

    K (W - e N)  >=  K W - e L N  >=  W - d - e (N - c)  =  W - e N      for  e = d / c .

So x keeps W - e N for one round, hence for any number of them, and the game ends: N decreases by c a round on average.

Without a floor K is that of a game in which the first player loses where a penalty leads below the lowest score of the
model and the other stops there (or wins, where a lower score may be better); W is then what x keeps in that game.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import CoreSimultaneous, Played

SETTLED, MOST_SWEEPS, REMEMBERED = 1e-14, 400, 8
"""When sweeps end, how many there may be, and how many are remembered to go faster."""
NEARLY = 0.1
"""Rounds: how nearly N = 1 + L N has to hold, so that N decreases by about 1."""


def settled_values(core: CoreSimultaneous, played: Played, threads: int, progress: Progress | None) -> Floats:
    """The chances of the first player: sweeps until nothing changes."""
    start = np.full((core.standings, core.standings), 0.5)
    return settled(lambda values: core.sweep(np.clip(values, 0, 1), played, threads), start, SETTLED, progress)


def guaranteed(
    core: CoreSimultaneous, values: Floats, played: Played, threads: int, progress: Progress | None
) -> Floats | None:
    """What the first player's mixtures guarantee in each state, proven; None if games may last too long."""
    play = core.equilibrium_play(values, played, threads)
    try:
        rounds = settled(lambda n: play.longest(np.maximum(n, 0), threads), np.ones_like(values), NEARLY, progress)
        if core.bottomless:
            values = settled(lambda low: play.guaranteed(np.clip(low, 0, 1), threads), values, SETTLED, None)
    except JeopardiceError:
        return None
    decrease = float((rounds - (play.longest(rounds, threads) - 1)).min()) - play.rounding * float(rounds.max())
    if decrease <= 0:
        return None
    off = float((values - play.guaranteed(values, threads)).max()) + play.rounding
    return np.maximum(0.0, values - max(0.0, off) / decrease * rounds * (1 + 1e-12))


def settled(step: Callable[[Floats], Floats], values: Floats, tolerance: float, progress: Progress | None) -> Floats:
    """Steps until the largest change is below the tolerance, accelerated by the last ones (Anderson)."""
    before: list[Floats] = []
    changes: list[Floats] = []
    first = 0.0
    for _ in range(MOST_SWEEPS):
        stepped = step(values)
        change = stepped - values
        largest = float(np.abs(change).max())
        first = first or max(largest, 10 * tolerance)
        if progress:
            done = np.log(first / max(largest, tolerance)) / np.log(first / tolerance)
            progress(min(0.99, max(0.0, float(done))))
        if largest < tolerance:
            return stepped
        before, changes = [*before, stepped][-REMEMBERED:], [*changes, change][-REMEMBERED:]
        values = _faster(before, changes)
    raise JeopardiceError("simultaneous: the values of the game do not converge")


def _faster(stepped: list[Floats], changes: list[Floats]) -> Floats:
    """The mixture of the last steps whose changes cancel best."""
    if len(changes) < 2:
        return stepped[-1]
    apart = np.stack([(changes[-1] - change).ravel() for change in changes[:-1]], axis=1)
    shares, *_ = np.linalg.lstsq(apart, changes[-1].ravel(), rcond=1e-12)
    mixed: Floats = stepped[-1] - sum(
        share * (stepped[-1] - other) for share, other in zip(shares, stepped[:-1], strict=True)
    )
    return mixed
