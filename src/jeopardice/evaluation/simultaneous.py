"""Strategy against strategy in simultaneous play, with the scores seen or hidden, exactly."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

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
        """A's chance of winning: no player moves first."""
        return self.chance

    second = overall = first

    @property
    def advantage(self) -> float:
        """How much likelier A is to win than B."""
        return 2 * self.chance - 1


def match_simultaneous(rules: Rules, a: str, b: str, progress: Progress | None = None) -> SimultaneousMatch:
    """A against B: optimal, dice:5 (Hog), hold-at:20 or rolls:5 (Pig)."""
    if rules.sees != "scores":
        return match_hidden(rules, a, b, progress)
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


def match_hidden(rules: Rules, a: str, b: str, progress: Progress | None = None) -> SimultaneousMatch:
    """A against B with hidden information: optimal, or dice:5."""
    # Linear programs, which take a while to import.
    from jeopardice.solvers.hidden import check_end, solve_hidden
    from jeopardice.solvers.hidden.players import LooksAtNothing, chance_to_win
    from jeopardice.solvers.hidden.throws import throws_of

    check_end(rules)
    throws = throws_of(rules)
    fixed = {}
    for seat, name in enumerate((a, b)):
        if name != "optimal":
            _, dice = _read(rules, name, ("dice",), "with hidden information")
            row = np.eye(len(throws.dice))[throws.dice.index(dice)]
            fixed[seat] = LooksAtNothing(np.broadcast_to(row, (1, throws.points, len(row))))
    best = solve_hidden(rules, progress) if len(fixed) < 2 else None
    one, other = (best.player(seat) if best and seat not in fixed else fixed[seat] for seat in (0, 1))
    start = np.eye(throws.points)[-1]
    return SimultaneousMatch(a, b, chance_to_win(throws, (one, other), 0, (0, 0), (start, start)))


def _read(rules: Rules, name: str, words: tuple[str, ...], where: str) -> tuple[str, int]:
    """The word and the number of a strategy."""
    word, _, number = name.partition(":")
    if word not in words or not re.fullmatch("[1-9][0-9]{0,5}", number):
        allowed = ", ".join(f"{word}:NUMBER" for word in words)
        raise InputError(f"strategy: {shown(name)}: {where} it must be optimal or {allowed}")
    fewest, most = rules.dice_to_choose if word == "dice" else (1, int(number))
    if not fewest <= int(number) <= most:
        raise InputError(f"strategy: {shown(name)}: from {fewest} to {most} dice")
    return word, int(number)


def _round(solution: SimultaneousSolution, won: Floats, own: int, other: int, mine: Floats, theirs: Floats) -> float:
    """A's chance, given both turns; if both bust and nothing changes, the round is repeated."""
    if solution.core.scores_can_decrease:  # states depend on each other: the value of this one is from the last sweep
        return expected_worth(mine, solution.core.worths(won, own, other, theirs, float(won[own - 1, other - 1])))
    worth = solution.core.worths(won, own, other, theirs, 0.0)
    return expected_worth(mine, worth) / (1 - float(mine[BUST] * theirs[BUST]))


def _turn_outcomes(solution: SimultaneousSolution, name: str) -> Outcomes:
    if name == "optimal":
        return lambda own, other: solution.outcomes(own, other)[0]
    words = ("dice",) if solution.rules.family == "hog" else ("hold-at", "rolls")
    word, number = _read(solution.rules, name, words, "in simultaneous play")
    rolls, unit = solution.turn.phases[0].rolls, solution.turn.unit
    if word == "dice":
        rolled = next(roll_outcomes(roll, unit) for roll in rolls if sum(roll.dice) == number)
        return lambda own, other: rolled
    roll, least = roll_outcomes(rolls[0], unit), max(1, -(-solution.turn.bank_from // unit))

    @cache
    def turn(own: int) -> Floats:
        if word == "hold-at":
            return _played(roll, max(least, min(-(-number // unit), own)), None, least)
        return _played(roll, max(least, own), number, least)

    return lambda own, other: turn(own)


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
