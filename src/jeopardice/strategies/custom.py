"""Strategies of your own: anything with a method `choose(position, choices)` that returns one of the choices.

    class Careful:
        def choose(self, position, choices):
            most = max(choice.total for choice in choices)
            then = "bank" if most >= 300 else "roll"
            best = [choice for choice in choices if choice.total == most]
            return next((choice for choice in best if choice.then == then), best[0])

`choose` is called after a roll, to say what to keep and whether to bank then (in Hog before it: how many dice to roll),
and must always give the same answer. The attribute `looks_at` says what the strategy depends on besides the turn:
"turn" (nothing, the default), "mover" (the mover's banked score) or "scores" (both); `position.scores` has just that.
With `every_roll = True` it is called for each distinct roll; otherwise interchangeable faces (in Farkle
those that never score) are shown as the lowest of them, and in Pig no dice are shown.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, Protocol, get_args

from jeopardice.common.errors import InputError, one_line, shown
from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Situation
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
    """What a strategy of your own sees before a decision."""

    scores: tuple[int, ...]
    """The banked scores that the strategy looks at: none, the mover's, or the mover's and the other's."""
    turn: int
    """The turn total: before the roll, or, where no dice are set aside (Pig), after it."""
    roll: str | None
    """The dice just rolled, or None: in Hog, and in Pig without `every_roll`."""
    goal: int

    def __str__(self) -> str:
        rolled = f", roll {self.roll}" if self.roll else ""
        return f"turn total {self.turn}{rolled}" + (f", scores {self.scores}" if self.scores else "")


@dataclass(frozen=True, slots=True)
class LegalChoice:
    """Something that the player may do."""

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
    """A strategy of your own."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        """Return one of the choices."""


@dataclass(frozen=True)
class FullTurn:
    """A turn in which every roll is a separate outcome, with all that may be kept of it, good or bad."""

    model: TurnModel
    rolls: tuple[str | None, ...]
    """For each outcome in the core the dice rolled."""
    keeps: tuple[tuple[str, ...], ...]
    """For each outcome the dice of each option."""


def full_turn(model: TurnModel, *, every_roll: bool = False) -> FullTurn:
    """The turn with rolls of the same options kept apart; with `every_roll` also equivalent faces, and rolls of Pig."""
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
    """A strategy that calls a user's `choose`."""

    chooser: Any
    name: str
    looks_at: LooksAt = "turn"
    every_roll: bool = False
    _questions: dict[int, _Questions] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, chooser: object, name: str = "") -> CustomStrategy:
        """Make the strategy of an object with a method `choose`."""
        name = name or str(getattr(chooser, "name", type(chooser).__name__))
        if not callable(getattr(chooser, "choose", None)):
            raise InputError(f"strategy: {shown(name)}: it has no method choose(position, choices)")
        looks_at = _declared(chooser, name, "looks_at", get_args(LooksAt), '"turn", "mover" or "scores"')
        every_roll = _declared(chooser, name, "every_roll", (False, True), "True or False")
        return cls(chooser, name, looks_at, every_roll)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The scores that the strategy looks at, and whether a first bank is still to be made."""
        seen = {"turn": (), "mover": (own,), "scores": (own, other)}[self.looks_at]
        return seen, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """Ask for every position that the strategy's own play can reach."""
        scores, first = situation
        questions = self._questions.get(id(race.turn)) or _Questions(race.turn, self.every_roll)
        self._questions[id(race.turn)] = questions
        start = SeenPosition(scores, 0, None, race.rules.goal)
        return _Asking(self, race, questions, start, race.least_bank(first=first) * race.turn.unit).policy()


