"""A way to play a turn as a table: at every total and outcome of a roll, what to keep and whether to bank then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from jeopardice.native.calls import Choices
from jeopardice.native.table import PolicyBook
from jeopardice.native.turn import CoreTurn, core_turn
from jeopardice.race.model import RaceModel
from jeopardice.solutions.turn import TurnSolution
from jeopardice.turn import Outcome, TurnModel
from jeopardice.turn.decisions import TIE

Decide = Callable[[int, int], tuple[int, bool]]
"""Decides at an outcome, by its place in the core, and a turn total: the option to take, and whether to bank then."""


@dataclass(frozen=True)
class Waiting:
    """How a policy goes on in a turn that has reached the goal, and where others then have a last turn."""

    lead: int
    """How many units ahead it banks."""
    choices: Choices
    """As in a policy: for rolls from the goal on."""
    rolls_on: tuple[bool, ...]
    """The phases in which it never banks."""


@dataclass(frozen=True)
class Policy:
    """A way to play a turn."""

    model: TurnModel
    choices: Choices
    """[turn total in units, outcome]: twice the option to take, plus 1 to bank then."""
    first_roll: int = 0
    """The roll to begin with, of those of the first phase (Hog)."""
    waiting: Waiting | None = None
    """How it waits at the goal where others then have a last turn; None: it banks."""

    @cached_property
    def turn(self) -> CoreTurn:
        """The turn in the core."""
        return core_turn(self.model, wins_count=True)

    def added_to(self, book: PolicyBook) -> int:
        """Its number in a book to which it is added."""
        if self.waiting is None:
            return book.add(self.choices, self.first_roll)
        return book.add_waiting(self.choices, self.waiting.choices, list(self.waiting.rolls_on), self.waiting.lead)


def outcomes_in_core(model: TurnModel) -> list[Outcome]:
    """The outcomes that leave something to choose, in the order in which the core has them."""
    return [outcome for roll in model.rolls for outcome in roll.going_on if not outcome.event]


def totals_of(race: RaceModel) -> int:
    """The number of turn totals of a policy: from the lowest score to the goal, or to a larger least bank."""
    return max(race.lowest, race.first_bank_from, race.bank_from)


def written_out(model: TurnModel, totals: int, decide: Decide, first_roll: int = 0) -> Policy:
    """Make a policy from a function that decides. It is called only where its own decisions lead."""
    outcomes = outcomes_in_core(model)
    rolls = list(model.rolls)
    ends = list(accumulate(sum(1 for outcome in roll.going_on if not outcome.event) for roll in rolls))
    first_rolls = [0, *accumulate(len(phase.rolls) for phase in model.phases)]
    choices = np.zeros((totals, len(outcomes)), dtype=np.uint16)
    waiting: list[set[int]] = [{0}, *(set() for _ in range(totals - 1))]
    for total in range(totals):
        for q in sorted(waiting[total]):
            roll = first_rolls[q] + (first_roll if q == 0 and total == 0 else 0)
            for o in range(ends[roll - 1] if roll else 0, ends[roll]):
                option, banks = decide(o, total * model.unit)
                choices[total, o] = 2 * option + banks
                taken = outcomes[o].options[option]
                after = total + taken.points // model.unit
                if not banks and model.phases[taken.phase].rolls and after < totals:
                    waiting[after].add(taken.phase)
    return Policy(model, choices, first_roll)


def policy_everywhere(solved: TurnSolution, totals: int) -> Policy:
    """The policy of a turn that is solved for points, written out at all totals."""
    choices = choices_everywhere(solved, totals - 1)[:totals]
    # From the last total on nothing changes.
    filled = np.concatenate([choices, np.repeat(choices[-1:], totals - len(choices), axis=0)])
    return Policy(solved.model, filled, solved.model.phases[0].rolls.index(solved.best_roll()))


def choices_everywhere(solved: TurnSolution, most: int) -> Choices:
    """The choices of a solved turn at totals up to the most, in units, even where its own play never leads."""
    model, closing = solved.model, solved.closing
    unit, last = model.unit, min(most, -(-closing.total // model.unit))
    totals = np.arange(last + model.most_points // unit + 1)
    gains = np.array([float(gain) for gain in closing.gains])
    values = totals[:, None] * unit + gains
    busts = np.tile([float(bust) for bust in closing.busts], (len(totals), 1))
    known = min(len(totals), len(solved.solved.values))
    values[:known], busts[:known] = np.array(solved.solved.values)[:known], np.array(solved.solved.busts)[:known]
    points = totals[:, None] * unit
    closed = points >= closing.total
    # As TurnSolution.action does, for all states together.
    banks = (points >= model.bank_from) & (np.abs(values - points) <= TIE * np.maximum(1.0, np.abs(values)))
    for q, phase in enumerate(model.phases):
        if not phase.rolls:
            banks[:, q] = points[:, 0] >= model.bank_from
            continue
        if len(phase.rolls) == 1:
            banks[:, q] &= [model.may_bank(phase, total) for total in points[:, 0].tolist()]
        banks[closed[:, 0], q] = closing.rolls[q] is None
        banks[:, q] |= [model.must_bank(phase, total) for total in points[:, 0].tolist()]
    outcomes = outcomes_in_core(model)
    choices = np.zeros((last + 1, len(outcomes)), dtype=np.uint16)
    rows = np.arange(last + 1)
    for o, outcome in enumerate(outcomes):
        after = [(rows + option.points // unit, option.phase) for option in outcome.options]
        worth = np.stack([values[place] for place in after], axis=1)
        best = worth.max(axis=1, keepdims=True)
        tied = best - worth <= TIE * np.maximum(1.0, np.abs(best))
        taken = np.where(tied, np.stack([busts[place] for place in after], axis=1), np.inf).argmin(axis=1)
        then = np.stack([banks[place] for place in after], axis=1)
        choices[:, o] = 2 * taken + then[rows, taken]
    return choices
