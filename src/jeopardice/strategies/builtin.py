"""The strategies that come with Jeopardice.

All of them but `hold-past` take a win that they can bank. Those with a rule for when to bank ("hold at 20") choose the
dice to set aside so as to make the most points that their rule allows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

import numpy as np

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.native.calls import Floats
from jeopardice.native.players import Player
from jeopardice.native.simulation import SimulatedPlayer
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import rules_hash
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.race import solve_race
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Strategy
from jeopardice.strategies.policy import Policy, outcomes_in_core, policy_of, totals_of
from jeopardice.turn import TurnModel, holding_at, rolling_exactly
from jeopardice.turn.closing import closing_of

BLOCK = 50
"""Numbers of units to go that are looked at together."""


@dataclass(frozen=True)
class Optimal(Strategy):
    """Best play: for the win against a player who plays best, too; solo, for the fewest expected turns."""

    solution: RaceSolution | MultiplayerSolution | None = None
    name: str = "optimal"
    looks_at: LooksAt = "scores"

    def player(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> Player:
        """The player, from the chances of winning."""
        solution = self.solved(race, progress, threads)
        return solution.core.best_player(solution.values)

    def turn_outcomes(self, race: RaceModel, progress: Progress | None = None) -> Floats:
        """The turn outcome distributions for the fewest turns."""
        turns = solve_race(race.rules, Objective("turns"), progress=progress)
        return turns.core.best_outcomes("turns", turns.values)

    def simulated(
        self,
        race: RaceModel,
        progress: Progress | None = None,
        threads: int | None = None,
        *,
        solo: bool = False,
        within: int | None = None,
    ) -> SimulatedPlayer:
        """The player of simulated games: for the win, or solo for the fewest turns or to be in time."""
        if within is not None:
            in_time = solve_race(race.rules, Objective("within", within), progress=progress, threads=threads)
            return in_time.core.simulated_best("within", in_time.values[:-1])
        if solo:
            turns = solve_race(race.rules, Objective("turns"), progress=progress)
            return turns.core.simulated_best("turns", turns.values)
        solution = self.solved(race, progress, threads)
        return solution.core.simulated_best("win", solution.values)

    def game_policies(self, race: RaceModel, progress: Progress | None = None) -> None:
        """Best play."""

    def solved(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> RaceSolution:
        """The solution of a race of two: the one given, or solved now."""
        if self.solution is None:
            return solve_race(race.rules, Objective("win"), threads=threads, progress=progress)
        if rules_hash(self.solution.rules) != rules_hash(race.rules) or not isinstance(self.solution, RaceSolution):
            raise InputError("strategy: optimal: the solution is that of another game")
        return self.solution


class TurnStrategy(PolicyStrategy):
    """A strategy that plays every turn alike, apart from a first bank."""

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """Whether a first bank is still to be made."""
        return race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """The turn, solved for the most points that the strategy can make."""
        least = race.least_bank(first=bool(situation))
        model = self.restrict(replace(race.turn, bank_from=least * race.turn.unit))
        # Who does not take wins goes on past the goal, as far as the strategy may lead in any situation.
        totals = 0 if self.takes_wins else self.last_total(race) // race.turn.unit + 1
        return policy_of(TurnSolution(model, native.solve_turn(model, progress=progress)), race, totals)

    def last_total(self, race: RaceModel) -> int:
        """The turn total beyond which the strategy never goes on, in any situation."""
        return race.rules.goal

    @abstractmethod
    def restrict(self, turn: TurnModel) -> TurnModel:
        """The turn with the choices that the strategy leaves."""


@dataclass(frozen=True)
class MaxScore(TurnStrategy):
    """The most expected points in every turn (Busche & Neller, section 4)."""

    name: str = "max-score"

    def restrict(self, turn: TurnModel) -> TurnModel:
        """Everything is allowed."""
        return turn


@dataclass(frozen=True)
class HoldAt(TurnStrategy):
    """Bank at a turn total or more, or at the goal."""

    total: int

    @property
    def name(self) -> str:  # type: ignore[override]
        """hold-at:20"""
        return f"hold-at:{self.total}"

    def restrict(self, turn: TurnModel) -> TurnModel:
        """No bank below the total, and always a bank above; beyond the goal it is the goal."""
        _check_banks(self, turn)
        return holding_at(turn, min(self.total, max(turn.rules.goal, turn.bank_from)))


@dataclass(frozen=True)
class HoldPast(HoldAt):
    """Bank at a turn total or more, never before, even where the goal is reached: Tijms' recursion, to the letter."""

    takes_wins = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """hold-past:20"""
        return f"hold-past:{self.total}"

    def last_total(self, race: RaceModel) -> int:
        """The total, or the first bank if that is more."""
        return max(self.total, race.first_bank_from * race.turn.unit, race.bank_from * race.turn.unit)

    def restrict(self, turn: TurnModel) -> TurnModel:
        """No bank below the total, wherever the goal is."""
        _check_banks(self, turn)
        return holding_at(turn, self.total)


@dataclass(frozen=True)
class Rolls(TurnStrategy):
    """Make exactly so many rolls, if the dice allow, or reach the goal."""

    number: int

    @property
    def name(self) -> str:  # type: ignore[override]
        """rolls:5"""
        return f"rolls:{self.number}"

    def restrict(self, turn: TurnModel) -> TurnModel:
        """Banks only after so many rolls."""
        _check_banks(self, turn)
        return rolling_exactly(turn, self.number)


