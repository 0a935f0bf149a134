"""The values of a race of three or more players in exact fractions, and any of its turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from jeopardice.race.exact_turn import Caution, ExactTurn
from jeopardice.race.seat_ends import LastState, SeatEnd, SeatEnds, Shared
from jeopardice.race.turn_ends import Key


@dataclass(frozen=True)
class SeatValues:
    """Everybody's chances by state, the mover's first: in floating point, and in fractions once they are known."""

    floats: Mapping[Key, tuple[float, ...]]
    exact: Mapping[Key, tuple[Any, ...]] | None = None
    number: Callable[[Fraction], Any] = Fraction
    stolen: Mapping[SeatEnd, Key] = field(default_factory=dict)
    """The states that follow where the next player steals a turn."""
    caution: Caution = Caution(1, 0)
    """As in the core (core/turn/kernel.cpp), so that players to whom it makes no difference do the same."""

    @property
    def is_exact(self) -> bool:
        """Whether values are known in fractions."""
        return self.exact is not None

    def near(self, end: SeatEnd) -> float:
        """The worth of the end of a turn."""
        return end.near if isinstance(end, Shared) else self.floats[self.following(end)][-1]

    def worth(self, end: SeatEnd) -> Any:
        """The same in fractions."""
        if isinstance(end, Shared):
            return self.number(end.chances[0])
        assert self.exact is not None
        return self.exact[self.following(end)][-1]

    def following(self, end: tuple[Key, ...]) -> Key:
        """The state that the next player chooses."""
        return self.stolen.get(end, end[0]) if len(end) > 1 else end[0]

    def chosen(self, end: SeatEnd) -> SeatEnd:
        """The end; what the next player chooses may change."""
        return end


@dataclass
class ExactSeats:
    """A race whose values are known in fractions."""

    ends: SeatEnds
    values: dict[Key, tuple[Fraction, ...]]
    """Everybody's chances by state, the mover's first."""
    stolen: dict[SeatEnd, Key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactSeats) and self.values == other.values

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def _values(self) -> SeatValues:
        floats = {key: tuple(map(float, chances)) for key, chances in self.values.items()}
        return SeatValues(floats, self.values, stolen=self.stolen)

    def turn(self, key: Key, total: int = 0) -> ExactTurn[SeatEnd]:
        """The turn at a state, for turn totals of at least `total`."""
        ends = self.ends.at(key)
        return ExactTurn(self.ends.model, replace(ends, decided=self._size(max(ends.decided, total))), self._values)

    def last_turn(self, state: LastState, total: int = 0) -> ExactTurn[SeatEnd]:
        """A last turn, for turn totals of at least `total`."""
        return self.ends.last.turn(state, self._size(total))

    def _size(self, total: int) -> int:
        return total + self.ends.model.turn.most_points // self.ends.model.turn.unit + 1
