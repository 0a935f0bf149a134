"""A solved race: the values between turns, and from them any turn worked out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.advice import Advice, advise_turn
from jeopardice.decisions import SolvedTurn
from jeopardice.errors import InputError, JeopardiceError
from jeopardice.objectives import Objective, read_objective
from jeopardice.race import RaceModel, race_model
from jeopardice.rulebook import Rules
from jeopardice.solvers.exact_races import ExactTurn, check_size, exact_values
from jeopardice.solvers.races import Certificate, CoreRace, Estimate, Floats, check_memory
from jeopardice.solvers.values import TIE, Number, Progress
from jeopardice.turn import Event, TurnModel, restricted, turn_model

WORTH = {"win": (1, -1, 1), "turns": (-1, -1, -1), "within": (0, 1, 1)}
"""Shift, scale and goal: a bank is worth shift + scale * (the value that follows), or the goal."""

if TYPE_CHECKING:
    from jeopardice.strategies import Strategy

ExactValues = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True, eq=False)
class RaceSolution:
    """The values of a race between its turns."""

    rules: Rules
    objective: Objective
    values: Floats
    """win: [mover's units needed - 1, other's - 1]; turns: [units - 1]; within: [turns, units - 1]."""
    plays: str = "optimal"
    """How all players play: "optimal", or a fixed rule such as "hold-at:20"."""
    certificate: Certificate | None = None
    exactly: ExactValues | None = None
    """The same values as fractions, by units needed."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RaceSolution):
            return NotImplemented
        same = (self.rules, self.objective, self.plays, self.certificate, self.exactly) == (
            (other.rules, other.objective, other.plays, other.certificate, other.exactly)
        )
        return same and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]

    @property
    def value(self) -> Number:
        """The first player's chance to win, the expected turns, or the chance to reach the goal in time."""
        last = self.values.shape
        return self._at(*(last if self.objective.name != "within" else (last[0] - 1, last[1])))

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.exactly is not None

    @property
    def error_bound(self) -> float | None:
        """A bound on the error of every value; None unless the solution was certified."""
        if self.exact:
            return 0.0
        return self.certificate.error_bound if self.certificate else None

    @property
    def seats(self) -> tuple[Number, ...]:
        """Objective win: each seat's chance."""
        return (self.value, 1 - self.value)

    @property
    def states(self) -> int:
        """How many values there are."""
        return self.values.size

    @cached_property
    def model(self) -> RaceModel:
        """The race as it was solved."""
        return race_model(self.rules, restricted(turn_model(self.rules), self.plays))

    def value_at(self, *scores: int) -> Number:
        """The mover's value at the start of a turn with these banked scores, the mover's first."""
        units = self._units(scores)
        return self._at(*((len(self.values) - 1, *units) if self.objective.name == "within" else units))

    def _at(self, *place: int) -> Number:
        if self.exactly is not None:
            return self.exactly[place]
        if self.objective.name == "within":
            return float(self.values[place[0], place[1] - 1])
        return float(self.values[tuple(units - 1 for units in place)])

    def turn_at(self, *scores: int) -> RaceTurn:
        """The turn of a player with these banked scores, the mover's first."""
        if self.plays != "optimal":
            raise InputError(f"strategy: {self.plays}: there is advice on best play only, not on a fixed strategy")
        i, *others = self._units(scores)
        least = self.model.least_bank(first=i == self.model.needed)
        return (self._float_turn if self.exactly is None else self._exact_turn)(i, others, least)

    def _float_turn(self, i: int, others: list[int], least: int) -> RaceTurn:
        shift, scale, goal = map(float, WORTH[self.objective.name])
        match self.objective.name:
            case "win":
                after = self.values[others[0] - 1]
            case "within":
                after = self.values[-2]
            case _:
                after = self.values
        kept, bust = shift + scale * after[: i - 1], float(shift + scale * after[i - 1])
        core = self.core
        beyond, values = core.turn.visit(core.rules, i, np.ascontiguousarray(after), shift, scale, goal)
        tie = TIE if self.certificate is None else 2 * self.certificate.error_bound
        busts = self._busts(i, least, kept, goal, bust, beyond, values, tie)
        # Lists: single numbers are asked for, many of them.
        lists = values.tolist(), busts.tolist()
        return RaceTurn(self.model.turn, i, least, kept.tolist(), goal, bust, beyond, *lists, self._sign, tie=tie)

    def _exact_turn(self, i: int, others: list[int], least: int) -> RaceTurn:
        assert self.exactly is not None
        shift, scale, goal = WORTH[self.objective.name]
        before = (len(self.values) - 2,) if self.objective.name == "within" else tuple(others)
        *kept, bust = (shift + scale * self.exactly[*before, s] for s in range(1, i + 1))
        rows = ExactTurn(self.model, i, kept, Fraction(goal), bust).rows()[::-1]
        values, busts = ([[sign * worth[part] for worth in row] for row in rows] for part, sign in ((0, 1), (1, -1)))
        beyond = len(rows) - i
        return RaceTurn(
            self.model.turn, i, least, kept, Fraction(goal), bust, beyond, values, busts, self._sign, exact=True
        )

    @property
    def _sign(self) -> int:
        return -1 if self.objective.name == "turns" else 1

    def advise(
        self,
        scores: Sequence[int],
        *,
        turn: int = 0,
        roll: str | None = None,
        dice_left: str | None = None,
        singles: int = 0,
    ) -> Advice:
        """Every legal action with these banked scores (the mover's first) and this turn so far, the best first."""
        return advise_turn(self.turn_at(*scores), turn, roll, dice_left, singles)

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        from jeopardice.strategies import Optimal  # to the right of here: for those who come from a solution

        if self.objective.name != "win" or self.plays != "optimal":
            raise InputError(f"objective: {self.objective}: only a solution of best play for the win is a strategy")
        return Optimal(self)

    def certified(self, progress: Progress | None = None, threads: int | None = None) -> RaceSolution:
        """The same solution with a bound on its error and the number of decisions that are proven."""
        found = self.core.certify(self.objective, self.values, progress, threads)
        return replace(self, certificate=found)

    def _busts(
        self,
        needed: int,
        least: int,
        kept: Floats,
        goal: float,
        bust: float,
        beyond: int,
        values: Floats,
        tie: float,
    ) -> Floats:
        """The chance to bust from each row; ties go to the smaller one."""
        left = np.arange(1 - beyond, needed + 1)
        worth = np.where(left <= 0, goal, np.append(kept, bust)[np.clip(left, 1, needed) - 1])
        legal = needed - left >= least
        lost = np.full_like(worth, bust)
        busted = worth if self.rules.turn.keep_on_bust else lost
        settled = np.stack([busted, lost, np.full_like(worth, goal), np.where(legal, worth, busted)], axis=1)
        known = np.full((self.core.turn.reach, values.shape[1]), goal)
        none = np.zeros_like(known)
        bank = np.where(legal, worth, -np.inf)
        stuck = (~legal).astype(np.uint8)
        return self.core.turn.chances(known, none, none, bank, settled, stuck, values, tie)[0]

    @cached_property
    def core(self) -> CoreRace:
        """The race in the core."""
        return CoreRace(self.model)

    def _units(self, scores: tuple[int, ...]) -> list[int]:
        wanted = 2 if self.objective.name == "win" else 1
        if len(scores) != wanted:
            raise InputError(
                f"scores: {len(scores)} given: objective {self.objective} needs {wanted}, the mover's first"
            )
        return [self.model.units_needed(score) for score in scores]


