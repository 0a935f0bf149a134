"""Strategies of your own: anything with a method `choose(position, choices)` that returns one of the choices.

    class Careful:
        def choose(self, position, choices):
            most = max(choice.total for choice in choices)
            then = "bank" if most >= 300 else "roll"
            best = [choice for choice in choices if choice.total == most]
            return next((choice for choice in best if choice.then == then), best[0])

It is asked what to keep after a roll and whether to bank then (in Hog: how many dice to roll), and must always answer
alike. What it looks at besides the turn it says with `looks_at`: "turn" (nothing, the default), "mover" (the mover's
banked score) or "scores" (both); `position.scores` holds just that. With `every_roll = True` it is asked once for each
distinct roll; otherwise faces that are the same to the game (in Farkle those that never score) are shown as the lowest
of them, and in Pig no dice are shown. The more it looks at, the more often it is asked.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, get_args

from jeopardice.common.errors import InputError, one_line, shown
from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of, written_out
from jeopardice.turn import Option, Outcome, Phase, Roll, TurnModel
from jeopardice.turn.build import refuse_too_many
from jeopardice.turn.dice import kinds_of, number_of_rolls, rolls_of
from jeopardice.turn.legal import may_keep
from jeopardice.turn.reading import roll_text

PATIENCE = 5.0
"""Seconds that one answer may take."""


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """What a player sees before a decision."""

    scores: tuple[int, ...]
    """The banked scores that the strategy looks at: none, the own, or the own and the other's."""
    turn: int
    """The turn total: before the roll, or, where no dice are set aside (Pig), after it."""
    roll: str | None
    """The dice just rolled, or None: in Hog, and in Pig unless the strategy asks for every roll."""
    goal: int

    def __str__(self) -> str:
        rolled = f", roll {self.roll}" if self.roll else ""
        return f"turn total {self.turn}{rolled}" + (f", scores {self.scores}" if self.scores else "")


@dataclass(frozen=True, slots=True)
class LegalChoice:
    """Something that a player may do."""

    keep: str
    """The dice to set aside; empty in Pig and Hog."""
    points: int
    """What they score."""
    total: int
    """The turn total afterwards."""
    then: Literal["bank", "roll", "end"]
    """"end": no dice are left and the total is too small to bank."""
    dice: str
    """The dice rolled next; empty for a bank."""


class Chooser(Protocol):
    """What a strategy of your own must have."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        """One of the choices."""


@dataclass(frozen=True)
class FullTurn:
    """A turn in which every roll is an outcome of its own, with everything that may be kept of it, good or bad."""

    model: TurnModel
    rolls: tuple[str | None, ...]
    """For each outcome of the core the dice rolled."""
    keeps: tuple[tuple[str, ...], ...]
    """For each outcome the dice of each option."""


def full_turn(model: TurnModel, *, every_roll: bool = False) -> FullTurn:
    """The turn of a game in which rolls with the same options are kept apart.

    With `every_roll` so are faces that are the same to the game, and the rolls of Pig.
    """
    rules = model.rules
    if rules.family == "hog" or (rules.family == "pig" and not every_roll):
        outcomes = outcomes_in_core(model)
        return FullTurn(model, (None,) * len(outcomes), tuple(("",) * len(o.options) for o in outcomes))
    kinds = kinds_of(rules.dice)[0] if every_roll else model.kinds
    refuse_too_many(rules, number_of_rolls(kinds, model.all_dice))
    hands = rolls_of(kinds, model.all_dice)
    phases: list[Phase] = []
    rolls: list[str | None] = []
    keeps: list[tuple[str, ...]] = []
    for q, phase in enumerate(model.phases):
        full: list[Roll] = []
        for roll in phase.rolls:
            outcomes = []
            for dice, count in hands[roll.dice].items():
                event, kept = may_keep(model, q, dice)
                options = tuple(Option(one.points, one.phase) for one in kept)
                outcomes.append(Outcome(count, event, options))
                if not event:
                    rolls.append(roll_text(model, dice))
                    keeps.append(tuple(roll_text(model, one.dice) if rules.family == "farkle" else "" for one in kept))
            full.append(replace(roll, outcomes=tuple(outcomes)))
        phases.append(replace(phase, rolls=tuple(full)))
    # Points that a roll scores only beside a win still count for the race's unit.
    return FullTurn(replace(model, phases=tuple(phases), counted_in=model.unit), tuple(rolls), tuple(keeps))


@dataclass(frozen=True)
class CustomStrategy(PolicyStrategy):
    """A strategy that asks somebody's `choose`."""

    chooser: Any
    name: str
    looks_at: LooksAt = "turn"
    every_roll: bool = False
    _questions: dict[int, _Questions] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, chooser: object, name: str = "") -> CustomStrategy:
        """The strategy of an object with a method `choose`."""
        name = name or str(getattr(chooser, "name", type(chooser).__name__))
        if not callable(getattr(chooser, "choose", None)):
            raise InputError(f"strategy: {shown(name)}: it has no method choose(position, choices)")
        looks_at = _declared(chooser, name, "looks_at", get_args(LooksAt), '"turn", "mover" or "scores"')
        every_roll = _declared(chooser, name, "every_roll", (False, True), "True or False")
        return cls(chooser, name, looks_at, every_roll)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """The scores that the strategy looks at, and whether a first bank is still to be made."""
        seen = {"turn": (), "mover": (own,), "scores": (own, other)}[self.looks_at]
        return seen, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """Asks for every position that the strategy's own play can come to."""
        assert isinstance(situation, tuple)
        scores, first = situation
        questions = self._questions.get(id(race.turn)) or _Questions(race.turn, self.every_roll)
        self._questions[id(race.turn)] = questions
        return _Asking(self, race, questions, scores, race.least_bank(first=first)).policy()


