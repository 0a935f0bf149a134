"""A game of two played literally, roll by roll, with everything that lasts between turns.

The dice and the rules are those of `naive`; what to do is asked of a player, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from oracles.roll import Dice, Step
from oracles.table import Offer, State, Table


class Player(Protocol):
    """What a player decides in a turn; positions are dice left, turn total and single-die bonuses."""

    def best_start(self) -> Offer:
        """To begin afresh, or to go on with what the turn before has left."""

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        """The dice to roll: all that are left but in Hog."""

    def best_step(self, total: int, singles: int, steps: list[Step]) -> Offer:
        """What to set aside: the position that follows."""

    def banks(self, left: Dice, total: int, singles: int) -> bool:
        """Whether to bank."""


def play(table: Table, player_at: Callable[[State], Player], rng: Random) -> float:
    """One game, by the letter of the rules: what the first player has of the win."""
    scores, busts, mover = [0, 0], [0, 0], 0
    to_beat, offer, reached = 0, None, None
    while True:
        other, starts = 1 - mover, mover == 0 or table.end_rule != "equal-turns"
        pairs = (scores[mover], scores[other], busts[mover], busts[other])
        state = State(*pairs, to_beat, offer, starts, last=reached is not None)
        how, dice, total, singles = play_turn(table, state, player_at(state), rng)
        if how == "win":
            return float(mover == 0)
        to_beat, offer = end_turn(table, mover, scores, busts, (how, dice, total, singles))
        if reached is not None:  # that was the last turn
            tie = 0.5 if table.tie == "split" else float(reached == 0)
            return tie if scores[0] == scores[1] else float(scores[0] > scores[1])
        if scores[mover] >= table.goal:
            if table.end_rule == "sudden" or (table.end_rule == "equal-turns" and mover == 1):
                return float(mover == 0)
            reached = mover
        mover = other


def play_turn(table: Table, state: State, player: Player, rng: Random) -> tuple[str, Dice, int, int]:
    """How a turn ends, the dice left or of the roll that bust, the turn total (before that roll) and the bonuses."""
    game = table.game
    left, total, singles = player.best_start()
    first = total == 0
    while True:
        dice = player.best_dice(left, total, singles)
        faces = tuple(rng.choices(range(1, game.sides + 1), game.chances[die % game.count])[0] for die in dice)
        shown = game.event(faces)
        if shown in ("win", "lose_banked"):
            return shown, dice, total, singles
        legal = [] if shown == "bust" else game.legal_sets(faces, len(dice) == game.count, first)
        if not legal:
            return "bust", dice, total, singles
        single = game.single_scored(faces)
        steps = [(points, game.left_after(dice, aside), single) for aside, points in legal]
        left, total, singles = player.best_step(total, singles, steps)
        first = False
        may_bank = table.may_bank(state.mine, state.to_beat, total)
        if may_bank and (not left or player.banks(left, total, singles)):
            return "bank", left, total, singles
        if not left:
            return "bust", left, total, singles


def end_turn(
    table: Table, mover: int, scores: list[int], busts: list[int], end: tuple[str, Dice, int, int]
) -> tuple[int, Offer | None]:
    """Change the mover's score and busts in a row after a turn; what it leaves to beat and to steal.

    `end`: how the turn has ended (not with a win), the dice left, its total and its single-die bonuses.
    """
    how, dice, total, singles = end
    to_beat, offer = 0, None
    if how == "bank":
        scores[mover] += total
        busts[mover] = 0
        to_beat = total if table.beat_previous else 0
        if table.steal == "after-bank" and dice:
            offer = (dice, total, singles)
    else:
        if how == "bust" and table.game.keep_on_bust:
            scores[mover] += total
        if how == "lose_banked":
            scores[mover] = 0
        if table.streak:
            busts[mover] += 1
            if busts[mover] == table.streak:
                scores[mover] = min(scores[mover], max(scores[mover] - table.penalty, table.floor))
                busts[mover] = 0
        if table.steal == "after-bust" and dice and total > 0:
            offer = (dice, total, singles)
    return to_beat, offer
