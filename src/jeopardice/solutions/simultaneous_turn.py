"""A turn of simultaneous play as one player sees it, if the other plays best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jeopardice.common.numbers import Number
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import BUST, GAIN, LOST, WON, TotalPlaces, roll_outcomes
from jeopardice.native.turn import event_chances
from jeopardice.turn import Event, TurnModel
from jeopardice.turn.decisions import SolvedTurn

EVENTS: dict[Event, int] = {"bust": BUST, "lose_banked": LOST, "win": WON}
"""The events that end a turn, with their places in a turn outcome distribution."""
A_NUMBER = 32
"""Bytes."""
UNREACHED = 1e-15
"""Best play does not come to a total whose chance is below this."""


@dataclass(frozen=True)
class SimultaneousTurn(SolvedTurn):
    """The chance of winning by how the turn ends, against the other player's best mixture."""

    model: TurnModel
    worth: tuple[float, ...]
    """By the places of a turn outcome distribution: a bust, everything banked lost, a roll that wins immediately, or
    units gained, kept by a bust or banked; the last one holds for all larger gains."""
    values: tuple[float, ...] = ()
    """Pig: what a turn total in units is worth before the decision."""
    busts: tuple[float, ...] = ()
    """Pig: the chance to bust from there."""

    @classmethod
    def of(cls, model: TurnModel, worth: Floats) -> SimultaneousTurn:
        """The turn of a player, from the chance of winning by how it ends."""
        turn = cls(model, tuple(worth.tolist()))
        return turn if model.rules.family == "hog" else turn._counted_down()

    @cached_property
    def _places(self) -> TotalPlaces:
        return TotalPlaces.of(self.model.rules)

    @property
    def bytes(self) -> int:
        """Its approximate memory in bytes."""
        return A_NUMBER * (1 + len(self.worth) + len(self.values) + len(self.busts))

    def _counted_down(self) -> SimultaneousTurn:
        """Solve Pig by counting down the total.

        Beyond the largest that matters everything is banked, or it is best to roll until a roll ends the turn, as in
        core/simultaneous/turn_choices.hpp.
        """
        (roll,) = self.model.phases[0].rolls
        unit = self.model.unit
        ends = {event: sum(o.count for o in roll.outcomes if o.event == event) / roll.total for event in EVENTS}
        gains = [(o.options[0].points // unit, o.count / roll.total) for o in roll.going_on if not o.event]
        most = max((gain for gain, _ in gains), default=0)
        last = max(self._places.total(len(self.worth) - 1) + 1, -(-self.model.bank_from // unit))
        total_of_ends, lost = sum(ends.values()), sum(chance for event, chance in ends.items() if event != "win")
        beyond, busts_beyond = self.worth[-1], 0.0
        if total_of_ends:
            on = sum(chance * self.end_value(event, 0, last * unit) for event, chance in ends.items()) / total_of_ends
            if on > beyond:
                beyond, busts_beyond = float(on), lost / total_of_ends
        values, busts = [beyond] * (last + most + 1), [busts_beyond] * (last + most + 1)
        for total in range(last - 1, -1, -1):
            rolled = sum(share * values[total + gain] for gain, share in gains)
            rolled += sum(ends[event] * self.end_value(event, 0, total * unit) for event in EVENTS)
            bank = self.bank_value(0, total * unit)
            if bank is not None and bank >= rolled:
                values[total] = float(bank)
            else:
                values[total] = rolled
                busts[total] = lost + sum(share * busts[total + gain] for gain, share in gains)
        return SimultaneousTurn(self.model, self.worth, tuple(values), tuple(busts))

    @property
    def last_decision(self) -> int:
        """The last turn total that leaves something to decide."""
        return len(self.values) * self.model.unit

    def state_value(self, phase: int, total: int) -> Number:
        """The value of a state before the decision."""
        if self.values:
            return self.values[min(total // self.model.unit, len(self.values) - 1)]
        rolls = self.model.phases[phase].rolls
        if rolls:
            return max(self.roll_value(phase, roll, total) for roll in rolls)
        bank = self.bank_value(phase, total)
        return self.end_value("bust", phase, total) if bank is None else bank

    def state_bust(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        if self.values:
            return self.busts[min(total // self.model.unit, len(self.busts) - 1)]
        return float(self.bank_value(phase, total) is None)

    def bank_value(self, phase: int, total: int) -> Number | None:
        """The value of banking; None where it is not legal."""
        if total < self.model.bank_from:
            return None
        return self.worth_at(self._places.banked(total // self.model.unit))

    def worth_at(self, place: int) -> float:
        """The chance of winning after a way to end the turn."""
        return self.worth[min(place, len(self.worth) - 1)]

    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """The value of a turn that ends with an event."""
        kept = total // self.model.unit if self.model.rules.turn.keep_on_bust and event == "bust" else 0
        return self.worth_at(self._places.kept(kept)) if kept else self.worth[EVENTS[event]]


def bust_chance(model: TurnModel, outcomes: Floats) -> float:
    """The chance that a turn with this outcome distribution ends with a bust, kept or not."""
    if not model.rules.turn.keep_on_bust:
        return float(outcomes[BUST] + outcomes[LOST])
    places = TotalPlaces.of(model.rules)
    if places.stride > 1:
        return float(outcomes[BUST] + outcomes[LOST] + outcomes[places.kept(1) :: places.stride].sum())
    if model.rules.family == "hog":
        least = -(-model.bank_from // model.unit)
        return float(outcomes[BUST] + outcomes[LOST] + outcomes[GAIN + 1 : GAIN + least].sum())
    bank, stands = bank_chances(outcomes[None], model)
    roll = model.phases[0].rolls[0]
    return float((stands * (1 - bank)).sum()) * float(sum(event_chances(roll, wins_count=True)[:2]))


def bank_chances(outcomes: Floats, model: TurnModel) -> tuple[Floats, Floats]:
    """Pig: how often play with these outcome distributions banks at a total, and how often it comes there.

    Both are [place, total]. Where play never comes it banks.
    """
    roll, places = roll_outcomes(model.phases[0].rolls[0], model.unit), TotalPlaces.of(model.rules)
    kept = roll[BUST] if model.rules.turn.keep_on_bust and places.stride == 1 else 0.0
    """The part of those who roll at a total that end with it too, in the place of those who bank."""
    most, totals = len(roll) - 1 - GAIN, places.total(outcomes.shape[1] - 1) + 1
    stands, chances = np.zeros((len(outcomes), totals + most + 1)), np.zeros((len(outcomes), totals))
    stands[:, 0] = 1.0
    for total in range(totals):
        here = stands[:, total]
        ended = outcomes[:, places.banked(total)] if total else np.zeros(len(outcomes))
        banked = (ended - kept * here) / (1 - kept) if total else ended
        if total:
            with np.errstate(divide="ignore", invalid="ignore"):
                chances[:, total] = np.where(here > UNREACHED, np.clip(banked / here, 0.0, 1.0), 1.0)
        stands[:, total + 1 : total + most + 1] += np.maximum(0.0, here - banked)[:, None] * roll[GAIN + 1 :]
    return chances, stands[:, :totals]