class _Questions:
    """What can be asked in a turn; the same for all situations."""

    def __init__(self, model: TurnModel, every_roll: bool) -> None:
        self.asked_of = model
        self.full = full_turn(model, every_roll=every_roll)
        self.outcomes = outcomes_in_core(self.full.model)
        self._choices: dict[tuple[int, int, int], tuple[tuple[LegalChoice, ...], list[tuple[int, bool]]]] = {}

    def choices(self, place: int, total: int, least: int) -> tuple[tuple[LegalChoice, ...], list[tuple[int, bool]]]:
        """The choices after a roll, and what each means: an option, and whether it is banked."""
        key = (place, total, least)
        if key not in self._choices:
            self._choices[key] = self._list(place, total, least)
        return self._choices[key]

    def _list(self, place: int, total: int, least: int) -> tuple[tuple[LegalChoice, ...], list[tuple[int, bool]]]:
        model = self.full.model
        choices: list[LegalChoice] = []
        meaning: list[tuple[int, bool]] = []
        for i, (option, keep) in enumerate(zip(self.outcomes[place].options, self.full.keeps[place], strict=True)):
            after, rolls = total + option.points, model.phases[option.phase].rolls
            if after >= least:
                choices.append(LegalChoice(keep, option.points, after, "bank", ""))
                meaning.append((i, True))
            if rolls:
                choices.append(LegalChoice(keep, option.points, after, "roll", model.hand_name(rolls[0].dice)))
                meaning.append((i, False))
            elif after < least:
                choices.append(LegalChoice(keep, option.points, after, "end", ""))
                meaning.append((i, False))
        return tuple(choices), meaning


class _Asking:
    """One situation: asks the strategy, turn total by turn total, wherever its own play leads."""

    def __init__(
        self, strategy: CustomStrategy, race: RaceModel, questions: _Questions, scores: tuple[int, ...], least: int
    ) -> None:
        self.strategy, self.race, self.questions, self.scores = strategy, race, questions, scores
        self.least = least * race.turn.unit
        self.totals = totals_of(race)
        self.position = SeenPosition(scores, 0, None, race.rules.goal)
        self.answers = 0

    def policy(self) -> Policy:
        """All answers."""
        model = self.questions.full.model
        # What a strategy prints must not get into the result.
        with self._patience(), redirect_stdout(sys.stderr):
            return written_out(model, self.totals, self._ask, self._first_roll(model.phases[0]))

    def _first_roll(self, start: Phase) -> int:
        if len(start.rolls) == 1:
            return 0
        names = [self.questions.full.model.hand_name(roll.dice) for roll in start.rolls]
        return self._answer(tuple(LegalChoice("", 0, 0, "roll", name) for name in names))

    def _ask(self, place: int, total: int) -> tuple[int, bool]:
        """The option to take of an outcome, and whether to bank then."""
        choices, meaning = self.questions.choices(place, total, self.least)
        if len(choices) == 1:
            return meaning[0]
        roll = self.questions.full.rolls[place]
        # In Pig a player looks at the total after the roll.
        seen = total if self.race.rules.family == "farkle" else choices[0].total
        self.position = SeenPosition(self.scores, seen, roll, self.race.rules.goal)
        return meaning[self._answer(choices)]

    def _answer(self, choices: tuple[LegalChoice, ...]) -> int:
        """Which choice the strategy takes; it is asked twice, and must answer alike."""
        name, position, answers = self.strategy.name, self.position, []
        for _ in range(2):
            try:
                answers.append(self.strategy.chooser.choose(position, choices))
            except KeyboardInterrupt:
                raise
            except _TooSlow:
                told_late = f"no answer within {PATIENCE:g} seconds"
                raise InputError(f"strategy: {name}: {told_late} at {position}") from None
            except BaseException as error:  # also sys.exit: it is the strategy that ends, not the program
                raise InputError(f"strategy: {name}: it raised {told(error)} at {position}") from error
        self.answers += 1
        answer, again = answers
        if not isinstance(answer, LegalChoice) or answer not in choices:
            plain = isinstance(answer, LegalChoice | str | int | None)
            what = shown(answer) if plain else f"an answer of type {type(answer).__name__}"
            raise InputError(f"strategy: {name}: {what} is not one of the choices at {position}")
        if not isinstance(again, LegalChoice) or answer != again:
            raise InputError(f"strategy: {name}: it answers differently each time at {position}")
        return choices.index(answer)

    @contextmanager
    def _patience(self) -> Iterator[None]:
        """Interrupts an answer that takes too long, where the system can do that."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            yield
            return
        last = -1

        def look(*_: object) -> None:
            nonlocal last
            if self.answers == last:
                raise _TooSlow
            last = self.answers

        before = signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE / 2, PATIENCE)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _declared(chooser: object, name: str, attribute: str, allowed: Sequence[Any], words: str) -> Any:
    """What a strategy declares with an attribute: one of the values allowed, the first if it declares nothing."""
    try:
        value = getattr(chooser, attribute, allowed[0])
        found = [one for one in allowed if value == one]
    except Exception as error:  # anything can happen in somebody's class
        raise InputError(f"strategy: {shown(name)}: {attribute}: {told(error)}") from error
    if not found:
        raise InputError(f"strategy: {shown(name)}: {attribute}: {shown(value)}: it must be {words}")
    return found[0]


class _TooSlow(BaseException):
    """No answer in time."""


def told(error: BaseException) -> str:
    """An error of somebody's code in a few words, even if it cannot be printed."""
    try:
        text = str(error)
    except Exception:
        text = ""
    short = one_line(text if len(text) <= 150 else text[:147] + "...")
    return f"{type(error).__name__}: {short}" if text else type(error).__name__
