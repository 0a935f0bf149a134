"""One turn of a race in exact fractions: short, and like the equations.

A turn at one state is equation (1) of docs/theory/turns.md with given ends (`race.turn_ends`). Decisions are made in
floating point where that is certain, and in fractions where actions are too close to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol

from jeopardice.race.model import RaceModel
from jeopardice.race.turn_ends import AnyEnd, TurnEnds
from jeopardice.turn import Event, Option, Outcome, Roll
from jeopardice.turn.reach import reachable_states

CLOSE = 1e-9
"""Actions whose values in floating point differ by less (relatively, above 1) are compared in fractions."""
State = tuple[int, int]
"""A phase and a turn total in units."""


class Caution(NamedTuple):
    """Of actions of the same value the one that busts least (1), the one that busts most (-1), or the first (0)."""

    rolls: int = 1
    options: int = 1


class EndValues(Protocol[AnyEnd]):
    """What the ends of a turn are worth to the mover."""

    @property
    def is_exact(self) -> bool:
        """Whether values are known in fractions."""

    @property
    def caution(self) -> Caution:
        """Which of several actions of the same value is taken."""

    @property
    def number(self) -> Callable[[Fraction], Any]:
        """The type of exact numbers."""

    def near(self, end: AnyEnd) -> float:
        """The worth of the end of a turn."""

    def worth(self, end: AnyEnd) -> Any:
        """The same in fractions."""

    def chosen(self, end: AnyEnd) -> AnyEnd:
        """The end, with what the next player chooses of it."""


class ExactTurn(Generic[AnyEnd]):
    """One turn at one state of a race, with its best decisions; totals are counted in units."""

    def __init__(
        self,
        model: RaceModel,
        ends: TurnEnds[AnyEnd],
        values: EndValues[AnyEnd],
        states: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.model, self.ends, self.values, self.caution = model, ends, values, values.caution
        self.states = states
        """The phases at each total, or all."""
        self._found: list[dict[int, tuple[float, float]]] = []
        self._actions: dict[State, Roll | None] = {}
        self._exact: dict[State, tuple[Any, Any]] = {}
        self._solve()

    @cached_property
    def size(self) -> int:
        """The number of totals that are solved; from there on the player banks."""
        return self.ends.decided

    def _solve(self) -> None:
        """Find the best action of every phase at every total, and its value and chance of a bust in floats."""
        phases = range(len(self.model.turn.phases))
        self._found = [{} for _ in range(self.size)]
        for total in range(self.size - 1, -1, -1):
            for phase in phases if self.states is None else self.states[total]:
                action, value = self._decided(phase, total)
                self._actions[phase, total] = action
                self._found[total][phase] = value

    def _decided(self, q: int, total: int) -> tuple[Roll | None, tuple[float, float]]:
        """The best action: a roll, or None to end the turn."""
        model, phase = self.model, self.model.turn.phases[q]
        banks = total >= self.ends.least
        if not phase.rolls:
            end = self.ends.bank(total, q) if banks else self.ends.after("bust", total, q)
            return None, (self.values.near(end), 0.0 if banks else 1.0)
        may_bank = banks and phase.may_bank and total >= model.hold_from
        if may_bank and (phase.must_bank or model.turn.stop_from is not None):
            return None, (self.values.near(self.ends.bank(total, q)), 0.0)
        actions: list[Roll | None] = [*([None] if may_bank else []), *phase.rolls]
        found = [
            (self.values.near(self.ends.bank(total, q)), 0.0) if action is None else self.roll_near(action, q, total)
            for action in actions
        ]
        best = self._choose(found, lambda place: self._action_worth(actions[place], q, total), self.caution.rolls)
        return actions[best], found[best]

    def _choose(
        self, near: Sequence[tuple[float, float]], worth: Callable[[int], tuple[Any, Any]], caution: int
    ) -> int:
        """The number of the best of several actions; of equal ones by the chance to bust, then the first."""
        if len(near) == 1:
            return 0
        best = max(value for value, _ in near)
        margin = CLOSE * max(1.0, abs(best))
        close = [number for number, (value, _) in enumerate(near) if best - value <= margin]
        if len(close) == 1:
            return close[0]
        if not self.values.is_exact:
            return min(
                close,
                key=lambda number: (near[number][0] < best - 1e-12 * max(1.0, abs(best)), caution * near[number][1]),
            )
        exact = {number: worth(number) for number in close}
        return max(close, key=lambda number: (exact[number][0], -caution * exact[number][1], -number))

    def near(self, q: int, total: int) -> tuple[float, float]:
        """The value of a state and its chance of a bust, in floats."""
        if total < self.size:
            return self._found[total][q]
        return self.values.near(self.ends.bank(total, q)), 0.0

    def roll_near(self, roll: Roll, q: int, total: int) -> tuple[float, float]:
        """The value of a roll and its chance of a bust, in floats."""
        value = bust = 0.0
        for outcome in roll.outcomes:
            if outcome.event or not outcome.options:
                event = outcome.event or "bust"
                worth, chance = self.values.near(self.ends.after(event, total, q)), float(event != "win")
            else:
                worth, chance = self.near(*self.after(outcome, total))
            value += outcome.count * worth
            bust += outcome.count * chance
        return value / roll.total, bust / roll.total

    def after(self, outcome: Outcome, total: int) -> State:
        """The state that the best option of an outcome leads to."""
        unit = self.model.turn.unit
        states = [_state(option, total, unit) for option in outcome.options]
        if len(states) == 1:
            return states[0]
        near = [self.near(*state) for state in states]
        return states[self._choose(near, lambda place: self.exact(*states[place]), self.caution.options)]

    def exact(self, q: int, total: int) -> tuple[Any, Any]:
        """The value of a state and its chance of a bust, in fractions."""
        found = self._exact.get((q, total))
        if found is None:
            found = self._exact[q, total] = self._action_worth(self._actions.get((q, total)), q, total)
        return found

    def _action_worth(self, action: Roll | None, q: int, total: int) -> tuple[Any, Any]:
        if action is not None:
            return self.roll_worth(action, q, total)
        number = self.values.number
        if total >= self.ends.least:
            return self.values.worth(self.ends.bank(total, q)), number(Fraction(0))
        return self.values.worth(self.ends.after("bust", total, q)), number(Fraction(1))

    def roll_worth(self, roll: Roll, q: int, total: int) -> tuple[Any, Any]:
        """The value of a roll and its chance of a bust, in fractions."""
        value = bust = self.values.number(Fraction(0))
        for outcome in roll.outcomes:
            if outcome.event or not outcome.options:
                event: Event = outcome.event or "bust"
                value += outcome.count * self.values.worth(self.ends.after(event, total, q))
                bust += outcome.count * int(event != "win")
            else:
                worth, chance = self.exact(*self.after(outcome, total))
                value += outcome.count * worth
                bust += outcome.count * chance
        return value / roll.total, bust / roll.total

    def distribution(self, q: int = 0, total: int = 0) -> dict[AnyEnd, Any]:
        """The chance of each end of the turn from a state; a stolen turn, from a total above 0, begins with a roll."""
        number = self.values.number
        mass: dict[int, dict[int, Any]] = {}
        found: dict[AnyEnd, Any] = {}

        def add(places: dict[Any, Any], place: Any, chance: Any) -> None:
            places[place] = places[place] + chance if place in places else chance

        def ended(end: AnyEnd, chance: Any) -> None:
            add(found, self.values.chosen(end), chance)

        def rolled(roll: Roll, q: int, total: int, chance: Any) -> None:
            each = chance / roll.total
            for outcome in roll.outcomes:
                if outcome.event or not outcome.options:
                    ended(self.ends.after(outcome.event or "bust", total, q), each * outcome.count)
                else:
                    phase, then = self.after(outcome, total)
                    add(mass.setdefault(then, {}), phase, each * outcome.count)

        begin = self._actions.get((q, total)) if not total else self.stolen_roll(q, total)
        if begin is None:
            return {self.ends.after("bust", total, q): number(Fraction(1))}
        rolled(begin, q, total, number(Fraction(1)))
        while mass:
            total = min(mass)
            for phase, chance in mass.pop(total).items():
                action = self._actions.get((phase, total))
                if action is not None:
                    rolled(action, phase, total, chance)
                else:
                    banks = total >= self.ends.least
                    end = self.ends.bank(total, phase) if banks else self.ends.after("bust", total, phase)
                    ended(end, chance)
        return found

    def stolen_roll(self, q: int, total: int) -> Roll:
        """The roll with which a stolen turn begins."""
        rolls = self.model.turn.phases[q].rolls
        return rolls[
            self._choose(
                [self.roll_near(roll, q, total) for roll in rolls],
                lambda place: self.roll_worth(rolls[place], q, total),
                self.caution.rolls,
            )
        ]


def phases_at(model: RaceModel, size: int) -> list[list[int]]:
    """The phases that some play reaches at each turn total below a size, in units."""
    phases: list[list[int]] = [[] for _ in range(size)]
    for phase, total in sorted(reachable_states(model.turn, (size - 1) * model.turn.unit)):
        phases[total // model.turn.unit].append(phase)
    return phases


def _state(option: Option, total: int, unit: int) -> State:
    return option.phase, total + option.points // unit
