"""What the solutions of all blind games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from jeopardice.rulebook import Rules


class BlindSolution(ABC):
    """A blind game, solved: a strategy for each player, and what the two are proven to win."""

    rules: Rules
    points: tuple[int, int]
    """The points that the first and the second player have to go at the start."""
    low: float
    """The first strategy wins at least this often, whatever the second player does."""
    high: float
    """No first player wins more than this against the second strategy."""

    @property
    @abstractmethod
    def states(self) -> int:
        """In how many situations a strategy says what to do."""

    @property
    def seats(self) -> tuple[float, float]:
        """Each player's chance to win: from equal points a half, else the middle of what is proven."""
        first = 0.5 if self.points[0] == self.points[1] else (self.low + self.high) / 2
        return first, 1 - first

    @property
    def value(self) -> float:
        """The first player's chance to win minus the second's."""
        return self.seats[0] - self.seats[1]

    @property
    def error_bound(self) -> float:
        """How far apart the two players' guarantees are, as a difference of chances to win: proven."""
        return 2 * (self.high - self.low)

    @property
    def exploitability(self) -> float:
        """The most that an opponent of either strategy can win beyond the value of the game: proven."""
        equal = self.points[0] == self.points[1]
        return max(0.5 - self.low, self.high - 0.5) if equal else self.high - self.low
