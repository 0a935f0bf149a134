"""Simultaneous play: both players play a turn at the same moment, then reveal it (Tijms 2007, section 4).

The round is completed; the player at the goal with the larger total wins, and a tie is split. In Hog a turn is a number
of dice, in Pig any way to roll and bank. Best play is a mixture: W(a, b), the first player's chance of winning with a
and b units to go, is the value of a matrix game over all such ways, solved in the core
(core/simultaneous/simultaneous_game.hpp).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

import jeopardice
from jeopardice.common.errors import InputError, shown
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats, cores
from jeopardice.native.simultaneous import (
    CoreSimultaneous,
    Played,
    TotalPlaces,
    core_simultaneous,
    dice_outcomes,
    first_turn,
)
from jeopardice.race.model import has_no_floor
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position, PositionGiven, RollGiven
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.solutions.simultaneous_turn import UNREACHED, SimultaneousTurn, bank_chances
from jeopardice.turn import TurnModel
from jeopardice.turn.advice import ONE_ROLL, MixedAction, MixedAdvice

if TYPE_CHECKING:
    from jeopardice.strategies.base import Strategy

MOST_TOTAL = 100_000


class ExactChances(Protocol):
    """The same values as fractions."""

    def value(self, own: int, other: int) -> Number:
        """The chance of winning, by units to go."""

    def worth(self, own: int, other: int, place: int) -> Number:
        """The chance of winning with the number of dice at a place."""


@dataclass(frozen=True, repr=False)
class SimultaneousSolution(SolutionBase):
    """A game of simultaneous play, solved."""

    rules: Rules
    standings: Standings
    turn: TurnModel
    core: CoreSimultaneous
    values: Floats
    """[the first player's standing - 1, the second's - 1]: the first player's chance to win."""
    low: Floats | None
    """What the first player's mixture guarantees in each state, proven; None where games may last too long."""
    exactly: ExactChances | None = None
    """The same values as fractions, where neither player has to mix."""

    objective = Objective("win")
    plays = "optimal"

    def __reduce__(self) -> tuple[Any, ...]:
        """Send the values to another process; the core's tables are built there."""
        return restored, (self.rules, self.standings, self.turn, self.values, self.low)

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.exactly is not None

    @property
    def is_certified(self) -> bool:
        """Whether there are proven bounds."""
        return self.low is not None

    @property
    def needed(self) -> int:
        """Units from a score of 0 to the goal: the standing of both players at the start."""
        return self.standings.needed

    @property
    def value(self) -> Number:
        """The first player's chance to win minus the second's, from the start."""
        return 2 * self.seats[0] - 1

    @property
    def seats(self) -> tuple[Number, Number]:
        """Each player's chance to win."""
        first = self.chance(self.needed, self.needed)
        return first, 1 - first

    def chance(self, own: int, other: int) -> Number:
        """The mover's chance of winning, by both players' standings."""
        return self.exactly.value(own, other) if self.exactly else float(self.values[own - 1, other - 1])

    @property
    def states(self) -> int:
        """Pairs of standings."""
        return int(self.values.size)

    @cached_property
    def error_bound(self) -> float | None:
        """How far apart the two players' guarantees are at most in any state, as a difference of chances to win.

        Without a floor it is about the start, and includes the effect of the lowest score that is modelled.
        """
        if self.exactly:
            return 0.0
        if self.low is None:
            return None
        apart = 1 - self.low.T - self.low
        return 2 * float(apart[self.needed - 1, self.needed - 1] if has_no_floor(self.rules) else apart.max())

    @property
    def floor_error(self) -> float | None:  # type: ignore[override]
        """Where penalties have no floor: how far off the chances from the start may be because the model has one."""
        return self.error_bound / 2 if has_no_floor(self.rules) and self.error_bound is not None else None

    def value_at(self, position: PositionGiven = (), **fields: Any) -> Number:
        """The mover's chance of winning minus the other player's, with these banked scores."""
        own, other = self.standings.at(Position.of(position, **fields))
        return 2 * self.chance(own, other) - 1

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> tuple[Number, ...]:
        """Both players' chances of winning at the start of a round, the mover's first."""
        chance = self.chance(*self.standings.at(Position.of(position, **fields)))
        return chance, 1 - chance

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> SimultaneousTurn:
        """The turn of a player, if the other plays best."""
        own, other = self.standings.at(Position.of(position, **fields))
        return SimultaneousTurn.of(self.turn_of(own), self._mixture(own, other)[2])

    def turn_of(self, own: int) -> TurnModel:
        """The turn of a player with this standing: with nothing banked, a bank may need more."""
        return first_turn(self.turn) if self._has_nothing(own) else self.turn

    def _has_nothing(self, own: int) -> bool:
        return self.standings.units(own) == self.needed

    def _mixture(self, own: int, other: int) -> tuple[Floats, list[float], Floats]:
        """The mover's ways to play, how often each is chosen, and the value of each way to end the turn."""
        chance = float(self.values[own - 1, other - 1])
        _, rows, row_chances, columns, column_chances = self.core.equilibrium(self.values, own, other)
        worth = self.core.worths(self.values, own, other, np.array(column_chances) @ columns, chance)
        return rows, row_chances, worth

    def advise(self, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> MixedAdvice:
        """How often best play makes each move; Pig: with a turn total."""
        at = Position.of(position, **fields)
        if roll is not None:
            raise InputError(f"roll: {shown(roll)}: in simultaneous play there is nothing to decide after a roll")
        own, other = self.standings.at(at)
        rows, row_chances, worth = self._mixture(own, other)
        if self.rules.family == "hog":
            if at.turn:
                raise InputError(f"turn: {shown(at.turn)}: {ONE_ROLL}")
            found = self._dice_actions(rows, row_chances, worth, own, other)
        else:
            found = self._rolling_actions(self.turn_of(own), at.turn, np.array(row_chances) @ rows, worth)
        ranked = sorted(found, key=lambda action: (-action.probability, -action.value))
        return MixedAdvice(2 * self.chance(own, other) - 1, tuple(ranked))

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        return jeopardice.strategies.optimal(self)

    def outcomes(self, own: int, other: int) -> tuple[Floats, Floats]:
        """The turn outcome distribution of best play, for each player."""
        _, rows, row_chances, columns, column_chances = self.core.equilibrium(self.values, own, other)
        return np.array(row_chances) @ rows, np.array(column_chances) @ columns

    def distributions(self, threads: int | None = None, progress: Progress | None = None) -> Floats:
        """[state, outcome]: the turn outcome distributions of best play, by own standing, then the other's."""
        n = len(self.values)
        check_memory(Estimate(n * n, 16 * n * n * self.core.longest, 0))
        play = self.core.equilibrium_play(self.values, Played(), cores(threads), progress)
        check_memory(Estimate(n * n, 8 * n * n * play.width, 0))
        return play.distributions

    def dice_mixtures(self, progress: Progress | None = None) -> Floats:
        """Hog: [state, place of the number of dice]: how often best play rolls it."""
        n = len(self.values)
        found = []
        for own in range(1, n + 1):
            if progress:
                progress(own / n)
            found += [[chance for _, chance in self.dice_chances(own, other)] for other in range(1, n + 1)]
        return np.array(found)

    def _dice_actions(
        self, rows: Floats, chances: list[float], worth: Floats, own: int, other: int
    ) -> list[MixedAction]:
        actions = []
        played_dice = zip(self._throws(own), self._played(own, rows, chances), strict=True)
        for place, ((dice, outcomes), played) in enumerate(played_dice):
            won = self.exactly.worth(own, other, place) if self.exactly else expected_worth(outcomes, worth)
            actions.append(mixed_action("roll", str(dice), played, 2 * won - 1))
        return actions

    def mixture_at(self, own: int, other: int) -> tuple[list[float], Floats]:
        """Hog: how often best play rolls each number of dice, and the value of each way to end the turn."""
        rows, chances, worth = self._mixture(own, other)
        return self._played(own, rows, chances), worth

    def turn_at_units(self, own: int, other: int) -> tuple[Floats, Floats]:
        """The turn outcome distribution of best play, and the value of each way to end the turn."""
        rows, chances, worth = self._mixture(own, other)
        return np.array(chances) @ rows, worth

    def dice_chances(self, own: int, other: int) -> list[tuple[int, float]]:
        """Hog: the numbers of dice, each with how often best play rolls it."""
        _, rows, chances, _, _ = self.core.equilibrium(self.values, own, other)
        return list(zip((dice for dice, _ in self._throws(own)), self._played(own, rows, chances), strict=True))

    def _throws(self, own: int) -> list[tuple[int, Floats]]:
        """The numbers of dice, each with its outcome distribution."""
        return self._first_throws if self._has_nothing(own) else self._later_throws

    @cached_property
    def _first_throws(self) -> list[tuple[int, Floats]]:
        return dice_outcomes(first_turn(self.turn))

    @cached_property
    def _later_throws(self) -> list[tuple[int, Floats]]:
        return dice_outcomes(self.turn)

    def _played(self, own: int, rows: Floats, chances: list[float]) -> list[float]:
        """How often each number of dice is rolled, from the distributions that best play mixes."""
        mixed: dict[bytes, float] = defaultdict(float)
        for row, chance in zip(rows, chances, strict=True):
            mixed[outcomes_key(row)] += chance
        # Of numbers of dice with the same distribution the first is rolled.
        return [mixed.pop(outcomes_key(outcomes), 0.0) for _, outcomes in self._throws(own)]

    def _rolling_actions(self, model: TurnModel, turn: int, outcomes: Floats, worth: Floats) -> list[MixedAction]:
        """How often best play rolls at a turn total: one minus the part of the turns there that bank."""
        unit = model.unit
        if turn % unit or not 0 <= turn <= MOST_TOTAL:
            raise InputError(f"turn: {shown(turn)}: a turn total must be a multiple of {unit}, from 0 to {MOST_TOTAL}")
        (roll,) = model.phases[0].rolls
        total = turn // unit
        place = TotalPlaces.of(self.rules).banked(total)
        padded = np.pad(outcomes, (0, max(0, place + 1 - len(outcomes))))[None]
        bank, stands = bank_chances(padded, model)
        solved = SimultaneousTurn.of(model, worth)
        bank_value, roll_value = solved.worth_at(place), solved.roll_value(0, roll, turn)
        if total == 0:
            rolls = 1.0
        elif stands[0, total] > UNREACHED:
            rolls = 1 - float(bank[0, total])
        else:  # best play never gets here
            rolls = float(roll_value > bank_value)
        actions = [mixed_action("roll", "", rolls, 2 * roll_value - 1)]
        if total >= max(1, -(-model.bank_from // unit)):
            actions.append(mixed_action("bank", "", 1 - rolls, 2 * bank_value - 1))
        return actions


def restored(
    rules: Rules, standings: Standings, turn: TurnModel, values: Floats, low: Floats | None
) -> SimultaneousSolution:
    """A solution from its values."""
    return SimultaneousSolution(rules, standings, turn, core_simultaneous(rules, turn, standings), values, low)


def expected_worth(outcomes: Floats, worth: Floats) -> float:
    """The value of a turn outcome distribution, from the value of each outcome (see `worth_at`)."""
    return sum(float(chance) * worth_at(worth, i) for i, chance in enumerate(outcomes) if chance)


def worth_at(worth: Floats, index: int) -> float:
    """The value of an outcome; the last one holds for larger gains."""
    return float(worth[min(index, len(worth) - 1)])


def outcomes_key(outcomes: Floats) -> bytes:
    """Equal for equal turn outcome distributions, whatever their length."""
    return np.trim_zeros(outcomes, "b").tobytes()


def mixed_action(then: Literal["roll", "bank"], dice: str, probability: float, value: Number) -> MixedAction:
    """An action of simultaneous play."""
    return MixedAction("", 0, then, dice, value, 0, probability=probability)
