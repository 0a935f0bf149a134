"""Labelled arrays as NetCDF files and as xarray data sets; both are the same, `xarray.open_dataset` shows it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.files import write_whole
from jeopardice.export.labels import Labelled, labels_of
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.storage import Stored, stored

if TYPE_CHECKING:
    import xarray


def to_xarray(solved: Solution) -> xarray.Dataset:
    """A solved race as a data set: `to_xarray(solution)["win"].sel(mover_score=3500, other_score=4200)`."""
    try:
        import xarray
    except ImportError:
        raise JeopardiceError("xarray: it is not installed: pip install 'jeopardice[xarray]'") from None
    labels = labels_of(stored(solved, "xarray"))
    return xarray.Dataset(
        {name: _xarray(labelled) for name, labelled in labels.variables.items()},
        {name: _xarray(labelled) for name, labelled in labels.coordinates.items()},
        {name: value.decode() if isinstance(value, bytes) else value for name, value in labels.attributes.items()},
    )


def _xarray(labelled: Labelled) -> tuple[tuple[str, ...], Any, dict[str, str]]:
    return labelled.dimensions, labelled.values, {"long_name": labelled.long_name, "units": labelled.units}


def write_netcdf(solved: Solution, path: str | Path) -> None:
    """Writes a solved race as NetCDF-4, labelled by banked scores; an old file is replaced when the new is complete."""
    write_whole(path, _image(stored(solved, "netcdf")))


def _image(solution: Stored) -> bytes:
    labels = labels_of(solution)
    everything = {**labels.coordinates, **labels.variables}
    buffer = io.BytesIO()
    with h5py.File(buffer, "w", track_order=True, libver=("earliest", "v110")) as file:
        sizes = {d: n for each in everything.values() for d, n in zip(each.dimensions, each.values.shape, strict=True)}
        for name, size in sizes.items():
            own = labels.coordinates.get(name)
            scale = file.create_dataset(name, data=np.arange(size) if own is None else own.values)
            # A dimension without coordinates is known by this sentence alone (NetCDF-4, "dimension scales").
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
            if said := " ".join(c for c in more if c not in sizes):
                file[name].attrs["coordinates"] = np.bytes_(said)
        for key, value in labels.attributes.items():
            file.attrs[key] = value
    return buffer.getvalue()
