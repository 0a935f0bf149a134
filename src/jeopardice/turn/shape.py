"""A turn for dice of any weights: what follows each result of a roll. Weights only set how often each occurs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand, Weights, total_count
from jeopardice.turn.model import Option, Outcome, Phase, Place, Roll, TurnModel
from jeopardice.turn.scoring import Event

Result = tuple[Event | None, tuple[tuple[Hand, int], ...]]
"""The result of a roll: an event, and the hands that may be left, with points."""
Counts = Callable[[Hand], Sequence[int]]
"""For each result of a roll, by its number, how often it occurs."""


@dataclass(frozen=True)
class ShapedOutcome:
    """An event or options, and the numbers of the results of a roll that lead to it."""

    event: Event | None
    options: tuple[Option, ...]
    results: tuple[int, ...]


@dataclass(frozen=True)
class ShapedRoll:
    """A roll of some dice, whatever their weights."""

    dice: Hand
    outcomes: tuple[ShapedOutcome, ...]

    def weighed(self, kinds: tuple[Weights, ...], counts: Sequence[int]) -> Roll:
        """The roll with the count of each outcome; those that never occur are left out."""
        found = [(sum(counts[i] for i in shaped.results), shaped) for shaped in self.outcomes]
        outcomes = tuple(Outcome(count, shaped.event, shaped.options) for count, shaped in found if count)
        return Roll(self.dice, total_count(kinds, self.dice), outcomes)


@dataclass(frozen=True)
class TurnShape:
    """The phases of a turn and what rolls lead to, by the number of dice of each kind."""

    rules: Rules
    phases: tuple[tuple[Place, tuple[ShapedRoll, ...]], ...]

    def weighed(self, kinds: tuple[Weights, ...], counts: Counts) -> TurnModel:
        """The turn of dice with these weights."""
        phases = []
        for place, rolls in self.phases:
            made = tuple(roll.weighed(kinds, counts(roll.dice)) for roll in rolls)
            phases.append(Phase(place, made))
        return TurnModel(self.rules, kinds, tuple(phases), bank_from=max(1, self.rules.turn.minimum_bank))
