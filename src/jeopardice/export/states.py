"""The states of a solved game that a table of its policy lists, and their turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.export.turns import Others, RaceTurns, TurnWorths, single_turn
from jeopardice.native.calls import Floats
from jeopardice.race.support import require
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.turn import TurnSolution
from jeopardice.turn import TurnModel
from jeopardice.turn.reach import reachable_states

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Batch:
    """States with the same score of the mover, and their turns."""

    names: dict[str, Integers]
    """For each column that names a state, its value in each."""
    turns: TurnWorths
    part: float
    """The part of the work done after it."""
    shares: Floats | None = None
    """Three or more players: how often best play takes the action that busts more, where it mixes."""


class States:
    """The states of a game: all banked scores, or those at every `step` points."""

    def __init__(self, solution: Solution, step: int | None = None) -> None:
        require("table of decisions", solution.rules, solution.objective)
        assert isinstance(solution, RaceSolution | TurnSolution | MultiplayerSolution)
        if isinstance(solution, RaceSolution) and solution.plays != "optimal":
            raise InputError(f"strategy: {solution.plays}: the table of a policy is for best play only")
        self.solution = solution
        self.model: TurnModel = solution.model if isinstance(solution, TurnSolution) else solution.model.turn
        unit = self.model.unit
        self.step = unit if step is None else step
        if self.step < unit or self.step % unit:
            raise InputError(f"step: {step}: it must be a multiple of {unit}, the point unit of this game")
        self._reached: dict[int, tuple[Integers, Integers]] = {}

    @property
    def players(self) -> int:
        """How many players' scores name a state."""
        if isinstance(self.solution, TurnSolution):
            return 0
        return self.solution.rules.players if self.solution.objective.name == "win" else 1

    @property
    def sign(self) -> int:
        """-1 where a value is minus an expected number of turns, so that it is reported as positive."""
        return -1 if isinstance(self.solution, RaceSolution) and self.solution.objective.name == "turns" else 1

    def batches(self, *, busts: bool = False) -> Iterator[Batch]:
        """All states, those with the same score of the mover together; with chances to bust if wanted."""
        if isinstance(self.solution, TurnSolution):
            yield Batch({}, single_turn(self.solution), 1.0)
            return
        race = RaceTurns(self.solution)
        places = list(self._places(race))
        for done, (turns_left, state, mover, others) in enumerate(places, 1):
            for alike, turns in race.at(mover, others, state, turns_left, busts=busts):
                names = _names(self.solution, turns_left, state, mover, alike)
                shares = self._shares(state, mover, alike) if self.players > 2 else None
                yield Batch(names, turns, done / len(places), shares)

    def _shares(self, state: int, mover: int, others: list[Others]) -> Floats:
        """How often best play takes the action that busts more, in the states where it mixes; else NaN."""
        assert isinstance(self.solution, MultiplayerSolution)
        shape = self.solution.values.shape[1:]
        places = [np.ravel_multi_index((state, *(u - 1 for u in (mover, *each))), shape) for each in others]
        return np.array([self.solution.shares.get(int(place), np.nan) for place in places])

    def _places(self, race: RaceTurns) -> Iterator[tuple[int, int, int, list[Others]]]:
        """The turns left, the carryover, the units that the mover needs, and those that the others may need."""
        solution = race.solution
        model, unit = solution.model, self.model.unit
        scores = range(model.lowest_score, solution.rules.goal, unit)
        units = [model.units_needed(score) for score in scores if score % self.step == 0]
        for turns_left in range(1, max(1, solution.objective.turns) + 1):
            for state, what in enumerate(solution.carryover.all):
                if what.to_beat * unit % self.step:
                    continue
                every = product(units, repeat=self.players - 1) if self.players > 1 else [(1,)]
                others = [each for each in every if self.players == 1 or race.exists(each, state)]
                for mover in units if others else ():
                    yield turns_left, state, mover, others

    def decided(self, totals: int) -> tuple[Integers, Integers]:
        """Totals below `totals`, in units, and phases with dice to roll, as they come up together."""
        if totals not in self._reached:
            unit, order = self.model.unit, {q: place for place, q in enumerate(self.model.rolling_phases)}
            reached = reachable_states(self.model, (totals - 1) * unit)
            found = sorted((total // unit, order[q], q) for q, total in reached if q in order)
            array = np.array(found, np.int64)
            self._reached[totals] = array[:, 0], array[:, 2]
        return self._reached[totals]

    def rows(self, by_phase: dict[int, int]) -> int:
        """The number of rows of a table with this many for each total and phase.

        Where turns depend on the other player's score, or on the carryover, it is approximate.
        """
        if isinstance(self.solution, TurnSolution):
            return self._rows(self.solution.last_decision // self.model.unit + 1, by_phase)
        race = RaceTurns(self.solution)
        lengths: dict[int, int] = {}
        found = 0
        for turns_left, state, mover, others in self._places(race):
            if mover not in lengths:
                lengths[mover] = self._rows(race.totals(mover, others[0], state, turns_left), by_phase)
            found += len(others) * lengths[mover]
        return found

    def _rows(self, totals: int, by_phase: dict[int, int]) -> int:
        return sum(by_phase[int(q)] for q in self.decided(totals)[1])

    def check(self, by_phase: dict[int, int], most: int, what: str) -> None:
        """Refuse a table of too many rows, and suggest a step."""
        rows = self.rows(by_phase)
        if rows <= most:
            return
        too_many = f"step: {self.step}: the table of {what} would have {rows:,} rows (at most {most:,})"
        if not self.players:
            raise JeopardiceError(too_many)
        units = self.step * (rows / most) ** (1 / self.players) / self.model.unit
        raise InputError(f"{too_many}: list fewer scores, with a step of {(int(units * 1.1) + 1) * self.model.unit}")


def _names(
    solution: RaceSolution | MultiplayerSolution, turns_left: int, state: int, mover: int, others: list[Others]
) -> dict[str, Integers]:
    """The columns that name states: scores, and the carryover where the rules have any."""
    rules, name, unit = solution.rules, solution.objective.name, solution.model.turn.unit
    several, what = name == "win", solution.carryover.all[state]
    needed, number = solution.model.needed, len(others[0]) if name == "win" else 0
    called = [f"other_{k}" for k in range(1, number + 1)] if number > 1 else ["other"][:number]
    columns: dict[str, int | Integers] = {}
    if name == "within":
        columns["turns_left"] = turns_left
    columns["mover_score"] = (needed - mover) * unit
    columns |= {f"{who}_score": (needed - np.array(others, np.int64)[:, k]) * unit for k, who in enumerate(called)}
    if solution.carryover.streak:
        columns["mover_busts"] = what.busts[0]
        columns |= {f"{who}_busts": what.busts[k + 1] for k, who in enumerate(called)}
    if rules.turn.beat_previous and several:
        columns["to_beat"] = what.to_beat * unit
    if rules.end.rule == "equal-turns" and several:
        columns["seat"] = what.moved + 1
    return {key: np.broadcast_to(np.asarray(value, np.int64), (len(others),)) for key, value in columns.items()}
