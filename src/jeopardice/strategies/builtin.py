"""The strategies that come with Jeopardice.

All of them but `hold-past` take a win that they can bank. Those with a rule for when to bank ("hold at 20") set aside
the dice that make the most points that their rule allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar, TypeVar

import numpy as np

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.native.table import CoreTable, PolicyBook, Seat
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.multiplayer import solve_multiplayer
from jeopardice.solvers.race import solve_race
from jeopardice.strategies.base import LooksAt, PolicyStrategy, Situation, Strategy, book_of
from jeopardice.strategies.policy import Policy, outcomes_in_core, policy_everywhere, totals_of
from jeopardice.strategies.table_of import core_table
from jeopardice.turn import Roll, TurnModel, holding_at, rolling_exactly
from jeopardice.turn.closing import closing_of

S = TypeVar("S", RaceSolution, MultiplayerSolution, SimultaneousSolution, HiddenSolution)
BLOCK = 50
"""Numbers of units to go that are evaluated together."""


@dataclass(frozen=True)
class Optimal(Strategy):
    """Best play: for the win, against an opponent who also plays best; solo, for the fewest expected turns."""

    solution: RaceSolution | MultiplayerSolution | SimultaneousSolution | HiddenSolution | None = None
    name: str = "optimal"
    looks_at: LooksAt = "scores"

    def seat(self, table: CoreTable, progress: Progress | None = None) -> Seat:
        """Best play: for the win, or solo for the fewest turns."""
        rules = table.model.rules
        if table.players == 1:
            solo = solve_race(rules, Objective("turns"), progress=progress, threads=table.threads)
            return table.best_seat(solo.core, "turns", solo.values)
        if table.players == 2:
            solution = self.solved(table.model, progress, table.threads)
            return table.best_seat(solution.core, "win", solution.values, table.threads)
        found = self.given(rules, MultiplayerSolution) or solve_multiplayer(
            rules, threads=table.threads, progress=progress
        )
        return table.multiplayer_seat(found.core, found.values, found.shares)

    def solved(self, race: RaceModel, progress: Progress | None = None, threads: int | None = None) -> RaceSolution:
        """The solution of a race of two: the one given, or solved now."""
        given = self.given(race.rules, RaceSolution)
        return given or solve_race(race.rules, Objective("win"), threads=threads, progress=progress)

    def given(self, rules: Rules, kind: type[S]) -> S | None:
        """The solution given, if there is one; a solution of another game is refused."""
        if self.solution is None:
            return None
        if rules_hash(self.solution.rules) != rules_hash(rules) or not isinstance(self.solution, kind):
            raise InputError("strategy: optimal: the solution is for another game")
        return self.solution


class NumberedStrategy(PolicyStrategy):
    """A strategy whose name is a word and its numbers, the fields of the class: hold-at:20, keep-pace:71,21,8."""

    word: ClassVar[str]

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name by which `strategy` knows it."""
        numbers = ",".join(str(number) for number in vars(self).values() if number is not None)
        return f"{self.word}:{numbers}" if numbers else self.word


