"""Players with hidden information against each other, exactly, and what each number of dice is worth in a position.

For the first rounds a strategy may depend on the *history* of the dice that both have thrown; after that it looks at
nothing. Given the history the points of the two players are independent, so that for each history it is enough to know
where each of them stands. When neither looks at the history any more their endings meet (`solvers.hidden.replies`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.race.positions import Position
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import mixed_action
from jeopardice.solvers.hidden.replies import Ending, ending
from jeopardice.solvers.hidden.throws import Array, Throws, throws_of
from jeopardice.turn.advice import ONE_ROLL, MixedAdvice

MOST_ROUNDS = 100_000
UNDECIDED = 1e-15
"""A game whose chance of not being over is below this counts as shared."""
Places = NDArray[np.int64]
History = Sequence[tuple[int, int]]
"""The rounds so far, each as (own dice, other's dice)."""


def points_to_go(rules: Rules, position: Position) -> int:
    """The points (or the standing) of the mover; positions that show more than the game does are refused."""
    if len(position.scores) != 1:
        raise InputError(f"scores: {shown(position.scores)}: this game needs only the mover's banked score")
    if position.turn:
        raise InputError(f"turn: {shown(position.turn)}: {ONE_ROLL}")
    busts = position.busts or (0,)
    if len(busts) != 1:
        raise InputError(f"busts: {shown(busts)}: this game needs only the mover's busts in a row")
    return Standings(rules, 1, rules.goal).standing(position.scores[0], busts[0])


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
    def chances_of(self, t: int, histories: Places, points: Places, stood: Places) -> Array:
        """[game, dice]: the same for many games, with the points to go when it stopped looking at the history."""

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

    def chances_of(self, t: int, histories: Places, points: Places, stood: Places) -> Array:
        """The row of each number of points to go."""
        result: Array = self.chances(t, 0)[points - 1]
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
    size, stands = len(throws.dice), np.eye(throws.points)[throws.start]
    numbers = (0, 0)
    for t in range(rounds):
        shares = stands[:, None] * other.chances(t, numbers[1])
        if history:
            own, theirs = (throws.dice.index(dice) for dice in history[t])
            column = shares[:, theirs]
            shares = np.zeros_like(shares)
            shares[:, theirs] = column if column.sum() > 0 else stands
            numbers = numbers[0] * size**2 + own * size + theirs, numbers[1] * size**2 + theirs * size + own
        stands = throws.moved(shares)[throws.ended :]
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
    arrived = _arrived(throws, players, t, numbers, stands)
    own, other = (by_dice.sum(axis=0) for by_dice in arrived)
    further = np.concatenate([np.cumsum(other[::-1])[::-1][1:], [0.0]])  # more points to go, or a smaller overshoot
    ended = throws.ended
    won = float(own[:ended] @ (further[:ended] + other[:ended] / 2))
    for after, going_on in _histories(throws, numbers, arrived):
        won += chance_to_win(throws, players, t + 1, after, going_on)
    return won


def _arrived(
    throws: Throws, players: Pair, t: int, numbers: tuple[int, int], stands: tuple[Array, Array]
) -> tuple[Array, Array]:
    """Where both players go in round t: [dice, place], as in `Throws.places`."""
    one, other = (
        np.einsum("sd,sdk->dk", weights[:, None] * player.chances(t, number), throws.outcomes)
        for player, number, weights in zip(players, numbers, stands, strict=True)
    )
    return one, other


def _histories(
    throws: Throws, numbers: tuple[int, int], arrived: tuple[Array, Array]
) -> Iterator[tuple[tuple[int, int], tuple[Array, Array]]]:
    """The histories after a round that come up, by their numbers for both players, and where they then stand."""
    size = len(throws.dice)
    for d, mine in enumerate(arrived[0][:, throws.ended :]):
        for e, theirs in enumerate(arrived[1][:, throws.ended :]):
            if mine.any() and theirs.any():
                after = numbers[0] * size**2 + d * size + e, numbers[1] * size**2 + e * size + d
                yield after, (mine, theirs)


def rounds_played(throws: Throws, players: Pair, forgotten: float) -> Array:
    """The chance of each number of rounds of a game from the start, until longer ones are less likely."""
    start = np.eye(throws.points)[throws.start]
    here: dict[tuple[int, int], tuple[Array, Array]] = {(0, 0): (start, start)}
    going_on = [1.0]
    first = max(player.looks_for for player in players)
    for t in range(first):
        after: dict[tuple[int, int], tuple[Array, Array]] = {}
        for numbers, stands in here.items():
            after.update(_histories(throws, numbers, _arrived(throws, players, t, numbers, stands)))
        here = after
        going_on.append(sum(float(mine.sum() * theirs.sum()) for mine, theirs in here.values()))
    rounds = 64
    while rounds <= MOST_ROUNDS:
        later = np.zeros(rounds)
        for stands in here.values():
            left = np.ones(rounds)
            for player, weights in zip(players, stands, strict=True):
                finished = player.ending(throws, first, weights, rounds).finishes.sum(axis=1)
                left *= np.maximum(0.0, weights.sum() - np.cumsum(finished))
            later += left
        if later[-1] <= forgotten:
            followed = later[: int(np.argmax(later <= forgotten)) + 1]
            found: Array = np.maximum(0.0, -np.diff([*going_on, *followed]))
            return np.trim_zeros(found, "b")
        rounds *= 4
    raise JeopardiceError(f"strategy: after {MOST_ROUNDS:,} rounds the game may not have ended")


def _endings_meet(throws: Throws, players: Pair, t: int, stands: tuple[Array, Array]) -> float:
    rounds = 64
    while rounds <= MOST_ROUNDS:
        one, other = (p.ending(throws, t, weights, rounds) for p, weights in zip(players, stands, strict=True))
        if one.unfinished * other.unfinished <= UNDECIDED * float(stands[0].sum() * stands[1].sum()):
            return one.beats(other)
        rounds *= 4
    raise JeopardiceError(f"strategy: after {MOST_ROUNDS:,} rounds the game may not have ended")
