"""What stays the same throughout a game: the rules, the seats, the dice, and what may be kept of each roll."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from jeopardice.play.dice import RolledDie, counted, roll_dice
from jeopardice.race.model import has_streak_penalty
from jeopardice.rulebook import Rules
from jeopardice.turn import Event, Option, Roll, TurnModel, turn_model
from jeopardice.turn.dice import Hand, Weights, kinds_of, number_of_rolls, rolls_of
from jeopardice.turn.legal import Kept, may_keep
from jeopardice.turn.model import kind_name
from jeopardice.turn.reading import WILD, RollShown, roll_text

MOST_SETS_KEPT = 10_000
"""Sets of dice that are remembered, those of the most recent rolls."""
A_SET = 600
"""Bytes that one of them takes; this and other sizes are rough, rather too large."""
MOST_ROLLS_TRIED = 20_000
"""Different rolls that are gone through for every option; with more, options that are never better are left out."""
AN_OPTION = 500
"""Bytes that an option of a turn takes."""


def model_bytes(model: TurnModel) -> int:
    """The bytes of a turn that is not solved."""
    return AN_OPTION * sum(1 for _ in model.options)


class RollChoices(NamedTuple):
    """The choices after a roll: the event that ends the turn, or the sets that may be set aside, by their text."""

    event: Event | None
    sets: dict[str, Kept]


class Step(NamedTuple):
    """A roll that can be made from a phase: every end and every option that it may have."""

    dice: Hand
    events: frozenset[Event]
    options: frozenset[Option]


class TurnChoices:
    """The turn of a game, with what may be kept of the most recent rolls."""

    def __init__(self, rules: Rules, model: TurnModel | None = None) -> None:
        self.model: TurnModel = turn_model(rules) if model is None else model
        self.kinds: tuple[Weights, ...] = kinds_of(rules.dice)[0]
        """The weights of each kind of dice, with every face by itself."""
        self._known: OrderedDict[tuple[int, RollShown], RollChoices] = OrderedDict()
        self._sets = 0
        self._steps: dict[int, tuple[Step, ...]] = {}
        self._lock = threading.Lock()
        """Only one thread at a time changes what is remembered, here and in the model."""

    def choices(self, phase: int, roll: RollShown) -> RollChoices:
        """The choices after a roll."""
        found = self._known.get((phase, roll))
        if found is None:
            with self._lock:
                found = self._known.get((phase, roll)) or self._remembered(phase, roll)
        return found

    def _remembered(self, phase: int, roll: RollShown) -> RollChoices:
        event, sets = may_keep(self.model, phase, roll)
        found = RollChoices(event, {roll_text(self.model, kept.dice): kept for kept in sets})
        self._known[phase, roll] = found
        self._sets += 1 + len(sets)
        while self._sets > MOST_SETS_KEPT and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._sets -= 1 + len(oldest.sets)
        return found

    def steps(self, phase: int) -> tuple[Step, ...]:
        """The rolls that can be made from a phase, with every option: also those that are never better."""
        found = self._steps.get(phase)
        if found is None:
            found = self._steps[phase] = tuple(self._step(phase, roll) for roll in self.model.phases[phase].rolls)
        return found

    def _step(self, phase: int, roll: Roll) -> Step:
        model = self.model
        events = frozenset(outcome.event for outcome in roll.outcomes if outcome.event)
        if model.rules.family == "farkle" and number_of_rolls(self.kinds, roll.dice) <= MOST_ROLLS_TRIED:
            shown = rolls_of(self.kinds, roll.dice)[roll.dice]
            kept = chain.from_iterable(may_keep(model, phase, each)[1] for each in shown)
            return Step(roll.dice, events, frozenset(Option(one.points, one.phase) for one in kept))
        going_on = (outcome.options for outcome in roll.outcomes if outcome.event is None)
        return Step(roll.dice, events, frozenset(chain.from_iterable(going_on)))

    @property
    def bytes(self) -> int:
        """The bytes that it takes by now."""
        options = sum(len(step.options) for steps in self._steps.copy().values() for step in steps)
        return self._model_bytes + A_SET * self._sets + AN_OPTION * options

    @cached_property
    def _model_bytes(self) -> int:
        return model_bytes(self.model)


@lru_cache(maxsize=8)
def turn_choices(rules: Rules) -> TurnChoices:
    """The turn of a game."""
    return TurnChoices(rules)


@dataclass(frozen=True)
class Table:
    """The table that a game is played at."""

    rules: Rules
    seats: int
    first: int
    seed: str
    turn_choices: TurnChoices = field(repr=False, compare=False)
    given: bool = False
    """Whether the dice are real, and given with the moves."""

    @classmethod
    def of(cls, rules: Rules, seats: int, first: int, seed: str, *, given: bool = False) -> Table:
        """The table of a game."""
        return cls(rules, seats, first, seed, turn_choices(rules), given)

    @property
    def model(self) -> TurnModel:
        """One turn."""
        return self.turn_choices.model

    @property
    def streak(self) -> int:
        """The number of busts in a row that costs points, or 0."""
        return self.rules.bust.streak if has_streak_penalty(self.rules) else 0

    def choices(self, phase: int, roll: tuple[RolledDie, ...]) -> RollChoices:
        """The choices after a roll."""
        return self.turn_choices.choices(phase, self.shown(roll))

    def shown(self, roll: tuple[RolledDie, ...]) -> RollShown:
        """A roll without its order."""
        return counted(roll, len(self.model.kinds), self.rules.dice.shown)

    def roll(self, hand: Hand, turn: int, roll: int) -> tuple[RolledDie, ...]:
        """The dice of a hand as they fall."""
        return roll_dice(self.turn_choices.kinds, hand, self.seed, turn, roll)

    def rolls(self, phase: int) -> tuple[Roll, ...]:
        """The rolls to choose from."""
        return self.model.phases[phase].rolls

    def hand_rolled(self, phase: int, dice: str) -> Hand | None:
        """The hand that is rolled from a phase; None where none has this name."""
        return next((roll.dice for roll in self.rolls(phase) if self.model.hand_name(roll.dice) == dice), None)

    def example(self, phase: int, dice: str) -> tuple[RolledDie, ...]:
        """Dice as they may fall, for messages."""
        return self.roll(self.hand_rolled(phase, dice) or (), 1, 1)

    def hand(self, phase: int) -> str:
        """The dice left to roll, as a player says it."""
        return self.model.hand_name(self.model.phases[phase].place.dice)

    def text(self, roll: tuple[RolledDie, ...]) -> str:
        """A roll in the order in which it was rolled, in the usual notation."""
        alike = len(self.model.kinds) == 1
        dice = [("" if alike else kind_name(die.kind)) + self.face(die) for die in roll]
        return ("," if self.rules.dice.sides > 9 or not alike else "").join(dice)

    def face(self, die: RolledDie) -> str:
        """What a die shows."""
        return WILD if die.face > self.rules.dice.sides else str(die.face)

    def kind(self, die: RolledDie) -> str | None:
        """The kind of a die, where there are several."""
        return kind_name(die.kind) if len(self.model.kinds) > 1 else None

    def after(self, seat: int) -> int:
        """The seat that moves next."""
        return (seat + 1) % self.seats

    def moved_before(self, seat: int) -> int:
        """How many seats have their turn before this one in a round."""
        return (seat - self.first) % self.seats
