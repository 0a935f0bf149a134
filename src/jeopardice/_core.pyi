"""The native core; see core/turn.hpp for the mathematics."""

import numpy as np
from numpy.typing import NDArray

def kernels() -> list[str]:
    """The instruction sets that this machine can run, the widest first."""

class Turn:
    """A turn automaton as flat arrays, in point units."""

    def __init__(
        self,
        phase_rolls: NDArray[np.int32],
        roll_outcomes: NDArray[np.int32],
        outcome_options: NDArray[np.int32],
        option_points: NDArray[np.int32],
        option_phase: NDArray[np.int32],
        outcome_chance: NDArray[np.float64],
        roll_events: NDArray[np.float64],
        banking: NDArray[np.uint8],
    ) -> None: ...
    @property
    def reach(self) -> int: ...
    def solve(
        self,
        known: NDArray[np.float64],
        bank: NDArray[np.float64],
        settled: NDArray[np.float64],
        kernel: str | None = None,
    ) -> NDArray[np.float64]: ...
    def chances(
        self,
        known: NDArray[np.float64],
        known_bust: NDArray[np.float64],
        known_error: NDArray[np.float64],
        bank: NDArray[np.float64],
        settled: NDArray[np.float64],
        stuck: NDArray[np.uint8],
        values: NDArray[np.float64],
        tie: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
