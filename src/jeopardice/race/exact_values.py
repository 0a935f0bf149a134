"""The values of a race of one or two players in exact fractions, and any of its turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from jeopardice.race.exact_turn import Caution, ExactTurn, State
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import WORTH, Objective
from jeopardice.race.turn_ends import End, Key, LastTurn, RaceEnds


@dataclass(frozen=True)
class Values:
    """The values of states, from which a turn is solved: in floating point, and in fractions where they are known."""

    objective: str
    floats: Mapping[Key, float]
    exact: Mapping[Key, Any] | None = None
    number: Callable[[Fraction], Any] = Fraction
    caution = Caution()

    @property
    def is_exact(self) -> bool:
        """Whether values are known in fractions."""
        return self.exact is not None

    def near(self, end: End) -> float:
        """The worth of the end of a turn."""
        if isinstance(end, Fraction):
            return float(end)
        shift, scale, _ = WORTH[self.objective]
        return shift + scale * max([self.floats[key] for key in end])

    def worth(self, end: End) -> Any:
        """The same in fractions."""
        if isinstance(end, Fraction):
            return self.number(end)
        assert self.exact is not None
        shift, scale, _ = WORTH[self.objective]
        return shift + scale * self.exact[self.best(end)]

    def best(self, keys: Sequence[Key]) -> Key:
        """The state that the next player chooses."""
        values = self.floats if self.exact is None else self.exact
        return max(keys, key=lambda key: values[key]) if len(keys) > 1 else keys[0]

    def chosen(self, end: End) -> End:
        """The end, with what the next player chooses of it."""
        return end if isinstance(end, Fraction) else (self.best(end),)


@dataclass
class ExactRace:
    """A race whose values are known in fractions."""

    ends: RaceEnds
    lasts: LastTurns
    values: dict[Key, Fraction] = field(default_factory=dict)
    """By state; within: (turns left, carryover, units)."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactRace) and self.values == other.values

    @cached_property
    def floats(self) -> dict[Key, float]:
        """The same values in floating point."""
        return {key: float(value) for key, value in self.values.items()}

    def turn(self, key: Key, turns: int | None = None, total: int = 0) -> ExactTurn[End]:
        """The turn at a state, for turn totals of at least `total`; within: with this many turns left."""
        ends = self.ends.at(key)
        size = max(ends.decided, total) + self.ends.model.turn.most_points // self.ends.model.turn.unit + 1
        floats, exact = self.floats, self.values
        if turns is not None:
            exact = {(c, i): value for (m, c, i), value in self.values.items() if m == turns - 1}
            floats = {state: float(value) for state, value in exact.items()}
        name = self.ends.objective.name
        return ExactTurn(self.ends.model, replace(ends, decided=size), Values(name, floats, exact))

    def last_turn(self, turn: LastTurn, total: int = 0) -> ExactTurn[End]:
        """A last turn, for turn totals of at least `total`."""
        return self.lasts.turn(turn, total + self.ends.model.turn.most_points // self.ends.model.turn.unit + 1)


class LastTurns:
    """The values of last turns, each found once."""

    def __init__(self, model: RaceModel) -> None:
        self.ends = RaceEnds(model, Objective("win"), self.__call__)
        self._turns: dict[tuple[int, int, int, int], ExactTurn[End]] = {}

    def __call__(self, turn: LastTurn, offer: State | None = None) -> Fraction:
        """The chance of the player who has it, who may also continue with a phase and a total."""
        solved = self.turn(turn)
        value: Fraction = solved.exact(0, 0)[0]
        if offer is None:
            return value
        stolen: Fraction = solved.roll_worth(solved.stolen_roll(*offer), *offer)[0]
        return max(value, stolen)

    def turn(self, turn: LastTurn, totals: int = 0) -> ExactTurn[End]:
        """Return the solved last turn, with at least this many totals."""
        needed, behind, state = turn
        model = self.ends.model
        first, keeps = needed == model.needed, model.rules.turn.keep_on_bust and model.penalty > 0
        key = (needed if first or keeps else 0, behind, state.to_beat, state.busts[0] if keeps else 0)
        if key not in self._turns or self._turns[key].size < totals:
            ends = self.ends.at_last(turn)
            ends = replace(ends, decided=max(ends.decided, totals))
            self._turns[key] = ExactTurn(model, ends, Values("win", {}, {}))
        return self._turns[key]
