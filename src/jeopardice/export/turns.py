"""Turns of a solved game as arrays: those of many states together, every total and phase, and the worth of each action.

All arrays are [state, total in units, phase]; totals continue beyond the last decision as far as rolls
lead. A larger value is better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.native.calls import Floats
from jeopardice.race.objectives import WORTH
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.race_turn import EVENTS
from jeopardice.turn import Roll, TurnModel
from jeopardice.turn.decisions import TIE, SolvedTurn

Others = tuple[int, ...]
"""The units that the other players need, in playing order; (1,) where there are none."""
Problem = tuple[int, Floats, Floats, Floats]
NEVER = -np.inf
"""The worth of an action that is not legal."""


@dataclass(frozen=True, eq=False)
class TurnWorths:
    """The turns of several states with equally many totals."""

    model: TurnModel
    totals: int
    """How many totals leave something to decide: 0 to totals - 1, in units."""
    values: Floats
    banks: Floats
    """What banking is worth, or `NEVER`."""
    settled: Floats
    """[state, total, phase, event]: what the events are worth."""
    busts: Floats | None
    """The chance that the turn ends with a bust, where it is asked for."""
    tie: float = TIE
    wins_count: bool = True

    @cached_property
    def rolls(self) -> tuple[tuple[Floats, ...], ...]:
        """For each phase and each of its rolls what it is worth, [state, total], one roll beyond the last decision.

        In Hog, only at a total of 0.
        """
        return tuple(tuple(self._roll(q, roll) for roll in phase.rolls) for q, phase in enumerate(self.model.phases))

    def _roll(self, q: int, roll: Roll) -> Floats:
        # In Hog the only decision comes before the roll.
        length = 1 if self.model.rules.family == "hog" else self.totals + reach_of(self.model)
        worth = np.zeros((len(self.values), length))
        for outcome in roll.outcomes:
            if outcome.event is not None if self.wins_count else not outcome.goes_on:
                best = self.settled[:, :length, q, EVENTS.index(outcome.event or "bust")]
            else:
                gains = ((option.points // self.model.unit, option.phase) for option in outcome.options)
                best = np.maximum.reduce([self.values[:, gain : gain + length, to] for gain, to in gains])
            worth += outcome.count / roll.total * best
        return worth

    def tied(self, values: Floats, best: Floats) -> NDArray[np.bool_]:
        """Which values are as good as the best, within the precision of the solution."""
        close: NDArray[np.bool_] = best - values <= self.tie * np.maximum(1.0, np.abs(best))
        return close


def reach_of(model: TurnModel) -> int:
    """The most units of a single roll."""
    return model.most_points // model.unit


def single_turn(solved: SolvedTurn) -> TurnWorths:
    """One solved turn of any kind."""
    model = solved.model
    totals = solved.last_decision // model.unit + 1
    length, phases = totals + 2 * reach_of(model), range(len(model.phases))
    states = [[(q, t * model.unit) for q in phases] for t in range(length)]
    values = [[float(solved.state_value(*state)) for state in row] for row in states]
    banks = [
        [NEVER if bank is None else float(bank) for bank in (solved.bank_value(*s) for s in row)] for row in states
    ]
    settled = [[[float(solved.end_value(event, *state)) for event in EVENTS] for state in row] for row in states]
    busts = [[float(solved.state_bust(*state)) for state in row] for row in states]
    found, settled_at = (np.array([table]) for table in ([values, banks, busts], settled))
    of_states = found[:, 0], found[:, 1], settled_at, found[:, 2]
    return TurnWorths(model, totals, *of_states, tie=solved.tie, wins_count=solved.wins_count)


class RaceTurns:
    """The turns of a solved race, from the core."""

    def __init__(self, solution: RaceSolution | MultiplayerSolution) -> None:
        self.solution, self.objective = solution, solution.objective.name
        if isinstance(solution, MultiplayerSolution):
            self.core = solution.core.race
        else:
            self.core = solution.core
            self.board = self.core.solved_board() if self.objective == "win" else self.core.board(self.objective)
        certificate = solution.certificate
        self.tie = TIE if certificate is None else 2 * certificate.error_bound
        self.goal = float(WORTH[self.objective][2])

    def exists(self, others: Others, state: int) -> bool:
        """Whether a state comes up: the bank to beat is not more than the previous player's score."""
        return self.solution.carryover.all[state].to_beat + others[-1] <= self.solution.model.lowest

    def totals(self, mover: int, other: Others, state: int, turns_left: int = 1) -> int:
        """How many totals leave something to decide in a state, by the units that the players need."""
        return len(self._problem(mover, other, state, turns_left)[1])

    def at(
        self, mover: int, others: list[Others], state: int, turns_left: int = 1, *, busts: bool = False
    ) -> Iterator[tuple[list[Others], TurnWorths]]:
        """The turns of a mover, by the units needed, against each of the others; equally long ones together."""
        by_length: dict[int, list[Others]] = {}
        problems = {other: self._problem(mover, other, state, turns_left) for other in others}
        for other, (_, values, _, _) in problems.items():
            by_length.setdefault(len(values), []).append(other)
        for length, alike in by_length.items():
            yield alike, self._turns(length, [problems[other][1:] for other in alike], busts)

    def _problem(self, mover: int, others: Others, state: int, turns_left: int) -> Problem:
        found: Problem
        if isinstance(self.solution, MultiplayerSolution):
            found = self.solution.core.solve_turn(self.solution.values, self.solution.shares, [mover, *others], state)
        else:
            values = self.solution.values if self.objective != "within" else self.solution.values[turns_left - 1]
            found = self.board.solve_turn(np.ascontiguousarray(values), mover, others[0], state)
        return found

    def _turns(self, length: int, problems: list[tuple[Floats, Floats, Floats]], busts: bool) -> TurnWorths:
        model = self.solution.model.turn
        beyond = 2 * reach_of(model)
        # The core counts totals down.
        values, banks, settled = (np.stack([problem[part][::-1] for problem in problems]) for part in range(3))
        settled = np.concatenate([settled, np.repeat(settled[:, -1:], beyond, axis=1)], axis=1)[..., : len(EVENTS)]
        if model.rules.turn.keep_on_bust:
            settled[:, length:, :, EVENTS.index("bust")] = self.goal
        chances = np.stack([self._busts(*problem) for problem in problems]) if busts else None
        return TurnWorths(
            model,
            length,
            _padded(values, beyond, self.goal),
            _padded(banks, beyond, self.goal),
            settled,
            None if chances is None else _padded(chances, beyond, 0.0),
            self.tie,
        )

    def _busts(self, values: Floats, banks: Floats, settled: Floats) -> Floats:
        turn = self.core.turn
        known = np.full((turn.reach, values.shape[1]), self.goal)
        none = np.zeros_like(known)
        stuck = np.isneginf(banks[:, 0]).astype(np.uint8)
        found: Floats = turn.bust_chances(known, none, none, banks, settled, stuck, values, self.tie)[0]
        return found[::-1]


def _padded(table: Floats, rows: int, value: float) -> Floats:
    return np.pad(table, ((0, 0), (0, rows), (0, 0)), constant_values=value)
