"""A solved race as labelled arrays, in NetCDF files and xarray data sets; `xarray.open_dataset` shows both alike."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.files import write_whole
from jeopardice.export.labels import Labelled, Labels
from jeopardice.export.simultaneous import labels_of_simultaneous
from jeopardice.solutions import storage
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.simultaneous import SimultaneousSolution

if TYPE_CHECKING:
    import xarray

NEEDS, SCORE = "_needs", "_score"
MIXED = {
    "mixed_place": "states in which best play mixes, by their place in the values of one player",
    "mixed_share": "how often best play chooses the action that busts more",
}


def to_xarray(solved: Solution) -> xarray.Dataset:
    """A solved race as a data set: `to_xarray(solution)["win"].sel(mover_score=3500, other_score=4200)`."""
    try:
        import xarray
    except ImportError:
        raise JeopardiceError("xarray: it is not installed: pip install 'jeopardice[xarray]'") from None
    labels = _labels(solved)
    return xarray.Dataset(
        {name: _xarray(labelled) for name, labelled in labels.variables.items()},
        {name: _xarray(labelled) for name, labelled in labels.coordinates.items()},
        {name: value.decode() if isinstance(value, bytes) else value for name, value in labels.attributes.items()},
    )


def _xarray(labelled: Labelled) -> tuple[tuple[str, ...], Any, dict[str, str]]:
    return labelled.dimensions, labelled.values, {"long_name": labelled.long_name, "units": labelled.units}


def write_netcdf(solved: Solution, path: str | Path) -> None:
    """Write a solved race as NetCDF-4, labelled by banked scores; an old file is replaced at the end."""
    write_whole(path, _image(_labels(solved)))


def _labels(solved: Solution) -> Labels:
    if isinstance(solved, SimultaneousSolution | HiddenSolution):
        return labels_of_simultaneous(solved)
    race = storage.saveable(solved, "arrays")
    assert isinstance(race, storage.Stored)
    return labels_of(race)


def _image(labels: Labels) -> bytes:
    everything = {**labels.coordinates, **labels.variables}
    buffer = io.BytesIO()
    with h5py.File(buffer, "w", track_order=True, libver=("earliest", "v110")) as file:
        sizes = {d: n for each in everything.values() for d, n in zip(each.dimensions, each.values.shape, strict=True)}
        for name, size in sizes.items():
            own = labels.coordinates.get(name)
            scale = file.create_dataset(name, data=np.arange(size) if own is None else own.values)
            # A dimension without coordinates is recognised by this sentence (NetCDF-4, "dimension scales").
            scale.make_scale(name if own else f"This is a netCDF dimension but not a netCDF variable. {size:>10}")
        for name, each in everything.items():
            data = file[name] if name in sizes else file.create_dataset(name, data=each.values)
            data.attrs["long_name"], data.attrs["units"] = np.bytes_(each.long_name), np.bytes_(each.units)
            if name in sizes:
                continue
            for axis, dimension in enumerate(each.dimensions):
                data.dims[axis].attach_scale(file[dimension])
        for name, each in labels.variables.items():
            more = [c for c, is_at in labels.coordinates.items() if {*is_at.dimensions} <= {*each.dimensions}]
            if names := " ".join(c for c in more if c not in sizes):
                file[name].attrs["coordinates"] = np.bytes_(names)
        for key, value in labels.attributes.items():
            file.attrs[key] = value
    return buffer.getvalue()


def labels_of(solution: storage.Stored) -> Labels:
    """The values of a race by banked score, best read by `sel(mover_score=3500, other_score=4200)`.

    It also has everything that a saved solution has, so that `jeopardice.load` reads the file back.
    """
    held = storage.coordinates_of(solution)
    coordinates: dict[str, Labelled] = {}
    for name, points in held.items():
        if name.endswith(NEEDS):
            who = name.removesuffix(NEEDS)
            scores = (solution.model.needed - np.arange(1, len(points) + 1)) * solution.model.turn.unit
            coordinates[who + SCORE] = Labelled((who + SCORE,), scores, f"banked score of {_called(who)}", "points")
            coordinates[name] = Labelled((who + SCORE,), points, f"points that {_called(who)} needs", "points")
        else:
            coordinates[name] = Labelled((name,), points, name.replace("_", " "), storage.UNITS[name])
    if "carryover" in held:
        coordinates |= _carryover(solution)
    dimensions = tuple(name.replace(NEEDS, SCORE) for name in held)
    name = solution.objective.name
    values = storage.values_of(solution)
    variables: dict[str, Labelled] = {name: Labelled(dimensions, values, storage.meaning_of(solution))}
    mixes = storage.more_of(solution)
    for key, array in mixes.items():
        variables[key] = Labelled(("mixed",), array, MIXED[key])
    facts = storage.facts_of(solution)
    checksum = storage.checksum_of(facts, [values, *held.values(), *mixes.values()])
    return Labels(variables, coordinates, {**facts, "checksum": np.bytes_(checksum)})


def _carryover(solution: storage.Stored) -> dict[str, Labelled]:
    """The states of the carryover: everyone's busts in a row, the total to beat, the mover's seat in the round."""
    states, unit = solution.carryover.all, solution.model.turn.unit
    who = [name.removesuffix(NEEDS) for name in storage.coordinates_of(solution) if name.endswith(NEEDS)]
    found: dict[str, tuple[list[int], type, str, str]] = {
        f"{name}_busts": ([state.busts[k] for state in states], np.int32, f"busts in a row of {_called(name)}", "1")
        for k, name in enumerate(who)
    }
    to_beat, seats = [state.to_beat * unit for state in states], [state.moved + 1 for state in states]
    found["to_beat"] = (to_beat, np.int64, "what the previous player has banked", "points")
    found["seat"] = (seats, np.int32, "the mover's place in the round", "1")
    return {
        name: Labelled(("carryover",), np.array(values, kind), what, units)
        for name, (values, kind, what, units) in found.items()
    }


def _called(who: str) -> str:
    return {"mover": "the mover", "other": "the other player"}.get(who, who.replace("_", " "))
