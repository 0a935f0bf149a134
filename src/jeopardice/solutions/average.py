"""Points a turn in the long run when busts in a row are punished (objective `average`): a solved turn for each mode."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from jeopardice.common.errors import InputError, shown
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.rulebook import Rules
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers import exact_turn as reference
from jeopardice.solvers.long_run import SETTLED
from jeopardice.solvers.long_run import solve_average as solve_modes
from jeopardice.turn import TurnModel, restricted, turn_model
from jeopardice.turn.advice import Advice, advise_turn
from jeopardice.turn.values import TurnValues


@dataclass(frozen=True)
class AverageSolution:
    """The best points a turn in the long run, and the turn to play after each number of busts in a row."""

    model: TurnModel
    turns: tuple[TurnSolution, ...]
    """turns[k]: the best turn after k busts in a row; what a bust leads to is part of its value."""

    @property
    def value(self) -> Number:
        """The points a turn in the long run."""
        return self.turns[0].value

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.turns[0].exact

    @property
    def error_bound(self) -> float:
        """A bound on the error of the value: the rounding errors of all turns, and how far Newton's last step went."""
        if len(self.turns) == 1 or self.exact:
            return self.turns[0].error_bound
        settled = SETTLED * max(1.0, abs(float(self.value)))
        return sum(turn.error_bound for turn in self.turns) + len(self.turns) * settled

    @property
    def states(self) -> int:
        """How many states were solved."""
        return sum(turn.states for turn in self.turns)

    @property
    def mode_chances(self) -> tuple[Number, ...]:
        """How much of all turns is played after 0, 1, 2, … busts in a row."""
        reached: list[Number] = [self.turns[0].number(1)]
        for turn in self.turns[:-1]:
            reached.append(reached[-1] * turn.bust_probability)
        return tuple(chance / sum(reached) for chance in reached)

    @property
    def bust_probability(self) -> Number:
        """The part of all turns that ends with a bust."""
        turns = zip(self.mode_chances, self.turns, strict=True)
        return sum((chance * turn.bust_probability for chance, turn in turns), self.turns[0].number(0))

    def turn_after(self, busts: int) -> TurnSolution:
        """The turn of a player who has just had so many busts in a row."""
        if not 0 <= busts < len(self.turns):
            raise InputError(f"busts: {shown(busts)}: busts in a row so far must be from 0 to {len(self.turns) - 1}")
        return self.turns[busts]

    def advise(
        self, busts: int = 0, *, turn: int = 0, roll: str | None = None, dice_left: str | None = None, singles: int = 0
    ) -> Advice:
        """Every legal action after so many busts in a row, the best first."""
        return advise_turn(self.turn_after(busts), turn, roll, dice_left, singles)


def solve_average(
    rules: Rules, strategy: str = "optimal", *, exact: bool = False, progress: Progress | None = None
) -> AverageSolution:
    """Solves a game for the most points a turn in the long run."""
    model = restricted(turn_model(rules, progress), strategy)

    def solve(bust_worth: Number) -> TurnValues:
        if exact:
            return reference.solve_turn(model, progress, Fraction(bust_worth))
        return native.solve_turn(model, progress=progress, bust_worth=float(bust_worth))

    worths, turns = solve_modes(solve, rules.bust.streak, rules.bust.penalty, exact=exact)
    solutions = [TurnSolution(model, turn, worth) for worth, turn in zip(worths, turns, strict=True)]
    return AverageSolution(model, tuple(solutions))
