"""A strategy from a table of values, as `jeopardice table RULES --format csv` writes it: a line for each turn total and
phase, with what the state is worth and whether to bank there.

Of the dice that may be kept those are kept that lead to the state of the largest value. A state that the play comes to
and the table lacks is an error, unless `action` was "bank" at every larger total that the table has for its phase.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Hashable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.race.model import RaceModel
from jeopardice.strategies.base import PolicyStrategy
from jeopardice.strategies.policy import Policy, outcomes_in_core, totals_of, written_out
from jeopardice.turn import Option

MOST_BYTES = 50_000_000
COLUMNS = ("turn", "phase", "value", "action")
State = tuple[str, int]
"""A phase by its name, and a turn total."""


@dataclass(frozen=True)
class TableStrategy(PolicyStrategy):
    """Plays by a table, whatever the scores."""

    name: str
    values: dict[State, float]
    banks: frozenset[State]
    rolls: dict[State, str]
    """The dice to roll, where there are several rolls (Hog)."""

    @classmethod
    def read(cls, path: str) -> TableStrategy:
        """The table in a CSV file."""
        rows = _read(path)
        values: dict[State, float] = {}
        banks: set[State] = set()
        rolls: dict[State, str] = {}
        for number, row in enumerate(rows, 2):
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
                raise InputError(f"{where}: turn total {state[1]} with {shown(state[0])} comes twice")
            values[state] = value
            if row["action"] == "bank":
                banks.add(state)
            rolls[state] = row["action"].removeprefix("roll").strip()
        if not values:
            raise InputError(f"{path}: no lines: a table has {', '.join(COLUMNS)}")
        return cls(f"table:{path}", values, frozenset(banks), rolls)

    def situation(self, race: RaceModel, own: int, other: int | None) -> Hashable:
        """Nothing matters but what may be banked."""
        return race.first_bank_due(own)

    def policy(self, race: RaceModel, situation: Hashable, progress: Progress | None = None) -> Policy:
        """Looks every state up."""
        model = race.turn
        least = race.least_bank(first=bool(situation)) * model.unit
        names = [model.phase_name(phase) for phase in model.phases]
        last: dict[str, int] = {}
        for name, total in self.values:
            last[name] = max(total, last.get(name, 0))
        won = max(race.needed * model.unit, least)

        outcomes = outcomes_in_core(model)

        def worth(option: Option, total: int) -> tuple[float, bool]:
            """What the table says of a state."""
            state = (names[option.phase], total + option.points)
            if state[1] >= won:
                return float("inf"), True
            if not model.phases[option.phase].rolls:
                return float(state[1]), True
            if state in self.values:
                return self.values[state], state in self.banks
            top = (state[0], last.get(state[0], state[1]))
            if top not in self.banks or state[1] < top[1]:
                raise InputError(
                    f"{self.name}: no line for a turn total of {state[1]} with {shown(state[0])} to roll "
                    f"(jeopardice table … --to {won} writes all of them)"
                )
            return self.values[top] + state[1] - top[1], True

        def decide(place: int, total: int) -> tuple[int, bool]:
            options = outcomes[place].options
            (_, banks), best = max(((worth(option, total), -i) for i, option in enumerate(options)), key=_value)
            return -best, banks and total + options[-best].points >= least

        return written_out(model, totals_of(race), decide, self._first_roll(race))

    def _first_roll(self, race: RaceModel) -> int:
        """Which roll the table begins with."""
        start = race.turn.phases[0]
        if len(start.rolls) == 1:
            return 0
        wanted = self.rolls.get((race.turn.phase_name(start), 0), "")
        names = [race.turn.hand_name(roll.dice) for roll in start.rolls]
        if wanted not in names:
            raise InputError(f"{self.name}: no line that says how many dice to roll at the start of a turn")
        return names.index(wanted)


def _value(entry: tuple[tuple[float, bool], int]) -> tuple[float, int]:
    """Of equal values the first."""
    (value, _), place = entry
    return value, place


def _read(path: str) -> list[dict[str, str]]:
    """The lines of a CSV file, as spreadsheets write it, too."""
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
