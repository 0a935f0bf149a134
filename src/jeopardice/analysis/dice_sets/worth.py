"""What a set of dice is worth: points a turn, turns to the goal, or the chance to win.

**Points.** Strong dice have a far closing total (`solvers.closing`), from which banking is always best: too far to
count down from it. Let G be the expected most points of a roll, b > 0 its chance to lose the turn, T the largest G / b:

    t  <=  V(q, t)  <=  max(t, T) .

Proof of the right side: f(t) = max(t, T) is at least t, and at least what a roll brings. For t >= T that is at most
(1 - b) t + G <= t, and for t < T at most sum_o p_o (T + g_o) = (1 - b) T + G <= T. So f bounds V. Counting down from a
total with either bound, the value is between the two results, and the gap shrinks geometrically with that total.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, replace
from math import ceil, gcd, inf
from typing import ClassVar

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.duels import played
from jeopardice.native.calls import Floats
from jeopardice.native.ordered_rolls import OrderedRolls, Support
from jeopardice.native.race import CoreRace
from jeopardice.native.table import CoreTable, MaxScoreTable, Seat
from jeopardice.native.turn import CoreTurn, core_turn, solve_turn
from jeopardice.race.model import floor_of, has_streak_penalty, race_model
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.strategies.policy import outcomes_in_core
from jeopardice.turn import TurnModel, turn_model
from jeopardice.turn.build import gathered, phases_without_end, shape_of
from jeopardice.turn.closing import MOST_STATES
from jeopardice.turn.dice import Hand, Weights, smaller_hands
from jeopardice.turn.shape import TurnShape

Shown = tuple[Weights, ...]
"""How often each die of a set shows each face."""
CRITERIA = ("score", "turns", "win")
PRECISION = 1e-10
"""How far apart the bounds of a value may be, relatively."""
FIRST_ROWS = 128
MOST_ROUNDS = 12


class DiceSetTurns:
    """Makes turns from sets of dice; `wild` says whether any of them may be wild."""

    def __init__(self, rules: Rules, *, wild: bool) -> None:
        require("dice set", rules)
        # Any wild face will do: "*" becomes one of the faces that dice show. Each set has its own weights.
        dice = replace(rules.dice, weights=(), wild=((1,),) if wild or rules.dice.wild else ())
        self.rules = replace(rules, dice=dice)
        self._rolls = OrderedRolls(self.rules)
        if self._rolls.too_many:
            raise InputError(f"{rules.where}: dice: {dice.count} dice of {dice.sides} sides have too many rolls")
        self._shapes: dict[tuple[Hand, tuple[Support, ...]], TurnShape] = {}
        self.unit = points_unit(rules)

    def of(self, shown: Shown) -> TurnModel:
        """The turn of a set of dice; also one that need never end, or that never scores."""
        numbers = Counter(gathered(self.rules, shown))
        kinds = tuple(sorted(numbers, key=lambda kind: (-numbers[kind], self._rolls.support(kind), kind)))
        hand = tuple(numbers[kind] for kind in kinds)
        shape = (hand, tuple(map(self._rolls.support, kinds)))
        if shape not in self._shapes:
            smaller = [part for part in smaller_hands(hand) if any(part)]
            results = {part: self._rolls.of(shape[1], part).results for part in smaller}
            self._shapes[shape] = shape_of(self.rules, hand, results)
        model = self._shapes[shape].weighed(kinds, lambda part: self._rolls.counts(kinds, part))
        return replace(model, counted_in=self.unit)


def points_unit(rules: Rules) -> int:
    """The greatest common divisor of everything that any dice can score in a game."""
    turn = rules.turn
    lost = (rules.bust.penalty, floor_of(rules)) if has_streak_penalty(rules) else ()
    return gcd(*(points for _, points in rules.scoring), turn.full_bust, *turn.single_die_bonus, *lost)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A value lies between these; for turns both are negative, so that more is better."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The value, as far as it is known."""
        return self.low if self.low == self.high else (self.low + self.high) / 2

    @property
    def error(self) -> float:
        """How far it may be from the truth, apart from rounding."""
        return 0.0 if self.low == self.high else (self.high - self.low) / 2


