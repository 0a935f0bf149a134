"""One turn of a race in exact fractions: short, and like the equations.

A turn at one state is equation (1) of docs/theory/turns.md with given ends: a bank that leaves s units is worth
kept[s - 1], the goal and a bust have a value of their own. Besides its value each state carries its slope, the chance
of a bust that keeps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from jeopardice.race.model import RaceModel
from jeopardice.turn import Event, Outcome, Roll

Worth = tuple[Fraction, Fraction, Fraction]
"""Value, minus the chance of a bust, and minus the chance of a bust that keeps nothing: larger is better."""
NONE, SURE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class ExactTurn:
    """One turn at one state of a race; totals are counted in units."""

    model: RaceModel
    needed: int
    kept: Sequence[Fraction]
    goal: Fraction
    bust: Fraction

    @property
    def least(self) -> int:
        """The least that may be banked."""
        return self.model.least_bank(first=self.needed == self.model.needed)

    def banked(self, total: int) -> Fraction:
        """What a bank is worth."""
        return self.goal if total >= self.needed else self.kept[self.needed - total - 1]

    def rows(self) -> list[list[Worth]]:
        """The worth of every phase at every total, from 0 to the goal and the least bank."""
        turn = self.model.turn
        end = max(self.needed, self.least)
        rows: list[list[Worth]] = [[] for _ in range(end)]
        for total in range(end - 1, -1, -1):
            for phase in turn.phases:
                bank = (self.banked(total), NONE, NONE) if total >= self.least else None
                if not phase.rolls:
                    rows[total].append(bank or self.after_bust(total))
                    continue
                worth = max(self.roll_worth(roll, total, rows) for roll in phase.rolls)
                if bank and phase.may_bank and total >= self.model.hold_from:
                    must = phase.must_bank or turn.stop_from is not None
                    worth = bank if must else max(bank, worth)
                rows[total].append(worth)
        return rows

    def after_bust(self, total: int, event: Event | None = "bust") -> Worth:
        """The value of a turn that a roll ends."""
        if event == "win":
            return self.goal, NONE, NONE
        if self.model.rules.turn.keep_on_bust and total and event != "lose_banked":
            return self.banked(total), -SURE, NONE
        return self.bust, -SURE, -SURE

    def roll_worth(self, roll: Roll, total: int, rows: list[list[Worth]]) -> Worth:
        """What it is worth to make a roll."""

        def look(outcome: Outcome) -> Worth:
            if outcome.event or not outcome.options:
                return self.after_bust(total, outcome.event or "bust")
            unit = self.model.turn.unit
            after = ((total + option.points // unit, option.phase) for option in outcome.options)
            return max(rows[t][q] if t < len(rows) else (self.goal, NONE, NONE) for t, q in after)

        worths = [(outcome.count, look(outcome)) for outcome in roll.outcomes]
        value, bust, lost = (sum((n * worth[i] for n, worth in worths), NONE) / roll.total for i in range(3))
        return value, bust, lost

    def start(self) -> tuple[Fraction, Fraction]:
        """The value of the turn, and its slope by the worth of a bust."""
        value, _, minus_slope = self.rows()[0][0]
        return value, -minus_slope
