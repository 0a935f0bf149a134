"""Races of three or more players solved by the core, level by level.

Each player maximises their own chance: a solution is a stationary equilibrium. docs/theory/multiplayer.md
explains why the mover has to mix two ways to play in a few states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, part_of, parts_of
from jeopardice.native.calls import Floats, translated
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.support import require
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.certificates import Equilibrium
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.checkpoints import Checkpoint, Level
from jeopardice.solvers.estimates import MULTIPLAYER_SWEEPS, estimate_multiplayer, exact_seconds, rows_besides
from jeopardice.solvers.exact_multiplayer import in_fractions

SWEPT, NOISE = 1e-15, 1e-13
"""Where scores can decrease, sweeps end when the remaining change is below SWEPT; changes below NOISE are rounding."""
MOST_SWEEPS = 2000
STARTS = (0.0, 1.0)
"""Other guesses of what a bust is worth, from which every block is solved again."""
HALF_UNIT = 2.0**-53
MORE_THAN_SAID = 1e-6
"""The bound on what a player can gain holds if it is below this (core/multiplayer/blocks.hpp)."""
LAST_TURNS, CHECKED = 0.05, 0.4
"""The work for turns that follow the goal, where there are any, and for a check, in times that of a solution."""
NO_EQUILIBRIUM = 1e-9
"""Values are refused if a player can gain more than this in one turn."""
WORTH_KEEPING = 2
"""Seconds of estimated work from which a checkpoint is written."""
SOLVER = 2
"""Increased when values change, so that checkpoints of another solver are not used."""


@dataclass
class MultiplayerValues:
    """The values: [plane, carryover, units needed - 1 of each player, the mover first].

    Plane p - 1 is for the player whose turn comes p turns later; the mover's chance is what is left.
    """

    values: Floats
    shares: dict[int, float] = field(default_factory=dict)
    """Where movers mix, by the place in a plane: how often they play as if a bust were worth a little more; and where
    they mix decisions in a turn, by the key of an action (core/multiplayer/mixtures.hpp): how often it is taken."""
    turns_solved: int = 0
    checks: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    """What the core's check of a level finds, where it was part of solving it."""


class Sweeps:
    """Repeated sweeps over all states, where scores can decrease.

    Once the error shrinks by the same factor in each sweep its limit is known, and values jump there.
    """

    def __init__(self, values: Floats) -> None:
        self.values, self.number, self.before = values, -1, 0.0
        self.last: Floats = values.copy()
        self.step: Floats | None = None

    def settled(self, change: float) -> bool:
        """Whether values have settled after a sweep with this largest change."""
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


