"""A strategy from a table of values, as `jeopardice table RULES --format csv` writes it: a line for each turn total and
phase, with what the state is worth and whether to bank there.

Of the dice that may be kept those are kept that lead to the state of the largest value. A state that the play comes to
and the table lacks is an error, unless `action` was "bank" at every larger total that the table has for its phase.
"""

from __future__ import annotations

import csv
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from jeopardice.errors import InputError, shown
from jeopardice.race import RaceModel
from jeopardice.solvers.values import Progress
from jeopardice.strategies.base import PolicyStrategy
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of, written_out
from jeopardice.turn import Option

COLUMNS = ("turn", "phase", "value", "action")
State = tuple[str, int]
"""A phase by its name, and a turn total."""


@dataclass(frozen=True)
class Table(PolicyStrategy):
    """Plays by a table, whatever the scores."""

    name: str
    values: dict[State, float]
    banks: frozenset[State]

    @classmethod
    def read(cls, path: str) -> Table:
        """The table in a CSV file."""
        try:
            with Path(path).open(newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
        values: dict[State, float] = {}
        banks: set[State] = set()
        for number, row in enumerate(rows, 2):
            missing = [column for column in COLUMNS if not row.get(column)]
            if missing:
                raise InputError(f"{path}: line {number}: {missing[0]}: missing: a table has {', '.join(COLUMNS)}")
            try:
                state, value = (row["phase"], int(row["turn"])), float(row["value"])
            except ValueError:
                raise InputError(
                    f"{path}: line {number}: {shown(row['turn'])}, {shown(row['value'])}: they must be numbers"
                ) from None
            if state in values:
                raise InputError(f"{path}: line {number}: turn total {state[1]} with {state[0]} comes twice")
            values[state] = value
            if row["action"] == "bank":
                banks.add(state)
        if not values:
            raise InputError(f"{path}: no lines: a table has {', '.join(COLUMNS)}")
        return cls(f"table:{path}", values, frozenset(banks))

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """Nothing matters but what may be banked."""
        return own == 0 and race.first_bank_from > race.bank_from

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """Looks every state up."""
        model = race.turn
        least = max(1, race.first_bank_from if situation else race.bank_from) * model.unit
        names = [model.phase_name(phase) for phase in model.phases]
        last = {name: max(total for phase, total in self.values if phase == name) for name, _ in self.values}

        outcomes = outcomes_in_core(model)

        def worth(option: Option, total: int) -> tuple[float, bool]:
            """What the table says of a state."""
            state = (names[option.phase], total + option.points)
            if not model.phases[option.phase].rolls:
                return float(state[1]), True
            if state in self.values:
                return self.values[state], state in self.banks
            top = (state[0], last.get(state[0], state[1]))
            if top not in self.banks or state[1] < top[1]:
                raise InputError(f"{self.name}: no line for a turn total of {state[1]} with {state[0]} to roll")
            return self.values[top] + state[1] - top[1], True

        def decide(place: int, total: int) -> tuple[int, bool]:
            options = outcomes[place].options
            (_, banks), best = max(((worth(option, total), -i) for i, option in enumerate(options)), key=_value)
            return -best, banks and total + options[-best].points >= least

        return written_out(model, totals_of(race), decide)


def _value(entry: tuple[tuple[float, bool], int]) -> tuple[float, int]:
    """Of equal values the first."""
    (value, _), place = entry
    return value, place
