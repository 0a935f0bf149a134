"""Simultaneous play in the core (core/simultaneous/simultaneous_game.hpp)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.native.calls import Floats, translated
from jeopardice.native.turn import event_chances
from jeopardice.race.model import floor_of, has_streak_penalty
from jeopardice.rulebook import Rules
from jeopardice.turn import Roll, TurnModel

CoreSimultaneous = _core.SimultaneousGame
BUST, LOST, WON, GAIN = 0, 1, 2, 2
"""Places of a turn outcome distribution: a bust, everything banked lost, a roll that wins at once; a gain of g units is
at GAIN + g."""
WON_BY = 10**9
"""A roll that wins at once reaches a total that is larger than every other: it needs minus this many units."""


def core_simultaneous(rules: Rules, turn: TurnModel, needed: int) -> CoreSimultaneous:
    """The game as tables."""
    busted, turns = after_busts(rules, turn.unit, needed), (turn, first_turn(turn))
    if rules.family == "pig":
        (roll,), keeps = turn.phases[0].rolls, rules.turn.keep_on_bust
        later, first = (max(1, -(-each.bank_from // turn.unit)) for each in turns)
        outcomes = roll_outcomes(roll, turn.unit)
        return translated(lambda: _core.SimultaneousGame.of_rolls(outcomes, later, first, keeps, busted, needed))
    ways = [[dice for _, dice in dice_outcomes(each)] for each in turns]
    widest = max(len(dice) for each in ways for dice in each)
    usual, first_ways = (np.array([np.pad(dice, (0, widest - len(dice))) for dice in each]) for each in ways)
    return _core.SimultaneousGame.of_dice(usual, first_ways, busted, needed)


def first_turn(turn: TurnModel) -> TurnModel:
    """The turn of a player who has nothing banked."""
    return replace(turn, bank_from=max(turn.bank_from, turn.rules.turn.first_bank))


def after_busts(rules: Rules, unit: int, needed: int) -> list[int]:
    """The units needed after a bust, by the units needed before (from 1)."""
    before = list(range(1, needed + 1))
    if not has_streak_penalty(rules):
        return before
    floor, penalty = floor_of(rules), rules.bust.penalty
    scores = [(needed - units) * unit for units in before]
    return [needed - max(min(score, floor), score - penalty) // unit for score in scores]


def roll_outcomes(roll: Roll, unit: int) -> Floats:
    """The outcome distribution of a roll that ends the turn."""
    gains = [(outcome.options[0].points // unit, outcome.count) for outcome in roll.going_on if not outcome.event]
    outcomes: NDArray[np.float64] = np.zeros(GAIN + 1 + max((g for g, _ in gains), default=0))
    for g, count in gains:
        outcomes[GAIN + g] += count / roll.total
    outcomes[[BUST, LOST, WON]] = [float(chance) for chance in event_chances(roll, wins_count=True)]
    return outcomes


def dice_outcomes(turn: TurnModel) -> list[tuple[int, Floats]]:
    """Hog: the numbers of dice, each with the outcome distribution of its turn; less than can be banked is a bust."""
    least = 0 if turn.rules.turn.keep_on_bust else -(-turn.bank_from // turn.unit)
    found = []
    for roll in turn.phases[0].rolls:
        outcomes = roll_outcomes(roll, turn.unit)
        too_few = outcomes[GAIN + 1 : GAIN + least]
        outcomes[BUST] += too_few.sum()
        too_few[:] = 0.0
        found.append((sum(roll.dice), outcomes))
    return found
