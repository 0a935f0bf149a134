"""The moves of a game by number: every move that may ever be legal has one, and a mask says which are legal now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.play.game import Game
from jeopardice.play.moves import move_text
from jeopardice.play.table import Box, box_of
from jeopardice.rulebook import Rules
from jeopardice.turn.dice import number_of_rolls, rolls_of

MOST_ROLLS = 20_000
"""The most different rolls of a game whose moves are numbered."""

Mask = NDArray[np.int8]


class Actions:
    """The moves of a game by number, as texts: "roll", "bank", "15 roll", "roll 7", …"""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every move, in the order of their numbers: those without dice first."""
        box = box_of(self.rules)
        found = {*_plain(self.rules, box), *(_keeping(self.rules, box) if self.rules.family == "farkle" else ())}
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


def _plain(rules: Rules, box: Box) -> Iterator[str]:
    """Moves that set no dice aside."""
    hog = rules.family == "hog"
    for roll in box.model.phases[0].rolls:
        yield move_text("", "roll", box.model.hand_name(roll.dice), hog=hog)
    if rules.family == "pig":
        yield "bank"
    if rules.turn.steal != "never" and not hog:
        yield "steal"


def _keeping(rules: Rules, box: Box) -> Iterator[str]:
    """Moves that set dice aside."""
    model = box.model
    if (number := number_of_rolls(box.kinds, model.all_dice)) > MOST_ROLLS:
        allowed = f"an environment is for games with at most {MOST_ROLLS:,}"
        raise JeopardiceError(f"{rules.where}: dice: {number:,} different rolls: {allowed}")
    by_hand = rolls_of(box.kinds, model.all_dice)
    for q in model.rolling_phases:
        for roll in by_hand[model.phases[q].place.dice]:
            for keep, kept in box.choices(q, roll).sets.items():
                yield f"{keep} bank"
                yield f"{keep} roll" if model.phases[kept.phase].rolls else f"{keep} end"


def _order(text: str) -> tuple[bool, int, str]:
    return not text[0].islower(), len(text), text
