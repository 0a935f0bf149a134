"""What a figure is: a name, a title, what it shows, and how it is drawn for a game and a range of points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from jeopardice.common.errors import InputError, shown
from jeopardice.figures.data import RaceData
from jeopardice.rulebook import GameLike, Rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_POINTS = 100_000


@dataclass(frozen=True)
class Span:
    """The points to go that a figure is about."""

    first: int
    last: int

    def units(self, unit: int, least: int = 1) -> range:
        """The numbers of units within it, from some number on; at least one."""
        last = max(least, self.last // unit)
        return range(min(max(least, -(-self.first // unit)), last), last + 1)

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of an axis: from 1 on looks like from 0 on, with rounder numbers."""
        return (0 if self.first == 1 else self.first, self.last)


def times(goals: int, first: int = 1) -> Callable[[Rules], Span]:
    """From the end of a race to a multiple of the game's goal; Louchard has ten times that of Pig."""
    return lambda rules: Span(first, min(goals * rules.goal, MOST_POINTS))


Draw = Callable[[RaceData, Span], "Figure"]


@dataclass(frozen=True)
class Drawing:
    """A figure by name."""

    name: str
    title: str
    shows: str
    """What it shows, in one sentence."""
    draw: Draw
    default: Callable[[Rules], Span]
    """The range if none is given."""
    free: Literal["range", "last", "nothing"] = "range"
    """What the caller may change: both ends of the range, its last number, or neither."""
    least_last: int = 1
    """The smallest last number."""

    def figure(self, game: GameLike | RaceData, first: int | None = None, last: int | None = None) -> Figure:
        """Draw it for a game; `RaceData` in place of rules lets several figures share what they need."""
        data = game if isinstance(game, RaceData) else RaceData(game)
        return self.draw(data, self.span(data.rules, first, last))

    def span(self, rules: Rules, first: int | None = None, last: int | None = None) -> Span:
        """The range of points to draw: the given one, checked, or the default."""
        if first is not None and self.free != "range":
            raise InputError(f"from: {shown(first)}: {self._refusal}")
        if last is not None and self.free == "nothing":
            raise InputError(f"to: {shown(last)}: {self._refusal}")
        default = self.default(rules)
        end = default.last if last is None else last
        # A default start gives way to an earlier end.
        start = min(default.first, max(0, end - 1)) if first is None else first
        if not 0 <= start < max(end, 1) or not self.least_last <= end <= MOST_POINTS:
            raise InputError(
                f"from, to: {shown(start)} to {shown(end)}: a range of points to go must lie in 0 to {MOST_POINTS:,}"
            )
        return Span(start, end)

    @property
    def _refusal(self) -> str:
        if self.free == "last":
            return f"{self.name} takes one number, to"
        return f"{self.name} has a fixed range"


def draws(name: str, title: str, default: Callable[[Rules], Span], **limits: Any) -> Callable[[Draw], Drawing]:
    """Make a figure of the function that draws it, whose docstring says what it shows."""
    return lambda draw: Drawing(name, title, str(draw.__doc__), draw, default, **limits)
