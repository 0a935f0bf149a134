"""Small races in exact fractions: policy iteration, from the best play in floating point.

Best play of two players who take turns is pure, so that values are fractions. A policy gives each state a distribution
of the ends of its turn; its values solve a sparse linear system, exactly. Where they satisfy the Bellman equation, also
exactly, they are optimal; else the better actions make the next policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.calls import Floats
from jeopardice.race.exact_turn import ExactTurn, phases_at
from jeopardice.race.exact_values import ExactRace, LastTurns, Values
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import WORTH, Objective
from jeopardice.race.turn_ends import End, Key, RaceEnds
from jeopardice.solvers.exact_closing import ExactClosing
from jeopardice.solvers.exact_linear import MOST_JOINED, Equation, solved
from jeopardice.turn.closing import closing_of

if TYPE_CHECKING:
    from flint import fmpq

MOST_STEPS = 50
MOST_WORK = {"win": 6 * 10**10, "turns": 10**9, "within": 10**9}
"""About a quarter of an hour."""
MOST_FALLING = 4 * MOST_JOINED
"""Values of a race whose scores can decrease, most of which depend on each other."""
MOST_SWEEPS = 200
Distribution = Mapping[End, "fmpq"]


class ExactSolver:
    """Finds the values of a race."""

    def __init__(self, model: RaceModel, objective: Objective, near: Floats) -> None:
        self.model, self.objective = model, objective
        self.sign = -1 if objective.name == "turns" else 1
        self.carryover = model.carryover(objective.name)
        self.floats = dict(self._floats(near))
        lasts = LastTurns(model)
        self.ends = RaceEnds(model, objective, lasts)
        closing = ExactClosing(self.ends, self.floats)
        if model.rules.end.rule != "sudden" and objective.name == "win":
            self.ends = RaceEnds(model, objective, lasts, closing.decided)
        self.closing = closing
        self.race = ExactRace(self.ends, lasts)
        self.fresh = sorted(self.floats, key=lambda key: (sum(key[1:]), key))
        self._all_ends = {key: self.ends.at(key) for key in self.fresh}
        size = max(ends.decided for ends in self._all_ends.values())
        self.states: list[list[int]] | None = None
        if self.ends.steals == "never":
            self.states = phases_at(model, size)
        else:
            self._add_offers(size)

    def _add_offers(self, size: int) -> None:
        """Add the turns that may be stolen; their first values are those of a fresh turn."""
        model, after_bank = self.model, self.ends.steals == "after-bank"
        most = min(size + model.turn.most_points // model.turn.unit, self.ends.largest_offer)
        # Also those that no play reaches, which tables list.
        offers = [
            (phase, total)
            for total in range(most + 1)
            for phase in range(len(model.turn.phases))
            if self.ends.offer(self.ends.steals, total, phase)
        ]
        for key in self.fresh:
            if self.carryover.all[key[0]].to_beat:
                continue
            for phase, total in offers:
                # Whoever has banked a total was that much further from the goal.
                if not after_bank or (total >= model.bank_from and key[2] + total <= model.lowest):
                    self.floats[(*key, phase, total)] = self.floats[key]

    def _floats(self, near: Floats) -> Iterator[tuple[Key, float]]:
        players = 2 if self.objective.name == "win" else 1
        values = near[-1] if self.objective.name == "within" else near
        values = values if values.ndim > players else values[None]
        for place in np.ndindex(values.shape):
            if place[-1] + self.carryover.all[place[0]].to_beat < self.model.lowest:
                yield (place[0], *(units + 1 for units in place[1:])), float(values[place])

    @property
    def past(self) -> int:
        """The units past the goal from which no player rolls on."""
        return max(ends.decided - key[1] for key, ends in self._all_ends.items())

    def turn(self, key: Key, values: Values) -> ExactTurn[End]:
        """The turn at a state."""
        return ExactTurn(self.model, self._all_ends[key], values, self.states)

    def solve(self, progress: Progress) -> ExactRace:
        """Policy iteration."""
        if self.objective.name == "within":
            return self._within(progress)
        from flint import fmpq

        def number(value: Fraction) -> fmpq:
            return fmpq(value.numerator, value.denominator)

        self._improve_offers()
        first = part_of(progress, 0, 0.3)
        policy = self._greedy(Values(self.objective.name, self.floats, None, number), first)
        for _ in range(MOST_STEPS):
            exact = self._values_of(policy)
            self.floats.update((key, int(value.p) / int(value.q)) for key, value in exact.items())
            values = Values(self.objective.name, self.floats, exact, number)
            better = self._greedy(values, part_of(progress, 0.5, 1))
            changed = {
                key: found
                for key, found in better.items()
                if found != policy[key] and self._value(found, exact) != exact[key]
            }
            if not changed:
                self.race.values = {key: fraction_of(value) for key, value in exact.items()}
                self.closing.check(self.race.values)
                return self.race
            policy.update(changed)
        raise JeopardiceError("exact: best play in fractions does not converge")

    def _greedy(self, values: Values, progress: Progress | None) -> dict[Key, Distribution]:
        """How each turn ends under the best play for these values."""
        offers = self._offers()
        found: dict[Key, Distribution] = {}
        for number, key in enumerate(self.fresh):
            turn = self.turn(key, values)
            found[key] = turn.distribution()
            for offer in offers.get(key, ()):
                found[offer] = turn.distribution(*offer[3:])
            if progress and number % 16 == 0:
                progress(number / len(self.fresh))
        return found

    def _improve_offers(self) -> None:
        """Find the values of stolen turns in floats."""
        values, offers = Values(self.objective.name, self.floats), self._offers()
        if not offers:
            return
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for key in self.fresh:
                turn = self.turn(key, values)
                for offer in offers.get(key, ()):
                    q, total = offer[3:]
                    value = turn.roll_near(turn.stolen_roll(q, total), q, total)[0]
                    change, self.floats[offer] = max(change, abs(value - self.floats[offer])), value
            if change < 1e-13:
                return

    def _offers(self) -> dict[Key, list[Key]]:
        """The stolen turns at the state of each fresh one."""
        found: dict[Key, list[Key]] = {}
        for key in self.floats:
            if len(key) > 3:
                found.setdefault(key[:3], []).append(key)
        return found

    def _value(self, found: Distribution, exact: Mapping[Key, fmpq]) -> fmpq:
        from flint import fmpq

        shift, scale, _ = WORTH[self.objective.name]
        total = fmpq(0)
        for end, chance in found.items():
            if isinstance(end, Fraction):
                total += chance * fmpq(end.numerator, end.denominator)
            else:
                total += chance * (shift + scale * exact[end[0]])
        return self.sign * total

    def _values_of(self, policy: Mapping[Key, Distribution]) -> Mapping[Key, fmpq]:
        """The values of a policy: a linear system."""
        from flint import fmpq

        shift, scale, _ = WORTH[self.objective.name]
        equations: dict[Key, Equation[Key]] = {}
        for key, ends in policy.items():
            constant, chances = fmpq(0), {}
            for end, chance in ends.items():
                if isinstance(end, Fraction):
                    constant += chance * fmpq(end.numerator, end.denominator)
                else:
                    constant += shift * chance
                    chances[end[0]] = self.sign * scale * chance
            equations[key] = self.sign * constant, chances
        return solved(equations)

    def _within(self, progress: Progress) -> ExactRace:
        """P(m, i) from P(m - 1, .)."""
        before = {key: Fraction(0) for key in self.fresh}
        self.race.values = {(0, *key): value for key, value in before.items()}
        for turns in range(1, self.objective.turns + 1):
            values = Values("within", {key: float(value) for key, value in before.items()}, before)
            before = {key: self.turn(key, values).exact(0, 0)[0] for key in self.fresh}
            self.race.values |= {(turns, *key): value for key, value in before.items()}
            progress((turns / self.objective.turns) ** 2)
        return self.race


def exact_values(model: RaceModel, objective: Objective, near: Floats, progress: Progress | None = None) -> ExactRace:
    """The values of a race, which is solved in floating point, in fractions."""
    return ExactSolver(model, objective, near).solve(progress or (lambda part: None))


def check_size(model: RaceModel, objective: Objective) -> None:
    """Refuse long races: numbers grow with the states they depend on, the work with a high power of the goal."""
    n, options, rules = model.lowest, sum(1 for _ in model.turn.options), model.rules
    wins = objective.name == "win"
    states = len(model.carryover(objective.name).all) * (n**2 if wins else n)
    if wins and rules.turn.steal != "never":
        states *= n * len(model.turn.phases)
    rows = n + (closing_of(model.turn).total // model.turn.unit if wins and rules.end.rule != "sudden" else 0)
    work = options * states * (rows**3 if wins else n**2 * max(1, objective.turns) // 4)
    if work > MOST_WORK[objective.name] or (model.has_penalties and states > MOST_FALLING):
        raise JeopardiceError(
            f"exact: a race of {model.needed:,} steps to the goal is too long for fractions, whose digits grow with "
            "every step; a certificate (certify) bounds the error of floating point"
        )
