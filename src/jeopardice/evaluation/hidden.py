"""Blind players against each other, exactly, and what each number of dice is worth in a position.

For the first rounds a strategy may hang on the *history* of the dice that both have thrown; after that it looks at
nothing. Given the history the points of the two players are independent, so that for each history it is enough to know
where each of them stands. When neither looks at the history any more their endings meet (`solvers.hidden.replies`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.progress import Progress
from jeopardice.evaluation.simultaneous import AtOnceMatch
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import MixedAction, MixedAdvice
from jeopardice.solvers.hidden.dice_seen import DiceSeenSolution, solve_dice_seen
from jeopardice.solvers.hidden.public import floor_strategy
from jeopardice.solvers.hidden.replies import Ending, ending
from jeopardice.solvers.hidden.throws import Array, Throws, throws_of
from jeopardice.solvers.hidden.unseen import UnseenSolution, solve_unseen

MOST_ROUNDS = 100_000
UNDECIDED = 1e-15
"""Games that are not over with a chance below this count as shared."""
History = Sequence[tuple[int, int]]
"""The rounds so far, each as (own dice, other's dice)."""


def solve_blind(rules: Rules, progress: Progress | None = None) -> UnseenSolution | DiceSeenSolution:
    """A game whose players see nothing of each other, or only the number of dice: as `sees` of the rules says."""
    if rules.sees == "scores":
        raise InputError(f'{rules.where}: sees: "scores": for a blind game it must be "dice" or "nothing"')
    _check_end(rules)
    if rules.sees == "nothing":
        return solve_unseen(rules, progress=progress)
    return solve_dice_seen(rules, progress=progress)


def _check_end(rules: Rules) -> None:
    for key, value, needed in (("rule", rules.end.rule, "equal-turns"), ("tie", rules.end.tie, "split")):
        if value != needed:
            raise InputError(f'{rules.where}: end.{key}: {shown(value)}: simultaneous play needs "{needed}"')


def match_blind(rules: Rules, a: str, b: str, progress: Progress | None = None) -> AtOnceMatch:
    """A against B in a blind game: optimal, or dice:N for always the same number of dice."""
    _check_end(rules)
    throws = throws_of(rules)
    fixed = [None if name == "optimal" else _always(throws, name) for name in (a, b)]
    solution = solve_blind(rules, progress) if None in fixed else None
    one, other = (player or _optimal(solution, seat) for seat, player in enumerate(fixed))
    start = np.eye(throws.points)[-1]
    return AtOnceMatch(a, b, chance_to_win(throws, (one, other), 0, (0, 0), (start, start)))


def advise_blind(
    solution: UnseenSolution | DiceSeenSolution, score: int, rounds: int = 0, history: History | None = None
) -> MixedAdvice:
    """How often best play rolls how many dice, with a banked score after so many rounds (dice seen: after a history).

    A number of dice is worth what it wins more than the other player if both then go on as they should.
    """
    rules = solution.rules
    if not 0 <= score < rules.goal:
        raise InputError(f"scores: {shown(score)}: a banked score must be from 0 to {rules.goal - 1}")
    to_go = rules.goal - score
    if isinstance(solution, UnseenSolution):
        played = solution.advise(rounds + 1, to_go)
        history = ()
    else:
        history = history or ()
        rounds = len(history)
        played = solution.advise(history, to_go)
    throws = throws_of(rules)
    own, other = (_optimal(solution, seat) for seat in (0, 1))
    numbers, others = _stands(throws, other, rounds, history)
    here = np.eye(throws.points)[to_go - 1]
    mass = float(others.sum())

    def worth(place: int) -> float:
        players = (own.with_dice(rounds, place), other)
        return 2 * chance_to_win(throws, players, rounds, numbers, (here, others)) / mass - 1

    actions = [MixedAction("roll", dice, played.get(dice, 0.0), worth(i)) for i, dice in enumerate(throws.dice)]
    value = sum(action.probability * action.value for action in actions)
    return MixedAdvice(value, tuple(sorted(actions, key=lambda action: (-action.probability, -action.value))))


class Player(ABC):
    """A complete strategy of a blind game."""

    looks_for: int
    """The rounds in which it looks at the history."""

    @abstractmethod
    def chances(self, t: int, history: int) -> Array:
        """The chance of each number of dice: [points to go - 1, dice]."""

    @abstractmethod
    def with_dice(self, t: int, place: int) -> Player:
        """The same, but for round t (from 0), in which always the same number of dice is rolled."""

    @abstractmethod
    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """When it finishes from round t on, from weights of points to go."""


@dataclass(frozen=True)
class LooksAtNothing(Player):
    """A player who goes by the round and the own points: strategy[round, points to go - 1, dice], the last for ever."""

    strategy: Array
    looks_for = 0

    def chances(self, t: int, history: int) -> Array:
        """The same, whatever the history."""
        result: Array = self.strategy[min(t, len(self.strategy) - 1)]
        return result

    def with_dice(self, t: int, place: int) -> LooksAtNothing:
        """The same with another row."""
        return LooksAtNothing(_with_dice(_long(self.strategy, t + 2), t, place))

    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """One walk from all points at once."""
        return ending(throws, stands, _long(self.strategy, t + rounds)[t : t + rounds])


@dataclass(frozen=True)
class LooksAtDice(Player):
    """A player who goes by the history for some rounds, then with a strategy for the points that are then left."""

    rules: Rules
    tree: tuple[Array, ...]
    """For each round [history, points to go - 1, dice], the own dice first in a history."""

    @property
    def looks_for(self) -> int:  # type: ignore[override]
        """The rounds of the tree."""
        return len(self.tree)

    def chances(self, t: int, history: int) -> Array:
        """Of one history."""
        result: Array = self.tree[t][history]
        return result

    def with_dice(self, t: int, place: int) -> LooksAtDice:
        """The same for all histories of a round."""
        tree = list(self.tree)
        tree[t] = np.broadcast_to(np.eye(tree[t].shape[2])[place], tree[t].shape)
        return replace(self, tree=tuple(tree))

    def ending(self, throws: Throws, t: int, stands: Array, rounds: int) -> Ending:
        """The mixture of the endings from each number of points."""
        found = Ending(np.zeros((rounds, throws.most)), 0.0)
        for place in np.flatnonzero(stands):
            later = _long(_floor_strategy(self.rules, throws.points, int(place) + 1), rounds)[:rounds]
            one = ending(throws, int(place) + 1, later)
            weight = float(stands[place])
            found = Ending(found.finishes + weight * one.finishes, found.unfinished + weight * one.unfinished)
        return found


@cache
def _floor_strategy(rules: Rules, points: int, to_go: int) -> Array:
    return floor_strategy(rules, throws_of(rules, points), to_go)


def _long(strategy: Array, rounds: int) -> Array:
    """At least so many rounds, the last one again and again."""
    return np.concatenate([strategy, np.repeat(strategy[-1:], max(0, rounds - len(strategy)), axis=0)])


def _with_dice(strategy: Array, t: int, place: int) -> Array:
    changed = strategy.copy()
    changed[t] = np.eye(strategy.shape[2])[place]
    return changed


def _always(throws: Throws, name: str) -> LooksAtNothing:
    """dice:N."""
    word, _, number = name.partition(":")
    if word != "dice" or not re.fullmatch("[1-9][0-9]{0,5}", number):
        raise InputError(f"strategy: {shown(name)}: in a blind game it must be optimal or dice:NUMBER")
    if int(number) not in throws.dice:
        raise InputError(f"strategy: {shown(name)}: from {throws.dice[0]} to {throws.dice[-1]} dice")
    row = np.eye(len(throws.dice))[throws.dice.index(int(number))]
    return LooksAtNothing(np.broadcast_to(row, (1, throws.points, len(row))))


def _optimal(solution: UnseenSolution | DiceSeenSolution | None, seat: int) -> Player:
    assert solution is not None
    if isinstance(solution, UnseenSolution):
        return LooksAtNothing(solution.strategies[seat])
    if not solution.strategies[seat]:
        return LooksAtNothing(solution.blind.strategies[seat])
    return LooksAtDice(solution.rules, solution.strategies[seat])


def _stands(throws: Throws, other: Player, rounds: int, history: History) -> tuple[tuple[int, int], Array]:
    """The numbers of a history for both players, and where the other stands after it, or after so many rounds.

    Where the other would never have thrown so many dice, all that is known are the dice.
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
    throws: Throws, players: tuple[Player, Player], t: int, numbers: tuple[int, int], stands: tuple[Array, Array]
) -> float:
    """The first player's chance to win from round t on, with weights of both players' points to go."""
    if t >= max(player.looks_for for player in players):
        return _endings_meet(throws, players, t, stands)
    size = len(throws.dice)
    landed = [
        np.einsum("sd,sdk->dk", weights[:, None] * player.chances(t, number), throws.landing)
        for player, number, weights in zip(players, numbers, stands, strict=True)
    ]
    own, other = (by_dice.sum(axis=0) for by_dice in landed)
    further = np.concatenate([np.cumsum(other[::-1])[::-1][1:], [0.0]])  # with more points to go, or less beyond them
    ended = throws.most
    won = float(own[:ended] @ (further[:ended] + other[:ended] / 2))
    for d, mine in enumerate(landed[0][:, ended:]):
        for e, theirs in enumerate(landed[1][:, ended:]):
            if mine.any() and theirs.any():
                after = numbers[0] * size**2 + d * size + e, numbers[1] * size**2 + e * size + d
                won += chance_to_win(throws, players, t + 1, after, (mine, theirs))
    return won


def _endings_meet(throws: Throws, players: tuple[Player, Player], t: int, stands: tuple[Array, Array]) -> float:
    rounds = 64
    while rounds <= MOST_ROUNDS:
        one, other = (p.ending(throws, t, weights, rounds) for p, weights in zip(players, stands, strict=True))
        if one.unfinished * other.unfinished <= UNDECIDED * float(stands[0].sum() * stands[1].sum()):
            return one.beats(other)
        rounds *= 4
    raise JeopardiceError(f"strategy: after {MOST_ROUNDS:,} rounds the game may still go on")
