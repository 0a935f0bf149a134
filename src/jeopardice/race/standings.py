"""Where a player stands between the turns of a simultaneous game: the units needed, and the busts in a row.

No player moves first, so that the two players' standings are the whole state. They are numbered from 1: first all units
needed without busts in a row, then all after one bust, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass

from jeopardice.common.errors import InputError, shown
from jeopardice.race.model import floor_of, has_streak_penalty, lowest_score
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules


@dataclass(frozen=True)
class Standings:
    """All standings of a game, and where busts lead from them."""

    rules: Rules
    unit: int
    needed: int
    """Units from a score of 0 to the goal; also the standing of a player at the start."""

    @property
    def streak(self) -> int:
        """The busts in a row that cost a penalty; 0: they do not count."""
        return self.rules.bust.streak if has_streak_penalty(self.rules) else 0

    @property
    def counts(self) -> int:
        """How many numbers of busts in a row there are."""
        return max(1, self.streak)

    @property
    def lowest(self) -> int:
        """Units from the lowest score to the goal."""
        return self.needed - lowest_score(self.rules) // self.unit

    @property
    def count(self) -> int:
        """How many standings there are."""
        return self.lowest * self.counts

    def units(self, standing: int) -> int:
        """The units that a player still needs."""
        return (standing - 1) % self.lowest + 1

    def busts(self, standing: int) -> int:
        """The busts in a row."""
        return (standing - 1) // self.lowest

    def score(self, standing: int) -> int:
        """The banked score."""
        return (self.needed - self.units(standing)) * self.unit

    @property
    def floor(self) -> int:
        """Units from the score below which no penalty leads to the goal."""
        return self.needed - floor_of(self.rules) // self.unit

    @property
    def penalty(self) -> int:
        """The units that a full streak costs."""
        return self.rules.bust.penalty // self.unit

    @property
    def busted(self) -> list[int]:
        """The standing after a bust that keeps nothing, of each standing."""
        return [self.after_bust(k) for k in range(1, self.count + 1)]

    def after_bust(self, standing: int, kept: int = 0) -> int:
        """The standing after a bust that keeps a turn total; at most 0, minus the units beyond it, at the goal."""
        return self._after_bust(self.units(standing) - kept, self.busts(standing))

    @property
    def lost(self) -> list[int]:
        """The standing after everything banked is lost, which is a bust too, of each standing."""
        return [self.after_loss(k) for k in range(1, self.count + 1)]

    def after_loss(self, standing: int) -> int:
        """The standing after everything banked is lost."""
        return self._after_bust(self.needed, self.busts(standing))

    def _after_bust(self, units: int, busts: int) -> int:
        if busts + 1 < self.streak:
            return (busts + 1) * self.lowest + units if units > 0 else units
        return max(units, min(units + self.penalty, self.floor)) if self.streak else units

    def at(self, position: Position) -> list[int]:
        """Both players' standings in a position, the mover's first."""
        scores, busts = position.scores, position.busts or (0, 0)
        if len(scores) != 2:
            raise InputError(f"scores: {shown(scores)}: this game needs two banked scores, the mover's first")
        if len(busts) != 2:
            raise InputError(f"busts: {shown(busts)}: two numbers are needed, the mover's first")
        return [self.standing(score, count) for score, count in zip(scores, busts, strict=True)]

    def standing(self, score: int, busts: int = 0) -> int:
        """A player's standing."""
        least = lowest_score(self.rules)
        if not least <= score < self.rules.goal:
            raise InputError(f"scores: {shown(score)}: a banked score must be from {least} to {self.rules.goal - 1}")
        if busts and not self.streak:
            raise InputError(f"busts: {shown(busts)}: this game has no penalty for busts in a row")
        if not 0 <= busts < self.counts:
            raise InputError(f"busts: {shown(busts)}: busts in a row so far must be from 0 to {self.counts - 1}")
        return busts * self.lowest - (-(self.rules.goal - score) // self.unit)
