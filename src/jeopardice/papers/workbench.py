"""What the numbers of one run share: solutions, matches and whatever else takes time, each made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import jeopardice as jd
from jeopardice.papers.catalogue import Ask
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn

T = TypeVar("T")


class Workbench:
    """Keeps results during a run, for all numbers that need them."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result with this key, made on first use."""
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    def rules(self, ask: Ask) -> jd.Rules:
        """The game that a number is about: `rules`, with the keys of `set` changed."""
        return jd.rules(ask["rules"]).replace(ask.get("set", {}))

    def turn(self, ask: Ask) -> jd.TurnSolution:
        """One turn of the game in fractions: for the most points, or by the fixed `strategy`."""
        rules, strategy = self.rules(ask), ask.get("strategy", "optimal")
        return self.once(("turn", rules, strategy), lambda: solve_turn(rules, strategy, exact=True))

    def race(self, ask: Ask) -> jd.RaceSolution:
        """The race to the goal for `objective` (the chance to win by default), or by the fixed `strategy`."""
        rules, objective, strategy = self.rules(ask), ask.get("objective", "win"), ask.get("strategy", "optimal")
        return self.once(("race", rules, objective, strategy), lambda: solve_race(rules, objective, strategy))
