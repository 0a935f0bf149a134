"""A solved race: the values between turns, and from them any turn worked out again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jeopardice.decisions import SolvedTurn
from jeopardice.errors import InputError, JeopardiceError
from jeopardice.race import RaceModel, race_model
from jeopardice.rulebook import Rules
from jeopardice.solve.races import CoreRace, Floats
from jeopardice.solve.values import TIE, Progress
from jeopardice.turn import Event, TurnModel

MOST_TURNS = 10_000


@dataclass(frozen=True)
class Objective:
    """What a race is played for: "win", "turns", or "within" so many turns."""

    name: str
    turns: int = 0

    def __str__(self) -> str:
        return f"within:{self.turns}" if self.name == "within" else self.name


@dataclass(frozen=True)
class RaceSolution:
    """The values of a race between its turns."""

    objective: Objective
    model: RaceModel
    values: Floats
    """win: [mover's units needed - 1, other's - 1]; turns: [units - 1]; within: [turns, units - 1]."""

    @property
    def value(self) -> float:
        """The first player's chance to win, the expected turns, or the chance to reach the goal in time."""
        return float(self.values[-1] if self.objective.name == "turns" else self.values[-1, -1])

    @property
    def seats(self) -> tuple[float, ...]:
        """Objective win: each seat's chance."""
        return (self.value, 1 - self.value)

    @property
    def states(self) -> int:
        """How many values there are."""
        return self.values.size

    def value_at(self, *scores: int) -> float:
        """The mover's value at the start of a turn with these banked scores, the mover's first."""
        i, *others = self._units(scores)
        if self.objective.name == "win":
            return float(self.values[i - 1, others[0] - 1])
        return float(self.values[i - 1] if self.objective.name == "turns" else self.values[-1, i - 1])

    def turn_at(self, *scores: int) -> RaceTurn:
        """The turn of a player with these banked scores, the mover's first."""
        i, *others = self._units(scores)
        if self.objective.name == "win":
            after, shift, scale, goal = self.values[others[0] - 1], 1.0, -1.0, 1.0
        elif self.objective.name == "turns":
            after, shift, scale, goal = self.values, -1.0, -1.0, -1.0
        else:
            after, shift, scale, goal = self.values[-2], 0.0, 1.0, 1.0
        kept = shift + scale * after[: i - 1]
        bust = float(shift + scale * after[i - 1])
        core = self._core
        beyond, values, busts = core.turn.visit(core.rules, i, np.ascontiguousarray(after), shift, scale, goal, bust)
        least = max(1, self.model.first_bank_from if i == self.model.needed else self.model.bank_from)
        if self.model.rules.turn.keep_on_bust:
            busts = self._kept_busts(i, least, kept, goal, bust, beyond, values)
        sign = -1 if self.objective.name == "turns" else 1
        return RaceTurn(self.model.turn, i, least, kept, goal, bust, beyond, values, busts, sign)

    def _kept_busts(
        self, needed: int, least: int, kept: Floats, goal: float, bust: float, beyond: int, values: Floats
    ) -> Floats:
        """The chance to bust from each row, where the core's slopes do not tell it because a bust keeps the total."""
        left = np.arange(1 - beyond, needed + 1)
        worth = np.where(left <= 0, goal, np.append(kept, bust)[np.clip(left, 1, needed) - 1])
        legal = needed - left >= least
        lost = np.full_like(worth, bust)
        settled = np.stack([worth, lost, np.full_like(worth, goal), worth], axis=1)
        known = np.full((self._core.turn.reach, values.shape[1]), goal)
        none = np.zeros_like(known)
        bank = np.where(legal, worth, -np.inf)
        stuck = (~legal).astype(np.uint8)
        return self._core.turn.chances(known, none, none, bank, settled, stuck, values, TIE)[0]

    @cached_property
    def _core(self) -> CoreRace:
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
    kept: Floats
    """kept[s - 1]: what a bank is worth that leaves s units."""
    goal: float
    bust: float
    beyond: int
    values: Floats
    busts: Floats
    sign: int = 1

    def _left(self, total: int) -> int:
        return self.needed - total // self.model.unit

    def _banked(self, total: int) -> float:
        left = self._left(total)
        return self.goal if left <= 0 else float(self.kept[left - 1])

    def value_at(self, phase: int, total: int) -> float:
        """What a state is worth before the decision to bank or to roll."""
        row = self._left(total) - 1 + self.beyond
        return self.goal if row < 0 else float(self.values[row, phase])

    def bust_at(self, phase: int, total: int) -> float:
        """The chance that the turn ends with a bust from a state."""
        row = self._left(total) - 1 + self.beyond
        return 0.0 if row < 0 else float(self.busts[row, phase])

    def bank_value(self, total: int) -> float | None:
        """What banking is worth; None where it is not legal."""
        return self._banked(total) if total // self.model.unit >= self.least else None

    def end_value(self, event: Event, total: int) -> float:
        """What a turn is worth that ends with an event."""
        if event == "win":
            return self.goal
        return self._banked(total) if self.model.rules.turn.keep_on_bust and total else self.bust


def read_objective(text: str) -> Objective:
    """The objective of a race by its name: "win", "turns" or "within:10"."""
    name, _, number = text.partition(":")
    if text in ("win", "turns"):
        return Objective(text)
    if name == "within" and re.fullmatch("[0-9]{1,9}", number) and 1 <= int(number) <= MOST_TURNS:
        return Objective(name, int(number))
    if name == "within":
        raise InputError(f"objective: {text[:40]}: within:N needs a number of turns from 1 to {MOST_TURNS:,}")
    raise InputError(f"objective: {text[:40]}: a race is played for win, turns or within:N")


def solve_race(
    rules: Rules, objective: str = "win", *, threads: int | None = None, progress: Progress | None = None
) -> RaceSolution:
    """Solves a race: the chance to win for two players, the fewest expected turns, or the chance within N turns."""
    goal = read_objective(objective)
    if goal.name == "win" and rules.players != 2:
        raise JeopardiceError(f"players: {rules.players}: this version solves races of two players")
    model = race_model(rules)
    core = CoreRace(model)
    if goal.name == "win":
        values = core.win(progress, threads)
    elif goal.name == "turns":
        values = core.turns(progress)
    else:
        values = core.within(goal.turns, progress, threads)
    return RaceSolution(goal, model, values)