class MultiplayerSolver:
    """Solves and checks a race of three or more players in the core."""

    def __init__(self, core: CoreMultiplayer) -> None:
        self.race = core
        self.core, self.model, self.players, self.levels = core.core, core.model, core.players, core.levels

    def solve(self, progress: Progress | None = None, checkpoint: Checkpoint | None = None) -> MultiplayerValues:
        """Values that are an equilibrium; a checkpoint resumes an earlier run."""
        found = MultiplayerValues(np.zeros(self.race.shape))
        planes = found.values.reshape(self.players - 1, -1)
        before = checkpoint.read() if checkpoint else iter(())
        sweeps = Sweeps(found.values) if self.core.scores_can_decrease else None
        usual = MULTIPLAYER_SWEEPS if sweeps else 1
        for sweep in range(MOST_SWEEPS):
            change, unsettled = 0.0, 0
            shares: dict[int, float] = {}
            sweeping = part_of(progress, min(1, sweep / usual), min(1, (sweep + 1) / usual))
            for level, part in self._each_level(sweeping):
                known = next(before, None)
                if known is not None and (known.sweep, known.level) == (sweep, level):
                    places = self.core.places(level)
                    values = known.values.reshape(self.players - 1, -1)
                    change = max(change, float(np.abs(planes[:, places] - values).max(initial=0)))
                    planes[:, places] = values
                    mixed = dict(zip(known.places, known.shares, strict=True))
                    found.turns_solved += known.turns_solved
                else:
                    before = iter(())  # later levels were solved from other values
                    solve = partial(self.core.solve, found.values, level, sweep == 0, part)
                    moved, turns_solved, _, open_rings, _, mixed, checked = translated(solve)
                    if self.core.solved_in_one_sweep:
                        found.checks[level] = checked
                    change, unsettled = max(change, moved), unsettled + open_rings
                    found.turns_solved += turns_solved
                    if checkpoint:
                        values = planes[:, self.core.places(level)]
                        checkpoint.add(Level(sweep, level, values, tuple(mixed), tuple(mixed.values()), turns_solved))
                shares |= mixed
            found.shares = shares
            if sweeps is None or sweeps.settled(change):
                if unsettled:
                    raise JeopardiceError(self._no_equilibrium(unsettled))
                return found
        raise JeopardiceError("players: the values of a game whose scores can decrease do not converge")

    def _no_equilibrium(self, blocks: int) -> str:
        """Why there may be no answer: docs/theory/multiplayer.md, "Games without an equilibrium"."""
        rules, found = self.model.rules, f"players: no equilibrium was found in {blocks} blocks of states"
        if rules.turn.steal != "after-bank" or rules.end.rule == "sudden":
            return found
        where = f'{rules.where}: end.rule: "{rules.end.rule}": turn.steal: "after-bank"'
        return (
            f"{found}: {where}: whoever banks the goal first may hand the win to the players who steal that turn, so "
            "that each waits for another to do so; then no fixed way to play need be best for all at once"
        )

    def _each_level(self, progress: Progress | None) -> Iterator[tuple[int, Progress | None]]:
        """Each level with a callback for the progress of its part of the work."""
        done = self._work()
        for level in self.levels:
            part = part_of(progress, *done[level - self.players :][:2])
            yield level, part
            if part:
                part(1.0)

    def _work(self) -> Floats:
        """The part of all work that is done before each level."""
        n, players = self.model.lowest, self.players
        states = np.ones(1)
        for _ in range(players):
            states = np.convolve(states, np.ones(n))
        rows = np.arange(len(states)) / players + rows_besides(self.model)
        done = np.concatenate([[0.0], np.cumsum(states * rows)])
        return done / done[-1] if done[-1] else done

    def check(self, found: MultiplayerValues, *, starts: bool = False, progress: Progress | None = None) -> Equilibrium:
        """Bound what any player could gain; with `starts`, also solve every block again from other guesses."""
        gain = off = spread = 0.0
        guesses = STARTS if starts else ()
        by_length = starts and (self.core.scores_can_decrease or self.model.steals_after_busts)
        weights = CHECKED, *[1.0] * len(guesses), CHECKED if by_length else 0.0
        checking, *solving, bounding = parts_of(progress, *weights)
        for level, part in self._each_level(checking):
            known = found.checks.get(level)
            more, less, times = known or self.core.check(found.values, level, found.shares, part)
            gain, off, spread = max(gain, more), max(off, less), spread + times
        elsewhere, difference = 0, 0.0
        for guess, again in zip(guesses, solving, strict=True):
            for level, part in self._each_level(again):
                change, _, _, _, moved, *_ = self.core.solve_again(found.values, level, guess, part)
                elsewhere, difference = elsewhere + moved, max(difference, change)
        bound: float | None = self._bound(gain, off, spread)
        if self.core.scores_can_decrease or self.model.steals_after_busts:
            bound = self._bound_by_length(found, max(gain, off), bounding) if by_length else None
        elsewheres = (elsewhere, difference) if starts else (None, None)
        mixed = {key % found.values[0].size for key in found.shares}
        return Equilibrium(bound, max(gain, off), len(mixed), *elsewheres)

    def _bound(self, gain: float, off: float, spread: float) -> float:
        """What a player can gain in all: docs/theory/multiplayer.md, "What a player could gain"."""
        stolen = len(self.levels) if self.model.can_steal else 0
        bound = 2 * (max(gain, off) + self._rounding()) * (spread + self.players + stolen) * (1 + 1e-9)
        return bound if bound < MORE_THAN_SAID else 1.0

    def _bound_by_length(self, found: MultiplayerValues, off: float, progress: Progress | None) -> float | None:
        """The same where states have no order: the error of a turn times the number of turns."""
        if self.model.can_steal:
            return None
        longest = translated(lambda: self.core.longest_game(found.values, found.shares, progress))
        bound = 2 * (off + self._rounding()) * (longest + self.players) * (1 + 1e-9)
        return bound if bound < MORE_THAN_SAID else None

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


def solve_multiplayer(
    rules: Rules,
    *,
    exact: bool = False,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
    checkpoint: Path | None = None,
) -> MultiplayerSolution:
    """Solve a race of three or more players.

    With a `checkpoint` every level that is solved is written to that file. The next call resumes there, with the same
    result to the last bit; the file is deleted at the end.
    """
    model = multiplayer_model(rules)
    if exact and certify:
        raise InputError("certify: fractions are exact already")
    estimate = estimate_multiplayer(model, threads, certify=certify)
    fractions = exact_seconds(model) if exact else 0.0
    estimate = replace(estimate, seconds=estimate.seconds + fractions)
    check_memory(estimate)
    announce(estimate)
    # The work for last turns, for the solution, and for its check: for a certificate two more solves.
    solving, exactly = parts_of(progress, estimate.seconds - fractions, fractions)
    ending, rest = parts_of(solving, 0 if rules.end.rule == "sudden" else LAST_TURNS, 1)
    core = CoreMultiplayer(model, threads, ending)
    solver = MultiplayerSolver(core)
    checked = 0.02 if solver.core.solved_in_one_sweep else CHECKED
    solving, checking = parts_of(rest, 1, checked + (len(STARTS) if certify else 0))
    # What stolen turns are worth is not part of a checkpoint.
    worth_keeping = checkpoint is not None and estimate.seconds >= WORTH_KEEPING and not model.can_steal
    identity = f"{rules_hash(rules)} {rules.players} solver {SOLVER}"
    with Checkpoint(checkpoint, identity) if checkpoint and worth_keeping else nullcontext() as kept:
        found = solver.solve(solving, kept)
        equilibrium = solver.check(found, starts=certify, progress=checking)
        if equilibrium.one_turn > NO_EQUILIBRIUM:
            raise JeopardiceError(f"players: no equilibrium: a player could gain {equilibrium.one_turn:.2g} in a turn")
        if kept:
            kept.remove()
    solution = MultiplayerSolution(core, found.values, found.shares, equilibrium)
    return in_fractions(solution, exactly) if exact else solution


def multiplayer_model(rules: Rules) -> RaceModel:
    """The race of a game for three or more players, up to as many as are supported."""
    require("match", rules)
    return race_model(rules)
