"""Simultaneous play: two players play a turn each at the same moment, unseen, then reveal it (Tijms 2007, section 4).

The round is completed; who then has reached the goal with the larger total wins, and a tie is split. In Hog a turn is
a number of dice, in Pig any way to roll and bank. Best play is a mixture: W(a, b), the first player's chance to win
with a and b units to go, is the value of a matrix game over all such ways, solved in the core (core/at_once.hpp).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress
from jeopardice.native.race import cores
from jeopardice.race.model import floor_of, punishes
from jeopardice.rulebook import Rules
from jeopardice.solvers.simultaneous_penalties import guaranteed, settled_values
from jeopardice.turn import Roll, TurnModel, turn_model

if TYPE_CHECKING:
    from jeopardice.solvers.simultaneous_exact import ExactValues

Floats = NDArray[np.float64]
BUST, LOST, GAIN = 0, 1, 1
"""Places of a law: a bust, the loss of everything banked; a gain of g units stands at GAIN + g."""
MOST_NEEDED, MOST_TOTAL = 2000, 100_000


@dataclass(frozen=True)
class MixedAction:
    """Something a player may do, and how often best play does it."""

    then: Literal["roll", "bank"]
    dice: int | None
    """Hog: how many dice to roll."""
    probability: float
    value: Number
    """The chance to win minus the other's, if the other plays best: the same for all that best play does."""


@dataclass(frozen=True)
class MixedAdvice:
    """What to do in a position, with chances."""

    value: Number
    """The chance to win minus the other player's, at the start of the round."""
    actions: tuple[MixedAction, ...]
    """Every legal action, the most probable first."""

    @property
    def is_mixed(self) -> bool:
        """Whether best play has to mix."""
        return sum(action.probability > 1e-9 for action in self.actions) > 1


