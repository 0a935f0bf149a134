"""A strategy from a table of values, as `jeopardice table RULES --format csv` writes it: a line for each turn total and
phase, with the value of the state and whether to bank there.

The player keeps the dice that lead to the state of the largest value. A state that is reached and not in the table is
an error, unless the table banks at the largest total that it has for the phase, and the state is beyond that.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import PolicyStrategy, Situation
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of, written_out
from jeopardice.turn import Option

MOST_BYTES = 50_000_000
COLUMNS = ("turn", "phase", "value", "action")
State = tuple[str, int]
"""A phase by its name, and a turn total."""


@dataclass(frozen=True)
class TableStrategy(PolicyStrategy):
    """Play by a table, whatever the scores."""

    name: str
    values: dict[State, float]
    actions: dict[State, str]
    """"bank", "stuck", "roll", or "roll 5" where there are several rolls (Hog)."""

    @classmethod
    def read(cls, path: str) -> TableStrategy:
        """The table in a CSV file."""
        values: dict[State, float] = {}
        actions: dict[State, str] = {}
        for number, row in enumerate(_read(path), 2):
            where = f"{path}: line {number}"
            missing = [column for column in COLUMNS if not row.get(column)]
            if missing:
                raise InputError(f"{where}: {missing[0]}: missing: a table has {', '.join(COLUMNS)}")
            if not re.fullmatch("[0-9]{1,9}", row["turn"]):
                raise InputError(f"{where}: turn: {shown(row['turn'])}: it must be a whole number from 0 on")
            try:
                value = float(row["value"])
            except ValueError:
                value = float("nan")
            if not isfinite(value):
                raise InputError(f"{where}: value: {shown(row['value'])}: it must be a number")
            if not re.fullmatch(r"bank|stuck|roll( \S+)?", row["action"]):
                raise InputError(f"{where}: action: {shown(row['action'])}: it must be bank or roll")
            state = (row["phase"], int(row["turn"]))
            if state in values:
                raise InputError(f"{where}: turn total {state[1]} with {shown(state[0])} appears twice")
            values[state], actions[state] = value, row["action"]
        if not values:
            raise InputError(f"{path}: no lines: a table has {', '.join(COLUMNS)}")
        return cls(f"table:{path}", values, actions)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Situation:
        """Whether a first bank is still to be made."""
        return race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Situation, progress: Progress | None = None) -> Policy:
        """Look up every state."""
        model = race.turn
        least = race.least_bank(first=situation) * model.unit
        names = [model.phase_name(phase) for phase in model.phases]
        last = dict(sorted(self.values))  # the largest total of each phase
        won = max(race.needed * model.unit, least)
        outcomes = outcomes_in_core(model)

        def worth(option: Option, total: int) -> tuple[float, bool]:
            """The value of the state that an option leads to, and whether it banks there."""
            state = (names[option.phase], total + option.points)
            if state[1] >= won:
                return float("inf"), True
            if not model.phases[option.phase].rolls:
                return float(state[1]), True
            if state in self.values:
                return self.values[state], self.actions[state] == "bank"
            top = (state[0], last.get(state[0], state[1]))
            if self.actions.get(top) != "bank" or state[1] < top[1]:
                raise InputError(
                    f"{self.name}: no line for a turn total of {state[1]} with {shown(state[0])} to roll "
                    f"(jeopardice table … --to {won} writes all of them)"
                )
            return self.values[top] + state[1] - top[1], True

        def decide(place: int, total: int) -> tuple[int, bool]:
            options = outcomes[place].options
            worths = [worth(option, total) for option in options]
            best = max(range(len(options)), key=lambda i: worths[i][0])  # of equal values the first
            return best, worths[best][1] and total + options[best].points >= least

        return written_out(model, totals_of(race), decide, self._first_roll(race))

    def _first_roll(self, race: RaceModel) -> int:
        """The first roll of a turn."""
        start = race.turn.phases[0]
        if len(start.rolls) == 1:
            return 0
        wanted = self.actions.get((race.turn.phase_name(start), 0), "").removeprefix("roll").strip()
        names = [race.turn.hand_name(roll.dice) for roll in start.rolls]
        if wanted not in names:
            raise InputError(f"{self.name}: no line that says how many dice to roll at the start of a turn")
        return names.index(wanted)


def _read(path: str) -> list[dict[str, str]]:
    """The lines of a CSV file, also as spreadsheets write it."""
    try:
        if not Path(path).is_file():
            raise InputError(f"table:{path}: cannot be read: no such file")
        if Path(path).stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: too large for a table (at most {MOST_BYTES // 10**6} MB)")
        with Path(path).open(newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))
    except (OSError, ValueError, csv.Error) as error:  # a name with a NUL is a ValueError
        if isinstance(error, InputError):
            raise
        raise InputError(f"table:{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
