"""What every solver of a turn returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jeopardice.common.numbers import Number
from jeopardice.turn.closing import Closing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