class Worth(ABC):
    """A way to value sets of dice; more is better."""

    name: ClassVar[str]
    sign: ClassVar[int] = 1

    def __init__(self, turns: DiceSetTurns) -> None:
        self.turns = turns
        self._known: dict[Shown, Bounds] = {}

    def of(self, shown: Shown, enough: float = -inf) -> Bounds:
        """The worth of a set of dice; if it is certainly less than `enough`, the bounds may be wide."""
        key = tuple(sorted(shown))
        known = self._known.get(key)
        if known is None or (known.high >= enough and known.error > PRECISION * abs(known.high)):
            self._known[key] = known = self._value(self.turns.of(key), enough)
        return known

    @abstractmethod
    def _value(self, model: TurnModel, enough: float) -> Bounds: ...


class Score(Worth):
    """The most expected points of a turn; infinite where dice need never bust."""

    name = "score"

    def _value(self, model: TurnModel, enough: float) -> Bounds:
        if not any(roll.going_on for roll in model.rolls):
            return Bounds(0, 0)
        keeps = model.rules.turn.keep_on_bust
        losses = [float(roll.lost if keeps else roll.lost + roll.bust) for roll in model.rolls]  # of the turn total
        if not all(losses):
            return _without_bounds(model)
        gains = [sum(o.count * max(p.points for p in o.options) for o in r.going_on) / r.total for r in model.rolls]
        far = max(model.bank_from, *(gain / loss for gain, loss in zip(gains, losses, strict=True))) * (1 + 1e-9)
        core, rows = core_turn(model), max(FIRST_ROWS, ceil(model.bank_from / model.unit))
        while True:
            rows = min(rows, ceil(far / model.unit))
            found = _bounded(model, core, rows, far)
            if found.high - found.low <= PRECISION * found.high or found.high < enough:
                return found
            if rows * len(model.phases) > MOST_STATES:
                raise JeopardiceError(f"a turn of these dice has more than {MOST_STATES:,} states: too many")
            rows *= 2


def _without_bounds(model: TurnModel) -> Bounds:
    """The value where some roll never loses the turn: infinite, or found from the closing total."""
    if phases_without_end(model):
        return Bounds(inf, inf)
    value = float(solve_turn(model).values[0][0])
    return Bounds(value, value)


def _bounded(model: TurnModel, core: CoreTurn, rows: int, far: float) -> Bounds:
    """The bounds of the value at the start, from those of all totals of `rows` units and more."""
    unit, phases = model.unit, len(model.phases)
    beyond = (rows + np.arange(core.reach - 1, -1, -1.0)) * unit
    known = np.stack([np.repeat(t[:, None], phases, axis=1) for t in (beyond, np.maximum(beyond, far))])
    totals = np.arange(rows - 1, -1, -1.0) * unit
    bank = np.where(totals >= model.bank_from, totals, -np.inf)
    lost = np.zeros(rows)
    bust = totals if model.rules.turn.keep_on_bust else lost
    settled = np.stack([bust, lost, lost, np.where(np.isinf(bank), bust, bank)], axis=1)
    values = core.solve(known, np.stack([bank, bank]), np.stack([settled, settled]), None)
    return Bounds(float(values[0, -1, 0]), float(values[1, -1, 0]))


class Fewest(Worth):
    """Minus the fewest expected turns to the goal."""

    name = "turns"
    sign = -1

    def __init__(self, turns: DiceSetTurns, rules: Rules) -> None:
        super().__init__(turns)
        require("dice set in a race", rules)
        self.race = race_model(rules, replace(turn_model(rules), counted_in=turns.unit))
        if self.race.turn.unit != turns.unit:
            raise JeopardiceError(f"{rules.where}: scoring: the dice of the rules cannot show every pattern")

    def core(self, model: TurnModel) -> CoreRace:
        """The race with these dice, in the core."""
        return CoreRace(replace(self.race, turn=model))

    def _value(self, model: TurnModel, enough: float) -> Bounds:
        values = self.expected(model)
        value = inf if values is None else float(np.atleast_2d(values)[0, self.race.needed - 1])
        return Bounds(-value, -value)

    def expected(self, model: TurnModel) -> Floats | None:
        """The fewest expected turns by the units needed; None where the goal cannot be reached."""
        if not any(roll.going_on for roll in model.rolls):
            return None
        try:
            return self.core(model).turns()
        except InputError:
            raise
        except JeopardiceError:  # nearly every turn busts
            return None


