"""A race at the table: who moves when, and what maximum scoring does where a strategy has no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jeopardice.native import turn as native
from jeopardice.native.table import CoreTable, MaxScoreTable
from jeopardice.race.model import RaceModel
from jeopardice.solutions.turn import TurnSolution
from jeopardice.strategies.policy import choices_everywhere


def core_table(race: RaceModel, players: int, threads: int | None = None) -> CoreTable:
    """The table of a race for this number of players."""
    return CoreTable(race, players, max_score_table(race), threads)


def max_score_table(race: RaceModel) -> MaxScoreTable:
    """Maximum scoring, for every turn total."""
    tables, first_rolls = [], []
    most = 2 * (race.lowest + race.least_bank(first=True))  # hardly any turn goes further
    for least in dict.fromkeys(race.least_bank(first=due) for due in (False, True)):
        model = replace(race.turn, bank_from=least * race.turn.unit)
        solved = TurnSolution(model, native.solve_turn(model))
        tables.append(choices_everywhere(solved, most))
        first_rolls.append(model.phases[0].rolls.index(solved.best_roll()))
    rows = max(map(len, tables))
    filled = [np.concatenate([table, np.repeat(table[-1:], rows - len(table), axis=0)]) for table in tables]
    # One table does for both where a first bank needs no more than any other.
    return MaxScoreTable(np.stack([filled[0], filled[-1]]), (first_rolls[0], first_rolls[-1]), float(solved.value))
