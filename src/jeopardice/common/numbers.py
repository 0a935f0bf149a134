"""Number types of solvers and simulations."""

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

    def __str__(self) -> str:
        return f"{self.mean:.6g} ± {self.stderr:.2g}"

    @classmethod
    def of_chance(cls, hits: float, games: int) -> Sample:
        """How often something happened; a split win is half a hit."""
        likely = (hits + 1) / (games + 2)  # never 0 or 1, however few the games
        return cls(hits / games, sqrt(likely * (1 - likely) / games))