class TurnStrategy(NumberedStrategy):
    """A strategy that plays every turn alike, apart from a first bank."""

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """Whether a first bank is still to be made."""
        return race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """The turn, solved for the most points that the strategy can make."""
        model = self.restrict(replace(race.turn, bank_from=race.least_bank(first=situation) * race.turn.unit))
        totals = self.last_total(race) // race.turn.unit + 1
        if race.rules.end.rule != "sudden":  # a last turn may continue past the goal
            totals = max(totals, 2 * totals_of(race) + race.turn.most_points // race.turn.unit)
        solved = TurnSolution(model, native.solve_turn(model, progress=progress))
        return policy_everywhere(solved, max(totals, totals_of(race)))

    def last_total(self, race: RaceModel) -> int:
        """The last turn total at which the strategy may roll past the goal, in any situation."""
        return 0

    def restrict(self, turn: TurnModel) -> TurnModel:
        """The turn with the choices that the strategy leaves: all of them."""
        return turn


@dataclass(frozen=True)
class MaxScore(TurnStrategy):
    """The most expected points in every turn (Busche & Neller, section 4)."""

    word = "max-score"


@dataclass(frozen=True)
class HoldAt(TurnStrategy):
    """Bank at a turn total or more, or at the goal."""

    word = "hold-at"
    total: int

    def restrict(self, turn: TurnModel) -> TurnModel:
        """No bank below the total (or the goal, if that is less), and always a bank from there on."""
        _check_banks(self, turn)
        most = max(turn.rules.goal, turn.bank_from) if self.takes_wins else self.total
        return holding_at(turn, min(self.total, most))


@dataclass(frozen=True)
class HoldPast(HoldAt):
    """Bank at a turn total or more, never before, even where the goal is reached: Tijms' recursion taken literally."""

    word = "hold-past"
    takes_wins = False

    def last_total(self, race: RaceModel) -> int:
        """The total, or the first bank if that is more."""
        return max(self.total, race.first_bank_from * race.turn.unit, race.bank_from * race.turn.unit)


@dataclass(frozen=True)
class Rolls(TurnStrategy):
    """Make exactly this number of rolls, if the dice allow, or reach the goal."""

    word = "rolls"
    number: int

    def restrict(self, turn: TurnModel) -> TurnModel:
        """Bank only after this number of rolls."""
        _check_banks(self, turn)
        return rolling_exactly(turn, self.number)


def _check_banks(strategy: Strategy, turn: TurnModel) -> None:
    if turn.rules.family == "hog":
        raise InputError(f"strategy: {strategy.name}: a turn of hog is one roll, with nothing to hold")


@dataclass(frozen=True)
class DiceCount(NumberedStrategy):
    """Family hog: always roll this number of dice."""

    word = "dice"
    dice: int

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The scores do not matter."""
        return None

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """There is nothing to decide after the roll."""
        rolls = race.turn.phases[0].rolls
        allowed = [roll for roll in rolls if sum(roll.dice) == self.dice]
        if race.rules.family != "hog" or not allowed:
            fewest, most = race.rules.dice_to_choose
            words = f"from {fewest} to {most} dice" if race.rules.family == "hog" else "only family hog chooses dice"
            raise InputError(f"strategy: {self.name}: {words}")
        if not any(roll.going_on for roll in allowed):
            raise InputError(f"strategy: {self.name}: this many dice never score")
        choices = np.zeros((totals_of(race), len(outcomes_in_core(race.turn))), dtype=np.uint16)
        # Where dice are not alike, those with the most expected points.
        return Policy(race.turn, choices, rolls.index(max(allowed, key=_expected_points)))


def _expected_points(roll: Roll) -> Fraction:
    points = sum(one.count * max(option.points for option in one.options) for one in roll.going_on if not one.event)
    return Fraction(points, roll.total)


@dataclass(frozen=True)
class KeepPace(NumberedStrategy):
    """Hold at a total that grows with the lead of the other player; near the end, roll for the goal.

    If either player has `end` points or more, roll until the goal is reached or the turn is lost; else bank at
    `hold` + (other's score - own score) / `divisor`, rounded. Neller & Presser's "end race or keep pace" for Pig to 100
    is keep-pace:71,21,8.
    """

    word = "keep-pace"
    looks_at = "scores"
    end: int
    hold: int
    divisor: int | None

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The total to hold at, and whether a first bank is still to be made."""
        rival = own if other is None else other
        if max(own, rival) >= self.end:
            hold = race.rules.goal
        else:
            behind = 0 if self.divisor is None else (2 * (rival - own) + self.divisor) // (2 * self.divisor)
            hold = min(race.rules.goal, max(1, self.hold + behind))
        return hold, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """The policy of a player who holds at the total."""
        _check_banks(self, race.turn)
        return HoldAt(situation[0]).policy(race, situation[1], progress)


@dataclass(frozen=True)
class EndRace(KeepPace):
    """The same without a divisor: the total to hold at does not change until the end."""

    word = "end-race"
    divisor: None = None


@dataclass(frozen=True)
class BestHold(PolicyStrategy):
    """Hold at the total that is best for the points still needed: Louchard's strategy 1 with k(n).

    For i units to go and the best totals known for fewer, E(i, k) = (1 + sum_s outcomes[s] E(s)) / (1 - outcomes[i]);
    the strategy plays the smallest total k with the fewest expected turns.
    """

    name: str = "best-hold"
    looks_at: LooksAt = "mover"
    _found: dict[int, tuple[RaceModel, list[int]]] = field(default_factory=dict, compare=False, repr=False)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """The total to hold at, and whether a first bank is still to be made."""
        if id(race) not in self._found:
            self._found[id(race)] = (race, self.totals(race))
        total = self._found[id(race)][1][min(race.needed, race.units_needed(own)) - 1]
        return total, race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """The policy of a player who holds at the total."""
        return HoldAt(situation[0]).policy(race, situation[1], progress)

    def totals(self, race: RaceModel) -> list[int]:
        """The best total to hold at for each number of units to go."""
        n, unit = race.needed, race.turn.unit
        # Far from the goal no total beyond the closing total is best; near it, holding at the goal is.
        most = min(n, 3 * (closing_of(race.turn).total // unit) + race.turn.most_points // unit)
        begin = n - race.has_first_bank  # a player who needs all n units still has to make the first bank
        table = core_table(race, 1)
        book: PolicyBook | None = None
        numbers: dict[bool, list[int]] = {}
        for first in {False, race.has_first_bank}:
            policies = [HoldAt(k * unit).policy(race, first) for k in range(1, most + 1)]
            book = book or book_of(table, policies[0], takes_wins=True)
            numbers[first] = [policy.added_to(book) for policy in policies]
        assert book is not None
        expected, totals = np.zeros(n + 1), []
        for start in [*range(0, begin, BLOCK), *range(begin, n)]:
            end = min(start + BLOCK, begin) if start < begin else n
            rows = [book.distributions(number, start + 1, end) for number in numbers[start == begin]]
            for i in range(start, end):
                found = [row[i - start] for row in rows]
                stays = np.array([1 - outcomes[i + 1] for outcomes in found])
                sums = np.array([1 + outcomes[1 : i + 1] @ expected[1 : i + 1] for outcomes in found])
                turns = np.divide(sums, stays, out=np.full(most, np.inf), where=stays > 1e-12)
                best = int(np.argmin(turns > turns.min() * (1 + 1e-13)))
                expected[i + 1] = turns[best]
                totals.append((best + 1) * unit)
        return totals
