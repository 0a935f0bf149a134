"""Simultaneous play in exact fractions: the supports are known from floating point, and proven in fractions.

Let R be the turn outcome distributions that the first player mixes in a state, and C those of the second. Where each is
one, W = sum_i sum_j p_i q_j W(a after i, b after j) is a linear equation; with equal standings W = 1/2. Else W = w is a
root of

    det M(w) + w det [M(w), 1; 1', 0] = 0,     M(w)_rc = sum_i sum_j r_i c_j W(a after i, b after j),

because M y = w 1 and 1' y = 1. Of states that depend on each other in a cycle and of which one mixes, the values of the
others are linear in w. So W is a fraction or it is not, which the rational roots of this polynomial decide. Where
several of them mix, Newton's method finds the values to thousands of bits, to which fractions would have to be close.
Best responses to both mixtures, in fractions, then show that nobody can do better; one that does is added to what may
be mixed, as floating point has missed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10

import flint

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import fraction_of
from jeopardice.common.progress import Progress, part_of
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.exact_games import solved_game
from jeopardice.solvers.exact_linear import MOST_JOINED, cycles
from jeopardice.solvers.exact_mixtures import Line, at_values, rounded, square_part, stepped, value_of, values_of
from jeopardice.solvers.exact_plans import ONE, ZERO, Distribution, ExactPlans, expected, mixed

MOST_NEEDED = 60
"""Units to go: the numbers grow longer with every state."""
NEARLY = flint.fmpq(1, 2**200)
"""Values that are irrational are known to many more digits."""
MOST_ROUNDS = 30
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


class IrrationalError(JeopardiceError):
    """The values of some states are irrational, but close to fractions."""

    def __init__(self, message: str, near: Mapping[State, flint.fmpq]) -> None:
        super().__init__(message)
        self.near = near


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
        """Solve all states, and prove that nobody can do better; else that becomes another way to play."""
        for number in range(MOST_ROUNDS):
            # Most games need one round.
            rounds = part_of(progress, 1 - 0.5**number, 1 - 0.5 ** (number + 1)) if number else part_of(progress, 0, 1)
            self._won.clear()
            try:
                self._solve_all(part_of(rounds, 0, 0.6))
            except IrrationalError as found:
                self._won |= found.near
                if not self._improved(part_of(rounds, 0.6, 1), NEARLY):
                    raise
            else:
                if not self._improved(part_of(rounds, 0.6, 1)):
                    return
        raise self._differs(next(iter(self.supports)))

    def _solve_all(self, progress: Progress | None) -> None:
        follows = {state: self._depends(state) for state in self.supports if len({*state}) > 1}
        for part in cycles(follows):
            self._solve(part)
            if progress:
                progress(len(self._won) / len(follows))

    def _improved(self, progress: Progress | None, margin: flint.fmpq = ZERO) -> bool:
        """Add the best responses that win more than the values by a margin; return whether there are any."""
        improved = False
        for number, state in enumerate(self.supports):
            if progress:
                progress(number / len(self.supports))
            try:
                improved |= self._improve(state, margin)
            except KeyError:  # a value that is not known yet
                if not margin:
                    raise
        return improved

    def _improve(self, state: State, margin: flint.fmpq) -> bool:
        support = self.supports[state]
        if not support.is_pure:
            game = solved_game([[entry[0] for entry in row] for row in self._payoffs(state, {})])
            support.row_chances, support.column_chances = game.rows, game.columns
        value = self._chance(*state)
        first = self._response(*state, mixed(support.columns, support.column_chances), value + margin)
        second = self._response(*state[::-1], mixed(support.rows, support.row_chances), 1 - value + margin)
        for ways, way in ((support.rows, first), (support.columns, second)):
            if way in ways:
                raise self._differs(state)
            if way is not None:
                ways.append(way)
        return first is not None or second is not None

    def _response(self, own: int, other: int, against: Distribution, wanted: flint.fmpq) -> Distribution | None:
        """The way to play that wins most against a mixture, if that is more than the value."""
        worths = self._worths(own, other, against)
        return self.plans.best_way(own, worths) if self.plans.best(own, worths) > wanted else None

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
        found = value_of(payoffs, self._near(state))
        if found is None:
            raise self._differs(state)
        root, factor = found
        if factor.degree() > 1:
            equation = f": {str(factor).replace('x', 'w')} = 0" if len(str(factor)) < LONG else ""
            words = f"exact: {self._words(state)} best play mixes: the win probability w is irrational{equation}"
            raise IrrationalError(words, {state: root})
        return root

    def _roots(self, states: Sequence[State], payoffs: Mapping[State, list[list[Line]]]) -> list[flint.fmpq]:
        """The values of several states in which players mix: the simplest fractions near to many digits of them."""
        games = [square_part(payoffs[state], [self._near(each) for each in states]) for state in states]
        values = values_of(games, [self._near(state) for state in states], BITS)
        if values is None:
            raise self._differs(states[0])
        simple = [fraction_of(value).limit_denominator(2 ** (BITS // 2)) for value in values]
        found = [flint.fmpq(value.numerator, value.denominator) for value in simple]
        if all(stepped(game, found)[0] == value for game, value in zip(games, found, strict=True)):
            return found
        one, other = (self._words(state) for state in states[:2])
        raise IrrationalError(
            f"exact: {one} and {other} best play mixes, and these values depend on each other: they are irrational, or "
            f"fractions of more than {int(BITS / 2 * log10(2))} digits",
            {state: rounded(value, 420) for state, value in zip(states, values, strict=True)},
        )

    def _near(self, state: State) -> flint.fmpq:
        return flint.fmpq(*Fraction(float(self.floats[state[0] - 1, state[1] - 1])).as_integer_ratio())

    def _differs(self, state: State) -> JeopardiceError:
        return JeopardiceError(f"exact: {self._words(state)} floating point mixes other actions than fractions")

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
