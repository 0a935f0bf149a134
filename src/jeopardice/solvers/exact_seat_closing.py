"""From which turn total players bank in the last round of three or more, so that fractions have to look no further.

A player past the goal keeps the win unless one of those who still have a turn gains enough, which happens with a chance
of at most the sum of what each of them achieves with no other aim. That is a bound of what a bank is worth, which only
increases with the total (see `solvers.exact_closing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from jeopardice.race.model import RaceModel
from jeopardice.race.seat_ends import Ends, LastPlayer, LastRound, LastState, Shared
from jeopardice.race.turn_ends import Key
from jeopardice.solvers.exact_closing import MARGIN, BankBounds


class SeatClosing:
    """The turn totals from which players bank, found in floating point and checked in fractions."""

    last: LastRound

    def __init__(self, model: RaceModel, floats: Mapping[Key, Sequence[float]]) -> None:
        self.model, self.floats, self.closing = model, floats, BankBounds(model)
        self._found: dict[Key, tuple[int, Fraction, Ends]] = {}

    def decided(self, key: Key, ends: Ends) -> int:
        """The turn total from which banking is best at a state that is followed by last turns."""
        self._check_steals()
        carryover = self.model.carryover("win")
        state = carryover.all[key[0]]
        others, busts = key[2 : 2 + carryover.last_turns(state)], state.busts[1:]

        def bank(total: int) -> Fraction:
            each = zip(others, busts, strict=False)
            return self._keeps([self.last.player(units, total - key[1], count) for units, count in each])

        bust = min(Fraction(1), self._bust(ends, self.floats) + Fraction(MARGIN))
        total = self.closing.total(max(key[1], ends.least), bust, bank)
        if self.closing.largest is None:
            self._found[key] = total, bank(total), ends
        return total

    def decided_last(self, state: LastState, least: int) -> int:
        """The same in a last turn."""
        (behind, *_), *others = state.players
        if not others:
            return max(least, behind + 1 + self.model.penalty)
        self._check_steals()

        def bank(total: int) -> Fraction:
            return self._keeps([player._replace(behind=player.behind + total - behind) for player in others])

        return self.closing.total(max(least, behind + 1), Fraction(0), bank)

    def check(self, values: Mapping[Key, Sequence[Fraction]]) -> None:
        """Check in fractions what was found in floating point."""
        for total, bank, ends in self._found.values():
            if bank < self.closing.roll(self._bust(ends, values)):
                raise self.closing.too_close(total)

    def _keeps(self, others: Sequence[LastPlayer]) -> Fraction:
        """A bound on the chance that none of the players who still have a turn gains enough to lead, or to share."""
        level = int(self.model.rules.end.tie == "split")
        each = (LastState((player._replace(behind=player.behind - level),), (1,)) for player in others)
        return 1 - sum((self.last.chances(state)[0] for state in each), Fraction(0))

    def _bust(self, ends: Ends, values: Mapping[Key, Sequence[float]] | Mapping[Key, Sequence[Fraction]]) -> Fraction:
        """The most that a bust is worth."""
        found = [ends.after("bust", 0, 0)]
        if self.model.rules.events.lose_banked:
            found.append(ends.after("lose_banked", 0, 0))
        return max(end.chances[0] if isinstance(end, Shared) else Fraction(values[end[0]][-1]) for end in found)

    def _check_steals(self) -> None:
        if self.closing.largest is None and self.model.can_steal:
            raise self.closing.endless(f'turns that may be stolen (turn.steal = "{self.model.rules.turn.steal}")')
