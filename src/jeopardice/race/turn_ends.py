"""What follows a turn of a race of one or two players, by the rules only: the next states, in units of the turn.

A state is a key of whole numbers: (carryover, mover's units, other's units), solo (carryover, units), with a turn
that may be stolen (carryover, units, units, phase, turn total). The end of a turn is a constant, or the states of which
the next player chooses the best. `race.seat_ends` has the same for more players.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from jeopardice.race.carryover import CarryoverState
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.turn import Event

Key = tuple[int, ...]
End = Fraction | tuple[Key, ...]
AnyEnd = TypeVar("AnyEnd")
"""How ends of turns are given."""
NOTHING, HALF, SURE = Fraction(0), Fraction(1, 2), Fraction(1)
LastTurn = tuple[int, int, CarryoverState]
"""Units needed, units behind the player who reached the goal, and the carryover."""


@dataclass(frozen=True)
class TurnEnds(Generic[AnyEnd]):
    """How one turn can end."""

    needed: int
    """Units to the goal."""
    least: int
    """The least that may be banked."""
    bank: Callable[[int, int], AnyEnd]
    """After a bank of a turn total, in a phase."""
    after: Callable[[Event, int, int], AnyEnd]
    """After an event at a turn total, in a phase."""
    decided: int
    """The turn total from which banking is best, where it is legal."""


@dataclass(frozen=True)
class RaceMoves:
    """What a turn does to the mover's score, and what it leaves to steal."""

    model: RaceModel
    objective: Objective

    @cached_property
    def steals(self) -> str:
        """When a turn may be stolen."""
        rules = self.model.rules
        return rules.turn.steal if self.objective.name == "win" and rules.family != "hog" else "never"

    def after_event(self, state: CarryoverState, needed: int, total: int, event: Event) -> int:
        """The units needed after a turn that an event ends."""
        model = self.model
        keeps = model.rules.turn.keep_on_bust and event != "lose_banked"
        left = needed - total if keeps else model.needed if event == "lose_banked" else needed
        penalised = model.carryover(self.objective.name).is_penalised(state)
        return max(left, min(left + model.penalty, model.floor)) if penalised else left

    def offer(self, when: str, total: int, phase: int) -> tuple[int, int] | None:
        """The phase and the total that the next player may continue with."""
        return (phase, total) if self.steals == when and total and self.model.turn.phases[phase].rolls else None


@dataclass(frozen=True)
class RaceEnds(RaceMoves):
    """The ends of all turns of a race."""

    last: Callable[[LastTurn, tuple[int, int] | None], Fraction]
    """The value of a last turn to the player who has it, with the phase and the total that it may steal."""
    decided: Callable[[Key, TurnEnds[End]], int] | None = None
    """Where last turns follow the goal: the turn total from which banking is best at a state."""

    @cached_property
    def largest_offer(self) -> int:
        """A total to steal that is as good as any larger one: every bank after another roll reaches the goal."""
        model = self.model
        return max(model.lowest, model.bank_from, model.first_bank_from) if self.decided is None else 10**9

    def at(self, key: Key) -> TurnEnds[End]:
        """The ends of the turn at a state."""
        model, carryover = self.model, self.model.carryover(self.objective.name)
        state, mine, theirs = carryover.all[key[0]], key[1], key[2] if self.objective.name == "win" else 0
        goal = -SURE if self.objective.name == "turns" else SURE
        lasts = carryover.last_turns(state) if theirs else 0
        least = max(model.least_bank(first=mine == model.needed), state.to_beat + 1)

        def ended(left: int, then: CarryoverState, offer: tuple[int, int] | None) -> End:
            if left <= 0:
                return 1 - self.last((theirs, theirs - left, then), offer) if lasts else goal
            number = carryover.number[then]
            if not theirs:
                return ((number, left),)
            fresh = (number, theirs, left)
            if not offer:
                return (fresh,)
            # A bank of a stolen turn beats the total that was stolen.
            unbeaten = carryover.number[replace(then, to_beat=0)]
            return fresh, (unbeaten, theirs, left, offer[0], min(offer[1], self.largest_offer))

        banked, busted = carryover.after_bank(state, 0), carryover.after_bust(state)

        def bank(total: int, phase: int) -> End:
            then = carryover.after_bank(state, total) if carryover.beats else banked
            return ended(mine - total, then, self.offer("after-bank", total, phase))

        def after(event: Event, total: int, phase: int) -> End:
            if event == "win":
                return goal
            left = self.after_event(state, mine, total, event)
            return ended(left, busted, self.offer("after-bust", total, phase))

        ends = TurnEnds(mine, least, bank, after, max(mine, least))
        return replace(ends, decided=self.decided(key, ends)) if lasts and self.decided else ends

    def at_last(self, turn: LastTurn) -> TurnEnds[End]:
        """The ends of a last turn, which are all constant: the mover's part of the win."""
        needed, behind, state = turn
        model, rules = self.model, self.model.rules
        least = max(model.least_bank(first=needed == model.needed), state.to_beat + 1)

        def share(gain: int) -> Fraction:
            return SURE if gain > behind else HALF if gain == behind and rules.end.tie == "split" else NOTHING

        def after(event: Event, total: int, phase: int) -> End:
            return SURE if event == "win" else share(needed - self.after_event(state, needed, total, event))

        decided = max(least, behind + 1 + model.penalty)
        return TurnEnds(needed, least, lambda total, phase: share(total), after, decided)
