"""The players of a simultaneous game whose scores both see: every strategy as turn outcome distributions by state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, part_of
from jeopardice.evaluation.simultaneous_turns import PolicyTurns, Turns, best_turns
from jeopardice.native.calls import Floats, cores, translated
from jeopardice.native.simultaneous import CoreSimultaneous
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.simultaneous import simultaneous_game, solve_simultaneous
from jeopardice.solvers.simultaneous_penalties import settled
from jeopardice.strategies import Optimal, PolicyStrategy, StrategyLike, strategy
from jeopardice.turn import TurnModel

SETTLED = 1e-13
"""Where scores can decrease, sweeps end when no value changes by more."""
FORGOTTEN, MOST_ROUNDS = 1e-13, 100_000
"""Games are followed until longer ones are less likely, for at most this number of rounds."""
Sweep = Callable[[Floats, Progress | None], Floats]


@dataclass(frozen=True)
class SimultaneousPlayer:
    """How a strategy plays a turn in each state."""

    outcomes: Floats
    """[place, outcome]: turn outcome distributions (see `jeopardice.native.simultaneous`)."""
    which: NDArray[np.uint32]
    """The place of each state, the player's own standing first, row by row."""
    make_turns: Callable[[], Turns] = field(repr=False)

    @cached_property
    def turns(self) -> Turns:
        """Its turns with dice, by place."""
        return self.make_turns()


@dataclass(frozen=True)
class Board:
    """A simultaneous game without its solution."""

    rules: Rules
    standings: Standings
    turn: TurnModel
    core: CoreSimultaneous = field(repr=False)
    race: RaceModel = field(repr=False)
    threads: int

    @classmethod
    def of(cls, rules: Rules, threads: int | None = None) -> Board:
        """The board of a game; rules that are not supported in simultaneous play are refused."""
        standings, turn, core = simultaneous_game(rules)
        return cls(rules, standings, turn, core, race_model(rules), cores(threads))

    def players(self, strategies: Sequence[StrategyLike], progress: Progress | None = None) -> list[SimultaneousPlayer]:
        """The players of some strategies; best play is solved once, unless it is given."""
        found: list[SimultaneousPlayer] = []
        best: SimultaneousPlayer | None = None
        for k, name in enumerate(strategies):
            part = part_of(progress, k / len(strategies), (k + 1) / len(strategies))
            played = strategy(name)
            if isinstance(played, Optimal):
                best = best or self.best_player(self.solved(played, part_of(part, 0, 0.5)), part_of(part, 0.5, 1))
                found.append(best)
            elif isinstance(played, PolicyStrategy):
                found.append(self.policy_player(played, part))
            else:
                raise InputError(f"strategy: {played.name}: in simultaneous play a strategy must have policies")
        return found

    def solved(self, best: Optimal, progress: Progress | None = None) -> SimultaneousSolution:
        """The solution of best play: the one given, or solved now."""
        given = best.given(self.rules, SimultaneousSolution)
        return given or solve_simultaneous(self.rules, self.threads, progress)

    def best_player(self, solution: SimultaneousSolution, progress: Progress | None = None) -> SimultaneousPlayer:
        """Best play of a solved game."""
        outcomes = solution.distributions(self.threads, progress)
        states = np.arange(len(outcomes), dtype=np.uint32)
        return SimultaneousPlayer(outcomes, states, lambda: best_turns(solution, outcomes, self.race))

    def policy_player(self, played: PolicyStrategy, progress: Progress | None = None) -> SimultaneousPlayer:
        """A strategy with a policy for each situation."""
        race, standings = self.race, self.standings
        n = standings.count
        scores = [standings.score(k) for k in range(1, n + 1)]
        others = scores if played.looks_at == "scores" else [None]
        seen = [[played.situation(race, own, other) for other in others] for own in scores]
        numbers = {situation: k for k, situation in enumerate(dict.fromkeys(s for row in seen for s in row))}
        policies = []
        for situation, k in numbers.items():
            if progress:
                progress(0.5 * k / len(numbers))
            policies.append(played.policy(race, situation, progress))
        which = np.array([[numbers[situation] for situation in row] for row in seen])
        turns = PolicyTurns(policies, race, takes_wins=played.takes_wins)
        rows: list[Floats] = []
        ways = np.zeros((n, len(others)), np.int64)
        policy_of: list[int] = []
        for k in range(len(policies)):
            if progress:
                progress(0.5 + 0.5 * k / len(policies))
            owns = np.flatnonzero((which == k).any(axis=1))
            number = np.zeros(n, np.int64)
            number[owns] = len(rows) + np.arange(len(owns))
            ways = np.where(which == k, number[:, None], ways)
            rows += list(turns.outcomes(k, owns % standings.lowest + 1))
            policy_of += [k] * len(owns)
        width = max(map(len, rows))
        check_memory(Estimate(n * n, 8 * len(rows) * width, 0))
        outcomes = np.stack([np.pad(row, (0, width - len(row))) for row in rows])
        states = np.broadcast_to(ways, (n, n)).ravel().astype(np.uint32)
        return SimultaneousPlayer(outcomes, states, lambda: turns.at(np.array(policy_of)))

    def won(self, one: SimultaneousPlayer, other: SimultaneousPlayer, progress: Progress | None = None) -> Floats:
        """[own standing - 1, other's standing - 1]: one's chance of winning against the other."""
        pair = one.outcomes, one.which, other.outcomes, other.which
        return self._swept(lambda before, part: self.core.match_sweep(*pair, before, self.threads, part), progress)

    def from_start(self, won: Floats) -> float:
        """The chance of winning from the start."""
        start = self.standings.needed - 1
        return float(won[start, start])

    def best_against(self, other: SimultaneousPlayer, progress: Progress | None = None) -> Floats:
        """The same for the best response to the other."""
        fixed = other.outcomes, other.which
        return self._swept(lambda before, part: self.core.response_sweep(*fixed, before, self.threads, part), progress)

    def _swept(self, sweep: Sweep, progress: Progress | None) -> Floats:
        start = np.full((self.core.standings, self.core.standings), 0.5)
        if not self.core.scores_can_decrease:
            return translated(lambda: sweep(start, progress))

        def step(values: Floats) -> Floats:
            return translated(lambda: sweep(np.clip(values, 0.0, 1.0), None))

        return settled(step, start, SETTLED, progress)

    def followed(
        self,
        one: SimultaneousPlayer,
        other: SimultaneousPlayer,
        start: tuple[int, int],
        progress: Progress | None = None,
    ) -> tuple[Floats, Floats]:
        """The chance of each number of rounds, and the expected rounds in each state: [own - 1, other - 1]."""
        pair = one.outcomes, one.which, other.outcomes, other.which
        chances, visits = self.core.rounds(*pair, *start, FORGOTTEN, MOST_ROUNDS, progress)
        left = 1 - float(chances.sum())
        if left > 10 * FORGOTTEN:
            raise JeopardiceError(f"{left:.2g} of games are longer than {MOST_ROUNDS:,} rounds: too long to follow")
        return np.trim_zeros(chances, "b"), visits
