"""A race at the table: who moves when, and what maximum scoring does where a strategy has no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jeopardice.native import turn as native
from jeopardice.native.calls import Choices
from jeopardice.native.table import CoreTable, MaxScoreTable
from jeopardice.race.model import RaceModel
from jeopardice.solutions.turn import TurnSolution
from jeopardice.strategies.policy import outcomes_in_core
from jeopardice.turn.decisions import TIE


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
        tables.append(_everywhere(solved, most))
        first_rolls.append(model.phases[0].rolls.index(solved.best_roll()))
    rows = max(map(len, tables))
    filled = [np.concatenate([table, np.repeat(table[-1:], rows - len(table), axis=0)]) for table in tables]
    # One table does for both where a first bank needs no more than any other.
    return MaxScoreTable(np.stack([filled[0], filled[-1]]), (first_rolls[0], first_rolls[-1]), float(solved.value))


def _everywhere(solved: TurnSolution, most: int) -> Choices:
    """The choices of a solved turn at totals up to the most, in units, even where its own play never leads."""
    model, closing = solved.model, solved.closing
    unit, last = model.unit, min(most, -(-closing.total // model.unit))
    totals = np.arange(last + model.most_points // unit + 1)
    gains = np.array([float(gain) for gain in closing.gains])
    values = totals[:, None] * unit + gains
    busts = np.tile([float(bust) for bust in closing.busts], (len(totals), 1))
    known = min(len(totals), len(solved.solved.values))
    values[:known], busts[:known] = np.array(solved.solved.values)[:known], np.array(solved.solved.busts)[:known]
    points, closed = totals[:, None] * unit, totals * unit >= closing.total
    # As SolvedTurn.action does, for all states together.
    banks = (points >= model.bank_from) & (np.abs(values - points) <= TIE * np.maximum(1.0, np.abs(values)))
    for q, phase in enumerate(model.phases):
        if phase.rolls:
            banks[closed, q] = closing.rolls[q] is None
        else:
            banks[:, q] = points[:, 0] >= model.bank_from
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
