"""A race of one or two players in the core (core/race/board.hpp): the values between turns, and any turn from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats, cores, translated
from jeopardice.native.turn import Rounding, core_turn
from jeopardice.race.carryover import Carryover
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective

STEAL = {"never": _core.Steal.never, "after-bank": _core.Steal.after_bank, "after-bust": _core.Steal.after_bust}
Board = _core.Board
Bounds = tuple[Floats, Floats, tuple[int, int, int]]


class CoreRace:
    """A race in the core: its turn tables and what a bank needs."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.turn = self._turn("nearest")
        self.rules = core_rules(model, model.hold_from)
        self._boards: dict[str, Board] = {}

    def __reduce__(self) -> tuple[type[CoreRace], tuple[RaceModel]]:
        """Pickle a fresh copy of the model only; the core's tables are built again."""
        return CoreRace, (replace(self.model),)

    def board(self, objective: str) -> Board:
        """The states of an objective."""
        if objective not in self._boards:
            self._boards[objective] = self.board_with(self.model.carryover(objective), objective)
        return self._boards[objective]

    def board_with(self, carryover: Carryover, objective: str) -> Board:
        """The states of an objective with another carryover."""
        tables = core_carryover(carryover)
        return translated(lambda: _core.Board(self.turn, self.rules, tables, objective))

    def solved_board(self, threads: int | None = None) -> Board:
        """The states of objective win, with the values of stolen turns, which are not part of a saved solution."""
        board = self.board("win")
        if not board.ready:
            self.win(threads=threads)
        return board

    def _turn(self, rounding: Rounding) -> _core.Turn:
        return core_turn(self.model.turn, wins_count=True, rounding=rounding)

    def win(self, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None) -> Floats:
        """win[carryover, i - 1, j - 1]: the mover's chance when the mover needs i units and the other player j.

        Here and below, the axis of the carryover is left out where it has one state only.
        """
        return _without_carryover(translated(lambda: self.board("win").solve(cores(threads), progress, kernel)), 0)

    def turns(self, progress: Progress | None = None, kernel: str | None = None) -> Floats:
        """turns[carryover, i - 1]: the least expected turns to the goal from i units."""
        return _without_carryover(translated(lambda: self.board("turns").solve(1, progress, kernel)), 0)

    def within(
        self, turns: int, progress: Progress | None = None, threads: int | None = None, kernel: str | None = None
    ) -> Floats:
        """within[m, carryover, i - 1]: the best chance to reach the goal in m turns from i units, m = 0 to `turns`."""
        board = self.board("within")
        return _without_carryover(board.within(turns, cores(threads), progress, kernel), 1)

    def values(self, objective: Objective, progress: Progress | None = None, threads: int | None = None) -> Floats:
        """The values of an objective."""
        if objective.name == "win":
            return self.win(progress, threads)
        if objective.name == "turns":
            return self.turns(progress)
        return self.within(objective.turns, progress, threads)

    def bounds(
        self, objective: Objective, values: Floats, progress: Progress | None = None, threads: int | None = None
    ) -> Bounds:
        """Lower and upper bounds of the values, and the number of decisions that are proven, tied and close."""
        less, more = self._turn("down"), self._turn("up")
        board = self.solved_board(threads) if objective.name == "win" else self.board(objective.name)
        return translated(lambda: board.certify(less, more, values, cores(threads), progress))

    def bust_chances(self, values: Floats, banks: Floats, ends: Floats, goal: float, tie: float) -> Floats:
        """The chance to bust in each state of a solved turn."""
        known = np.full((self.turn.reach, values.shape[1]), goal)
        none = np.zeros_like(known)
        stuck = np.isneginf(banks[:, 0]).astype(np.uint8)
        return self.turn.bust_chances(known, none, none, banks, ends, stuck, values, tie)[0]


def core_rules(model: RaceModel, hold_from: int) -> _core.RaceRules:
    """What a race adds to a turn, in the core."""
    return _core.RaceRules(
        model.needed,
        model.bank_from,
        model.first_bank_from,
        hold_from,
        model.rules.turn.keep_on_bust,
        lowest=model.lowest,
        penalty=model.penalty,
        floor=model.floor,
    )


def core_carryover(carryover: Carryover) -> _core.Carryover:
    """The states of the carryover and where a turn leads from each, as tables."""
    rules, number, largest = carryover.rules, carryover.number, carryover.largest_bank
    states = [
        _core.CarryoverState(
            least=state.to_beat + 1,
            banked=number[carryover.after_bank(state, min(1, largest))],
            step=int(carryover.beats and largest > 1),
            busted=number[carryover.after_bust(state)],
            penalized=carryover.is_penalised(state),
            last_turns=carryover.last_turns(state),
            equivalent=number[replace(state, busts=(0,) * carryover.players)],
            below_floor=carryover.below_floor(state),
            offers=number[replace(state, to_beat=0)],
        )
        for state in carryover.all
    ]
    return _core.Carryover(
        states,
        loses=bool(rules.events.lose_banked),
        beat_previous=carryover.beats,
        ties_split=rules.end.tie == "split",
        steal=STEAL[rules.turn.steal if carryover.players > 1 and rules.family != "hog" else "never"],
        offered=sum(state.to_beat == 0 for state in carryover.all),
    )


def vector_lanes() -> int:
    """The number of turn problems that a vector register of this machine holds."""
    return {"avx512": 8, "avx2": 4}.get(_core.kernels()[0], 2)


def _without_carryover(values: Floats, axis: int) -> Floats:
    return values.squeeze(axis) if values.shape[axis] == 1 else values
