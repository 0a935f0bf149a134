"""Players with hidden information against each other, exactly, and what each number of dice is worth in a position.

For the first rounds a strategy may depend on the *history* of the dice that both have thrown; after that it looks at
nothing. Given the history the points of the two players are independent, so that for each history it is enough to know
where each of them stands. When neither looks at the history any more their endings meet (`solvers.hidden.replies`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import mixed_action
from jeopardice.solvers.hidden.replies import Ending, ending
from jeopardice.solvers.hidden.throws import Array, Throws, throws_of
from jeopardice.turn.advice import MixedAdvice

MOST_ROUNDS = 100_000
UNDECIDED = 1e-15
"""A game whose chance of not being over is below this counts as shared."""
History = Sequence[tuple[int, int]]
"""The rounds so far, each as (own dice, other's dice)."""


def points_to_go(rules: Rules, position: Position) -> int:
    """The points that the mover still needs; positions that show more than the game does are refused."""
    if len(position.scores) != 1:
        raise InputError(f"scores: {shown(position.scores)}: this game needs only the mover's banked score")
    if position.turn:
        raise InputError("hog: the only decision of a turn is the number of dice to roll, before the roll")
    (score,) = position.scores
    if not 0 <= score < rules.goal:
        raise InputError(f"scores: {shown(score)}: a banked score must be from 0 to {rules.goal - 1}")
    return rules.goal - score


def advise_hidden(
    rules: Rules,
    players: Pair,
    played: dict[int, float],
    to_go: int,
    rounds: int,
    history: History = (),
) -> MixedAdvice:
    """How often best play rolls each number of dice, and the value of each.

    `played` has the chance of each number of dice, after `rounds` rounds or a history of them.
    """
    throws = throws_of(rules)
    own, other = players
    numbers, others = _stands(throws, other, rounds, history)
    here = np.eye(throws.points)[to_go - 1]
    mass = float(others.sum())

    def worth(place: int) -> float:
        return (
            2 * chance_to_win(throws, (own.with_dice(rounds, place), other), rounds, numbers, (here, others)) / mass - 1
        )

    actions = [mixed_action("roll", str(dice), played.get(dice, 0.0), worth(i)) for i, dice in enumerate(throws.dice)]
    value = sum(action.probability * action.value for action in actions)
    return MixedAdvice(value, tuple(sorted(actions, key=lambda action: (-action.probability, -action.value))))


class HiddenPlayer(ABC):
    """A complete strategy of a game with hidden information."""

    looks_for: int
    """The rounds in which it looks at the history."""

    @abstractmethod
    def chances(self, t: int, history: int) -> Array:
        """The chance of each number of dice: [points to go - 1, dice]."""

    @abstractmethod
    def with_dice(self, t: int, place: int) -> HiddenPlayer:
        """The same, but in round t (from 0) it always rolls one number of dice."""

    @abstractmethod
    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """When it finishes from round t on, from weights of points to go."""


@dataclass(frozen=True)
class LooksAtNothing(HiddenPlayer):
    """A player who goes by the round and their own points: strategy[round, points to go - 1, dice]."""

    strategy: Array
    looks_for = 0

    def chances(self, t: int, history: int) -> Array:
        """The same, whatever the history."""
        result: Array = self.strategy[min(t, len(self.strategy) - 1)]
        return result

    def with_dice(self, t: int, place: int) -> LooksAtNothing:
        """The same with another row."""
        return LooksAtNothing(_with_dice(lengthened(self.strategy, t + 2), t, place))

    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """The ending from all points together."""
        return ending(throws, stands, lengthened(self.strategy, t + rounds)[t : t + rounds])


Pair = tuple[HiddenPlayer, HiddenPlayer]


def lengthened(strategy: Array, rounds: int) -> Array:
    """A strategy for at least this number of rounds, the last one repeated."""
    return np.concatenate([strategy, np.repeat(strategy[-1:], max(0, rounds - len(strategy)), axis=0)])


def _with_dice(strategy: Array, t: int, place: int) -> Array:
    changed = strategy.copy()
    changed[t] = np.eye(strategy.shape[2])[place]
    return changed


def _stands(throws: Throws, other: HiddenPlayer, rounds: int, history: History) -> tuple[tuple[int, int], Array]:
    """The numbers of a history for both players, and where the other stands after it or after a number of rounds.

    A number of dice that the other would never have thrown says nothing about their points.
    """
    size, stands = len(throws.dice), np.eye(throws.points)[-1]
    numbers = (0, 0)
    for t in range(rounds):
        shares = stands[:, None] * other.chances(t, numbers[1])
        if history:
            own, theirs = (throws.dice.index(dice) for dice in history[t])
            column = shares[:, theirs]
            shares = np.zeros_like(shares)
            shares[:, theirs] = column if column.sum() > 0 else stands
            numbers = numbers[0] * size**2 + own * size + theirs, numbers[1] * size**2 + theirs * size + own
        stands = throws.moved(shares)[throws.most :]
        if not stands.sum() > 0:
            raise InputError(f"round: {rounds + 1}: by then the other player has finished")
        stands = stands / stands.sum()
    return numbers, stands


def chance_to_win(
    throws: Throws,
    players: Pair,
    t: int,
    numbers: tuple[int, int],
    stands: tuple[Array, Array],
) -> float:
    """The first player's chance to win from round t on, with weights of both players' points to go."""
    if t >= max(player.looks_for for player in players):
        return _endings_meet(throws, players, t, stands)
    size = len(throws.dice)
    arrived = [
        np.einsum("sd,sdk->dk", weights[:, None] * player.chances(t, number), throws.outcomes)
        for player, number, weights in zip(players, numbers, stands, strict=True)
    ]
    own, other = (by_dice.sum(axis=0) for by_dice in arrived)
    further = np.concatenate([np.cumsum(other[::-1])[::-1][1:], [0.0]])  # more points to go, or a smaller overshoot
    ended = throws.most
    won = float(own[:ended] @ (further[:ended] + other[:ended] / 2))
    for d, mine in enumerate(arrived[0][:, ended:]):
        for e, theirs in enumerate(arrived[1][:, ended:]):
            if mine.any() and theirs.any():
                after = numbers[0] * size**2 + d * size + e, numbers[1] * size**2 + e * size + d
                won += chance_to_win(throws, players, t + 1, after, (mine, theirs))
    return won


def _endings_meet(throws: Throws, players: Pair, t: int, stands: tuple[Array, Array]) -> float:
    rounds = 64
    while rounds <= MOST_ROUNDS:
        one, other = (p.ending(throws, t, weights, rounds) for p, weights in zip(players, stands, strict=True))
        if one.unfinished * other.unfinished <= UNDECIDED * float(stands[0].sum() * stands[1].sum()):
            return one.beats(other)
        rounds *= 4
    raise JeopardiceError(f"strategy: after {MOST_ROUNDS:,} rounds the game may not have ended")
