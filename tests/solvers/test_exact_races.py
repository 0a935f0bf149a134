"""Values in fractions: the Bellman equation of an independent program holds at every state, without any error."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings

import jeopardice as jd
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.race import solve_race
from oracles import table
from oracles.carryover import TwoPlayers
from oracles.table import End, State, Table, Turn
from support.carryover_games import GAMES
from support.small_rules import Document, carryover_rules

ENDLESS = [name for name, game in GAMES.items() if game.get("turn", {}).get("keep_on_bust") and "end" in game]
"""A kept bust costs nothing, so that turns past the goal have no end."""
MOST_STATES = 50
GOALS = {"pig": 4, "two dice": 4, "farkle": 150}
"""With stolen busts and more, whose systems of equations are large."""
SMALL = {
    name: {**game, "goal": GOALS[name.partition(":")[0]]} if "steal busts and" in name else game
    for name, game in GAMES.items()
}


class ExactGame(TwoPlayers):
    """The game of two by the oracle, whose turns are worth what a solution in fractions says."""

    def __init__(self, document: Document, solution: RaceSolution) -> None:
        self.table, self.most_total, self.solution = Table(document, None), inf, solution
        self.known: dict[State, Any] = {}
        self.seen: list[State] = []

    def turn(self, state: State) -> Turn:
        turn, one = super().turn(state), cast(Any, Fraction(1))
        turn.best, turn.forced = one, inf
        return turn

    def worth(self, state: State, end: End) -> Any:
        return Fraction(super().worth(state, end))

    def chance(self, state: State) -> Any:
        if state not in self.known:
            dice = (str(len(state.offer[0])), state.offer[1]) if state.offer else None
            self.known[state] = self.solution.value_at(
                (state.mine, state.theirs),
                busts=(state.my_busts, 0 if state.last else state.their_busts),
                to_beat=state.to_beat,
                seat=1 if state.starts else 2,
                offer=dice,
                singles=state.offer[2] if state.offer else 0,
            )
            self.seen.append(state)
        return self.known[state]

    def check(self) -> None:
        """Compare the best turn of every state that is met with its value."""
        self.chance(State(0, 0))
        for state in self.seen:  # more are found on the way
            if len(self.seen) > MOST_STATES and state != State(0, 0):
                break
            assert self.turn(state).value() == self.known[state], state


@pytest.fixture(autouse=True)
def _oracle_in_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "float", Fraction, raising=False)


def solve_exactly(document: Document) -> RaceSolution:
    """A race in fractions, close to the one in floating point."""
    rules = jd.rules(document)
    solution = solve_race(rules, exact=True)
    assert float(solution.value) == pytest.approx(solve_race(rules).value, abs=1e-9)
    return solution


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_bellman_equation_holds_exactly_with_every_carryover(name: str) -> None:
    if name in ENDLESS:
        with pytest.raises(jd.JeopardiceError, match="infinite system"):
            solve_exactly(SMALL[name])
    else:
        ExactGame(SMALL[name], solve_exactly(SMALL[name])).check()


def test_scores_without_a_floor_have_no_fractions() -> None:
    with pytest.raises(jd.JeopardiceError, match=r"floor.*infinitely many states"):
        jd.solve("zilch", goal=500, exact=True)


@pytest.mark.slow
@given(carryover_rules())
@settings(max_examples=10)
def test_bellman_equation_holds_exactly_for_random_carryover(document: Document) -> None:
    try:
        solution = solve_exactly(document)
    except jd.JeopardiceError:
        assume(False)
        raise
    ExactGame(document, solution).check()