@dataclass(frozen=True)
class AtOnceSolution:
    """A game of simultaneous play, solved."""

    rules: Rules
    turn: TurnModel
    core: _core.AtOnce
    values: Floats
    """[units the first player needs - 1, units the second needs - 1]: the first player's chance to win."""
    low: Floats | None
    """What the first player's mixture guarantees in each state, proven; None where games may last too long to tell."""
    exactly: ExactValues | None = None
    """The same values as fractions, where nobody has to mix."""

    @property
    def needed(self) -> int:
        """Units from a score of 0 to the goal."""
        return len(self.values)

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
        """The chance to win with so many units to go."""
        return self.exactly.value(own, other) if self.exactly else float(self.values[own - 1, other - 1])

    @property
    def states(self) -> int:
        """Pairs of scores."""
        return int(self.values.size)

    @cached_property
    def error_bound(self) -> float | None:
        """How far apart the two players' guarantees are at most in any state, as a difference of chances to win."""
        if self.exactly:
            return 0.0
        return None if self.low is None else 2 * float((1 - self.low.T - self.low).max())

    def advise(self, scores: tuple[int, int], turn: int = 0) -> MixedAdvice:
        """How often best play does what; Pig: with a turn total."""
        own, other = (self._units(score) for score in scores)
        chance = float(self.values[own - 1, other - 1])
        _, rows, row_chances, columns, column_chances = self.core.moment(self.values, own, other)
        worth = self.core.worths(self.values, own, other, np.array(column_chances) @ columns, chance)
        if self.rules.family == "hog":
            if turn:
                raise InputError("hog: the only decision of a turn is the number of dice to roll, before the roll")
            found = self._dice_actions(rows, row_chances, worth, own, other)
        else:
            found = self._rolling_actions(turn, np.array(row_chances) @ rows, worth)
        ranked = sorted(found, key=lambda action: (-action.probability, -action.value))
        return MixedAdvice(2 * self.chance(own, other) - 1, tuple(ranked))

    def laws(self, own: int, other: int) -> tuple[Floats, Floats]:
        """What a turn of best play ends with, as one law for each player."""
        _, rows, row_chances, columns, column_chances = self.core.moment(self.values, own, other)
        return np.array(row_chances) @ rows, np.array(column_chances) @ columns

    def _dice_actions(
        self, rows: Floats, chances: list[float], worth: Floats, own: int, other: int
    ) -> list[MixedAction]:
        actions = []
        for place, roll in enumerate(self.turn.phases[0].rolls):
            law = law_of(roll, self.turn.unit)
            played = sum((chance for row, chance in zip(rows, chances, strict=True) if _equal(row, law)), 0.0)
            won = self.exactly.worth(own, other, place) if self.exactly else expected_worth(law, worth)
            actions.append(MixedAction("roll", sum(roll.dice), played, 2 * won - 1))
        return actions

    def _rolling_actions(self, turn: int, law: Floats, worth: Floats) -> list[MixedAction]:
        """How often best play rolls at a turn total: what comes to stand there, and what of it is banked."""
        unit = self.turn.unit
        if turn % unit or not 0 <= turn <= MOST_TOTAL:
            raise InputError(f"turn: {shown(turn)}: a turn total must be a multiple of {unit}, from 0 to {MOST_TOTAL}")
        (roll,) = self.turn.phases[0].rolls
        chances = law_of(roll, unit)
        total = turn // unit
        stands, banked = np.zeros(total + len(chances)), np.zeros(total + len(chances))
        stands[0] = 1
        kept = law[GAIN:][: len(banked)]
        banked[: len(kept)] = kept
        banked[0] = 0
        for at in range(total):
            goes_on = max(0.0, stands[at] - banked[at])
            stands[at + 1 : at + len(chances) - GAIN] += goes_on * chances[GAIN + 1 :]
        ahead = self._ahead(total, worth, chances)
        if total == 0:
            rolls = 1.0
        elif stands[total] > 1e-15:
            rolls = max(0.0, 1 - float(banked[total] / stands[total]))
        else:  # best play never stands here: what is better then
            rolls = float(ahead[1] > ahead[0])
        actions = [MixedAction("roll", None, rolls, 2 * ahead[1] - 1)]
        if total >= max(1, -(-self.turn.bank_from // unit)):
            actions.append(MixedAction("bank", None, 1 - rolls, 2 * ahead[0] - 1))
        return actions

    def _ahead(self, total: int, worth: Floats, chances: Floats) -> tuple[float, float]:
        """What it is worth to bank at a total, and to roll and then go on in the best way."""
        most, least = len(chances) - 1 - GAIN, max(1, -(-self.turn.bank_from // self.turn.unit))
        last = max(len(worth) - GAIN, total + 1, least)
        value = [float(worth[-1])] * (last + most + 1)
        roll = 0.0
        for at in range(last, total - 1, -1):
            gains = sum(float(chances[GAIN + g]) * value[at + g] for g in range(1, most + 1))
            roll = float(chances[BUST] * worth[BUST] + chances[LOST] * worth[LOST]) + gains
            value[at] = max(roll, _worth_at(worth, GAIN + at)) if at >= least else roll
        return _worth_at(worth, GAIN + total), roll

    def _units(self, score: int) -> int:
        if not 0 <= score < self.rules.goal:
            raise InputError(f"scores: {shown(score)}: a banked score must be from 0 to {self.rules.goal - 1}")
        return -(-(self.rules.goal - score) // self.turn.unit)


def solve_at_once(
    rules: Rules, threads: int | None = None, progress: Progress | None = None, *, exact: bool = False
) -> AtOnceSolution:
    """Solves a game of simultaneous play; in fractions where nobody has to mix, if `exact`."""
    _check(rules)
    if exact:
        refuse_exact(rules)
    turn = turn_model(rules)
    if punishes(rules):
        turn = replace(turn, counted_in=gcd(rules.bust.penalty, floor_of(rules)))
    needed = -(-rules.goal // turn.unit)
    if needed > MOST_NEEDED:
        raise JeopardiceError(f"{rules.where}: goal: {rules.goal}: simultaneous play is solved for {MOST_NEEDED} units")
    core = _core_of(rules, turn, needed)
    workers = threads or cores()
    told = progress or (lambda part: None)
    if core.has_falls:
        values = settled_values(core, workers, lambda part: told(0.8 * part))
        low = guaranteed(core, values, workers, lambda part: told(0.8 + 0.2 * part))
        return AtOnceSolution(rules, turn, core, values, low)
    values = core.sweep(np.full((needed, needed), 0.5), workers, lambda part: told(part / 2))
    low = core.guarantees(values, workers, lambda part: told(0.5 + part / 2))
    found = AtOnceSolution(rules, turn, core, values, low)
    return _exactly(found, progress) if exact else found


def _exactly(solution: AtOnceSolution, progress: Progress | None) -> AtOnceSolution:
    """The same in fractions."""
    from jeopardice.solvers.simultaneous_exact import ExactValues

    turn, units = solution.turn, range(1, solution.needed + 1)
    exactly = ExactValues(turn, solution.needed)
    laws = [law_of(roll, turn.unit) for roll in turn.phases[0].rolls]

    def likeliest(ways: Floats, chances: list[float]) -> int:
        played = ways[int(np.argmax(chances))]
        return next(place for place, law in enumerate(laws) if _equal(played, law))

    dice = {}
    for own in units:
        for other in units:
            _, rows, row_chances, columns, column_chances = solution.core.moment(solution.values, own, other)
            dice[own, other] = likeliest(rows, row_chances), likeliest(columns, column_chances)
    exactly.solve(dice, progress)
    return replace(solution, exactly=exactly)


def restored(rules: Rules, turn: TurnModel, values: Floats, low: Floats | None) -> AtOnceSolution:
    """A solution from its values, which another process has found."""
    return AtOnceSolution(rules, turn, _core_of(rules, turn, len(values)), values, low)


def law_of(roll: Roll, unit: int) -> Floats:
    """How a roll ends, as a law."""
    gains = [(outcome.options[0].points // unit, outcome.count) for outcome in roll.going_on]
    law = np.zeros(GAIN + 1 + max((g for g, _ in gains), default=0))
    for g, count in gains:
        law[GAIN + g] += count / roll.total
    law[BUST], law[LOST] = float(roll.bust), float(roll.lost)
    return law


def _core_of(rules: Rules, turn: TurnModel, needed: int) -> _core.AtOnce:
    busted = list(range(1, needed + 1))
    if punishes(rules):
        floor, penalty = floor_of(rules), rules.bust.penalty
        scores = [(needed - units) * turn.unit for units in busted]
        busted = [needed - max(min(score, floor), score - penalty) // turn.unit for score in scores]
    laws = [law_of(roll, turn.unit) for roll in turn.phases[0].rolls]
    if rules.family == "pig":
        least = max(1, -(-turn.bank_from // turn.unit))
        return _core.AtOnce.of_rolls(laws[0], least, busted, needed)
    widest = max(map(len, laws))
    return _core.AtOnce.of_dice(np.array([np.pad(law, (0, widest - len(law))) for law in laws]), busted, needed)


def refuse_exact(rules: Rules) -> None:
    """Refuses fractions where they are not worked out: ways of Pig are too many, and falls go round in circles."""
    if rules.family != "hog":
        raise InputError(f'--exact: family: "{rules.family}": simultaneous play in fractions is for "hog"')
    if punishes(rules) or rules.events.lose_banked:
        raise InputError("--exact: bust.penalty, events.lose_banked: in fractions scores must not fall")


def _check(rules: Rules) -> None:
    """Refuses rules that simultaneous play cannot honour."""
    wrong = {
        "sees": (
            rules.sees != "scores",
            rules.sees,
            "here both see the scores; blind play is for solve, advise, match and plot",
        ),
        "players": (rules.players != 2, rules.players, "simultaneous play is for 2"),
        "end.rule": (rules.end.rule != "equal-turns", rules.end.rule, 'simultaneous play needs "equal-turns"'),
        "end.tie": (rules.end.tie != "split", rules.end.tie, 'simultaneous play needs "split"'),
        "turn.beat_previous": (rules.turn.beat_previous, "true", "simultaneous play has no previous player"),
        "turn.steal": (rules.turn.steal != "never", rules.turn.steal, "simultaneous play has no next player"),
        "turn.first_bank": (
            rules.turn.first_bank > rules.turn.minimum_bank,
            rules.turn.first_bank,
            "simultaneous play knows no first bank",
        ),
        "turn.keep_on_bust": (rules.turn.keep_on_bust, "true", "simultaneous play cannot honour it"),
        "events.win": (bool(rules.events.win), list(rules.events.win), "simultaneous play cannot honour it"),
        "bust.streak": (punishes(rules) and rules.bust.streak > 1, rules.bust.streak, "in simultaneous play at most 1"),
        "bust.floor": (punishes(rules) and rules.bust.floor == "none", "none", "simultaneous play needs a number"),
    }
    for key, (is_wrong, value, allowed) in wrong.items():
        if is_wrong:
            raise InputError(f"{rules.where}: {key}: {shown(value)}: {allowed}")


def expected_worth(law: Floats, worth: Floats) -> float:
    """What a law is worth, if ending with each of its places is worth so much (beyond the end as at the end)."""
    return sum(float(chance) * _worth_at(worth, i) for i, chance in enumerate(law) if chance)


def _worth_at(worth: Floats, index: int) -> float:
    return float(worth[min(index, len(worth) - 1)])


def _equal(row: Floats, law: Floats) -> bool:
    return bool(np.array_equal(np.trim_zeros(row, "b"), np.trim_zeros(law, "b")))
