"""One turn of a solved race."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.numbers import Number
from jeopardice.native.calls import Floats
from jeopardice.native.race import CoreRace
from jeopardice.race.exact_turn import ExactTurn
from jeopardice.turn import Event, TurnModel
from jeopardice.turn.decisions import TIE, Mixture, SolvedTurn
from jeopardice.turn.mixture import Decision, MixedDecisions, TwoPlays

EVENTS: tuple[Event, ...] = ("bust", "lose_banked", "win")
Numbers = NDArray[Any]
"""Floats, or fractions as objects."""


@dataclass(frozen=True, eq=False, repr=False)
class RaceTurn(SolvedTurn):
    """One turn of a solved race. Larger values are better: expected turns are negative."""

    model: TurnModel
    needed: int
    """Units from the start of the turn to the goal."""
    start: int
    """The row of a turn total of 0; the row before it is for one unit more, and so on."""
    goal: Number
    """The value of the goal, and of every state beyond the rows."""
    values: Numbers
    """[row, phase]"""
    banks: Numbers
    """[row, phase]: the value of a bank; minus infinity where it is not legal."""
    end_values: Numbers
    """[row, phase, event]: the value of a turn that ends with an event."""
    busts: Numbers
    """[row, phase]: the chance to bust."""
    sign: int = 1
    exact: bool = False
    tie: float = TIE
    is_followed: bool = False
    """Whether the other player has a last turn after the goal: totals beyond the rows then have the value of the
    first row, not of the goal."""
    mix: float | None = None
    """Multiplayer: how often the mover takes the bolder of two plays that are worth the same, where that matters."""
    mixed: Mapping[Decision, float] | None = None
    """Multiplayer: how often actions are taken, where single decisions are mixed."""

    @classmethod
    def of_floats(
        cls, core: CoreRace, needed: int, solved: tuple[int, Floats, Floats, Floats], goal: float, **fields: Any
    ) -> RaceTurn:
        """A turn that the core has solved: its start, values, banks and values of events."""
        start, values, banks, ends = solved
        busts = core.bust_chances(values, banks, ends, goal, fields.get("tie", TIE))
        return cls(core.model.turn, needed, start, goal, values, banks, ends, busts, **fields)

    @classmethod
    def of_fractions(cls, turn: ExactTurn[Any], goal: int, sign: int = 1, mix: float | None = None) -> RaceTurn:
        """A turn that was solved in fractions."""
        totals, phases = range(turn.size - 1, -1, -1), range(len(turn.model.turn.phases))
        worth, ends = turn.values.worth, turn.ends
        solved = [[turn.exact(q, total) for q in phases] for total in totals]
        banks = [[worth(ends.bank(total, q)) if total >= ends.least else -np.inf for q in phases] for total in totals]
        events = [[[worth(ends.after(event, total, q)) for event in EVENTS] for q in phases] for total in totals]
        values, busts = ([[state[part] for state in row] for row in solved] for part in (0, 1))
        v, b, e, z = (np.array(numbers, dtype=object) for numbers in (values, banks, events, busts))
        return cls(turn.model.turn, ends.needed, turn.size - 1, Fraction(goal), v, b, e, z, sign, exact=True, mix=mix)

    @cached_property
    def mixture(self) -> Mixture | None:  # type: ignore[override]
        """How best play mixes in this turn, if it does."""
        if self.mixed:
            return MixedDecisions(self, self.mixed)
        return None if self.mix is None else TwoPlays(self, self.mix)

    @property
    def bytes(self) -> int:
        """Its memory in bytes, without its model, which it shares with other turns."""
        return self.values.nbytes + self.banks.nbytes + self.end_values.nbytes + self.busts.nbytes

    def _row(self, total: int) -> int:
        row = self.start - total // self.model.unit
        return max(0, row) if self.is_followed else row

    @property
    def last_decision(self) -> int:
        """The last turn total below the goal."""
        return (self.needed - 1) * self.model.unit

    def state_value(self, phase: int, total: int) -> Number:
        """The value of a state before the decision to bank or to roll."""
        row = self._row(total)
        return self.goal if row < 0 else self.values.item(row, phase)

    def state_bust(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        row = self._row(total)
        return self.number(0) if row < 0 else self.busts.item(row, phase)

    def bank_value(self, phase: int, total: int) -> Number | None:
        """The value of banking; None where it is not legal."""
        row = self._row(total)
        value: Number = self.goal if row < 0 else self.banks.item(row, phase)
        return None if value == -np.inf else value

    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """The value of a turn that ends with an event, rolled in a phase."""
        row = self._row(total)
        if row < 0 and event == "bust" and self.model.rules.turn.keep_on_bust:
            return self.goal
        value: Number = self.end_values.item(max(0, row), phase, EVENTS.index(event))
        return value
