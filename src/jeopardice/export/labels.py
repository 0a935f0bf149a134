"""Labelled arrays: what a NetCDF file or an xarray data set holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray


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
    """Each dimension has one of the same name; others describe the same places further."""
    attributes: Mapping[str, Any]
