"""Solutions of simultaneous play as arrays of a file: by the points that both need and both players' busts in a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from jeopardice.native.simultaneous import simultaneous_tables
from jeopardice.race.objectives import Objective
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.turn import TurnModel

MEANING = "the first player's chance to win when both play best at the same moment"
GUARANTEED = "guaranteed"
"""What the first player's mixture guarantees, proven."""
NEEDS, BUSTS = ("mover_needs", "other_needs"), ("mover_busts", "other_busts")


def dimensions_of(standings: Standings) -> tuple[str, ...]:
    """The dimensions of the values."""
    return (*NEEDS, *BUSTS) if standings.counts > 1 else NEEDS


def coordinates_of(standings: Standings) -> dict[str, Any]:
    """For each dimension the points needed at each index, or the busts in a row."""
    needs = np.arange(1, standings.lowest + 1) * float(standings.unit)
    busts = np.arange(standings.counts, dtype=np.int32)
    return {name: needs if name in NEEDS else busts for name in dimensions_of(standings)}


def by_scores(standings: Standings, states: Any) -> Any:
    """An array by state as one by both players' needs and then by both numbers of busts in a row."""
    n, counts = standings.lowest, standings.counts
    found = states.reshape(counts, n, counts, n, -1).transpose(1, 3, 0, 2, 4)
    busts = (counts, counts) if counts > 1 else ()
    return np.ascontiguousarray(found.reshape(n, n, *busts, *states.shape[2:]))


def by_state(standings: Standings, values: Any) -> Any:
    """An array of the file by both players' standings."""
    n, counts = standings.lowest, standings.counts
    found = values.reshape(n, n, counts, counts).transpose(2, 0, 3, 1)
    return np.ascontiguousarray(found.reshape(standings.count, standings.count))


def shape_of(rules: Rules, objective: Objective, coordinates: list[Any]) -> tuple[int, ...] | None:
    """The sizes of the dimensions that the values of a game have; None if the coordinates have others."""
    unit = max(1, round(float(coordinates[0][0])))
    expected = tuple(map(len, coordinates_of(Standings(rules, unit, -(-rules.goal // unit))).values()))
    return expected if expected == tuple(map(len, coordinates)) else None


def solution_of(rules: Rules, turn: TurnModel | None, arrays: dict[str, Any]) -> SimultaneousSolution:
    """The solution with these arrays."""
    standings, model, core = simultaneous_tables(rules, turn)
    low = by_state(standings, arrays[GUARANTEED]) if GUARANTEED in arrays else None
    return SimultaneousSolution(rules, standings, model, core, by_state(standings, arrays["win"]), low)
