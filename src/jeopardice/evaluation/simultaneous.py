"""Strategy against strategy in simultaneous play, exactly: round by round, from the fewest points to go up."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import BUST, GAIN, LOST, roll_outcomes
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution, expected_worth
from jeopardice.solvers.simultaneous import solve_simultaneous

Outcomes = Callable[[int, int], Floats]
"""The turn outcome distribution, by the player's and the other player's units to go."""
SETTLED, MOST_SWEEPS = 1e-13, 1000


@dataclass(frozen=True)
class SimultaneousMatch:
    """The exact result of strategy A against strategy B. There is no first move, so both seats are equal."""

    a: str
    b: str
    chance: float
    """A's chance of winning."""

    @property
    def first(self) -> float:
        """A's chance of winning: nobody moves first."""
        return self.chance

    second = overall = first

    @property
    def advantage(self) -> float:
        """How much likelier A is to win than B."""
        return 2 * self.chance - 1


def match_simultaneous(rules: Rules, a: str, b: str, progress: Progress | None = None) -> SimultaneousMatch:
    """A against B: optimal, dice:5 (Hog), hold-at:20 or rolls:5 (Pig)."""
    solution = solve_simultaneous(rules)
    one, other = _turn_outcomes(solution, a), _turn_outcomes(solution, b)
    n = solution.needed
    won = np.full((n, n), 0.5)
    # Pairs of distributions do not change from one sweep to the next.
    turns = {(i, j): (one(i, j), other(j, i)) for i in range(1, n + 1) for j in range(1, n + 1)}
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for level in range(2, 2 * n + 1):
            if progress:
                progress(level / (2 * n))
            for i in range(max(1, level - n), min(n, level - 1) + 1):
                found = _round(solution, won, i, level - i, *turns[i, level - i])
                change = max(change, abs(found - won[i - 1, level - i - 1]))
                won[i - 1, level - i - 1] = found
        if not solution.core.scores_can_decrease or change < SETTLED:
            return SimultaneousMatch(a, b, float(won[-1, -1]))
    raise JeopardiceError("simultaneous: the match does not settle")


def _round(solution: SimultaneousSolution, won: Floats, own: int, other: int, mine: Floats, theirs: Floats) -> float:
    """A's chance, given both turns; if both bust and nothing changes, the round is repeated."""
    if solution.core.scores_can_decrease:  # states depend on each other: the value of this one is from the last sweep
        return expected_worth(mine, solution.core.worths(won, own, other, theirs, float(won[own - 1, other - 1])))
    worth = solution.core.worths(won, own, other, theirs, 0.0)
    return expected_worth(mine, worth) / (1 - float(mine[BUST] * theirs[BUST]))


def _turn_outcomes(solution: SimultaneousSolution, name: str) -> Outcomes:
    word, _, number = name.partition(":")
    if name == "optimal":
        return lambda own, other: solution.outcomes(own, other)[0]
    allowed = {"dice"} if solution.rules.family == "hog" else {"hold-at", "rolls"}
    if word not in allowed or not re.fullmatch("[1-9][0-9]{0,5}", number):
        words = ", ".join(f"{word}:NUMBER" for word in sorted(allowed))
        raise InputError(f"strategy: {shown(name)}: in simultaneous play it must be optimal or {words}")
    rolls = solution.turn.phases[0].rolls
    if word == "dice":
        found = [roll_outcomes(roll, solution.turn.unit) for roll in rolls if sum(roll.dice) == int(number)]
        if not found:
            fewest, most = solution.rules.dice_to_choose
            raise InputError(f"strategy: {shown(name)}: from {fewest} to {most} dice")
        return lambda own, other: found[0]
    roll, unit = roll_outcomes(rolls[0], solution.turn.unit), solution.turn.unit
    known: dict[int, Floats] = {}

    def outcomes(own: int, other: int) -> Floats:
        if own not in known:
            least = max(1, -(-solution.turn.bank_from // unit))
            hold = max(least, min(-(-int(number) // unit), own)) if word == "hold-at" else max(least, own)
            known[own] = _played(roll, hold, int(number) if word == "rolls" else None, least)
        return known[own]

    return outcomes


def _played(roll: Floats, hold: int, rolls: int | None, least: int) -> Floats:
    """The outcome distribution of a turn that banks at a total, or after a number of rolls if that is sooner."""
    most = len(roll) - 1 - GAIN
    outcomes = np.zeros(GAIN + 1 + hold + most)
    going, made = {0: 1.0}, 0
    while going:
        made += 1
        following: defaultdict[int, float] = defaultdict(float)
        for total, chance in going.items():
            outcomes[BUST] += chance * roll[BUST]
            outcomes[LOST] += chance * roll[LOST]
            for g in range(1, most + 1):
                then, p = total + g, chance * float(roll[GAIN + g])
                if then >= hold or (rolls is not None and made >= rolls and then >= least):
                    outcomes[GAIN + then] += p
                elif p:
                    following[then] += p
        going = following
    return outcomes
