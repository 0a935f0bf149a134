"""A game of any number of players played literally, roll by roll, with everything that lasts between turns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from oracles.fixed import Play
from oracles.multiplayer import State
from oracles.played import Strategy
from oracles.roll import Dice
from oracles.table import Offer, Table
from support.play_carryover import end_turn


def play_contest(table: Table, strategies: Sequence[Strategy], rng: Random) -> tuple[list[float], int]:
    """One game by the letter of the rules: what each player has of the win, and how many turns it took."""
    n = len(strategies)
    scores, busts = [0] * n, [0] * n
    to_beat, offer = 0, None
    first: int | None = None  # the first to reach the goal
    reached: list[int] = []  # those who have reached it, in the order in which they did
    turns = 0
    while True:
        mover = turns % n
        turns += 1
        others = [(mover + i) % n for i in range(n)]
        # Best play knows states only without what does not matter: of those who have moved last, the highest.
        done = [] if first is None else [(first + i) % n for i in range((mover - first) % n)]
        high = max([scores[i] for i in done], default=0)
        state = State(
            tuple([scores[i] if i not in done or scores[i] == high else 0 for i in others]),
            tuple([0 if i in done else busts[i] for i in others]),
            to_beat,
            offer,
            mover if table.end_rule == "equal-turns" else 0,
            0 if first is None else (first - mover) % n,
        )
        how, dice, total, singles = play_turn(table, scores[mover], to_beat, strategies[mover](state), rng)
        if how == "win":
            return [float(i == mover) for i in range(n)], turns
        to_beat, offer = end_turn(table, mover, scores, busts, (how, dice, total, singles))
        if scores[mover] >= table.goal:
            reached.append(mover)
            first = mover if first is None else first
        if first is not None and _is_over(table.end_rule, n, first, mover):
            best = [i for i in reached if scores[i] == max(scores)]
            winners = best if table.tie == "split" else best[:1]
            return [(i in winners) / len(winners) for i in range(n)], turns


def _is_over(rule: str, players: int, first: int, mover: int) -> bool:
    if rule == "sudden":
        return True
    return mover == players - 1 if rule == "equal-turns" else mover == (first - 1) % players


def play_turn(table: Table, score: int, to_beat: int, play: Play, rng: Random) -> tuple[str, Dice, int, int]:
    """How a turn ends, the dice left or of the roll that bust, the turn total (before that roll) and the bonuses."""
    game = table.game
    place = play.begin()
    while True:
        dice = play.dice(place)
        faces = tuple([rng.choices(range(1, game.sides + 1), game.chances[die % game.count])[0] for die in dice])
        faces = game.shown(dice, faces)
        shown = game.event(faces)
        if shown in ("win", "lose_banked"):
            return shown, dice, place.total, place.singles
        legal = [] if shown == "bust" else game.legal_sets(faces, len(dice) == game.count, place.total == 0)
        if not legal:
            return "bust", dice, place.total, place.singles
        single = game.single_scored(faces)
        positions: list[Offer] = [
            (game.left_after(dice, aside), *game.add(place.total, place.singles, points, single))
            for aside, points in legal
        ]
        place, ends = play.settle(place, list(dict.fromkeys(positions)))
        if ends:
            bank = table.may_bank(score, to_beat, place.total)
            assert bank or not place.left
            return ("bank" if bank else "bust"), place.left, place.total, place.singles
