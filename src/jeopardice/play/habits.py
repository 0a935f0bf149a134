"""Habits: what kind of mistake a decision was, and which kinds a player repeats.

A move is a choice of dice and of what follows. Let v be the value of the best move, w that of the move played, and u
that of the best move which banks or rolls on as the move played does. Its cost is the sum of two parts,

    v - w  =  (v - u)  +  (u - w),

of which the first is the cost of banking or not, the second that of the dice kept. The larger part names the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any, Literal

from jeopardice.play.game import Game
from jeopardice.play.moves import Move
from jeopardice.turn.moves import dice_taken
from jeopardice.turn.reading import read_roll

Kind = Literal[
    "banked-too-early",
    "banked-too-late",
    "kept-too-many",
    "kept-too-few",
    "kept-other",
    "rolled-too-many",
    "rolled-too-few",
    "rolled-other",
    "stole",
    "did-not-steal",
]
Situation = Literal["behind", "level", "ahead", "near-goal", "last-turn"]
KINDS: dict[Kind, str] = {
    "banked-too-early": "banked too early",
    "banked-too-late": "banked too late",
    "kept-too-many": "kept too many dice",
    "kept-too-few": "kept too few dice",
    "kept-other": "kept the wrong dice",
    "rolled-too-many": "rolled too many dice",
    "rolled-too-few": "rolled too few dice",
    "rolled-other": "rolled the wrong dice",
    "stole": "stole a turn instead of rolling all dice",
    "did-not-steal": "did not steal a turn",
}
"""What the player did."""
SITUATIONS: dict[Situation, str] = {
    "behind": "when behind",
    "level": "at equal scores",
    "ahead": "when ahead",
    "near-goal": "near the goal",
    "last-turn": "in the last turn",
}
"""When."""
NEAR = 0.8
"""The part of the goal from which on a score is near it."""
FEWEST, LEAST = 2, 0.01
"""Decisions that make a pattern, and what they cost together."""
MOST_OF = 0.75
"""The part of a pattern's cost in one situation that makes it a pattern of this situation."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Habit:
    """The kind of a mistake, and where it was made."""

    kind: Kind
    dice_left: int | None
    """Family farkle: the dice left to roll after the dice kept; for a steal the dice that were offered."""
    situation: Situation | None


Mistakes = list[tuple[Habit, float]]
"""Mistakes, each with its cost."""


@dataclass(frozen=True, slots=True)
class RepeatedMistake:
    """A kind of mistake that a player repeats."""

    habit: Habit
    """None for the dice left, or for the situation, where they differ."""
    count: int
    cost: float
    """The win probability that these decisions cost together."""
    name: str
    """The player."""
    also: bool = False
    """Whether a more particular pattern of the same kind comes with it."""

    @property
    def sentence(self) -> str:
        """The pattern in words: "You banked too late with two dice left when behind: 4 decisions, 6.1 %."."""
        also = "also " if self.also else ""
        return f"{self.name} {also}{habit_words(self.habit)}: {self.count} decisions, {100 * self.cost:.1f} %."

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {**asdict(self.habit), "count": self.count, "cost": self.cost, "sentence": self.sentence}


def habit_words(habit: Habit) -> str:
    """A habit in the past tense: "banked too late with two dice left when behind"."""
    words = KINDS[habit.kind]
    if habit.dice_left is not None:
        number = NUMBERS[habit.dice_left] if habit.dice_left < len(NUMBERS) else str(habit.dice_left)
        dice = f"{number} {'die' if habit.dice_left == 1 else 'dice'}"
        words += f" and left {number}" if habit.kind.startswith("kept") else f" with {dice} left"
    return words if habit.situation is None else f"{words} {SITUATIONS[habit.situation]}"


def kind_of(game: Game, worth: Callable[[Move], float], did: Move) -> Kind:
    """The kind of mistake that a move was; `worth` is the value of each legal move."""
    best = max(game.legal, key=worth)
    if game.table.rules.family == "hog":
        more = _dice_of(did.dice) - _dice_of(best.dice)
        return "rolled-too-many" if more > 0 else "rolled-too-few" if more < 0 else "rolled-other"
    if did.then != best.then and "steal" in (did.then, best.then):
        return "stole" if did.then == "steal" else "did-not-steal"
    banks = did.then == "bank"
    alike = max((move for move in game.legal if (move.then == "bank") == banks), key=worth)
    # Who ends the turn without a bank has kept too many dice.
    if did.then != "end" and worth(best) - worth(alike) >= worth(alike) - worth(did):
        return "banked-too-early" if banks else "banked-too-late"
    more = _kept(game, did) - _kept(game, best if did.then == "end" else alike)
    return "kept-too-many" if more > 0 else "kept-too-few" if more < 0 else "kept-other"


def dice_left(game: Game, did: Move) -> int | None:
    """Family farkle: the dice left to roll after a move's dice are kept; at the start the dice offered to steal."""
    if game.table.rules.family != "farkle":
        return None
    phase = game.offer.phase if game.offer and game.at_start else did.phase
    return sum(game.table.model.phases[phase].place.dice)


def situation(game: Game) -> Situation:
    """The situation of the seat to move: the last turn, a score near the goal, or who is ahead."""
    own, rival = game.scores[game.mover], max(score for seat, score in enumerate(game.scores) if seat != game.mover)
    if game.last_turn:
        return "last-turn"
    if max(own + game.turn.total, rival) >= NEAR * game.table.rules.goal:
        return "near-goal"
    return "ahead" if own > rival else "behind" if own < rival else "level"


def patterns(name: str, mistakes: Iterable[tuple[Habit, float]]) -> tuple[RepeatedMistake, ...]:
    """The patterns in a player's mistakes and their costs, the most expensive first; no mistake is in two of them."""
    rest, found = list(mistakes), list[RepeatedMistake]()
    # More specific habits come first: with the dice left and the situation, with one of them, with neither.
    for by_dice, by_situation in product((True, False), repeat=2):
        wider = _grouped(rest, by_dice, False)
        for habit, group in _grouped(rest, by_dice, by_situation).items():
            cost = _cost(group)
            part = cost / _cost(wider[replace(habit, situation=None)])
            if len(group) >= FEWEST and cost >= LEAST and part >= (MOST_OF if by_situation else 0):
                also = any(_covers(habit, one.habit) for one in found)
                found.append(RepeatedMistake(habit, len(group), cost, name, also))
                rest = [one for one in rest if one not in group]
    return tuple(sorted(found, key=lambda one: -one.cost))


def _grouped(mistakes: Mistakes, by_dice: bool, by_situation: bool) -> dict[Habit, Mistakes]:
    found: dict[Habit, Mistakes] = {}
    for habit, cost in mistakes:
        left, when = habit.dice_left if by_dice else None, habit.situation if by_situation else None
        found.setdefault(Habit(habit.kind, left, when), []).append((habit, cost))
    return found


def _covers(wide: Habit, narrow: Habit) -> bool:
    """Whether a habit is a more general form of another."""
    dice = wide.dice_left in (None, narrow.dice_left)
    return wide.kind == narrow.kind and dice and wide.situation in (None, narrow.situation)


def _cost(mistakes: Mistakes) -> float:
    return sum(cost for _, cost in mistakes)


def _dice_of(hand: str) -> int:
    """How many dice a hand has: "3", or "AAB"."""
    return int(hand) if hand.isdecimal() else len(hand)


def _kept(game: Game, move: Move) -> int:
    """How many dice a move keeps."""
    return sum(dice_taken(read_roll(game.table.model, move.keep))) if move.keep else 0
