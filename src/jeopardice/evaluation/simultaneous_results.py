"""Results of simultaneous games. No player moves first, so the results of both seats are equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.lengths import Lengths
from jeopardice.native.calls import Floats
from jeopardice.rulebook import Rules
from jeopardice.strategies import Strategy


@dataclass(frozen=True)
class SimultaneousResult:
    """How often one player wins from the start."""

    rules: Rules
    overall: float
    """The chance to win."""
    won_at: Floats | None = field(compare=False, repr=False)
    """[units the player needs - 1, units the other needs - 1]: the chance to win; None with hidden information."""

    @property
    def first(self) -> float:
        """The chance to win: no player moves first."""
        return self.overall

    second = first

    @property
    def first_at(self) -> Floats:
        """[units the player needs - 1, units the other needs - 1]: the chance to win."""
        if self.won_at is None:
            raise JeopardiceError(f'{self.rules.where}: sees: "{self.rules.sees}": there is no chance by both scores')
        return self.won_at

    second_at = first_at

    @property
    def advantage(self) -> float:
        """How much likelier the player is to win than the other."""
        return 2 * self.overall - 1


@dataclass(frozen=True, repr=False)
class SimultaneousMatch(SimultaneousResult, Tabular):
    """The exact result of A against B, as A sees it."""

    a: Strategy
    b: Strategy
    follow: Callable[[], Floats] = field(compare=False)
    """Follows games: the chance of each number of rounds."""

    def __repr__(self) -> str:
        return f"<SimultaneousMatch {self.a.name} against {self.b.name}: {self.overall:.6g}>"

    def table(self) -> ResultTable:
        """How often A wins."""
        return ResultTable(("a", "b", "overall"), [(self.a.name, self.b.name, self.overall)])

    @cached_property
    def rounds(self) -> Lengths:
        """The number of rounds of a game."""
        return Lengths(self.follow())

    @cached_property
    def turns(self) -> Lengths:
        """The number of turns of a game, counting both players' turns: two in each round."""
        return both_turns(self.rounds)

    @property
    def expected_turns(self) -> float:
        """The expected turns of a game."""
        return self.turns.expected


@dataclass(frozen=True, repr=False)
class SimultaneousResponse(SimultaneousResult):
    """The best response to a strategy, and how often it wins."""

    to: Strategy
    error_bound: float = 0.0
    """No response wins more than `overall` and this; more than 0 where the dice are seen, and for endless games."""

    def __repr__(self) -> str:
        return f"<SimultaneousResponse to {self.to.name}: {self.overall:.6g}>"

    @property
    def exploitability(self) -> float:
        """How much more than one half the best response wins."""
        return self.overall - 0.5


def both_turns(rounds: Lengths) -> Lengths:
    """The number of turns of a game, from its rounds of two turns."""
    chances = np.zeros(2 * len(rounds.chances))
    chances[1::2] = rounds.chances
    return Lengths(chances)
