"""One turn, solved for the most expected points (objective `score`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import jeopardice
from jeopardice.common.numbers import Number
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position, PositionGiven
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.turn import Event, Roll, TurnModel
from jeopardice.turn.closing import Closing, TurnValues
from jeopardice.turn.decisions import SolvedTurn

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy


@dataclass(frozen=True, repr=False)
class TurnSolution(SolutionBase, SolvedTurn):
    """The most expected points of a turn (objective `score`)."""

    model: TurnModel
    solved: TurnValues
    bust_worth: Number = 0
    """The value of a bust beyond what it keeps: negative where busts in a row cost points."""
    wins_count = False
    objective = Objective("score")

    @property
    def closing(self) -> Closing:
        """The turn total from which the values are known, and what they are."""
        return self.solved.closing

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.model.rules

    @property
    def value(self) -> Number:
        """The expected points of a turn."""
        return self.state_value(0, 0)

    @property
    def bust_probability(self) -> Number:
        """The chance that a turn ends with a bust."""
        return self.state_bust(0, 0)

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether all numbers are fractions."""
        return isinstance(self.solved.values[0][0], Fraction)

    @property
    def error_bound(self) -> float:
        """A bound on the rounding error of the value."""
        return self.solved.error_bound

    @property
    def states(self) -> int:
        """How many states were solved."""
        return len(self.solved.values) * len(self.model.phases)

    @property
    def last_decision(self) -> int:
        """The turn total from which every phase banks, except the one with all dice if there are others."""
        model = self.model
        fewer = {model.phase_name(phase) for phase in model.phases if phase.place.dice != model.all_dice}
        totals = [total for phase, total in self.bank_totals().items() if total is not None and phase in fewer]
        return max(totals, default=self.closing.total)

    def state_value(self, phase: int, total: int) -> Number:
        """The expected points of the turn from a state."""
        if total < self.closing.total:
            value = self.solved.values[total // self.model.unit][phase]
            return value if isinstance(value, Fraction) else float(value)
        return total + self.number(self.closing.gains[phase])

    def state_bust(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        if total < self.closing.total:
            bust = self.solved.busts[total // self.model.unit][phase]
            return bust if isinstance(bust, Fraction) else float(bust)
        return self.number(self.closing.busts[phase])

    def bank_value(self, phase: int, total: int) -> Number | None:
        """The turn total, where it may be banked."""
        return self.number(total) if total >= self.model.bank_from else None

    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """The turn total where a bust keeps it, and what busts in a row cost."""
        keeps = self.model.rules.turn.keep_on_bust and event != "lose_banked"
        return self.number(total if keeps else 0) + self.bust_worth

    def action(self, phase: int, total: int) -> Roll | Literal["bank", "stuck"]:
        """The best action before a roll; from the closing total on, what was found there."""
        place = self.model.phases[phase]
        if place.rolls and self.model.must_bank(place, total):
            return "bank"
        if place.rolls and total >= self.closing.total:
            roll = self.closing.rolls[phase]
            return "bank" if roll is None else place.rolls[roll]
        if place.rolls and len(place.rolls) == 1 and not self.model.may_bank(place, total):
            return place.rolls[0]
        return super().action(phase, total)

    def bank_totals(self) -> dict[str, int | None]:
        """For each phase with dice to roll the least turn total to bank, or None where rolling is always better.

        The advantage of rolling decreases as the total grows, so the player banks at every larger total as well. Hog
        has no totals: it has no decision to bank.
        """
        totals: dict[str, int | None] = {}
        unit = self.model.unit
        for q in self.model.rolling_phases if self.model.rules.family != "hog" else ():
            low, high = 0, self.closing.total // unit
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if self.action(q, middle * unit) == "bank" else (middle + 1, high)
            banks = self.action(q, low * unit) == "bank"
            totals[self.model.phase_name(self.model.phases[q])] = low * unit if banks else None
        return totals

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> TurnSolution:
        """The turn itself: every turn of objective `score` is the same."""
        Position.of(position, **fields)
        return self

    def strategy(self) -> Strategy:
        """The most points in every turn, as a strategy for matches."""
        return jeopardice.strategies.max_score()

    def best_roll(self) -> Roll:
        """The best first roll of a turn."""
        roll = self.action(0, 0)
        assert not isinstance(roll, str)
        return roll