def _check_banks(strategy: Strategy, turn: TurnModel) -> None:
    if turn.rules.family == "hog":
        raise InputError(f"strategy: {strategy.name}: a turn of hog is one roll, with nothing to hold")


@dataclass(frozen=True)
class DiceCount(PolicyStrategy):
    """Family hog: always roll so many dice."""

    dice: int

    @property
    def name(self) -> str:  # type: ignore[override]
        """dice:5"""
        return f"dice:{self.dice}"

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """Nothing matters."""
        return None

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """There is nothing to decide after the roll."""
        sizes = [sum(roll.dice) for roll in race.turn.phases[0].rolls]
        if race.rules.family != "hog" or self.dice not in sizes:
            fewest, most = race.rules.dice_to_choose
            allowed = f"from {fewest} to {most} dice" if race.rules.family == "hog" else "only family hog chooses dice"
            raise InputError(f"strategy: {self.name}: {allowed}")
        if not race.turn.phases[0].rolls[sizes.index(self.dice)].going_on:
            raise InputError(f"strategy: {self.name}: this many dice never score")
        choices = np.zeros((totals_of(race), len(outcomes_in_core(race.turn))), dtype=np.uint16)
        return Policy(race.turn, choices, sizes.index(self.dice))


@dataclass(frozen=True)
class KeepPace(PolicyStrategy):
    """Hold at a total that grows with the lead of the other player; near the end, roll for the goal.

    If either player has `end` points or more, roll until the goal is reached or the turn is lost; else bank at
    `hold` + (other's score - own score) / `divisor`, rounded. Neller & Presser's "end race or keep pace" for Pig to 100
    is keep-pace:71,21,8; without a divisor (end-race:71,21) the hold total does not change.
    """

    end: int
    hold: int
    divisor: int | None = None
    looks_at: LooksAt = "scores"

    @property
    def name(self) -> str:  # type: ignore[override]
        """keep-pace:71,21,8"""
        numbers = (self.end, self.hold) if self.divisor is None else (self.end, self.hold, self.divisor)
        return f"{'end-race' if self.divisor is None else 'keep-pace'}:{','.join(map(str, numbers))}"

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """The total to hold at, and whether a first bank is still to be made."""
        rival = own if other is None else other
        if max(own, rival) >= self.end:
            hold = race.rules.goal
        else:
            behind = 0 if self.divisor is None else (2 * (rival - own) + self.divisor) // (2 * self.divisor)
            hold = min(race.rules.goal, max(1, self.hold + behind))
        return hold, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """That of a player who holds at the total."""
        _check_banks(self, race.turn)
        assert isinstance(situation, tuple)
        hold, first = situation
        return HoldAt(hold).policy(race, first, progress)


@dataclass(frozen=True)
class BestHold(PolicyStrategy):
    """Hold at the total that is best for the points still needed: Louchard's strategy 1 with k(n).

    For i units to go and the best totals known for fewer, E(i, k) = (1 + sum_s landing[s] E(s)) / (1 - landing[i]); the
    total k with the fewest expected turns is played. (Of equal ones the smallest.)
    """

    name: str = "best-hold"
    looks_at: LooksAt = "mover"
    _found: dict[int, tuple[RaceModel, list[int]]] = field(default_factory=dict, compare=False, repr=False)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """The total to hold at, and whether a first bank is still to be made."""
        if id(race) not in self._found:
            self._found[id(race)] = (race, self.totals(race))
        total = self._found[id(race)][1][min(race.needed, race.units_needed(own)) - 1]
        return total, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """That of a player who holds at the total."""
        assert isinstance(situation, tuple)
        return HoldAt(situation[0]).policy(race, situation[1], progress)

    def totals(self, race: RaceModel) -> list[int]:
        """The best total to hold at for each number of units to go."""
        n, unit = race.needed, race.turn.unit
        # Far from the goal nobody holds beyond the closing total; near it, to hold at the goal is to go for it.
        most = min(n, 3 * (closing_of(race.turn).total // unit) + race.turn.most_points // unit)
        first = race.has_first_bank
        later = [HoldAt(k * unit).policy(race, False) for k in range(1, most + 1)]
        begin = [HoldAt(k * unit).policy(race, True) for k in range(1, most + 1)] if first else later
        expected, totals = np.zeros(n + 1), []
        for start in range(0, n, BLOCK):
            needs = np.arange(start, min(n, start + BLOCK))
            which = np.full(n, -1)
            which[needs] = 0
            if first:
                which[n - 1] = -1
            rows = [self._outcomes(race, [policy], which)[needs] for policy in later]
            for i in needs:
                found = [row[i - start] for row in rows]
                if first and i == n - 1:
                    which = np.where(np.arange(n) == i, 0, -1)
                    found = [self._outcomes(race, [policy], which)[i] for policy in begin]
                stays = np.array([1 - landing[i + 1] for landing in found])
                sums = np.array([1 + landing[1 : i + 1] @ expected[1 : i + 1] for landing in found])
                turns = np.divide(sums, stays, out=np.full(most, np.inf), where=stays > 1e-12)
                best = int(np.argmin(turns > turns.min() * (1 + 1e-13)))
                expected[i + 1] = turns[best]
                totals.append((best + 1) * unit)
        return totals
