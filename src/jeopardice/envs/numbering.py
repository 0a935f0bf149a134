"""The moves of a game, and what its players see, as numbers.

Every move that may ever be legal has a number, and a mask says which are legal now. An observation is a list of whole
numbers in a fixed order: first the scores, the player's own before the others' in playing order; then the turn total,
the dice, and the carryover of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.play.game import Game
from jeopardice.play.moves import move_text
from jeopardice.play.table import TurnChoices, turn_choices
from jeopardice.rulebook import Rules
from jeopardice.turn.dice import number_of_rolls, rolls_of
from jeopardice.turn.model import kind_name

MOST_ROLLS = 20_000
"""The most different rolls of a game whose moves are numbered."""
MOST = 2**31 - 1
"""No number of an observation is larger."""
Mask = NDArray[np.int8]
Observation = NDArray[np.int32]


class Actions:
    """The moves of a game by number, as texts: "roll", "bank", "15 roll", "roll 7", …"""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every move, in the order of their numbers: those without dice first."""
        turn = turn_choices(self.rules)
        found = {*_plain(self.rules, turn), *(_keeping(self.rules, turn) if self.rules.family == "farkle" else ())}
        return tuple(sorted(found, key=_order))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each move."""
        return {text: number for number, text in enumerate(self.texts)}

    def mask(self, game: Game) -> Mask:
        """1 for each move that is legal now, 0 for the others."""
        mask = np.zeros(len(self.texts), np.int8)
        mask[[self.numbers[move.text] for move in game.legal]] = 1
        return mask


def _plain(rules: Rules, turn: TurnChoices) -> Iterator[str]:
    """Moves that set no dice aside."""
    hog = rules.family == "hog"
    for roll in turn.model.phases[0].rolls:
        yield move_text("", "roll", turn.model.hand_name(roll.dice), hog=hog)
    if rules.family == "pig":
        yield "bank"
    if rules.turn.steal != "never" and not hog:
        yield "steal"


def _keeping(rules: Rules, turn: TurnChoices) -> Iterator[str]:
    """Moves that set dice aside."""
    model = turn.model
    if (number := number_of_rolls(turn.kinds, model.all_dice)) > MOST_ROLLS:
        allowed = f"an environment is for games with at most {MOST_ROLLS:,}"
        raise JeopardiceError(f"{rules.where}: dice: {number:,} different rolls: {allowed}")
    by_hand = rolls_of(turn.kinds, model.all_dice)
    for q in model.rolling_phases:
        for roll in by_hand[model.phases[q].place.dice]:
            for keep, kept in turn.choices(q, roll).sets.items():
                yield f"{keep} bank"
                yield f"{keep} roll" if model.phases[kept.phase].rolls else f"{keep} end"


def _order(text: str) -> tuple[bool, int, str]:
    return not text[0].islower(), len(text), text


class Observer:
    """The numbers that the players of a game see, and their names."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules, self.seats, self.model = rules, seats, turn_choices(rules).model

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each number is."""
        return tuple(name for name, _ in self._numbers(None, 0))

    def see(self, game: Game, seat: int) -> Observation:
        """The numbers as a seat sees them."""
        return np.array([number for _, number in self._numbers(game, seat)], np.int32)

    def _numbers(self, game: Game | None, seat: int) -> Iterator[tuple[str, int]]:
        """Names with numbers; without a game, zeros."""
        rules, seats = self.rules, self.seats
        order = [(seat + k) % seats for k in range(seats)]
        who = ["own", *(f"other_{k}" for k in range(1, seats))]
        for name, other in zip(who, order, strict=True):
            yield f"{name}_score", game.scores[other] if game else 0
        if seats > 1:
            yield "turns_until_own", (seat - game.mover) % seats if game else 0
        # In simultaneous play neither player sees the other's turn.
        turn = game.turn if game and (game.mover == seat or not rules.simultaneous) else None
        yield "turn_total", turn.total if turn else 0
        hand = self.model.phases[turn.phase].place.dice if turn else (0,) * len(self.model.kinds)
        for kind, number in enumerate(hand):
            yield f"dice_left{self._kind(kind)}", number
        if rules.turn.single_die_bonus:
            yield "singles", self.model.phases[turn.phase].place.singles if turn else 0
        if rules.family == "farkle":
            yield from self._rolled(game, shown=bool(turn and turn.roll))
        if rules.bust.streak and rules.bust.penalty:
            for name, other in zip(who, order, strict=True):
                yield f"{name}_busts", game.busts[other] if game else 0
        if rules.turn.beat_previous and seats > 1:
            yield "to_beat", game.to_beat if game else 0
        if rules.turn.steal != "never" and seats > 1 and rules.family != "hog":
            offer = game.offer if game else None
            yield "offer_total", offer.total if offer else 0
            left = self.model.phases[offer.phase].place.dice if offer else (0,) * len(self.model.kinds)
            for kind, number in enumerate(left):
                yield f"offer_dice{self._kind(kind)}", number
        if rules.end.rule != "sudden" and seats > 1:
            yield "last_turns", game.turns_left if game else 0
        if rules.end.rule == "equal-turns" and seats > 1 and not rules.simultaneous:
            yield "place_in_round", game.table.moved_before(seat) if game else 0

    def _rolled(self, game: Game | None, *, shown: bool) -> Iterator[tuple[str, int]]:
        """Family farkle: the dice on the table that can be set aside."""
        faces = self.rules.dice.shown
        counts = [(0,) * len(self.model.kinds)] * faces
        if shown and game and game.turn.roll is not None:
            counts = list(game.table.shown(game.turn.roll))
        for face, by_kind in enumerate(counts, 1):
            name = "wild" if face > self.rules.dice.sides else str(face)
            for kind, number in enumerate(by_kind):
                yield f"rolled_{name}{self._kind(kind)}", number

    def _kind(self, kind: int) -> str:
        return "" if len(self.model.kinds) == 1 else f"_{kind_name(kind)}"
