"""How long games last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.native.table import CoreTable, Numbers, Seat, TurnMeans

FORGOTTEN = 1e-13
"""Games are followed until the chance of longer ones is below this."""
FEW_ROUNDS = 64
"""The number of rounds for which games are followed at first."""
MOST_ROUNDS = 100_000
"""Longer games are not followed."""


@dataclass(frozen=True, repr=False)
class Lengths:
    """The distribution of a number of turns: chances[m - 1] is the chance of m turns."""

    chances: Floats
    turn: TurnMeans | None = None
    """What the turns of the games are like, where that is known."""

    def __repr__(self) -> str:
        return f"<Lengths: {self.expected:.6g} turns expected, up to {len(self.chances)}>"

    @property
    def expected(self) -> float:
        """The expected number."""
        return float(np.arange(1, len(self.chances) + 1) @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        numbers = np.arange(1, len(self.chances) + 1)
        return sqrt(max(0.0, float(numbers**2 @ self.chances) - self.expected**2))

    def within(self, turns: int) -> float:
        """The chance that this number of turns is enough."""
        return float(self.chances[:turns].sum())

    def quantile(self, part: float) -> int:
        """The number of turns that is enough in this share of all cases."""
        return int(np.searchsorted(np.cumsum(self.chances), part)) + 1


def game_turns(
    table: CoreTable,
    seats: Sequence[Seat],
    start: Numbers | None = None,
    progress: Progress | None = None,
    rounds: int = FEW_ROUNDS,
) -> Lengths:
    """The distribution of the number of turns of a game that the first of these players begins.

    It is fastest if `rounds` are a few more than those of practically all games.
    """
    states, means = len(table.carryover.all) * table.model.lowest**table.players, None

    def follow(rounds: int) -> Floats:
        nonlocal means
        # Each state holds the chances of every round; hardly more than half of the states do so at the same time.
        check_memory(Estimate(states, states * table.players * 2 * min(rounds, 256), 0))
        chances, means = table.rounds(seats, start or table.start(), rounds, progress)
        return chances

    return replace(followed(follow, rounds, 4), turn=means)


def followed(follow: Callable[[int], Floats], rounds: int, factor: int) -> Lengths:
    """Follow games for more and more rounds, until longer ones are negligible."""
    before = 1.0
    while True:
        chances = follow(rounds)
        left = 1 - float(chances.sum())
        # What is left may be rounding errors only, which more rounds do not remove.
        if abs(left) <= FORGOTTEN or abs(left - before) <= FORGOTTEN:
            return Lengths(np.trim_zeros(chances, "b"))
        if rounds > MOST_ROUNDS:
            raise JeopardiceError(f"{left:.2g} of games are longer than {rounds:,} rounds: too long to follow")
        before, rounds = left, rounds * factor
