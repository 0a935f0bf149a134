"""A race of three or more players in the core (core/multiplayer/board.hpp)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats, cores, translated
from jeopardice.native.race import CoreRace, core_carryover
from jeopardice.race.model import RaceModel
from jeopardice.turn.mixture import Decision

KINDS = ("roll", "option", "steal")


class CoreMultiplayer:
    """The states of a race of three or more players."""

    def __init__(self, model: RaceModel, threads: int | None = None, progress: Progress | None = None) -> None:
        self.model, self.threads, self.progress = model, cores(threads), progress
        self.race = CoreRace(model)
        self.players = model.rules.players
        self.carryover = model.carryover("win")
        self.shape = (self.players - 1, len(self.carryover.all), *(model.lowest,) * self.players)

    def __reduce__(self) -> tuple[type[CoreMultiplayer], tuple[RaceModel]]:
        """Pickle a fresh copy of the model only; the core's tables are built again."""
        return CoreMultiplayer, (replace(self.model),)

    @cached_property
    def core(self) -> _core.MultiplayerBoard:
        """The core's board, built when it is first needed: a last round may take a while to solve."""
        tables = core_carryover(self.carryover)
        return translated(
            lambda: _core.MultiplayerBoard(
                self.race.turn, self.race.rules, tables, self.players, self.threads, self.progress
            )
        )

    def solve_turn(
        self, values: Floats, shares: dict[int, float], units: Sequence[int], state: int
    ) -> tuple[int, Floats, Floats, Floats]:
        """The turn of the first of the players who need these units, given the values of a solution."""
        return translated(lambda: self.core.solve_turn(values, shares, list(units), state, self.progress))

    def stolen_turns(self, values: Floats, shares: dict[int, float], units: Sequence[int], state: int) -> Floats:
        """What rolling on with a stolen turn is worth to all players but the stealer: [phase, turn total, plane]."""
        found = translated(lambda: self.core.stolen_turns(values, shares, list(units), state, self.progress))
        return found.reshape(len(self.model.turn.phases), -1, self.players - 1)

    def mixed_actions(self, shares: dict[int, float], units: Sequence[int], state: int) -> dict[Decision, float]:
        """How often actions of a state are taken, where single decisions are mixed."""
        found = translated(lambda: self.core.mixed_actions(shares, list(units), state))
        return {(KINDS[kind], phase, total, action): share for kind, phase, total, action, share in found}

    @property
    def levels(self) -> range:
        """The units that all players need together."""
        return range(self.players, self.players * self.model.lowest + 1)
