"""A solved race of three or more players: a stationary equilibrium in which each maximises their own chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

import jeopardice
from jeopardice.common.errors import InputError
from jeopardice.common.numbers import Number
from jeopardice.native.calls import Floats
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.race.carryover import Carryover
from jeopardice.race.exact_seats import ExactSeats
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position, PositionGiven
from jeopardice.race.seat_ends import LastState
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.solutions.certificates import Equilibrium
from jeopardice.solutions.race_turn import RaceTurn

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy


@dataclass(frozen=True, eq=False, repr=False)
class MultiplayerSolution(SolutionBase):
    """The values of a race of three or more players between its turns."""

    core: CoreMultiplayer
    """The race in the core."""
    values: Floats
    """[plane, carryover, units needed - 1 of each player, the mover first].

    Plane p - 1 has the chances of the player whose turn comes p turns later; the mover's chance is the rest.
    """
    shares: dict[int, float] = field(default_factory=dict)
    """The states, by their place in a plane, in which the mover mixes two ways to play that are worth the same, and how
    often the bolder one is chosen; and by larger keys (core/multiplayer/mixtures.hpp) how often an action is taken."""
    equilibrium: Equilibrium | None = None
    objective: Objective = field(default_factory=lambda: Objective("win"))
    exactly: ExactSeats | None = None
    """The same values as fractions."""
    plays = "optimal"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MultiplayerSolution):
            return NotImplemented
        same = (self.rules, self.shares, self.equilibrium, self.exactly) == (
            (other.rules, other.shares, other.equilibrium, other.exactly)
        )
        return same and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]

    @property
    def model(self) -> RaceModel:
        """The race as it was solved."""
        return self.core.model

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.model.rules

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.exactly is not None

    @property
    def value(self) -> Number:
        """The first player's chance of winning."""
        return self.seats[0]

    @property
    def seats(self) -> tuple[Number, ...]:
        """Each seat's chance from the start."""
        return self._chances(0, *(self.model.needed,) * self.rules.players)

    @property
    def error_bound(self) -> float | None:
        """The most that any player could gain by deviating."""
        if self.exact:
            return 0.0
        return self.equilibrium.gain if self.equilibrium else None

    @property
    def is_certified(self) -> bool:
        """Whether other starts were tried; those that lead to another equilibrium are counted."""
        return self.equilibrium is not None and self.equilibrium.is_checked

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.values.size // len(self.values)

    @property
    def carryover(self) -> Carryover:
        """What is remembered between turns besides the scores."""
        return self.core.carryover

    def value_at(self, position: PositionGiven = (), **fields: Any) -> Number:
        """The mover's chance in a position before a roll: see `Position`, whose fields may be given as keywords."""
        at = Position.of(position, **fields)
        if at.turn or at.offer:
            return self.advise(at).value
        return self.turn_at(at).state_value(0, 0) if self._is_last_turn(at) else self.chances_at(at)[0]

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Everyone's chance at the start of a turn, the mover's first."""
        at = Position.of(position, **fields)
        state = self.model.carryover_at(at, self.carryover)
        return self._chances(state, *self.model.units_at(at, self.rules.players))

    def _chances(self, state: int, *units: int) -> tuple[Number, ...]:
        if self.exactly is not None:
            return self.exactly.values[(state, *units)]
        others = [float(plane[(state, *(u - 1 for u in units))]) for plane in self.values]
        return (1 - sum(others), *others)

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> RaceTurn:
        """The turn that a position is part of, solved."""
        at = self.model.with_offer(Position.of(position, **fields))
        if self._is_last_turn(at):
            return self._last_turn(at)
        state, units = self.model.state_at(at, self.carryover, self.rules.players)
        place = int(np.ravel_multi_index((state, *(u - 1 for u in units)), self.values.shape[1:]))
        mix = self.shares.get(place)
        if self.exactly is not None:
            return RaceTurn.of_fractions(self.exactly.turn((state, *units), self._total(at)), 1, mix=mix)
        solved = self.core.solve_turn(self.values, self.shares, units, state)
        followed = self.core.core.most_lead > 0 and self.carryover.last_turns(self.carryover.all[state]) > 0
        mixed = self.core.mixed_actions(self.shares, units, state) if self._mixes_decisions else None
        return RaceTurn.of_floats(self.core.race, units[0], solved, 1.0, mix=mix, mixed=mixed, is_followed=followed)

    @cached_property
    def _mixes_decisions(self) -> bool:
        """Whether single decisions are mixed in some state."""
        return any(key >= self.values[0].size for key in self.shares)

    def _is_last_turn(self, at: Position) -> bool:
        scores = at.scores
        return len(scores) == self.rules.players and any(score >= self.rules.goal for score in scores[1:])

    def _last_turn(self, at: Position) -> RaceTurn:
        """The mover's last turn: the first of the others, in playing order, who is at the goal has reached it first.

        Players before that one still have a turn, too.
        """
        goal, players, scores = self.rules.goal, self.rules.players, at.scores
        if self.rules.end.rule == "sudden":
            raise InputError(f"scores: {max(scores[1:])}: a player at the goal has won already")
        first = next(p for p, score in enumerate(scores) if p and score >= goal)
        self.carryover.find(at.busts, seat=at.seat)
        turns = first if self.rules.end.rule == "last-turn" else min(first, players + 1 - at.seat)
        needs = [self.model.units_needed(score) for score in scores[:turns]]
        banked = [self.model.units(score) for score in scores]
        best = max(banked[turns:])
        if self.exactly is not None:
            return self._exact_last_turn(self.exactly, at, needs, best - self.model.needed, first)
        if self.core.core.most_lead:
            return self._last_state(at, needs, best - self.model.needed, banked[turns:].count(best))
        gains = [best - mine + 1 for mine in banked[:turns]]
        firsts = sum(1 << p for p, score in enumerate(scores[:turns]) if self.model.first_bank_due(score))
        solved = self.core.core.solve_last_turn(gains, firsts)
        return RaceTurn.of_floats(self.core.race, solved[0] + 1, solved, 1.0)

    def _last_state(self, at: Position, needs: list[int], lead: int, leaders: int) -> RaceTurn:
        """A last turn where more matters than the gains of the players who still have one."""
        core, unit, streak = self.core.core, self.model.turn.unit, self.carryover.streak
        if lead > core.most_lead:
            raise InputError(f"scores: {max(at.scores)}: too far beyond the goal to be caught")
        busts = at.busts or (0,) * self.rules.players
        penalised = sum(1 << p for p in range(len(needs)) if streak and busts[p] + 1 == streak)
        to_beat = at.to_beat // unit if self.carryover.beats else 0
        solved = core.solve_last_state(needs, lead, leaders if self.rules.end.tie == "split" else 1, penalised, to_beat)
        return RaceTurn.of_floats(self.core.race, solved[0] + 1, solved, 1.0, is_followed=True)

    def _exact_last_turn(self, exactly: ExactSeats, at: Position, needs: list[int], lead: int, first: int) -> RaceTurn:
        busts, last = at.busts or (0,) * self.rules.players, exactly.ends.last
        players = tuple(last.player(units, lead, busts[p]) for p, units in enumerate(needs))
        shares = self.rules.end.tie == "split"
        level = [p for p, score in enumerate(at.scores) if p >= len(needs) and score == max(at.scores[len(needs) :])]
        state = LastState(players, tuple(level) if shares else (first,), at.to_beat // self.model.turn.unit)
        return RaceTurn.of_fractions(exactly.last_turn(state, self._total(at)), 1)

    def _total(self, at: Position) -> int:
        """The turn total of a position, or the one that may be stolen, in units."""
        return max(at.turn, at.offer[1] if at.offer else 0) // self.model.turn.unit

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        return jeopardice.strategies.optimal(self)