@dataclass(frozen=True)
class RaceTurn(SolvedTurn):
    """One turn of a solved race. Values are such that more is better: expected turns come with a minus."""

    model: TurnModel
    needed: int
    least: int
    kept: Sequence[Number]
    """kept[s - 1]: what a bank is worth that leaves s units."""
    goal: Number
    bust: Number
    beyond: int
    values: Sequence[Sequence[Number]]
    busts: Sequence[Sequence[Number]]
    sign: int = 1
    exact: bool = False
    tie: float = TIE

    def _left(self, total: int) -> int:
        return self.needed - total // self.model.unit

    def _banked(self, total: int) -> Number:
        left = self._left(total)
        return self.goal if left <= 0 else self.kept[left - 1]

    @property
    def last_decision(self) -> int:
        """The last turn total below the goal."""
        return (self.needed - 1) * self.model.unit

    def value_at(self, phase: int, total: int) -> Number:
        """What a state is worth before the decision to bank or to roll."""
        row = self.needed - total // self.model.unit - 1 + self.beyond
        return self.goal if row < 0 else self.values[row][phase]

    def bust_at(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        row = self._left(total) - 1 + self.beyond
        return self.number(0) if row < 0 else self.busts[row][phase]

    def bank_value(self, total: int) -> Number | None:
        """What banking is worth; None where it is not legal."""
        return self._banked(total) if total // self.model.unit >= self.least else None

    def end_value(self, event: Event, total: int) -> Number:
        """What a turn is worth that ends with an event."""
        if event == "win":
            return self.goal
        return self._banked(total) if self.model.rules.turn.keep_on_bust and total else self.bust


def solve_race(
    rules: Rules,
    objective: str | Objective = "win",
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
) -> RaceSolution:
    """Solves a race: the chance to win for two players, the fewest expected turns, or the chance within N turns.

    With another `strategy` ("hold-at:20", "rolls:5", "dice:5") nothing is left to decide but which dice to set aside:
    what it says is what that strategy is worth (objective win: against itself). `announce` is told what it will take.
    """
    goal = read_objective(objective)
    if not goal.is_race:
        raise InputError(f"objective: {goal}: a race is played for win, turns or within:N")
    if goal.name == "win" and rules.players != 2:
        raise JeopardiceError(f"players: {rules.players}: this version solves races of two players")
    model = race_model(rules, restricted(turn_model(rules), strategy))
    if exact:
        check_size(model, goal)
    core = CoreRace(model)
    estimate = core.estimate(goal, threads, certify=certify)
    check_memory(estimate)
    announce(estimate)
    solution = RaceSolution(rules, goal, core.values(goal, progress, threads), strategy)
    solution.__dict__.update(model=model, core=core)  # what its cached properties would make again
    if exact and certify:
        raise InputError("certify: fractions are certain already")
    if exact:
        solution = replace(solution, exactly=exact_values(model, goal, solution.values, progress))
    return solution.certified(progress, threads) if certify else solution
