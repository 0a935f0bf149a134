"""Simultaneous play in the core (core/simultaneous/simultaneous_game.hpp)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.native.calls import Floats, translated
from jeopardice.native.turn import event_chances
from jeopardice.race.model import has_no_floor, has_streak_penalty, race_model
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.turn import Roll, TurnModel

Integers = NDArray[np.int64]
T = TypeVar("T", int, Integers)
CoreSimultaneous = _core.SimultaneousGame
Played = _core.SimultaneousPlayed
"""What was played in each state in the last sweep: the first guess of the next."""
BUST, LOST, WON, GAIN = 0, 1, 2, 2
"""Places of a turn outcome distribution: a bust, everything banked lost, a roll that wins immediately; g units gained
are at GAIN + g, unless kept busts count (`TotalPlaces`)."""
WON_BY = 10**9
"""A roll that wins immediately reaches a total that is larger than every other: it needs minus this many units."""


@dataclass(frozen=True)
class TotalPlaces:
    """The places of turn totals in turn outcome distributions (TotalIndices in core/simultaneous/turn_choices.hpp)."""

    stride: int
    """2 where busts in a row count and keep the total: such a bust has the place before the bank; else the same."""

    @classmethod
    def of(cls, rules: Rules) -> TotalPlaces:
        """Those of a game."""
        return cls(2 if rules.turn.keep_on_bust and has_streak_penalty(rules) else 1)

    def banked(self, total: T) -> T:
        """The place of a bank."""
        return GAIN + self.stride * total

    def kept(self, total: T) -> T:
        """The place of a bust that keeps a total above 0."""
        return self.banked(total) - self.stride + 1

    def total(self, place: T) -> T:
        """The turn total of a place from GAIN on."""
        return (place - GAIN + self.stride - 1) // self.stride


def simultaneous_tables(rules: Rules, turn: TurnModel | None = None) -> tuple[Standings, TurnModel, CoreSimultaneous]:
    """The standings and the turn of a game, and its tables."""
    race = race_model(rules, turn)
    standings = Standings(rules, race.turn.unit, race.needed)
    return standings, race.turn, core_simultaneous(rules, race.turn, standings)


def core_simultaneous(rules: Rules, turn: TurnModel, standings: Standings) -> CoreSimultaneous:
    """The game as tables."""
    turns = turn, first_turn(turn)
    setbacks = _core.Setbacks.of(
        lowest=standings.lowest,
        start=standings.needed,
        streak=standings.streak,
        penalty=standings.penalty,
        floor=standings.floor,
        keeps=rules.turn.keep_on_bust,
        bottomless=has_no_floor(rules),
        # A player with a score of 0 owes a first bank, one below 0 does not.
        lower_may_be_better=rules.turn.first_bank > turn.bank_from,
    )
    if rules.family == "pig":
        (roll,) = turn.phases[0].rolls
        later, first = (max(1, -(-each.bank_from // turn.unit)) for each in turns)
        outcomes = roll_outcomes(roll, turn.unit)
        return translated(lambda: _core.SimultaneousGame.of_rolls(outcomes, later, first, setbacks))
    ways = [[dice for _, dice in dice_outcomes(each)] for each in turns]
    widest = max(len(dice) for each in ways for dice in each)
    usual, first_ways = (np.array([np.pad(dice, (0, widest - len(dice))) for dice in each]) for each in ways)
    return _core.SimultaneousGame.of_dice(usual, first_ways, setbacks)


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
    least, places = -(-turn.bank_from // turn.unit), TotalPlaces.of(turn.rules)
    found = []
    for roll in turn.phases[0].rolls:
        rolled = roll_outcomes(roll, turn.unit)
        totals = np.arange(1, len(rolled) - GAIN)
        ends = places.banked(totals)
        short = totals < least
        ends[short] = places.kept(totals[short]) if turn.rules.turn.keep_on_bust else BUST
        outcomes = np.zeros(places.banked(len(totals)) + 1)
        outcomes[: GAIN + 1] = rolled[: GAIN + 1]
        np.add.at(outcomes, ends, rolled[GAIN + 1 :])
        found.append((sum(roll.dice), outcomes))
    return found
