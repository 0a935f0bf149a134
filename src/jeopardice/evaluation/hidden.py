"""Matches with hidden information, exactly."""

from __future__ import annotations

import re

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.evaluation.simultaneous import SimultaneousMatch
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.players import LooksAtNothing, chance_to_win
from jeopardice.solvers.hidden.solve import check_end, solve_hidden
from jeopardice.solvers.hidden.throws import Throws, throws_of


def match_hidden(rules: Rules, a: str, b: str, progress: Progress | None = None) -> SimultaneousMatch:
    """A against B with hidden information: optimal, or dice:N for always the same number of dice."""
    check_end(rules)
    throws = throws_of(rules)
    fixed = {seat: _always(throws, name) for seat, name in enumerate((a, b)) if name != "optimal"}
    best = solve_hidden(rules, progress) if len(fixed) < 2 else None
    one, other = (best.player(seat) if best and seat not in fixed else fixed[seat] for seat in (0, 1))
    start = np.eye(throws.points)[-1]
    return SimultaneousMatch(a, b, chance_to_win(throws, (one, other), 0, (0, 0), (start, start)))


def _always(throws: Throws, name: str) -> LooksAtNothing:
    """The player of dice:N."""
    word, _, number = name.partition(":")
    if word != "dice" or not re.fullmatch("[1-9][0-9]{0,5}", number):
        raise InputError(f"strategy: {shown(name)}: with hidden information it must be optimal or dice:NUMBER")
    if int(number) not in throws.dice:
        raise InputError(f"strategy: {shown(name)}: from {throws.dice[0]} to {throws.dice[-1]} dice")
    row = np.eye(len(throws.dice))[throws.dice.index(int(number))]
    return LooksAtNothing(np.broadcast_to(row, (1, throws.points, len(row))))
