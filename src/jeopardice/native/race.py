"""Races solved by the core (core/race.hpp): the values between turns, from which every turn can be worked out again."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.turn import Rounding, core_turn
from jeopardice.race.model import RaceModel, keys_between, refuse_keys
from jeopardice.race.objectives import Objective

Floats = NDArray[np.float64]
Result = TypeVar("Result")
PASSES = 2.4
"""How often a state of a two-player race is visited until it has settled, on average."""
SWEEPS = 12
"""How often all states are solved where scores can fall."""
STEALING = {"after-bank": 3, "after-bust": 40}
"""How many times as long it takes where turns can be gone on with: after a bust, that goes round and round."""
PACE = 1.2e-9
"""Seconds that one option takes in all lanes of a register, measured; on any machine about this."""
ROW = 40
"""What a row takes besides its options, as if these were more."""
LANES = {"baseline": 2, "avx2": 4, "avx512": 8}


@dataclass(frozen=True)
class Certificate:
    """What a sweep with outward rounding has proved (core/certify.hpp)."""

    error_bound: float
    """No value is further from the truth."""
    proven: int
    """Decisions whose best action is better than all others beyond doubt."""
    tied: int
    """Decisions whose best actions are worth exactly the same: such as to win at once in two ways."""
    close: int
    """Decisions that the bounds do not settle."""


@dataclass(frozen=True)
class Estimate:
    """What a race will take."""

    states: int
    memory: int
    """Bytes."""
    seconds: float

    def __str__(self) -> str:
        return f"{self.states:,} states, {_size(self.memory)}, about {_time(self.seconds)}"


class CoreRace:
    """A race in the core: its turn tables and what a bank needs."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.turn = self._turn("nearest")
        self.rules = core_rules(model, model.hold_from)
        self.needed = model.needed
        self._boards: dict[str, _core.Board] = {}

    def board(self, objective: str) -> _core.Board:
        """The states of an objective."""
        if objective not in self._boards:
            between = self.model.modes(objective).core
            self._boards[objective] = in_our_words(lambda: _core.Board(self.turn, self.rules, between, objective))
        return self._boards[objective]

    def _turn(self, rounding: Rounding) -> _core.Turn:
        return core_turn(self.model.turn, wins_count=True, rounding=rounding)

    def win(self, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None) -> Floats:
        """win[mode, i - 1, j - 1]: the mover's chance when the mover needs i units and the other player j.

        Here and below, the axis of modes is left out where there is one mode only.
        """
        return _without_modes(in_our_words(lambda: self.board("win").solve(threads or cores(), progress, kernel)), 0)

    def turns(self, progress: Progress | None = None, kernel: str | None = None) -> Floats:
        """turns[mode, i - 1]: the least expected turns to the goal from i units."""
        return _without_modes(in_our_words(lambda: self.board("turns").solve(1, progress, kernel)), 0)

    def within(
        self, turns: int, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None
    ) -> Floats:
        """within[m, mode, i - 1]: the best chance to reach the goal in m turns from i units, m = 0 to `turns`."""
        board = self.board("within")
        return _without_modes(board.within(turns, threads or cores(), progress, kernel), 1)

    def values(self, objective: Objective, progress: Progress | None = None, threads: int | None = None) -> Floats:
        """The values of any objective."""
        if objective.name == "win":
            return self.win(progress, threads)
        if objective.name == "turns":
            return self.turns(progress)
        return self.within(objective.turns, progress, threads)

    def certify(
        self, objective: Objective, values: Floats, progress: Progress | None = None, threads: int | None = None
    ) -> Certificate:
        """Bounds the error of values found before, and tells which decisions that settles."""
        self._plain("--certify", 2 if objective.name == "win" else 1)
        less, more, threads = self._turn("down"), self._turn("up"), threads or cores()
        if objective.name == "win":
            low, high, counts = in_our_words(
                lambda: self.turn.certify_win(less, more, self.rules, values, threads, progress)
            )
        elif objective.name == "turns":
            low, high, counts = in_our_words(
                lambda: self.turn.certify_turns(less, more, self.rules, values, threads, progress)
            )
        else:
            low, high, counts = self.turn.certify_within(less, more, self.rules, objective.turns, threads, progress)
        error = float(max((high - values).max(), (values - low).max()))
        return Certificate(float(np.nextafter(error, np.inf)), *counts)

    def _plain(self, what: str, players: int = 2) -> None:
        refuse_keys(self.model.rules, keys_between(self.model.rules, players), what)

    def best_player(self, win: Floats) -> _core.Player:
        """A player who plays best against one who does, too."""
        self._plain("matches")
        return _core.Player.best(self.turn, self.rules, win, 1, -1)

    def estimate(self, objective: Objective, threads: int | None = None, *, certify: bool = False) -> Estimate:
        """States, memory and time, before anything is done."""
        n, options = self.model.lowest, ROW + sum(1 for _ in self.model.turn.options)
        lanes = LANES[_core.kernels()[0]] * (threads or cores()) / (3 if certify else 1)
        modes = len(self.model.modes(objective.name).all)
        pace = PACE * modes * (SWEEPS if self.model.falls else 1)
        # A turn also has rows past the goal where a bank there may be too small, or a last turn follows it.
        rows = max(n / 2, self.model.bank_from)
        if objective.name == "win":
            board = self.board("win")
            # What it is worth to go on with each turn.
            offers = board.offers_size if self.model.rules.turn.steal != "never" else 0
            rows = max(rows, n / 2 + max(board.past, board.totals if offers else 0))
            seconds = pace * PASSES * options * n**2 * rows / lanes * (3 if self.model.falls_without_end else 1)
            seconds *= STEALING[self.model.rules.turn.steal] if offers else 1
            return Estimate(modes * n**2, 8 * (modes * n**2 + offers), seconds)
        if objective.name == "turns":
            return Estimate(modes * n, 8 * modes * n, pace * 4 * options * n * rows)
        states = modes * n * (objective.turns + 1)
        return Estimate(states, 8 * states, PACE * modes * options * n * rows * objective.turns / lanes)


def core_rules(model: RaceModel, hold_from: int) -> _core.RaceRules:
    """What a race adds to a turn, in the core."""
    keeps = model.rules.turn.keep_on_bust
    return _core.RaceRules(
        model.needed,
        model.bank_from,
        model.first_bank_from,
        hold_from,
        keeps,
        lowest=model.lowest,
        penalty=model.penalty,
        floor=model.floor,
    )


def _without_modes(values: Floats, axis: int) -> Floats:
    return values.squeeze(axis) if values.shape[axis] == 1 else values


def in_our_words(solve: Callable[[], Result]) -> Result:
    """What the core cannot do is told as one of our errors."""
    try:
        return solve()
    except RuntimeError as error:
        raise JeopardiceError(str(error)) from None


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_memory(estimate: Estimate) -> None:
    """Refuses, with the estimate, what would not fit into three quarters of the machine's memory."""
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return
    if estimate.memory > 0.75 * available:
        raise JeopardiceError(f"this would need {estimate}: more than the {_size(available)} of memory here allow")


def _size(size: int) -> str:
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size} bytes"


def _time(seconds: float) -> str:
    for unit, name in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds" if seconds >= 1.5 else "a second"
