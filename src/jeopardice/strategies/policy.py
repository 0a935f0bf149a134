"""What a player does in a turn, written out: for every turn total and every outcome of a roll, what to keep and whether
to bank then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.decisions import SolvedTurn
from jeopardice.race import RaceModel
from jeopardice.solvers.native import core_turn
from jeopardice.turn import Option, Outcome, TurnModel

Choices = NDArray[np.uint16]
Decide = Callable[[Outcome, int], tuple[Option, bool]]
"""For an outcome at a turn total: the option to take, and whether to bank then."""


@dataclass(frozen=True)
class Policy:
    """A way to play a turn."""

    model: TurnModel
    choices: Choices
    """[turn total in units, outcome]: twice the option to take, and 1 more to bank then."""
    first_roll: int = 0
    """The roll to begin with, of those of the first phase (Hog)."""

    @cached_property
    def turn(self) -> _core.Turn:
        """The turn in the core."""
        return core_turn(self.model, wins_count=True)


def outcomes_in_core(model: TurnModel) -> list[Outcome]:
    """The outcomes that leave something to choose, in the order in which the core has them."""
    return [outcome for roll in model.rolls for outcome in roll.going_on if not outcome.event]


def totals_of(race: RaceModel) -> int:
    """How many turn totals a policy is asked for: to the goal, or to the least bank if that is more."""
    return max(race.needed, race.first_bank_from, race.bank_from)


def written_out(model: TurnModel, totals: int, decide: Decide, first_roll: int = 0) -> Policy:
    """A policy from a function that decides."""
    outcomes = outcomes_in_core(model)
    places = [{option: i for i, option in enumerate(outcome.options)} for outcome in outcomes]
    choices = np.empty((totals, len(outcomes)), dtype=np.uint16)
    for total in range(totals):
        for o, outcome in enumerate(outcomes):
            option, banks = decide(outcome, total * model.unit)
            choices[total, o] = 2 * places[o][option] + banks
    return Policy(model, choices, first_roll)


def policy_of(solved: SolvedTurn, race: RaceModel, first_roll: int = 0) -> Policy:
    """The policy of a solved turn, whatever it was solved for."""

    def decide(outcome: Outcome, total: int) -> tuple[Option, bool]:
        option = solved.best_option(outcome, total)
        return option, solved.action(option.phase, total + option.points) == "bank"

    return written_out(solved.model, totals_of(race), decide, first_roll)
