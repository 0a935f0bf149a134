"""What a player sees of a game, as whole numbers in a fixed order.

Scores come first, the player's own before the others' in playing order; then the turn total, the dice, and the
carryover of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.play.game import Game
from jeopardice.play.table import box_of
from jeopardice.rulebook import Rules
from jeopardice.turn.model import kind_name

MOST = 2**31 - 1
"""No number of an observation is larger."""

Observation = NDArray[np.int32]


class Observer:
    """The numbers that the players of a game see, and their names."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules, self.seats, self.model = rules, seats, box_of(rules).model

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
        # In simultaneous play nobody sees the other's turn.
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
