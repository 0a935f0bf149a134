"""Advice: every legal action in a position, ranked, with its value and its loss.

A position is a turn total with the dice left to roll, or with a roll just made. After a roll the actions are the sets
of dice to set aside, each followed by a bank or by another roll; before it, to bank or to roll (in Hog: how many dice).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from jeopardice.common.errors import InputError, shown
from jeopardice.common.numbers import Number
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.turn import Event, Place
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.dice import Hand
from jeopardice.turn.legal import may_keep
from jeopardice.turn.moves import dice_taken
from jeopardice.turn.reading import RollShown, read_hand, read_roll, roll_text

ONE_ROLL = "in family hog the only decision of a turn is the number of dice, before the roll"


@dataclass(frozen=True)
class Action:
    """Something a player may do."""

    keep: str
    """The dice to set aside; empty before a roll."""
    points: int
    """What they score."""
    then: Literal["bank", "roll", "end", "steal"]
    """"end": no dice are left and the total is too small to bank, so the turn is over. "steal": continue the previous
    player's turn."""
    dice: str
    """The dice rolled next; empty for a bank."""
    value: Number
    """The expected points of the turn, the chance to win, …: whatever was optimised."""
    bust: Number
    """The chance that the turn ends with a bust."""
    loss: Number = 0
    """What the action gives up against the best one."""
    verdict: Literal["best", "tied", "worse"] = "best"
    phase: int = 0
    """The phase of the turn that it leads to."""
    probability: float | None = None
    """Where best play mixes: how often it takes this action."""

    def __str__(self) -> str:
        then = f"{self.then} {self.dice}".strip()
        return f"keep {self.keep}, {then}" if self.keep else then


@dataclass(frozen=True, repr=False)
class Advice(Tabular):
    """What to do in a position."""

    value: Number
    """What the position is worth under best play."""
    actions: tuple[Action, ...]
    """Every legal action, the best first; none after a bust."""
    event: Event | None = None
    """What the roll shows, if it ends the turn."""

    def __repr__(self) -> str:
        best = self.actions[0] if self.actions else None
        return f"<Advice: {best or self.event}, {len(self.actions)} actions, value {float(self.value):.6g}>"

    def table(self) -> ResultTable:
        """Every action with its value, the best first."""
        columns: tuple[str, ...] = ("keep", "points", "then", "dice", "value", "bust", "loss", "verdict")
        if any(action.probability is not None for action in self.actions):
            columns = (*columns, "probability")
        return ResultTable(columns, [[getattr(action, name) for name in columns] for action in self.actions])


@dataclass(frozen=True)
class MixedAction(Action):
    """Something a player may do in simultaneous play, and how often best play does it."""

    probability: float = 0.0


@dataclass(frozen=True, repr=False)
class MixedAdvice(Advice):
    """What to do in simultaneous play.

    A value is the chance of winning minus the other player's, if the other plays best: the same for all actions of
    best play.
    """

    actions: tuple[MixedAction, ...]
    """Every legal action, the most probable first."""

    def table(self) -> ResultTable:
        """Every action with its probability and value, the most probable first."""
        columns = ("then", "dice", "probability", "value")
        return ResultTable(columns, [[getattr(action, name) for name in columns] for action in self.actions])

    @property
    def is_mixed(self) -> bool:
        """Whether best play has to mix."""
        return sum(action.probability > 1e-9 for action in self.actions) > 1


def advise_turn(
    solution: SolvedTurn, turn: int = 0, roll: str | None = None, dice_left: str | None = None, singles: int = 0
) -> Advice:
    """Advice in a solved turn: a turn total, and a roll just made or the dice left to roll (all, if neither)."""
    model = solution.model
    _check_total(solution, turn, singles)
    shown_dice = read_roll(model, roll) if roll is not None else None
    if model.rules.family == "hog":
        for name, given in (("turn", turn or None), ("roll", roll), ("dice left", dice_left)):
            if given is not None:
                raise InputError(f"{name}: {shown(given)}: {ONE_ROLL}")
    if shown_dice is not None:
        hand = dice_taken(shown_dice)
        if dice_left is not None and read_hand(model, dice_left) != hand:
            raise InputError(f"dice left: {shown(dice_left)}: the roll has {model.hand_name(hand)}")
    else:
        hand = read_hand(model, dice_left) if dice_left is not None else model.all_dice
    phase = _phase(solution, hand, turn, singles)
    if shown_dice is None:
        actions = list(_before_roll(solution, phase, turn))
        mixture = solution.mixture
        return _ranked(solution, actions, mixture.probabilities(phase, turn, None, actions) if mixture else None)
    return _after_roll(solution, phase, turn, shown_dice)


