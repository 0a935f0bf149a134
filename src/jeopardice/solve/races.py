"""Races solved by the core (core/race.hpp): the values between turns, from which every turn can be worked out again."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.errors import JeopardiceError
from jeopardice.race import RaceModel
from jeopardice.solve.native import core_turn
from jeopardice.solve.values import Progress

Floats = NDArray[np.float64]


class CoreRace:
    """A race in the core: its turn tables and what a bank needs."""

    def __init__(self, model: RaceModel) -> None:
        self.turn = core_turn(model.turn, wins_count=True)
        keeps = model.rules.turn.keep_on_bust
        self.rules = _core.RaceRules(model.needed, model.bank_from, model.first_bank_from, keeps)
        self.needed = model.needed

    def win(self, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None) -> Floats:
        """win[i - 1, j - 1]: the mover's chance when the mover needs i units and the other player j."""
        check_memory(8 * self.needed**2, f"{self.needed:,} x {self.needed:,} states")
        return _told(lambda: self.turn.win(self.rules, threads or cores(), progress, kernel))

    def turns(self, progress: Progress | None = None, kernel: str | None = None) -> Floats:
        """turns[i - 1]: the least expected turns to the goal from i units."""
        return _told(lambda: self.turn.turns(self.rules, progress, kernel))

    def within(
        self, turns: int, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None
    ) -> Floats:
        """within[m, i - 1]: the best chance to reach the goal in m turns from i units, m = 0 to `turns`."""
        check_memory(8 * self.needed * (turns + 1), f"{turns + 1:,} x {self.needed:,} states")
        return self.turn.within(self.rules, turns, threads or cores(), progress, kernel)


def _told(solve: Callable[[], Floats]) -> Floats:
    """What the core cannot do is told as one of our errors."""
    try:
        return solve()
    except RuntimeError as error:
        raise JeopardiceError(str(error)) from None


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_memory(needed: int, states: str) -> None:
    """Refuses, with the estimate, what would not fit into three quarters of the machine's memory."""
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return
    if needed > 0.75 * available:
        raise JeopardiceError(
            f"{states} would need about {needed / 2**30:,.1f} GiB of memory; there are {available / 2**30:,.1f} GiB"
        )
