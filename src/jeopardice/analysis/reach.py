"""Which states come up when two players play best, and what best play does in each.

Neller & Presser (2004) show the states of Pig that an optimal player can reach: far fewer than there are, because turn
totals end where best play holds, and scores grow by what is banked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.race.support import carryover_keys, only_two, refuse_keys
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of

Truth = NDArray[np.bool_]
MOST_STATES = 50_000_000


@dataclass(frozen=True, eq=False)
class Reach:
    """By units: [mover's score, other's score, turn total]."""

    unit: int
    rolls: Truth
    """Whether best play rolls; turn totals that reach the goal are left out."""
    reached: Truth
    """Whether the state comes up when both play best."""


def reach(solved: Solution, progress: Progress | None = None) -> Reach:
    """All states of a game of the family pig."""
    solution = race_of(solved, "reachable states")
    rules, race = solution.rules, solution.model
    if rules.family != "pig":
        raise InputError(f'{rules.where}: family: "{rules.family}": reachable states are for the family "pig"')
    only_two(rules)
    refuse_keys(rules, carryover_keys(rules), "reachable states")
    n = race.needed
    if n**3 > MOST_STATES:
        raise InputError(f"{rules.where}: goal: {rules.goal}: reachable states are for goals of up to 368 units")
    rolls = _decisions(solution, progress)
    (roll,) = race.turn.phases[0].rolls
    gains = sorted({option.points // race.turn.unit for outcome in roll.outcomes for option in outcome.options})
    reached = np.zeros_like(rolls)
    waiting = [(0, 0)]
    seen = {(0, 0)}
    while waiting:
        mine, theirs = waiting.pop()
        after = {(theirs, mine)}  # a bust
        reached[mine, theirs, 0] = True
        for total in range(n - mine):
            if not reached[mine, theirs, total]:
                continue
            if not rolls[mine, theirs, total]:
                after.add((theirs, mine + total))
                continue
            for gain in gains:
                if mine + total + gain < n:
                    reached[mine, theirs, total + gain] = True
        waiting += after - seen
        seen |= after
    return Reach(race.turn.unit, rolls, reached)


def _decisions(solution: RaceSolution, progress: Progress | None) -> Truth:
    n = solution.model.needed
    board, values = solution.core.board("win"), np.ascontiguousarray(solution.values[None])
    rolls = np.zeros((n, n, n), dtype=bool)
    for mine in range(n):
        if progress:
            progress(mine / n)
        for theirs in range(n):
            start, worths, banks, _ = board.solve_turn(values, n - mine, n - theirs, 0)
            # Rows count down to the goal; a turn starts with a total of 0, which is never banked.
            holds = np.isclose(banks[: start + 1, 0][::-1], worths[: start + 1, 0][::-1], rtol=0, atol=1e-12)
            rolls[mine, theirs, : n - mine] = ~holds[: n - mine]
            rolls[mine, theirs, 0] = True
    return rolls
