"""A turn of simultaneous play as one player sees it, if the other plays best: what each way to end it is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jeopardice.common.numbers import Number
from jeopardice.solutions.simultaneous import BUST, GAIN, LOST, AtOnceSolution
from jeopardice.turn import Event, TurnModel
from jeopardice.turn.decisions import SolvedTurn


@dataclass(frozen=True)
class AtOnceTurn(SolvedTurn):
    """The chance to win by how the own turn ends, against the other's best mixture."""

    model: TurnModel
    worth: tuple[float, ...]
    """By the places of a law: a bust, the loss of everything banked, or units gained; the last holds from there on."""
    values: tuple[float, ...] = ()
    """Pig: what a turn total in units is worth before the decision."""
    busts: tuple[float, ...] = ()
    """Pig: the chance to bust from there."""

    @classmethod
    def of(cls, solution: AtOnceSolution, scores: tuple[int, ...]) -> AtOnceTurn:
        """The turn of the player whose score comes first."""
        unit, needed = solution.turn.unit, solution.rules.goal
        own, other = (-(-(needed - score) // unit) for score in scores)
        chance = float(solution.values[own - 1, other - 1])
        _, _, _, columns, column_chances = solution.core.moment(solution.values, own, other)
        worth = solution.core.worths(solution.values, own, other, np.array(column_chances) @ columns, chance)
        turn = cls(solution.turn, tuple(worth.tolist()))
        return turn if solution.rules.family == "hog" else turn._counted_down()

    def _counted_down(self) -> AtOnceTurn:
        """Pig: beyond the largest total that matters everything is banked."""
        (roll,) = self.model.phases[0].rolls
        unit = self.model.unit
        ends = {event: sum(o.count for o in roll.outcomes if o.event == event) / roll.total for event in EVENTS}
        gains = [(o.options[0].points // unit, o.count / roll.total) for o in roll.going_on if not o.event]
        most = max(gain for gain, _ in gains)
        last = max(len(self.worth) - GAIN, -(-self.model.bank_from // unit))
        values, busts = [self.worth[-1]] * (last + most + 1), [0.0] * (last + most + 1)
        for total in range(last - 1, -1, -1):
            rolled = sum(share * values[total + gain] for gain, share in gains)
            rolled += ends["bust"] * self.worth[BUST] + ends["lose_banked"] * self.worth[LOST]
            bank = self.bank_value(0, total * unit)
            if bank is not None and bank >= rolled:
                values[total] = float(bank)
            else:
                values[total] = rolled
                busts[total] = sum(ends.values()) + sum(share * busts[total + gain] for gain, share in gains)
        return AtOnceTurn(self.model, self.worth, tuple(values), tuple(busts))

    @property
    def last_decision(self) -> int:
        """The last turn total that leaves something to decide."""
        return len(self.values) * self.model.unit

    def value_at(self, phase: int, total: int) -> Number:
        """What a state is worth before the decision."""
        if self.values:
            return self.values[min(total // self.model.unit, len(self.values) - 1)]
        rolls = self.model.phases[phase].rolls
        if rolls:
            return max(self.roll_value(phase, roll, total) for roll in rolls)
        bank = self.bank_value(phase, total)
        return self.worth[BUST] if bank is None else bank

    def bust_at(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        if self.values:
            return self.busts[min(total // self.model.unit, len(self.busts) - 1)]
        return float(self.bank_value(phase, total) is None)

    def bank_value(self, phase: int, total: int) -> Number | None:
        """What banking is worth; None where it is not legal."""
        if total < self.model.bank_from:
            return None
        return self.worth[min(GAIN + total // self.model.unit, len(self.worth) - 1)]

    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """What a turn is worth that ends with an event."""
        return self.worth[LOST if event == "lose_banked" else BUST]


EVENTS: tuple[Event, ...] = ("bust", "lose_banked")
