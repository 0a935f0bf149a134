"""Strategy against strategy in simultaneous Hog with hidden information (see `jeopardice.solvers.hidden`).

A strategy that does not look at the other's score plays by its own points to go and ignores what it sees of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.evaluation.simultaneous_results import SimultaneousMatch, SimultaneousResponse
from jeopardice.native.calls import Floats
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solvers.hidden import solve_hidden
from jeopardice.solvers.hidden.dice_seen import DiceSeenSolution
from jeopardice.solvers.hidden.players import HiddenPlayer, LooksAtNothing, chance_to_win, lengthened, rounds_played
from jeopardice.solvers.hidden.replies import best_reply, ending
from jeopardice.solvers.hidden.throws import Throws, throws_of
from jeopardice.solvers.hidden.watching import watch_strategy
from jeopardice.strategies import Optimal, PolicyStrategy, Strategy, StrategyLike, strategy

UNFINISHED, MOST_ROUNDS = 1e-13, 20_000
"""A strategy is followed until the chance not to have finished is below this, for at most this number of rounds."""
RARE = 1e-6
"""Histories of dice that are less likely are not followed; what they may add is in the error bound."""


@dataclass
class HiddenTable:
    """A game with hidden information, and its solution where a strategy needs it."""

    rules: Rules
    throws: Throws
    race: RaceModel
    points: tuple[int, int]
    """The points that both have to go at the start."""
    solution: HiddenSolution | None = None

    @classmethod
    def of(cls, rules: Rules, points: tuple[int, int] | None = None) -> HiddenTable:
        """The table of a game; rules that are not supported with hidden information are refused."""
        require("match", rules)
        return cls(rules, throws_of(rules), race_model(rules), points or (rules.goal, rules.goal))

    def player(self, played: Strategy, seat: int, progress: Progress | None = None) -> HiddenPlayer:
        """How a strategy plays."""
        if isinstance(played, Optimal):
            given = played.given(self.rules, HiddenSolution) or self.solution  # type: ignore[type-abstract]
            if given is None or given.points != self.points:  # best play depends on where both begin
                given = solve_hidden(self.rules, progress, self.points)
            self.solution = given
            player: HiddenPlayer = given.player(seat)
            return player
        if not isinstance(played, PolicyStrategy):
            raise InputError(f"strategy: {played.name}: with hidden information a strategy must have policies")
        return LooksAtNothing(np.eye(len(self.throws.dice))[self._dice(played)][None])

    def _dice(self, played: PolicyStrategy) -> Floats:
        """[points to go - 1]: the place of the number of dice that a strategy rolls."""
        scores = [self.throws.standings.score(k) for k in range(1, self.throws.points + 1)]
        others = scores if played.looks_at == "scores" else [None]
        known: dict[object, int] = {}

        def first_roll(own: int, other: int | None) -> int:
            situation = played.situation(self.race, own, other)
            if situation not in known:
                known[situation] = played.policy(self.race, situation).first_roll
            return known[situation]

        found = np.array([[first_roll(own, other) for other in others] for own in scores])
        if (found != found[:, :1]).any():
            raise InputError(
                f"strategy: {played.name}: it depends on the other's score, which a player does not see here"
            )
        return found[:, 0]

    def wins(self, one: HiddenPlayer, other: HiddenPlayer) -> float:
        """The chance of one to win against the other, from the start."""
        start = np.eye(self.throws.points)
        return chance_to_win(
            self.throws, (one, other), 0, (0, 0), (start[self.points[0] - 1], start[self.points[1] - 1])
        )

    def rounds(self, one: HiddenPlayer, other: HiddenPlayer) -> Floats:
        """The chance of each number of rounds, from the start."""
        return rounds_played(self.throws, (one, other), UNFINISHED)


def match_hidden(
    rules: Rules, a: StrategyLike, b: StrategyLike, *, progress: Progress | None = None
) -> SimultaneousMatch:
    """Play strategy A against B, exactly."""
    table, one, other = HiddenTable.of(rules), strategy(a), strategy(b)
    players = [table.player(played, seat, progress) for seat, played in enumerate((one, other))]
    return SimultaneousMatch(
        rules, table.wins(players[0], players[1]), None, one, other, lambda: table.rounds(players[0], players[1])
    )


def chances_of(
    rules: Rules, strategies: Sequence[Strategy], progress: Progress | None = None
) -> Callable[[int, int], float]:
    """The chance of each strategy against each other, by their places."""
    table = HiddenTable.of(rules)
    players = [[table.player(played, seat, progress) for seat in (0, 1)] for played in strategies]
    return lambda i, j: table.wins(players[i][0], players[j][1])


def best_response_hidden(rules: Rules, to: Strategy, *, progress: Progress | None = None) -> SimultaneousResponse:
    """What the best response to a strategy wins; where the dice are seen, with bounds."""
    table = HiddenTable.of(rules)
    player = table.player(to, 1, progress)
    if isinstance(to, Optimal) and isinstance(table.solution, DiceSeenSolution):
        # From equal points a response wins at least one half, and the certificate of the strategy bounds what it wins.
        return SimultaneousResponse(rules, 0.5, None, to, table.solution.high - 0.5)
    assert isinstance(player, LooksAtNothing)
    played = _to_the_end(table.throws, player.strategy, to.name)
    goal = rules.goal
    if rules.sees == "dice":
        found = watch_strategy(rules, table.throws, played, (goal, goal), RARE, progress)
        return SimultaneousResponse(rules, found.low, None, to, found.high - found.low)
    ended = ending(table.throws, goal, played)
    low, high = (float(best_reply(table.throws, ended, unended)[0][goal - 1]) for unended in (0.0, 1.0))
    return SimultaneousResponse(rules, low, None, to, high - low)


def _to_the_end(throws: Throws, played: Floats, name: str) -> Floats:
    """A strategy for enough rounds to have almost certainly finished."""
    rounds = max(64, len(played))
    while rounds <= MOST_ROUNDS:
        found = lengthened(played, rounds)
        if ending(throws, throws.points, found).unfinished < UNFINISHED:
            return found
        rounds *= 2
    raise JeopardiceError(f"strategy: {name}: after {MOST_ROUNDS:,} rounds it may not have finished")