class _Questions:
    """The questions of a turn; the same for all situations."""

    def __init__(self, model: TurnModel, every_roll: bool) -> None:
        self.asked_of = model  # kept alive, because its id is a key
        self.full = full_turn(model, every_roll=every_roll)
        self.outcomes = outcomes_in_core(self.full.model)
        self.choices = cache(self._choices)

    def _choices(self, place: int, total: int, least: int) -> tuple[tuple[LegalChoice, ...], list[tuple[int, bool]]]:
        """The choices after a roll, and what each means: an option, and whether it is banked."""
        model = self.full.model
        choices: list[LegalChoice] = []
        meaning: list[tuple[int, bool]] = []
        for i, (option, keep) in enumerate(zip(self.outcomes[place].options, self.full.keeps[place], strict=True)):
            after, rolls = total + option.points, model.phases[option.phase].rolls
            if after >= least:
                choices.append(LegalChoice(keep, option.points, after, "bank", ""))
                meaning.append((i, True))
            if rolls or after < least:
                dice = model.hand_name(rolls[0].dice) if rolls else ""
                choices.append(LegalChoice(keep, option.points, after, "roll" if rolls else "end", dice))
                meaning.append((i, False))
        return tuple(choices), meaning


@dataclass
class _Asking:
    """Asks the strategy in one situation, turn total by turn total, wherever its own play leads."""

    strategy: CustomStrategy
    race: RaceModel
    questions: _Questions
    position: SeenPosition
    least: int
    """The least total that may be banked."""
    answers: int = 0

    def policy(self) -> Policy:
        """Collect all answers."""
        model = self.questions.full.model
        starts = tuple(LegalChoice("", 0, 0, "roll", model.hand_name(roll.dice)) for roll in model.phases[0].rolls)
        # What a strategy prints must not mix with the results.
        with self._time_limit(), redirect_stdout(sys.stderr):
            first = self._answer(starts) if len(starts) > 1 else 0
            return written_out(model, totals_of(self.race), self._ask, first)

    def _ask(self, place: int, total: int) -> tuple[int, bool]:
        """The option to take of an outcome, and whether to bank then."""
        choices, meaning = self.questions.choices(place, total, self.least)
        if len(choices) == 1:
            return meaning[0]
        # In Pig a player looks at the total after the roll.
        seen = total if self.race.rules.family == "farkle" else choices[0].total
        self.position = replace(self.position, turn=seen, roll=self.questions.full.rolls[place])
        return meaning[self._answer(choices)]

    def _answer(self, choices: tuple[LegalChoice, ...]) -> int:
        """The number of the choice that the strategy takes; it is asked twice, and must give the same answer."""
        name, position, answers = self.strategy.name, self.position, []
        for _ in range(2):
            try:
                answers.append(self.strategy.chooser.choose(position, choices))
            except KeyboardInterrupt:
                raise
            except _TooSlow:
                raise InputError(f"strategy: {name}: no answer within {PATIENCE:g} seconds at {position}") from None
            except BaseException as error:  # also sys.exit: the strategy ends, not the program
                raise InputError(f"strategy: {name}: it raised {error_text(error)} at {position}") from error
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
    def _time_limit(self) -> Iterator[None]:
        """Interrupt an answer that takes too long, where the system can do that."""
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
    """An attribute that a strategy declares: one of the values allowed, the first by default."""
    try:
        value = getattr(chooser, attribute, allowed[0])
        found = [one for one in allowed if value == one]
    except Exception as error:  # anything can happen in a user's class
        raise InputError(f"strategy: {shown(name)}: {attribute}: {error_text(error)}") from error
    if not found:
        raise InputError(f"strategy: {shown(name)}: {attribute}: {shown(value)}: it must be {words}")
    return found[0]


class _TooSlow(BaseException):
    """No answer in time."""


def error_text(error: BaseException) -> str:
    """An error in a user's code in a few words, even if it cannot be printed."""
    try:
        text = str(error)
    except Exception:
        text = ""
    short = one_line(text if len(text) <= 150 else text[:147] + "...")
    return f"{type(error).__name__}: {short}" if text else type(error).__name__
