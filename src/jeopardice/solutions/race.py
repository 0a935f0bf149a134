"""A solved race of one or two players: the values between turns, from which any turn is recomputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

import jeopardice
from jeopardice.common.errors import InputError
from jeopardice.common.numbers import Number
from jeopardice.native.calls import Floats
from jeopardice.native.race import CoreRace
from jeopardice.race.carryover import Carryover
from jeopardice.race.exact_turn import ExactTurn
from jeopardice.race.exact_values import ExactRace
from jeopardice.race.model import MOST_ROWS, RaceModel
from jeopardice.race.objectives import WORTH, Objective
from jeopardice.race.positions import Position, PositionGiven
from jeopardice.race.questions import Asked
from jeopardice.race.support import require
from jeopardice.race.turn_ends import End
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.solutions.certificates import Certificate
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.turn.decisions import TIE

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy


@dataclass(frozen=True, eq=False, repr=False)
class RaceSolution(SolutionBase):
    """The values of a race between its turns."""

    core: CoreRace
    """The race as it was solved, in the core."""
    objective: Objective
    values: Floats
    """The values by what is still needed, counted in units of the turn (`model.turn.unit` points).

    win: [carryover, mover's units - 1, other player's units - 1]; turns: [carryover, units - 1];
    within: [turns left, carryover, units - 1]. Where the carryover has one state only, its axis is left out. In Farkle
    to 10,000 (units of 50 points) `values[199, 199]` is the start and `values[0, 199]` a mover who needs 50 points.
    """
    plays: str = "optimal"
    """How all players play: "optimal", or a fixed rule such as "hold-at:20"."""
    certificate: Certificate | None = None
    exactly: ExactRace | None = None
    """The same values as fractions."""
    floor_error: float | None = None
    """Where penalties have no floor: how far off the value may be because the model has a lowest score."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RaceSolution):
            return NotImplemented
        same = (self.rules, self.objective, self.plays, self.certificate, self.exactly, self.floor_error) == (
            (other.rules, other.objective, other.plays, other.certificate, other.exactly, other.floor_error)
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
    def value(self) -> Number:
        """The first player's chance of winning, the expected turns, or the chance to reach the goal in time."""
        return self._at(0, *((self.model.needed,) * self._scores))

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.exactly is not None

    @property
    def error_bound(self) -> float | None:
        """A bound on the error of every value; None unless the solution was certified.

        Where penalties have no floor: of the value of the start, with the effect of the lowest score of the model.
        """
        if self.exact:
            return 0.0
        return self.certificate.error_bound + (self.floor_error or 0.0) if self.certificate else None

    @property
    def is_certified(self) -> bool:
        """Whether the error bound has been proven."""
        return self.certificate is not None

    @property
    def seats(self) -> tuple[Number, ...]:
        """Objective win: each seat's chance; else the value."""
        return (self.value, 1 - self.value) if self.objective.name == "win" else (self.value,)

    @property
    def states(self) -> int:
        """How many values there are."""
        return self.values.size

    @property
    def _scores(self) -> int:
        return 2 if self.objective.name == "win" else 1

    @property
    def carryover(self) -> Carryover:
        """What is remembered between turns besides the scores."""
        return self.model.carryover(self.objective.name)

    @property
    def chances_by_turn(self) -> tuple[float, ...]:
        """Objective within: the chance with no turn to go, with one, and so on."""
        return tuple(float(self._layer(turns)[0, self.model.needed - 1]) for turns in range(len(self.values)))

    def value_at(self, position: PositionGiven = (), **fields: Any) -> Number:
        """The mover's value of a position before a roll: see `Position`, whose fields may be given as keywords."""
        at = Position.of(position, **fields)
        if at.turn or at.offer:
            return self.advise(at).value
        if self._is_last_turn(at.scores):
            return self._last_turn(at).state_value(0, 0)
        return self._at(self.model.carryover_at(at, self.carryover), *self.model.units_at(at, self._scores))

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Objective win: everyone's chance in a position, the mover's first."""
        chance = self.value_at(position, **fields)
        return (chance, 1 - chance) if self.objective.name == "win" else (chance,)

    def _at(self, state: int, *units: int) -> Number:
        """The value of a state; within: with all turns to go."""
        if self.exactly is not None:
            key = (state, *units)
            return self.exactly.values[(len(self.values) - 1, *key) if self.objective.name == "within" else key]
        return float(self._layer(-1)[state, *(u - 1 for u in units)])

    def _layer(self, turns: int) -> Floats:
        """The values of all states with an axis of the carryover; within: with this number of turns to go."""
        values = self.values if self.objective.name != "within" else self.values[turns]
        return values if values.ndim > self._scores else values[None]

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> RaceTurn:
        """The turn that a position is part of, solved."""
        at = self.model.with_offer(Position.of(position, **fields))
        if self.plays != "optimal":
            raise InputError(f"strategy: {self.plays}: advice is on best play, not on a fixed strategy")
        if self._is_last_turn(at.scores):
            return self._last_turn(at)
        state, units = self.model.state_at(at, self.carryover, self._scores)
        mover, other = units if len(units) == 2 else (units[0], 1)
        if self.exactly is not None:
            turns = len(self.values) - 1 if self.objective.name == "within" else None
            try:
                return self._exact_turn(self.exactly.turn((state, *units), turns, self._total(at)))
            except KeyError:
                raise InputError(f"turn: {at.turn}: too far past the goal for exact fractions") from None
        name = self.objective.name
        board = self.core.solved_board() if name == "win" else self.core.board(name)
        solved = board.solve_turn(np.ascontiguousarray(self._layer(-2)), mover, other, state)
        followed = self.carryover.last_turns(self.carryover.all[state]) > 0
        return self._float_turn(mover, solved, WORTH[name][2], is_followed=followed)

    def _is_last_turn(self, scores: Sequence[int]) -> bool:
        return len(scores) == 2 and self.objective.name == "win" and scores[1] >= self.rules.goal

    def _last_turn(self, at: Position) -> RaceTurn:
        """The mover's last turn: the other player is at the goal or beyond."""
        mine, theirs = at.scores
        if self.rules.end.rule == "sudden":
            raise InputError(f"scores: {theirs}: a player at the goal has won already")
        needed, state = self.model.units_needed(mine), self.carryover.find(at.busts)
        ahead = self.model.units(theirs) - self.model.units(mine)
        if self.exactly is not None:
            carried = replace(self.carryover.all[state], to_beat=at.to_beat // self.model.turn.unit)
            return self._exact_turn(self.exactly.last_turn((needed, ahead, carried), self._total(at)))
        if ahead * len(self.model.turn.phases) > MOST_ROWS:
            raise InputError(f"scores: {theirs}: too far beyond the goal to be caught")
        solved = self.core.board("win").solve_last_turn(ahead + 1, at.to_beat // self.model.turn.unit, needed, state)
        return self._float_turn(solved[0] + 1, solved, 1)

    def _float_turn(
        self, needed: int, solved: tuple[int, Floats, Floats, Floats], goal: float, **fields: Any
    ) -> RaceTurn:
        tie = TIE if self.certificate is None else 2 * self.certificate.error_bound
        return RaceTurn.of_floats(self.core, needed, solved, float(goal), sign=self._sign, tie=tie, **fields)

    def _total(self, at: Position) -> int:
        """The turn total of a position, or the one that may be stolen, in units."""
        return max(at.turn, at.offer[1] if at.offer else 0) // self.model.turn.unit

    def _exact_turn(self, turn: ExactTurn[End]) -> RaceTurn:
        return RaceTurn.of_fractions(turn, WORTH[self.objective.name][2], self._sign)

    @property
    def _sign(self) -> int:
        return -1 if self.objective.name == "turns" else 1

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        if self.objective.name != "win" or self.plays != "optimal":
            raise InputError(f"objective: {self.objective}: only a solution of best play for the win is a strategy")
        return jeopardice.strategies.optimal(self)


def race_of(solution: Solution, what: Asked) -> RaceSolution:
    """A solution that must be of a race of two players, or solo."""
    require(what, solution.rules, solution.objective)
    if not isinstance(solution, RaceSolution):
        name = type(solution).__name__.removesuffix("Solution").lower()
        raise InputError(f"{what}: {name}: this needs a race of two players who take turns, or of one")
    return solution
