"""From which turn total a turn ends where last turns follow the goal, so that fractions have to look no further.

A player past the goal by so much that a last turn reaches them with chance at most w banks if

    1 - w  >=  p_win + p_bust z + (1 - p_win - p_bust) u

for every roll, z being what a bust is worth and u = 1 - (the chance of a last turn that only a winning roll saves), the
most that any bank is worth: then no roll is worth more, and neither is one at a larger total, as w only decreases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from jeopardice.common.errors import JeopardiceError
from jeopardice.race.model import RaceModel
from jeopardice.race.turn_ends import End, Key, RaceEnds, TurnEnds
from jeopardice.turn.reach import FAR, largest_total

MARGIN = 1e-6
FURTHEST = 2000


class BankBounds:
    """When a player past the goal banks, from bounds on what a bank and a bust are worth."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model

    @cached_property
    def largest(self) -> int | None:
        """The largest turn total, in units, that any play reaches; None if turns have no end."""
        unit = self.model.turn.unit
        enough = FAR * unit
        largest = largest_total(self.model.turn, enough)
        return None if largest >= enough else largest // unit

    @cached_property
    def rolls(self) -> set[tuple[Fraction, Fraction]]:
        """The chances of every roll to win and to end the turn otherwise."""
        found = set()
        for roll in self.model.turn.rolls:
            wins = sum(o.count for o in roll.outcomes if o.event == "win")
            busts = sum(o.count for o in roll.outcomes if o.event != "win" and (o.event or not o.options))
            found.add((Fraction(wins, roll.total), Fraction(busts, roll.total)))
        return found

    @cached_property
    def most(self) -> Fraction:
        """The most that a bank is worth, rounded up."""
        phases = self.model.turn.phases
        wins = [0.0] * len(phases)
        for _ in range(200):  # from below: any number of rolls gives a bound
            wins = [
                max((
                    sum(
                        outcome.count * (1.0 if outcome.event == "win" else max(wins[o.phase] for o in outcome.options))
                        for outcome in roll.outcomes
                        if outcome.event == "win" or (not outcome.event and outcome.options)
                    ) / roll.total
                    for roll in phase.rolls
                ), default=0.0)
                for phase in phases
            ]  # fmt: skip
        return 1 - Fraction(max(0.0, wins[0] - 1e-12))

    def total(self, least: int, bust: Fraction, bank: Callable[[int], Fraction]) -> int:
        """The turn total, from `least` on, from which banking is best; a bust and a margin are worth at most `bust`."""
        if self.largest is not None:
            return self.largest + 1
        rules = self.model.rules
        if rules.turn.keep_on_bust:
            raise self.endless("turn.keep_on_bust")
        if any(wins + busts == 0 for wins, busts in self.rolls):
            raise self.endless("a roll that cannot bust")
        at_least = max(self.roll(bust), Fraction(0))
        if self.most <= at_least + Fraction(MARGIN):
            raise self.endless("a roll that wins")
        low = total = least
        step = 1
        while bank(total) < at_least:
            low, total, step = total + 1, total + step, 2 * step
            if total > FURTHEST:
                raise self.endless("a roll that wins")
        while low < total:
            middle = (low + total) // 2
            low, total = (low, middle) if bank(middle) >= at_least else (middle + 1, total)
        return total

    def roll(self, bust: Fraction) -> Fraction:
        """The most that a roll is worth, if a bust is worth this."""
        return max(wins + busts * bust + (1 - wins - busts) * self.most for wins, busts in self.rolls)

    def endless(self, what: str) -> JeopardiceError:
        """The error that turns have no end."""
        where, rule = self.model.rules.where, self.model.rules.end.rule
        return JeopardiceError(
            f'{where}: end.rule: "{rule}": with {what} turns can run past the goal without end: values are limits of '
            "an infinite system of equations, which exact fractions cannot solve"
        )

    def too_close(self, total: int) -> JeopardiceError:
        """The error that what floating point has found does not hold in fractions."""
        return JeopardiceError(f"exact: rolling at a turn total of {total * self.model.turn.unit} is too close")


class ExactClosing:
    """The turn totals from which both players bank, found in floating point and checked in fractions."""

    def __init__(self, ends: RaceEnds, floats: Mapping[Key, float]) -> None:
        self.ends, self.floats, self.closing = ends, floats, BankBounds(ends.model)
        self._found: dict[Key, tuple[int, Fraction]] = {}

    def decided(self, key: Key, ends: TurnEnds[End]) -> int:
        """The turn total from which banking is best at a state."""
        bounded = self.closing.largest is not None
        if not bounded and self.ends.steals == "after-bank":
            raise self.closing.endless('a turn that may be stolen (turn.steal = "after-bank")')
        bust = min(Fraction(1), self._bust(key, ends, self.floats) + Fraction(MARGIN))
        total = self.closing.total(max(key[1], ends.least), bust, lambda total: _bank(ends, total))
        if not bounded:
            self._found[key] = (total, _bank(ends, total))
        return total

    def check(self, values: Mapping[Key, Fraction]) -> None:
        """Check in fractions what was found in floating point."""
        for key, (total, bank) in self._found.items():
            if bank < self.closing.roll(self._bust(key, self.ends.at(key), values)):
                raise self.closing.too_close(total)

    def _bust(self, key: Key, ends: TurnEnds[End], values: Mapping[Key, Fraction] | Mapping[Key, float]) -> Fraction:
        """The most that a bust is worth; a turn that may be stolen is worth no more."""
        found = [ends.after("bust", 0, 0)]
        if self.ends.model.rules.events.lose_banked:
            found.append(ends.after("lose_banked", 0, 0))
        return max(end if isinstance(end, Fraction) else 1 - Fraction(values[end[0]]) for end in found)


def _bank(ends: TurnEnds[End], total: int) -> Fraction:
    end = ends.bank(total, 0)
    assert isinstance(end, Fraction)
    return end
