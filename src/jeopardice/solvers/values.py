"""What every solver of a turn returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from jeopardice.solvers.closing import Closing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Number = float | Fraction
Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, from 0 to 1."""


@overload
def part_of(progress: Progress, begin: float, end: float) -> Progress: ...
@overload
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None: ...
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Tells of the work between these two parts of the whole."""
    return None if progress is None else lambda part: progress(begin + (end - begin) * part)


TIE = 1e-12
"""Values in floating point that differ by less than this (relatively, above 1) are told as tied."""


@dataclass(frozen=True)
class TurnValues:
    """The values of all states below the closing total; row i is for a turn total of i units, column q for phase q."""

    closing: Closing
    values: Sequence[Sequence[Number]] | NDArray[np.float64]
    """The most expected points of the turn."""
    busts: Sequence[Sequence[Number]] | NDArray[np.float64]
    """The chance that the turn ends with a bust, under best play; ties go to the action that busts least."""
    error_bound: float
    """A bound on the rounding error of the value from the start."""
