"""A solved race as labelled arrays: values by banked scores and by what else lasts between turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.solutions.storage import UNITS, Stored, checksum_of, coordinates_of, facts_of, meaning_of, mixes_of

NEEDS, SCORE = "_needs", "_score"


@dataclass(frozen=True)
class Labelled:
    """An array with the names of its dimensions, and what it means."""

    dimensions: tuple[str, ...]
    values: NDArray[Any]
    long_name: str
    units: str = "1"


@dataclass(frozen=True)
class Labels:
    """What a file or a data set holds."""

    variables: Mapping[str, Labelled]
    coordinates: Mapping[str, Labelled]
    """Each dimension has one of its own name; others say more of the same places."""
    attributes: Mapping[str, Any]


def labels_of(solution: Stored) -> Labels:
    """The values of a race by banked score, best read by `sel(mover_score=3500, other_score=4200)`.

    All that a saved solution holds is there as well, so that `jeopardice.load` reads the file back.
    """
    held = coordinates_of(solution)
    coordinates: dict[str, Labelled] = {}
    for name, points in held.items():
        if name.endswith(NEEDS):
            who = name.removesuffix(NEEDS)
            scores = (solution.model.needed - np.arange(1, len(points) + 1)) * solution.model.turn.unit
            coordinates[who + SCORE] = Labelled((who + SCORE,), scores, f"banked score of {_called(who)}", "points")
            coordinates[name] = Labelled((who + SCORE,), points, f"points that {_called(who)} needs", "points")
        else:
            coordinates[name] = Labelled((name,), points, name.replace("_", " "), UNITS[name])
    if "carryover" in held:
        coordinates |= _carryover(solution)
    dimensions = tuple(name.replace(NEEDS, SCORE) for name in held)
    name = solution.objective.name
    values = solution.values.reshape([len(points) for points in held.values()])
    variables: dict[str, Labelled] = {name: Labelled(dimensions, values, meaning_of(solution))}
    mixes = mixes_of(solution)
    for key, array in mixes.items():
        variables[key] = Labelled(("mixed",), array, MIXED[key])
    facts = facts_of(solution)
    checksum = checksum_of(facts, [values, *held.values(), *mixes.values()])
    return Labels(variables, coordinates, {**facts, "checksum": np.bytes_(checksum)})


MIXED = {
    "mixed_place": "states in which best play mixes, by their place in the values of one player",
    "mixed_share": "how often the way to play that busts more is chosen there",
}


def _carryover(solution: Stored) -> dict[str, Labelled]:
    """The states of the carryover: everyone's busts in a row, the total to beat, the mover's seat in the round."""
    states, unit = solution.carryover.all, solution.model.turn.unit
    who = [name.removesuffix(NEEDS) for name in coordinates_of(solution) if name.endswith(NEEDS)]
    found = {
        f"{name}_busts": Labelled(
            ("carryover",),
            np.array([state.busts[k] for state in states], np.int32),
            f"busts in a row of {_called(name)}",
        )
        for k, name in enumerate(who)
    }
    to_beat = np.array([state.to_beat * unit for state in states], np.int64)
    seat = np.array([state.moved + 1 for state in states], np.int32)
    found["to_beat"] = Labelled(("carryover",), to_beat, "what the player before has banked", "points")
    found["seat"] = Labelled(("carryover",), seat, "the mover's place in the round")
    return found


def _called(who: str) -> str:
    return {"mover": "the mover", "other": "the other player"}.get(who, who.replace("_", " "))
