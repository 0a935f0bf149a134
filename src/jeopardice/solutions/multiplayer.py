"""A solved race of three and more players: a stationary equilibrium, each player for the own chance to win."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress
from jeopardice.native.race import Estimate, check_memory
from jeopardice.race.model import RaceModel, punishes, race_model, refuse_keys
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.race import RaceSolution, RaceTurn
from jeopardice.solvers.checkpoints import Checkpoint
from jeopardice.solvers.multiplayer import CoreGroup, Equilibrium, Found, estimate_group

MOST_PLAYERS = 8
NO_EQUILIBRIUM = 1e-9
"""Values by which somebody gains more than this in one turn are not told."""
WORTH_KEEPING = 2
"""Seconds of work, as estimated, for which a checkpoint is written."""
SOLVER = 2
"""Goes up when groups are solved differently, so that no checkpoint of another solver is gone on with."""


@dataclass(frozen=True, eq=False)
class GroupSolution(RaceSolution):
    """The values of a race of three and more players between its turns.

    `values` is [plane, mode, units needed - 1 of each player, the mover first]; plane p - 1 has the chances of the
    player whose turn comes p turns later, and the mover's is what is left.
    """

    shares: dict[int, float] = field(default_factory=dict)
    """The states, by their place in a plane, in which the mover mixes two ways to play that are worth the same, and how
    often the bolder one is chosen."""
    equilibrium: Equilibrium | None = None

    def __eq__(self, other: object) -> bool:
        same = super().__eq__(other)
        if same is not True or not isinstance(other, GroupSolution):
            return same
        return (self.shares, self.equilibrium) == (other.shares, other.equilibrium)

    @property
    def error_bound(self) -> float | None:
        """The most that any player could gain by playing otherwise."""
        return self.equilibrium.gain if self.equilibrium else None

    @property
    def seats(self) -> tuple[Number, ...]:
        """Each seat's chance from the start."""
        return self._chances(0, *(self.model.needed,) * self._scores)

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.values.size // len(self.values)

    @property
    def _scores(self) -> int:
        return self.rules.players

    def chances_at(
        self, *scores: int, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1
    ) -> tuple[Number, ...]:
        """Everyone's chance to win at the start of a turn, the mover's first: see `value_at`."""
        return self._chances(self._mode(busts, to_beat, seat), *self._units(scores))

    def _chances(self, mode: int, *units: int) -> tuple[float, ...]:
        others = [float(plane[(mode, *(u - 1 for u in units))]) for plane in self.values]
        return (1 - sum(others), *others)

    def _at(self, mode: int, *units: int) -> Number:
        return self._chances(mode, *units)[0]

    def turn_at(self, *scores: int, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1) -> RaceTurn:
        """The turn of a player in a state: see `value_at`."""
        if self._is_last_turn(scores):
            return self._last_turn(scores, busts, to_beat, seat)
        units, mode = self._units(scores), self._mode(busts, to_beat, seat)
        if self.modes.all[mode].to_beat + units[-1] > self.model.lowest:
            raise InputError(f"to beat: {to_beat}: the player before has not banked so much")
        turn = self._float_turn(units[0], *self.group.core.visit(self.values, units, mode), 1)
        place = int(np.ravel_multi_index((mode, *(u - 1 for u in units)), self.values.shape[1:]))
        return replace(turn, mix=self.shares.get(place))

    def _is_last_turn(self, scores: tuple[int, ...]) -> bool:
        return len(scores) == self._scores and any(score >= self.rules.goal for score in scores[1:])

    def _last_turn(self, scores: tuple[int, ...], busts: tuple[int, ...] | None, to_beat: int, seat: int) -> RaceTurn:
        """The mover's last turn: the first of the others, in playing order, who is at the goal has reached it first.

        Those who come before that player have a turn still to make, too.
        """
        goal, players = self.rules.goal, self._scores
        best = max(scores[1:])
        if self.rules.end.rule == "sudden":
            raise InputError(f"scores: {best}: a player at the goal has won already")
        first = next(p for p, score in enumerate(scores) if p and score >= goal)
        self.modes.find(busts, seat=seat)
        turns = first if self.rules.end.rule == "last-turn" else min(first, players + 1 - seat)
        for score in scores[:turns]:
            self.model.units_needed(score)
        banked = [self.model.units(score) for score in scores]
        gains = [max(banked[1:]) - mine + 1 for mine in banked[:turns]]
        firsts = sum(1 << p for p, score in enumerate(scores[:turns]) if self.model.first_bank_due(score))
        solved = self.group.core.last_turn(gains, firsts)
        return self._float_turn(solved[0] + 1, *solved, 1)

    def certified(self, progress: Progress | None = None, threads: int | None = None) -> RaceSolution:
        """The same solution, solved again from other guesses to see whether they lead to the same equilibrium."""
        found = Found(self.values, self.shares)
        return replace(self, equilibrium=self.group.check(found, starts=True, progress=progress))

    @cached_property
    def group(self) -> CoreGroup:
        """The race in the core."""
        return CoreGroup(self.model)


def solve_group(
    rules: Rules,
    objective: Objective,
    *,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
    checkpoint: str | Path | None = None,
) -> GroupSolution:
    """Solves a race of three and more players.

    With a `checkpoint` every level that is solved is written to that file; the next call goes on from there, with the
    same result to the last bit, and the file is taken away when all is done.
    """
    model = group_model(rules)
    estimate = estimate_group(model, threads, starts=certify)
    check_memory(estimate)
    announce(estimate)
    told = progress or (lambda part: None)
    core = CoreGroup(model, threads, progress)
    solved = 0.3 if certify else 0.7  # of the time it takes
    worth_keeping = checkpoint is not None and estimate.seconds >= WORTH_KEEPING
    identity = f"{rules_hash(rules)} {rules.players} solver {SOLVER}"
    with Checkpoint(checkpoint, identity) if checkpoint and worth_keeping else nullcontext() as kept:
        found = core.solve(lambda part: told(solved * part), kept)
        equilibrium = core.check(found, starts=certify, progress=lambda part: told(solved + (1 - solved) * part))
        if equilibrium.one_turn > NO_EQUILIBRIUM:
            raise JeopardiceError(f"players: somebody could gain {equilibrium.one_turn:.2g} in a turn: no equilibrium")
        if kept:
            kept.remove()
    solution = GroupSolution(rules, objective, found.values, shares=found.shares, equilibrium=equilibrium)
    solution.__dict__.update(model=model, core=core.race, group=core)
    return solution


def group_model(rules: Rules) -> RaceModel:
    """The race of a game for several players; what only two can play is refused by name."""
    if rules.players > MOST_PLAYERS:
        raise JeopardiceError(f"players: {rules.players}: this version solves races of up to {MOST_PLAYERS} players")
    last_turns = rules.end.rule != "sudden"
    refused = {
        "turn.steal": rules.turn.steal != "never",
        "end.tie": rules.end.tie == "split" and last_turns,
        "turn.beat_previous": rules.turn.beat_previous and last_turns,
        "bust.streak": punishes(rules) and rules.turn.keep_on_bust and last_turns,
        "events.win": rules.events.win and last_turns,
    }
    refuse_keys(rules, [key for key, used in refused.items() if used], "three and more players")
    return race_model(rules)
