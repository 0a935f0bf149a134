"""Which states come up when two players play best, and what best play does in each.

Neller & Presser (2004) show the states of Pig that an optimal player can reach: far fewer than there are, because turn
totals end where best play holds, and scores grow by what is banked.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.race.positions import Position
from jeopardice.race.support import require
from jeopardice.race.turn_ends import End, Key, RaceEnds
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of

Truth = NDArray[np.bool_]
MOST_STATES = 50_000_000
START = Position()


@dataclass(frozen=True, eq=False)
class Reach:
    """By units: [mover's score, other's score, turn total], for one state of the carryover."""

    unit: int
    rolls: Truth
    """Whether best play rolls; turn totals that reach the goal are left out."""
    reached: Truth
    """Whether the state comes up when both play best."""


def reach(solved: Solution, progress: Progress | None = None, at: Position = START) -> Reach:
    """All states of a game of the family pig, with the carryover of a position."""
    solution = race_of(solved, "reachable states")
    rules, race = solution.rules, solution.model
    require("reachable states", rules)
    n = race.needed
    if n**3 > MOST_STATES:
        raise InputError(f"{rules.where}: goal: {rules.goal}: reachable states are for goals of up to 368 units")
    return _Play(solution, race.carryover_at(at, solution.carryover)).reach(progress)


class _Play:
    """Follows best play from the start of the game, turn by turn."""

    def __init__(self, solution: RaceSolution, state: int) -> None:
        self.solution, self.model, self.state = solution, solution.model, state
        self.ends = RaceEnds(
            self.model, solution.objective, lambda turn, offer: Fraction(0), lambda key, ends: ends.decided
        )
        values = solution.values
        self.values = np.ascontiguousarray(values if values.ndim == 3 else values[None])
        self.board = solution.core.solved_board()
        (roll,) = self.model.turn.phases[0].rolls
        self.events = {o.event or "bust" for o in roll.outcomes if o.event or not o.options}
        going = (outcome for outcome in roll.outcomes if not outcome.event)
        unit = self.model.turn.unit
        self.gains = sorted({option.points // unit for outcome in going for option in outcome.options})
        self._holds: dict[Key, Truth] = {}
        n = self.model.needed
        self.reached = np.zeros((n, n, n), dtype=bool)

    def holds(self, key: Key) -> Truth:
        """Where best play holds, by the turn total."""
        if key not in self._holds:
            carried, mine, theirs = key
            start, worths, banks, _ = self.board.solve_turn(self.values, mine, theirs, carried)
            # Rows count down to the goal; a turn starts with a total of 0, which is never banked.
            holds = np.isclose(banks[: start + 1, 0][::-1], worths[: start + 1, 0][::-1], rtol=0, atol=1e-12)
            holds[0] = False
            self._holds[key] = holds
        return self._holds[key]

    def reach(self, progress: Progress | None) -> Reach:
        """The states of the wanted carryover, and which of them come up."""
        n = self.model.needed
        rolls = np.zeros((n, n, n), dtype=bool)
        beaten = self.solution.carryover.all[self.state].to_beat
        for mine in range(n):
            if progress:
                progress(mine / n / 2)
            for theirs in range(n):
                if beaten + n - theirs <= self.model.lowest:
                    rolls[mine, theirs, : n - mine] = ~self.holds((self.state, n - mine, n - theirs))[: n - mine]
        start: Key = (0, n, n)
        waiting, seen = [start], {start}
        while waiting:
            found = self._after(waiting.pop()) - seen
            seen |= found
            waiting += found
            if progress:
                progress(0.5 + min(1.0, len(seen) / n**2) / 2)
        return Reach(self.model.turn.unit, rolls, self.reached)

    def _after(self, key: Key) -> set[Key]:
        """The states that follow a turn."""
        fresh, ends, n = key[:3], self.ends.at(key[:3]), self.model.needed
        holds = self.holds(fresh)
        # A stolen turn begins with a roll at its total.
        begin = key[4] if len(key) > 3 else 0
        after: set[Key] = set()
        mine, theirs = n - key[1], n - key[2]
        waiting, seen = [begin], {begin}
        while waiting:
            total = waiting.pop()
            if key[0] == self.state and mine >= 0 and theirs >= 0 and mine + total < n:
                self.reached[mine, theirs, total] = True
            if total != begin and (total >= len(holds) or holds[total]):
                after.update(self._chosen(ends.bank(total, 0)))
                continue
            for event in self.events:
                after.update(self._chosen(ends.after(event, total, 0)))
            then = {total + gain for gain in self.gains} - seen
            seen |= then
            waiting += then
        return after

    def _chosen(self, end: End) -> tuple[Key, ...]:
        """The state that the next player chooses; none where the game is over or a last turn follows."""
        if isinstance(end, Fraction):
            return ()
        if len(end) == 1:
            return end
        fresh, stolen = end
        scores = [(self.model.needed - units) * self.model.turn.unit for units in fresh[1:]]
        carried = self.solution.carryover.all[fresh[0]]
        turn = self.solution.turn_at(
            scores, busts=carried.busts, to_beat=carried.to_beat * self.model.turn.unit, seat=carried.moved + 1
        )
        (roll,) = turn.model.phases[0].rolls
        steals = turn.roll_value(0, roll, stolen[4] * self.model.turn.unit) > turn.state_value(0, 0) + 1e-12
        return (stolen,) if steals else (fresh,)
