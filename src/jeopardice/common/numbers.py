"""Numbers as solvers and simulations have them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Number = float | Fraction


@dataclass(frozen=True)
class Sample:
    """The mean of something, with its standard error."""

    mean: float
    stderr: float

    @classmethod
    def of_chance(cls, hits: float, games: int) -> Sample:
        """How often something happened; half a hit is half a win."""
        likely = (hits + 1) / (games + 2)  # never certain, however few games there were
        return cls(hits / games, sqrt(likely * (1 - likely) / games))
