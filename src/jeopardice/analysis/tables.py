"""Value and action by phase and turn total (Busche & Neller, Table 2; Crocce & Mordecki, Tables 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jeopardice.common.errors import InputError, shown
from jeopardice.common.numbers import Number
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.reach import reachable_states

MOST_ROWS = 20_000


@dataclass(frozen=True)
class Cell:
    """A state before the decision to bank or to roll."""

    total: int
    phase: str
    value: Number
    """The expected points of the turn, the chance to win, …: whatever was optimised."""
    action: str
    """"bank", "roll" (Hog: the dice to roll), or "stuck"."""
    verdict: Literal["best", "tied"]
    """Whether another action is as good."""
    bust: Number
    """The chance that the turn ends with a bust."""
    reachable: bool
    """Whether any play leads to the state."""

    @property
    def gain(self) -> Number:
        """Objective score: what rolling on is worth beyond the total: V(n, t) of Busche & Neller, section 4."""
        return self.value - self.total


@dataclass(frozen=True)
class TurnTable:
    """Rows of cells, one for each turn total; a column for each phase."""

    phases: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def turn_table(solution: SolvedTurn, first: int = 0, last: int | None = None) -> TurnTable:
    """The table of a solved turn between two turn totals (by default, while there is something to decide)."""
    model = solution.model
    unit = model.unit
    if model.rules.family == "hog":
        last = first  # the only decision comes before the roll
    if last is None:
        last = max(first, solution.last_decision)
    asked = f"turn totals: {shown(first)} to {shown(last)}"
    if first < 0 or last < first:
        raise InputError(f"{asked}: the last must not be below the first, nor the first below 0")
    if (last - first) // unit >= MOST_ROWS:
        raise InputError(f"{asked}: too many rows (at most {MOST_ROWS:,})")
    totals = range(-(-first // unit) * unit, last + 1, unit)
    if not totals:
        raise InputError(f"{asked}: turn totals of this game are multiples of {unit}")
    order = model.rolling_phases
    reached = reachable_states(model, last)
    rows = tuple(tuple(_cell(solution, q, total, (q, total) in reached) for q in order) for total in totals)
    return TurnTable(tuple(model.phase_name(model.phases[q]) for q in order), rows)


def _cell(solution: SolvedTurn, q: int, total: int, reachable: bool) -> Cell:
    model = solution.model
    phase = model.phases[q]
    value, action = solution.state_value(q, total), solution.action(q, total)
    good = [solution.tied(solution.roll_value(q, roll, total), value) for roll in phase.rolls]
    bank = solution.bank_value(q, total)
    if bank is not None and model.may_bank(phase, total):
        good.append(solution.tied(bank, value))
    verdict: Literal["best", "tied"] = "tied" if sum(good) > 1 else "best"
    if isinstance(action, str):
        name: str = action
    else:
        name = f"roll {model.hand_name(action.dice)}" if len(phase.rolls) > 1 else "roll"
    bust = solution.state_bust(q, total)
    return Cell(total, model.phase_name(phase), solution.sign * value, name, verdict, bust, reachable)
