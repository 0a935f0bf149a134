"""A player with a simple rule plays a turn with fewer choices: the same automaton with some of them taken away.

What the rule leaves open (which dice to set aside) is played as well as the rule allows, taking the most points that
leave the same dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from jeopardice.errors import InputError, shown
from jeopardice.turn.model import Option, Outcome, Phase, Roll, TurnModel, growing


def holding_at(model: TurnModel, total: int) -> TurnModel:
    """Bank at this turn total or more, as soon as it is legal, and roll below it (Louchard's strategy 1)."""
    if total < 1:
        raise InputError(f"hold-at: {total}: the turn total to bank at must be at least 1")
    return replace(model, stop_from=max(total, model.bank_from))


def rolling_exactly(model: TurnModel, rolls: int) -> TurnModel:
    """Make exactly so many rolls, if the dice allow, then bank as soon as it is legal (Louchard's strategy 2)."""
    if not 1 <= rolls <= 1000:
        raise InputError(f"rolls: {rolls}: the number of rolls must be from 1 to 1000")
    places = {(0, rolls): 0}
    phases: list[Phase] = []
    for q, left in growing(places):
        phase = model.phases[q]

        def counted(option: Option, left: int = left) -> Option:
            place = (option.phase, max(0, left - 1))
            return Option(option.points, places.setdefault(place, len(places)))

        made = tuple(_with_options(roll, counted) for roll in phase.rolls)
        phases.append(replace(phase, rolls=made, rolls_left=left, may_bank=left == 0, must_bank=left == 0))
    return replace(model, phases=tuple(phases))


def _with_options(roll: Roll, change: Callable[[Option], Option]) -> Roll:
    outcomes = tuple(Outcome(o.count, o.event, tuple(map(change, o.options))) for o in roll.outcomes)
    return replace(roll, outcomes=outcomes)


def restricted(model: TurnModel, strategy: str) -> TurnModel:
    """The turn of a player with a named strategy: "optimal", "hold-at:20" or "rolls:5"."""
    name, _, number = strategy.partition(":")
    if strategy == "optimal":
        return model
    if model.rules.family == "hog":
        raise InputError(f"strategy: {shown(strategy)}: a turn of hog is one roll, with nothing to hold")
    if name in ("hold-at", "rolls") and re.fullmatch("[0-9]{1,9}", number):
        return holding_at(model, int(number)) if name == "hold-at" else rolling_exactly(model, int(number))
    raise InputError(f'strategy: {shown(strategy)}: it must be "optimal", "hold-at:TOTAL" or "rolls:NUMBER"')
