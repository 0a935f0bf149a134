"""What stays the same throughout a game: the rules, the seats, the dice, and what may be kept of each roll."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from jeopardice.play.dice import RolledDie, counted, roll_dice
from jeopardice.race.model import has_streak_penalty
from jeopardice.rulebook import Rules
from jeopardice.turn import Event, Roll, TurnModel, turn_model
from jeopardice.turn.dice import Hand, Weights, kinds_of
from jeopardice.turn.legal import Kept, may_keep
from jeopardice.turn.model import kind_name
from jeopardice.turn.reading import WILD, RollShown, roll_text

MOST_SETS_KEPT = 10_000
"""Sets of dice that are remembered, those of the most recent rolls."""
A_SET = 600
"""Bytes that one of them takes; this and other sizes are rough, rather too large."""
AN_OPTION = 500
"""Bytes that an option of a turn takes."""


def model_bytes(model: TurnModel) -> int:
    """The bytes of a turn that is not solved."""
    return AN_OPTION * sum(1 for _ in model.options)


class RollChoices(NamedTuple):
    """The choices after a roll: the event that ends the turn, or the sets that may be set aside, by their text."""

    event: Event | None
    sets: dict[str, Kept]


class Box:
    """The turn of a game, with what may be kept of the most recent rolls."""

    def __init__(self, rules: Rules, model: TurnModel | None = None) -> None:
        self.model: TurnModel = turn_model(rules) if model is None else model
        self.kinds: tuple[Weights, ...] = kinds_of(rules.dice)[0]
        """The weights of each kind of dice, with every face by itself."""
        self._known: OrderedDict[tuple[int, RollShown], RollChoices] = OrderedDict()
        self._sets = 0
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

    @property
    def bytes(self) -> int:
        """The bytes that it takes by now."""
        return self._model_bytes + A_SET * self._sets

    @cached_property
    def _model_bytes(self) -> int:
        return model_bytes(self.model)


@lru_cache(maxsize=8)
def box_of(rules: Rules) -> Box:
    """The turn of a game."""
    return Box(rules)


@dataclass(frozen=True)
class Table:
    """The table that a game is played at."""

    rules: Rules
    seats: int
    first: int
    seed: str
    box: Box = field(repr=False, compare=False)

    @classmethod
    def of(cls, rules: Rules, seats: int, first: int, seed: str) -> Table:
        """The table of a game."""
        return cls(rules, seats, first, seed, box_of(rules))

    @property
    def model(self) -> TurnModel:
        """One turn."""
        return self.box.model

    @property
    def streak(self) -> int:
        """The number of busts in a row that costs points, or 0."""
        return self.rules.bust.streak if has_streak_penalty(self.rules) else 0

    def choices(self, phase: int, roll: tuple[RolledDie, ...]) -> RollChoices:
        """The choices after a roll."""
        return self.box.choices(phase, self.shown(roll))

    def shown(self, roll: tuple[RolledDie, ...]) -> RollShown:
        """A roll without its order."""
        return counted(roll, len(self.model.kinds), self.rules.dice.shown)

    def roll(self, hand: Hand, turn: int, roll: int) -> tuple[RolledDie, ...]:
        """The dice of a hand as they fall."""
        return roll_dice(self.box.kinds, hand, self.seed, turn, roll)

    def rolls(self, phase: int) -> tuple[Roll, ...]:
        """The rolls to choose from."""
        return self.model.phases[phase].rolls

    def hand(self, phase: int) -> str:
        """The dice left to roll, as a player says it."""
        return self.model.hand_name(self.model.phases[phase].place.dice)

    def text(self, roll: tuple[RolledDie, ...]) -> str:
        """A roll in the order in which it fell, in the usual notation."""
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
