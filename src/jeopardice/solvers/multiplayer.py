"""Races of three and more players solved by the core (core/group.hpp), level by level.

Each player maximises the own chance: an answer is a stationary equilibrium. docs/players.md has the mathematics, and
why a few states need a mover who mixes two ways to play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.race import LANES, PACE, ROW, CoreRace, Estimate, Floats, cores, in_our_words
from jeopardice.race.model import RaceModel
from jeopardice.solvers.checkpoints import Checkpoint, Level
from jeopardice.turn.closing import closing_of

PASSES = 2.05
"""How often a state is visited until it has settled, on average."""
SWEEPS = 10
"""How often all states are solved where scores can fall."""
SWEPT, NOISE = 1e-15, 1e-13
"""Where scores can fall, sweeps go on until what is still to come is less; changes that stay small are but rounding."""
MOST_SWEEPS = 2000
STATE = 1.5e-7
"""Seconds that a state takes besides its turn, measured; most of it to fetch what follows from memory."""
STARTS = (0.0, 1.0)
"""Other guesses of what a bust is worth, from which every block is solved again."""
HALF_UNIT = 2.0**-53
MORE_THAN_SAID = 1e-6
"""The bound on what a player can gain holds if it is less (core/blocks.hpp)."""


@dataclass
class Found:
    """The values of a group: [plane, mode, units needed - 1 of each player, the mover first].

    Plane p - 1 is for the player whose turn comes p turns later; the mover's chance is what is left.
    """

    values: Floats
    shares: dict[int, float] = field(default_factory=dict)
    """Where movers mix, by the place in a plane: how often they play as if a bust were worth a little more."""
    visits: int = 0
    """Turns solved."""


@dataclass(frozen=True)
class Equilibrium:
    """How sure it is that values are an equilibrium."""

    gain: float | None
    """No player can gain more by playing otherwise, anywhere and as often as they like; None where scores can fall."""
    one_turn: float
    """The most by which one turn was found to be worth more than the values say, or to others more or less."""
    mixed: int
    """States in which the mover mixes two ways to play."""
    elsewhere: int | None = None
    """States for which another start leads to another equilibrium; None if that was not tried."""
    difference: float | None = None
    """By how much values differ there at most."""


def mixed_arrays(shares: dict[int, float]) -> tuple[NDArray[np.int64], Floats]:
    """The states whose movers mix, and how, for the core."""
    return np.array(list(shares), np.int64), np.array(list(shares.values()), np.float64)


class Sweeps:
    """All states solved again and again, where scores can fall: are they settled?

    Where the error falls by the same factor each time, what is still to come is known, and values jump there.
    """

    def __init__(self, values: Floats) -> None:
        self.values, self.number, self.before = values, -1, 0.0
        self.last: Floats = values.copy()
        self.step: Floats | None = None

    def settled(self, change: float) -> bool:
        """Told of the largest change of a sweep."""
        self.number += 1
        ratio = min(0.9999, change / self.before) if self.before > 0 else 0.9999
        still = change * ratio / (1 - ratio)
        noise = self.number > 3 and change <= NOISE and ratio > 0.5
        if self.number > 0 and (change == 0 or noise or still <= SWEPT):
            return True
        self.before = change if self.number else 0.0
        step, before = self.values - self.last, self.step
        self.step = step
        if self.number > 2 and before is not None and change > 100 * SWEPT:
            factor = float(np.vdot(step, before) / np.vdot(before, before))
            if 0.05 < factor < 1 and abs(factor - ratio) < 0.1 * (1 - factor):
                np.clip(self.values + step * (factor / (1 - factor)), 0, 1, out=self.values)
                self.step, self.before = None, 0.0
        self.last = self.values.copy()
        return False


class CoreGroup:
    """A race of several players in the core."""

    def __init__(self, model: RaceModel, threads: int | None = None, progress: Progress | None = None) -> None:
        self.model, self.threads = model, threads or cores()
        self.race = CoreRace(model)
        self.players = model.rules.players
        self.modes = model.duel
        self.shape = (self.players - 1, len(self.modes.all), *(model.lowest,) * self.players)
        # A last round may take a while to work out.
        self.core = in_our_words(
            lambda: _core.Group(self.race.turn, self.race.rules, self.modes.core, self.players, self.threads, progress)
        )

    @property
    def levels(self) -> range:
        """The units that all players need together."""
        return range(self.players, self.players * self.model.lowest + 1)

    def solve(self, progress: Progress | None = None, checkpoint: Checkpoint | None = None) -> Found:
        """Values that are an equilibrium; with a checkpoint it goes on where an earlier run has stopped."""
        found = Found(np.zeros(self.shape))
        planes = found.values.reshape(self.players - 1, -1)
        before = checkpoint.read() if checkpoint else iter(())
        work = self._work()
        sweeps = Sweeps(found.values) if self.core.has_falls else None
        for sweep in range(MOST_SWEEPS):
            change, unsettled = 0.0, 0
            shares: dict[int, float] = {}
            for level in self.levels:
                known = next(before, None)
                if known is not None and (known.sweep, known.level) == (sweep, level):
                    places = self.core.places(level)
                    values = known.values.reshape(self.players - 1, -1)
                    change = max(change, float(np.abs(planes[:, places] - values).max(initial=0)))
                    planes[:, places] = values
                    mixed = dict(zip(known.places, known.shares, strict=True))
                    found.visits += known.visits
                else:
                    before = iter(())  # what comes later was solved from something else
                    part = part_of(progress, *work[level - self.players :][:2])
                    solve = partial(self.core.solve, found.values, level, sweep == 0, part)
                    moved, visits, _, open_rings, _, places_mixed, shares_mixed = in_our_words(solve)
                    mixed = dict(zip(places_mixed, shares_mixed, strict=True))
                    change, unsettled = max(change, moved), unsettled + open_rings
                    found.visits += visits
                    if checkpoint:
                        values = planes[:, self.core.places(level)]
                        checkpoint.add(Level(sweep, level, values, tuple(mixed), tuple(mixed.values()), visits))
                shares |= mixed
            found.shares = shares
            if sweeps is None or sweeps.settled(change):
                if unsettled:
                    raise JeopardiceError(f"players: {unsettled} blocks of states did not settle")
                return found
        raise JeopardiceError("players: values do not settle where scores can fall")

    def _work(self) -> Floats:
        """The part of all work that is done before each level."""
        n, players = self.model.lowest, self.players
        states = np.ones(1)
        for _ in range(players):
            states = np.convolve(states, np.ones(n))
        done = np.concatenate([[0.0], np.cumsum(states * np.arange(len(states)))])
        return done / done[-1] if done[-1] else done

    def check(self, found: Found, *, starts: bool = False, progress: Progress | None = None) -> Equilibrium:
        """Bounds what any player could gain; with `starts`, also solves every block again from other guesses."""
        places, shares = mixed_arrays(found.shares)
        gain = off = spread = 0.0
        work = self._work()
        for level in self.levels:
            part = part_of(progress, *work[level - self.players :][:2])
            more, less, times = self.core.check(found.values, level, places, shares, part)
            gain, off, spread = max(gain, more), max(off, less), spread + times
        elsewhere, difference = 0, 0.0
        for guess in STARTS if starts else ():
            for level in self.levels:
                part = part_of(progress, *work[level - self.players :][:2])
                change, _, _, _, moved, *_ = self.core.solve_again(found.values, level, guess, part)
                elsewhere, difference = elsewhere + moved, max(difference, change)
        bound = None if self.core.has_falls else self._bound(gain, off, spread)
        elsewheres = (elsewhere, difference) if starts else (None, None)
        return Equilibrium(bound, max(gain, off), len(found.shares), *elsewheres)

    def _bound(self, gain: float, off: float, spread: float) -> float:
        """What a player can gain in all: docs/players.md, "How sure is it?"."""
        bound = 2 * (max(gain, off) + self._rounding()) * (spread + self.players) * (1 + 1e-9)
        return bound if bound < MORE_THAN_SAID else 1.0

    def _rounding(self) -> float:
        """How far off a turn may be because of rounding: in each roll, by the number of its outcomes."""
        phases = self.model.turn.phases
        worst = [0.0] * len(phases)
        for _ in range(self.model.lowest + self.model.turn.most_points):  # no turn has more rolls that matter
            before, worst = worst, [0.0] * len(phases)
            for number, phase in enumerate(phases):
                for roll in phase.rolls:
                    going = sum(
                        o.count / roll.total * max(before[option.phase] for option in o.options)
                        for o in roll.outcomes
                        if o.goes_on
                    )
                    worst[number] = max(worst[number], len(roll.outcomes) + 8 + going)
            if max(abs(a - b) for a, b in zip(before, worst, strict=True)) < 1e-6 * max(worst):
                break
        return 2 * max(worst) * HALF_UNIT


def estimate_group(model: RaceModel, threads: int | None = None, *, starts: bool = False) -> Estimate:
    """States, memory and time of a race of several players."""
    players, modes = model.rules.players, len(model.duel.all)
    states = modes * model.lowest**players
    lanes, threads = LANES[_core.kernels()[0]], threads or cores()
    options = ROW + sum(1 for _ in model.turn.options) * (1 + 0.4 * (players - 2))
    sweeps = SWEEPS if model.falls else 1
    passes = PASSES * sweeps + 1 + (len(STARTS) * 3 if starts else 0)
    rows, last_round = model.lowest / 2, 0
    if model.rules.end.rule != "sudden":
        # Turns go on past the goal, about three times as far as anyone would roll on for points.
        past = 3 * closing_of(model.turn).total // model.turn.unit
        rows += past
        last_round = players * (model.lowest + past) ** (players - 1)
        last_round *= 2 ** (players - 1) if model.has_first_bank else 1
    seconds = states * passes * (PACE * options * rows / lanes + STATE * (players - 1)) / threads
    return Estimate(states, 8 * (states * (players - 1) + last_round), seconds)
