"""Means of things that were left to chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt


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
