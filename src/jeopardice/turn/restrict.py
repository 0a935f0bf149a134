"""A player with a simple rule plays a turn with fewer choices: the same automaton without some of them.

What the rule leaves open (which dice to set aside) is played as well as the rule allows, taking the most points that
leave the same dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from jeopardice.common.errors import InputError, shown
from jeopardice.turn.model import Option, Outcome, Phase, Roll, TurnModel, growing


def holding_at(model: TurnModel, total: int) -> TurnModel:
    """Bank at this turn total or more, as soon as it is legal, and roll below it (Louchard's strategy 1)."""
    if total < 1:
        raise InputError(f"hold-at: {total}: the turn total to bank at must be at least 1")
    return replace(model, stop_from=max(total, model.bank_from))


def rolling_exactly(model: TurnModel, rolls: int) -> TurnModel:
    """Make exactly this number of rolls, if the dice allow, then bank when it is legal (Louchard's strategy 2)."""
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


def rolling_dice(model: TurnModel, dice: int) -> TurnModel:
    """Family hog: always roll this number of dice."""
    start, *rest = model.phases
    rolls = tuple(roll for roll in start.rolls if sum(roll.dice) == dice)
    if not rolls:
        fewest, most = model.rules.dice_to_choose
        raise InputError(f"dice: {dice}: this game lets a player roll from {fewest} to {most} dice")
    if not any(roll.going_on for roll in rolls):
        raise InputError(f"dice: {dice}: this many dice never score")
    return replace(model, phases=(replace(start, rolls=rolls), *rest))


def _with_options(roll: Roll, change: Callable[[Option], Option]) -> Roll:
    outcomes = tuple(Outcome(o.count, o.event, tuple(map(change, o.options))) for o in roll.outcomes)
    return replace(roll, outcomes=outcomes)


def restricted(model: TurnModel, strategy: str) -> TurnModel:
    """The turn of a player with a named strategy: "optimal", "hold-at:20", "rolls:5" or, in Hog, "dice:5"."""
    name, _, number = strategy.partition(":")
    if strategy == "optimal":
        return model
    known = {"dice": rolling_dice} if model.rules.family == "hog" else {"hold-at": holding_at, "rolls": rolling_exactly}
    if name in known and re.fullmatch("[1-9][0-9]{0,8}", number):
        return known[name](model, int(number))
    allowed = " or ".join(f'"{word}:NUMBER"' for word in known)
    raise InputError(f'strategy: {shown(strategy)}: in family {model.rules.family} it must be "optimal", {allowed}')
