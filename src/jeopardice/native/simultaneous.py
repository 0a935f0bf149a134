"""Simultaneous play in the core (core/simultaneous/simultaneous_game.hpp)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.native.calls import Floats, translated
from jeopardice.native.turn import event_chances
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.turn import Roll, TurnModel

CoreSimultaneous = _core.SimultaneousGame
BUST, LOST, WON, GAIN = 0, 1, 2, 2
"""Places of a turn outcome distribution: a bust, everything banked lost, a roll that wins at once; a gain of g units is
at GAIN + g."""
WON_BY = 10**9
"""A roll that wins at once reaches a total that is larger than every other: it needs minus this many units."""


def core_simultaneous(rules: Rules, turn: TurnModel, standings: Standings) -> CoreSimultaneous:
    """The game as tables."""
    turns = turn, first_turn(turn)
    places = standings.busted, standings.lost, standings.needed, standings.lowest
    if rules.family == "pig":
        (roll,), keeps = turn.phases[0].rolls, rules.turn.keep_on_bust
        later, first = (max(1, -(-each.bank_from // turn.unit)) for each in turns)
        outcomes = roll_outcomes(roll, turn.unit)
        return translated(lambda: _core.SimultaneousGame.of_rolls(outcomes, later, first, keeps, *places))
    ways = [[dice for _, dice in dice_outcomes(each)] for each in turns]
    widest = max(len(dice) for each in ways for dice in each)
    usual, first_ways = (np.array([np.pad(dice, (0, widest - len(dice))) for dice in each]) for each in ways)
    return _core.SimultaneousGame.of_dice(usual, first_ways, *places)


def first_turn(turn: TurnModel) -> TurnModel:
    """The turn of a player who has nothing banked."""
    return replace(turn, bank_from=max(turn.bank_from, turn.rules.turn.first_bank))


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
