"""Simultaneous play in exact fractions: the supports are known from floating point, and proven in fractions.

Let R be the turn outcome distributions that the first player mixes in a state, and C those of the second. Where each is
one, W = sum_i sum_j p_i q_j W(a after i, b after j) is a linear equation; with equal standings W = 1/2. Else W = w is a
root of

    det M(w) + w det [M(w), 1; 1', 0] = 0,     M(w)_rc = sum_i sum_j r_i c_j W(a after i, b after j),

because M y = w 1 and 1' y = 1. Of states that depend on each other in a cycle and of which one mixes, the values of the
others are linear in w. So W is a fraction or it is not, which the rational roots of this polynomial decide. Where
several of them mix, Newton's method finds the values to thousands of bits, to which fractions would have to be close.
Best responses to both mixtures, in fractions, then show that nobody can do better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10

import flint

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.common.progress import Progress
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.exact_linear import MOST_JOINED, cycles
from jeopardice.solvers.exact_mixtures import (
    Line,
    at_values,
    defect,
    equalising,
    interpolated,
    rounded,
    squares,
    stepped,
)
from jeopardice.solvers.exact_plans import ONE, ZERO, Distribution, ExactPlans, expected, mixed

MOST_NEEDED = 60
"""Units to go: the numbers grow longer with every state."""
CLOSE = flint.fmpq(1, 10**7)
"""A root is the value of a state if it is this close to it in floating point."""
LONG = 120
"""Characters of an equation that is shown."""
State = tuple[int, int]
BITS = 2000
"""Values of several states in which players mix are computed to twice as many."""
Linear = dict[State | None, flint.fmpq]
"""A sum of values of states, with a constant at None."""


@dataclass
class Support:
    """The distributions that both players mix in a state, and how."""

    rows: list[Distribution]
    columns: list[Distribution]
    row_chances: list[flint.fmpq] = field(default_factory=lambda: [ONE])
    column_chances: list[flint.fmpq] = field(default_factory=lambda: [ONE])

    @property
    def is_pure(self) -> bool:
        """Whether neither player mixes."""
        return len(self.rows) == len(self.columns) == 1


class ExactValues:
    """W(a, b), the first player's chance by both standings, and what each number of dice is worth."""

    def __init__(self, solution: SimultaneousSolution) -> None:
        self.standings, self.floats = solution.standings, solution.values
        if self.standings.lowest > MOST_NEEDED:
            key = f"goal: {self.standings.lowest} units to go from the lowest score"
            raise InputError(f"exact: {key}: fractions allow at most {MOST_NEEDED}")
        self.plans = ExactPlans(solution.turn, self.standings)
        self._won: dict[State, flint.fmpq] = {}
        self.supports = {state: self._support(solution, state) for state in self._states()}

    def _states(self) -> Iterator[State]:
        count = self.standings.count
        return (
            (a, b) for total in range(2, 2 * count + 1) for a in range(1, count + 1) if a <= (b := total - a) <= count
        )

    def _support(self, solution: SimultaneousSolution, state: State) -> Support:
        _, rows, row_chances, columns, column_chances = solution.core.equilibrium(solution.values, *state)
        sides: list[list[Distribution]] = []
        for standing, outcomes, chances in zip(state, (rows, columns), (row_chances, column_chances), strict=True):
            played = [row for row, chance in zip(outcomes, chances, strict=True) if chance > 0]
            sides.append([self.plans.distribution(standing, row) for row in played])
        return Support(sides[0], sides[1])

    def solve(self, progress: Progress | None) -> None:
        """Solve all states, and prove that nobody can do better."""
        follows = {state: self._depends(state) for state in self.supports if len({*state}) > 1}
        done = 0
        for part in cycles(follows):
            self._solve(part)
            done += len(part)
            if progress:
                progress(0.6 * done / len(follows))
        for number, (state, support) in enumerate(self.supports.items()):
            if progress:
                progress(0.6 + 0.4 * number / len(self.supports))
            if not support.is_pure:
                self._mix(state, support)
            self._prove(state, support)

    def _depends(self, state: State) -> set[State]:
        support = self.supports[state]
        rows, columns = (
            {place: ONE for distribution in distributions for place in distribution}
            for distributions in (support.rows, support.columns)
        )
        return {then for then in self._round(state, rows, columns) if then}

    def _round(self, state: State, row: Distribution, column: Distribution) -> Linear:
        """What the first player wins with two distributions."""
        found: Linear = {}
        others = [(self.plans.after(state[1], j), q) for j, q in column.items()]
        for i, p in row.items():
            then = self.plans.after(state[0], i)
            for theirs, q in others:
                self._add(found, then, theirs, p * q)
        return found

    def _add(self, found: Linear, a: int, b: int, chance: flint.fmpq) -> None:
        """Add the chance times W(a, b), by the value of a < b."""
        key, constant, sign = None, ZERO, ONE
        if a == b:
            constant = flint.fmpq(1, 2)
        elif min(a, b) <= 0:
            constant = flint.fmpq(int(a < b))
        elif a < b:
            key = a, b
        else:
            key, constant, sign = (b, a), ONE, -ONE
        found[None] = found.get(None, ZERO) + chance * constant
        if key:
            found[key] = found.get(key, ZERO) + chance * sign

    def _known(self, equation: Linear) -> Linear:
        """The same with the values that are known."""
        found: Linear = {None: ZERO}
        for key, chance in equation.items():
            if key is None or key in self._won:
                found[None] += chance * (self._won[key] if key else ONE)
            else:
                found[key] = chance
        return found

    def _solve(self, part: Sequence[State]) -> None:
        """Solve states that depend on each other."""
        if len(part) > MOST_JOINED:
            raise JeopardiceError(
                f"exact: {len(part):,} values depend on each other in a cycle: too many for fractions"
            )
        mixing = [state for state in part if not self.supports[state].is_pure]
        lines = self._linear([state for state in part if state not in mixing], mixing)
        if mixing:
            payoffs = {state: self._payoffs(state, lines, mixing) for state in mixing}
            roots = [self._root(mixing[0], payoffs[mixing[0]])] if len(mixing) == 1 else self._roots(mixing, payoffs)
            self._won |= zip(mixing, roots, strict=True)
        else:
            roots = []
        self._won |= {state: at_values(line, roots) for state, line in lines.items()}

    def _linear(self, pure: Sequence[State], unknown: Sequence[State]) -> dict[State, Line]:
        """The values of states in which nobody mixes, in those of the others."""
        place = {state: number for number, state in enumerate(pure)}
        if not place:
            return {}
        left, right = flint.fmpq_mat(len(pure), len(pure)), flint.fmpq_mat(len(pure), 1 + len(unknown))
        for state, number in place.items():
            support = self.supports[state]
            left[number, number] += 1
            for key, chance in self._known(self._round(state, support.rows[0], support.columns[0])).items():
                if key in place:
                    left[number, place[key]] -= chance
                else:
                    right[number, 0 if key is None else 1 + unknown.index(key)] += chance
        solved = left.solve(right)
        return {state: [solved[n, k] for k in range(1 + len(unknown))] for state, n in place.items()}

    def _payoffs(self, state: State, lines: Mapping[State, Line], unknown: Sequence[State] = ()) -> list[list[Line]]:
        """M: for each row and column a sum of the values of states in which players mix."""
        support = self.supports[state]
        places = {place for row in support.rows for place in row}

        def worth(place: int, column: Distribution) -> Line:
            equation = self._known(self._round(state, {place: ONE}, column))
            found = [equation.pop(None), *(equation.pop(each, ZERO) for each in unknown)]
            for key, chance in equation.items():
                assert key is not None
                found = [one + chance * other for one, other in zip(found, lines[key], strict=True)]
            return found

        columns = [{place: worth(place, column) for place in places} for column in support.columns]
        return [
            [
                [sum((p * worths[place][k] for place, p in row.items()), ZERO) for k in range(1 + len(unknown))]
                for worths in columns
            ]
            for row in support.rows
        ]

    def _root(self, state: State, payoffs: list[list[Line]]) -> flint.fmpq:
        """The value of a state in which players mix."""
        near = self._near(state)
        for rows, columns in squares(len(payoffs), len(payoffs[0])):
            points = [flint.fmpq(k) for k in range(len(rows) + 2)]
            found = interpolated([(w, defect([[payoffs[r][c] for c in columns] for r in rows], w)) for w in points])
            for factor, _ in found.numer().factor()[1] if found else ():
                if factor(near - CLOSE) * factor(near + CLOSE) > 0:
                    continue
                if factor.degree() == 1:
                    return flint.fmpq(-factor[0], factor[1])
                equation = f": {str(factor).replace('x', 'w')} = 0" if len(str(factor)) < LONG else ""
                raise JeopardiceError(
                    f"exact: {self._words(state)} best play mixes: the win probability w is irrational{equation}"
                )
        raise self._differs(state)

    def _roots(self, states: Sequence[State], payoffs: Mapping[State, list[list[Line]]]) -> list[flint.fmpq]:
        """The values of several states in which players mix: Newton's method, and the simplest fractions nearby."""
        squared = {
            state: self._square(state, payoffs[state], [self._near(each) for each in states]) for state in states
        }
        values, count = [self._near(state) for state in states], len(states)
        for bits in (100, 200, 400, 800, 1600, 2 * BITS, 2 * BITS):
            left, right = flint.fmpq_mat(count, count), flint.fmpq_mat(count, 1)
            for n, state in enumerate(states):
                value, slopes = stepped(squared[state], values)
                right[n, 0] = value - values[n]
                for k, slope in enumerate(slopes):
                    left[n, k] = int(n == k) - slope
            steps = left.solve(right)
            furthest = max(abs(steps[n, 0]) for n in range(count))
            values = [rounded(value + steps[n, 0], bits) for n, value in enumerate(values)]
        if furthest > flint.fmpq(1, 1 << BITS):
            raise self._differs(states[0])
        simple = [fraction_of(value).limit_denominator(2 ** (BITS // 2)) for value in values]
        found = [flint.fmpq(value.numerator, value.denominator) for value in simple]
        if all(stepped(squared[state], found)[0] == value for state, value in zip(states, found, strict=True)):
            return found
        one, other = (self._words(state) for state in states[:2])
        raise JeopardiceError(
            f"exact: {one} and {other} best play mixes, and these values depend on each other: they are irrational, or "
            f"fractions of more than {int(BITS / 2 * log10(2))} digits"
        )

    def _square(self, state: State, payoffs: list[list[Line]], values: Sequence[flint.fmpq]) -> list[list[Line]]:
        """As many rows as columns, that both mix."""
        for rows, columns in squares(len(payoffs), len(payoffs[0])):
            square = [[payoffs[r][c] for c in columns] for r in rows]
            with suppress(ZeroDivisionError):
                matrix = [[1 + at_values(entry, values) for entry in row] for row in square]
                if min(*equalising(matrix), *equalising([*zip(*matrix, strict=True)])) >= 0:
                    return square
        raise self._differs(state)

    def _near(self, state: State) -> flint.fmpq:
        return flint.fmpq(*Fraction(float(self.floats[state[0] - 1, state[1] - 1])).as_integer_ratio())

    def _differs(self, state: State) -> JeopardiceError:
        return JeopardiceError(f"exact: {self._words(state)} floating point mixes other actions than fractions")

    def _mix(self, state: State, support: Support) -> None:
        """How both mix, as the value of the state is known."""
        payoffs = [[entry[0] for entry in row] for row in self._payoffs(state, {})]
        for rows, columns in squares(len(support.rows), len(support.columns)):
            square = [[payoffs[r][c] + 1 for c in columns] for r in rows]
            try:
                mine, theirs = equalising([*zip(*square, strict=True)]), equalising(square)
            except ZeroDivisionError:
                continue
            if min(*mine, *theirs) >= 0:
                support.row_chances = [mine[rows.index(r)] if r in rows else ZERO for r in range(len(payoffs))]
                support.column_chances = [
                    theirs[columns.index(c)] if c in columns else ZERO for c in range(len(payoffs[0]))
                ]
                return
        raise self._differs(state)

    def _prove(self, state: State, support: Support) -> None:
        """Both guarantee the value: no response to their mixtures wins more."""
        value = self._chance(*state)
        sides = (support.columns, support.column_chances), (support.rows, support.row_chances)
        for own, other, (distributions, chances), wanted in (
            (*state, sides[0], value),
            (*state[::-1], sides[1], 1 - value),
        ):
            if self.plans.best(own, self._worths(own, other, mixed(distributions, chances))) != wanted:
                raise self._differs(state)

    def _worths(self, own: int, other: int, distribution: Distribution) -> list[flint.fmpq]:
        """What each place is worth against a distribution of the other player."""
        last = self.plans.places.banked(self.plans.furthest(own, distribution, other))
        others = [(self.plans.after(other, place), chance) for place, chance in distribution.items()]
        found = []
        for place in range(last + 1):
            then = self.plans.after(own, place)
            found.append(sum((chance * self._chance(then, theirs) for theirs, chance in others), ZERO))
        return found

    def _chance(self, a: int, b: int) -> flint.fmpq:
        if a == b:
            return flint.fmpq(1, 2)
        if min(a, b) <= 0:
            return flint.fmpq(int(a < b))
        return self._won[a, b] if a < b else 1 - self._won[b, a]

    def value(self, own: int, other: int) -> Fraction:
        """W(own, other)."""
        return fraction_of(self._chance(own, other))

    def worth(self, own: int, other: int, place: int) -> Fraction:
        """What a number of dice wins against best play."""
        support = self.supports[min(own, other), max(own, other)]
        distribution = (
            mixed(support.columns, support.column_chances) if own <= other else mixed(support.rows, support.row_chances)
        )
        return fraction_of(expected(self.plans.ways(own)[place], self._worths(own, other, distribution)))

    def _words(self, state: State) -> str:
        units, busts = map(self.standings.units, state), map(self.standings.busts, state)
        after = " after {} and {} busts in a row".format(*busts) if self.standings.counts > 1 else ""
        return "with {} and {} to go".format(*units) + after
