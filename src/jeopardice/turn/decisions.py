"""Decisions read off the values of a solved turn, whatever was optimised.

Only values (and the chance to bust, which settles ties) are kept. Which action is best, and by how much, is
recomputed on demand. Larger values are better.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, Protocol

from jeopardice.common.numbers import Number
from jeopardice.turn import Event, Option, Outcome, Roll, TurnModel
from jeopardice.turn.dice import Hand

TIE = 1e-12
"""Values in floating point that differ by less than this (relatively, above 1) are reported as tied."""


class Choice(Protocol):
    """An action with its value: see `turn.advice`."""

    @property
    def value(self) -> Number:
        """What it is worth."""

    @property
    def bust(self) -> Number:
        """The chance that the turn ends with a bust."""

    @property
    def then(self) -> str:
        """What it is: "bank", "roll", "end" or "steal"."""

    @property
    def points(self) -> int:
        """What the dice that are set aside score."""

    @property
    def phase(self) -> int:
        """The phase that it leads to."""


class Mixture(Protocol):
    """The probabilities of the actions in a position; None where best play does not mix."""

    def probabilities(
        self, phase: int, total: int, rolled: Hand | None, actions: Sequence[Choice]
    ) -> list[float] | None:
        """Of all actions before a roll, or after one of these dice."""

    def stealing(self, phase: int, total: int, actions: Sequence[Choice]) -> list[float] | None:
        """Of all actions at the start of a turn that may continue the one before."""


class SolvedTurn(ABC):
    """A turn whose values are known: the most points, or the best chance in a race at given scores."""

    model: TurnModel
    exact: bool = False
    """Whether all numbers are fractions."""
    wins_count: bool = True
    """Whether an instant win ends the turn (objective `score` ignores it)."""
    tie: float = TIE
    """Values that differ by less than this (relatively, above 1) are reported as tied."""
    sign: int = 1
    """The sign of reported values: -1 where a value is minus an expected number of turns."""
    mix: float | None = None
    """How often the mover should take the bolder of two plays, where best play mixes them."""
    mixture: Mixture | None = None
    """How best play mixes in this turn, if it does."""

    @property
    def bytes(self) -> int:
        """Its approximate memory in bytes, without its model."""
        return 0

    @property
    @abstractmethod
    def last_decision(self) -> int:
        """The last turn total that leaves something to decide."""

    @abstractmethod
    def state_value(self, phase: int, total: int) -> Number:
        """The value of a state before the decision to bank or to roll."""

    @abstractmethod
    def state_bust(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""

    @abstractmethod
    def bank_value(self, phase: int, total: int) -> Number | None:
        """The value of banking; None where it is not legal."""

    @abstractmethod
    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """The value of a turn that ends with an event, rolled in a phase."""

    def ends(self, outcome: Outcome) -> bool:
        """Whether an outcome ends the turn."""
        return outcome.event is not None if self.wins_count else not outcome.goes_on

    def roll_worth(self, phase: int, roll: Roll, total: int) -> tuple[Number, Number]:
        """The value of a roll, and the chance that the turn then ends with a bust."""
        value: Number = 0
        chance: Number = 0
        for outcome in roll.outcomes:
            if self.ends(outcome):
                best = self.end_value(outcome.event or "bust", phase, total)
                bust: Number = int(not self.wins_count or outcome.event != "win")
            else:
                option, best = self._best(outcome, total)
                bust = self.state_bust(option.phase, total + option.points)
            share = Fraction(outcome.count, roll.total) if self.exact else outcome.count / roll.total
            value += share * best
            chance += share * bust
        return value, chance

    def roll_value(self, phase: int, roll: Roll, total: int) -> Number:
        """The value of a roll."""
        return self.roll_worth(phase, roll, total)[0]

    def best_option(self, outcome: Outcome, total: int) -> Option:
        """The option to take from an outcome: the most valuable, and among tied ones the one that busts least."""
        return self._best(outcome, total)[0]

    def _best(self, outcome: Outcome, total: int) -> tuple[Option, Number]:
        """The option to take, and the most that any option is worth."""
        options = outcome.options
        values = [self.state_value(option.phase, total + option.points) for option in options]
        best = max(values)
        if len(options) == 1:
            return options[0], best
        margin = 0.0 if self.exact else self.tie * max(1.0, abs(float(best)))
        tied = [option for option, value in zip(options, values, strict=True) if best - value <= margin]
        if len(tied) == 1:
            return tied[0], best
        return min(tied, key=lambda option: self.state_bust(option.phase, total + option.points)), best

    def action(self, phase: int, total: int) -> Roll | Literal["bank", "stuck"]:
        """The best action before a roll: a roll to make, or to bank; "stuck" where neither is legal."""
        rolls = self.model.phases[phase].rolls
        bank = self.bank_value(phase, total)
        if not rolls:
            return "stuck" if bank is None else "bank"
        best = self.state_value(phase, total)
        if bank is not None and self.tied(bank, best):
            return "bank"
        if len(rolls) == 1:
            return rolls[0]
        worths = [(roll, *self.roll_worth(phase, roll, total)) for roll in rolls]
        return min((bust, i, roll) for i, (roll, value, bust) in enumerate(worths) if self.tied(value, best))[2]

    def tied(self, value: Number, best: Number) -> bool:
        """Whether a value is as good as the best, as far as the numbers show."""
        return value == best if self.exact else abs(float(best - value)) <= self.tie * max(1.0, abs(float(best)))

    def number(self, value: int | Fraction) -> Number:
        """A number of this solution's type: a fraction, or in floating point."""
        return Fraction(value) if self.exact else value.numerator / value.denominator