def advise_start(solution: SolvedTurn, dice: str, total: int, singles: int = 0) -> Advice:
    """Advice at the start of a turn that may also continue with the dice and the total of the previous turn."""
    model = solution.model
    if model.rules.turn.steal == "never" or model.rules.family == "hog":
        raise InputError(f"offer: {shown(dice)}: in this game turns cannot be stolen")
    _check_total(solution, total, singles)
    phase = _phase(solution, read_hand(model, dice), total, singles)
    worths = [(roll, *solution.roll_worth(phase, roll, total)) for roll in model.phases[phase].rolls]
    stolen = [
        Action("", total, "steal", model.hand_name(roll.dice), value, bust, phase=phase) for roll, value, bust in worths
    ]
    actions = [*_before_roll(solution, 0, 0), *stolen]
    return _ranked(solution, actions, solution.mixture.stealing(phase, total, actions) if solution.mixture else None)


def _check_total(solution: SolvedTurn, turn: int, singles: int) -> None:
    unit = solution.model.unit
    if not 0 <= turn <= 10**9:
        raise InputError(f"turn: {shown(turn)}: the turn total must be from 0 to 1000000000")
    if turn % unit:
        raise InputError(f"turn: {turn}: turn totals of this game are multiples of {unit}")
    most = len(solution.model.rules.turn.single_die_bonus)
    if not 0 <= singles <= most:
        raise InputError(f"singles: {shown(singles)}: single-die bonuses won in this turn must be from 0 to {most}")


def _phase(solution: SolvedTurn, hand: Hand, turn: int, singles: int) -> int:
    model = solution.model
    if turn == 0 and hand != model.all_dice:
        all_dice = model.hand_name(model.all_dice)
        raise InputError(f"turn: 0: a turn begins with all dice ({all_dice}), not with {model.hand_name(hand)}")
    if turn == 0:
        return 0
    phase = model.places.get(Place(hand, singles))
    if phase is None:
        raise InputError(f"dice left: {model.hand_name(hand)}: no turn of this game leaves these dice to roll")
    return phase


def _before_roll(solution: SolvedTurn, phase: int, total: int, keep: str = "", points: int = 0) -> Iterator[Action]:
    """The actions before a roll: bank, or one of the rolls; where neither is legal, the turn ends as with a bust."""
    model = solution.model
    bank = solution.bank_value(phase, total)
    if bank is not None:
        yield Action(keep, points, "bank", "", bank, solution.number(0), phase=phase)
    for roll in model.phases[phase].rolls:
        value, bust = solution.roll_worth(phase, roll, total)
        yield Action(keep, points, "roll", model.hand_name(roll.dice), value, bust, phase=phase)
    if bank is None and not model.phases[phase].rolls:
        ended = solution.end_value("bust", phase, total)
        yield Action(keep, points, "end", "", ended, solution.number(1), phase=phase)


def _after_roll(solution: SolvedTurn, phase: int, total: int, roll: RollShown) -> Advice:
    """Advice after a roll: set dice aside, then bank or roll."""
    model = solution.model
    event, sets = may_keep(model, phase, roll, wins_count=solution.wins_count)
    if event:
        return Advice(solution.sign * solution.end_value(event, phase, total), (), event)
    actions: list[Action] = []
    for kept in sets:
        actions += _before_roll(solution, kept.phase, total + kept.points, roll_text(model, kept.dice), kept.points)
    mixture, hand = solution.mixture, dice_taken(roll)
    return _ranked(solution, actions, mixture.probabilities(phase, total, hand, actions) if mixture else None)


def _ranked(solution: SolvedTurn, actions: list[Action], probabilities: list[float] | None) -> Advice:
    if probabilities is not None:
        pairs = zip(actions, probabilities, strict=True)
        actions = [replace(action, probability=probability) for action, probability in pairs]
    best = max(action.value for action in actions)
    tied = [action for action in actions if solution.tied(action.value, best)]
    worse = [action for action in actions if action not in tied]
    verdict: Literal["best", "tied"] = "best" if len(tied) == 1 else "tied"
    tied = [replace(action, loss=solution.number(0), verdict=verdict) for action in tied]
    worse = [replace(action, loss=best - action.value, verdict="worse") for action in worse]
    # Among equals: the least risk first, then the most points, as most players would choose.
    ranked = sorted(tied, key=lambda action: (action.bust, action.then, -action.points))
    ranked += sorted(worse, key=lambda action: action.loss)
    return Advice(solution.sign * best, tuple(replace(a, value=solution.sign * a.value) for a in ranked))