class Win(Fewest):
    """The chance to win against an opponent with other dice, averaged over who starts; both play for few turns."""

    name = "win"
    sign = 1

    def __init__(self, turns: DiceSetTurns, rules: Rules, opponent: Shown) -> None:
        super().__init__(turns, rules)
        require("dice set against another", rules)
        self.opponent = turns.of(opponent)
        other = self._player(self.opponent)
        if other is None:
            raise JeopardiceError("opponent: these dice almost never score")
        self._other = other

    def _value(self, model: TurnModel, enough: float) -> Bounds:
        table, player = self._table(model), self._player(model)
        if player is None:
            return Bounds(0, 0)
        first, second, _ = played(table, (player, self._other))
        return Bounds((first + second) / 2, (first + second) / 2)

    def _table(self, model: TurnModel) -> CoreTable:
        """The game at the table, for a player with these dice."""
        race = replace(self.race, turn=model)
        nothing = np.zeros((2, 1, len(outcomes_in_core(model))), dtype=np.uint16)
        return CoreTable(race, 2, MaxScoreTable(nothing, (0, 0), 0.0))

    def _player(self, model: TurnModel) -> Seat | None:
        """The player who plays for the fewest turns."""
        expected = self.expected(model)
        return None if expected is None else self._table(model).best_seat(self.core(model), "turns", expected)

    def best_play(self, shown: Shown) -> Bounds:
        """The same when both play for the win: alternating best responses, each bounding the value from one side."""
        mine, theirs = self.turns.of(tuple(sorted(shown))), self.opponent
        low, high = 0.0, 1.0
        other = self._other
        for _ in range(MOST_ROUNDS):
            answer = self._table(mine).best_response([other])
            high = min(high, self._overall(answer))
            reply = self._table(theirs).best_response([self._playing(mine, answer[1])])
            low = max(low, 1 - self._overall(reply))
            if high - low <= PRECISION:
                break
            other = self._playing(theirs, reply[1])
        return Bounds(min(low, high), high)

    def _playing(self, model: TurnModel, second: Floats) -> Seat:
        """The player to whom a turn is worth what the chances are with the other to move."""
        return self._table(model).best_seat(self.core(model), "win", 1 - second)

    def _overall(self, answer: list[Floats]) -> float:
        start = (0, self.race.needed - 1, self.race.needed - 1)
        return float(answer[0][start] + answer[1][start]) / 2


def worth_for(criterion: str, rules: Rules, *, wild: bool, opponent: Rules | None = None) -> Worth:
    """The worth by its name: score, turns or win; the opponent brings the dice of `opponent` or `rules`."""
    other = opponent or rules
    turns = DiceSetTurns(rules, wild=wild or bool(other.dice.wild))
    if criterion == "score":
        return Score(turns)
    if criterion == "turns":
        return Fewest(turns, rules)
    if criterion == "win":
        if (other.dice.count, other.dice.sides) != (rules.dice.count, rules.dice.sides):
            dice = f"{other.dice.count} dice of {other.dice.sides} sides"
            raise InputError(f"opponent: {dice}: the game has {rules.dice.count} of {rules.dice.sides}")
        return Win(turns, rules, plain_dice(other, turns))
    raise InputError(f'for: "{criterion}": it must be one of {", ".join(CRITERIA)}')


def plain_dice(rules: Rules, turns: DiceSetTurns) -> Shown:
    """The dice of the rules themselves."""
    shown = turns.rules.dice.shown
    return tuple(die + (0,) * (shown - len(die)) for die in rules.dice.each)
