"""The game in which a player sees how many dice the other throws, but not what they show: small goals, exactly.

The sequence form (Koller, Megiddo & von Stengel 1996) of the game on the public tree (`solvers.hidden.public`): the
flows z(h, s, d) >= 0 of one player are the variables, the other's best reply is its dual, so that

    max W(start)   such that   (flow)   and, for every h, s and e,

    W(h, s) <= sum_{s', d} z(h, s', d) k(s', d, s, e) + sum_d sum_{g < s} p_e(g) W(h(d, e), s - g) .

Each player's program is solved separately, with floors for what comes after the last round; the strategies are then
evaluated against the other's best reply, so that low and high are proven whatever the tolerance of the program. From
equal points one program serves both.

A player may also look at nothing, and play what is optimal when nothing is seen. What that wins against a player who
watches (`solvers.hidden.watching`) is often more than what the program proves with its floors, and sometimes all that
can be won. Each player takes the better of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.progress import Progress
from jeopardice.race.positions import Position, PositionGiven, RollGiven
from jeopardice.rulebook import Rules
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solvers.hidden.dice_players import LooksAtDice
from jeopardice.solvers.hidden.nothing_seen import NothingSeenSolution, solve_nothing_seen
from jeopardice.solvers.hidden.players import HiddenPlayer, advise_hidden, points_to_go
from jeopardice.solvers.hidden.programs import Program, solved
from jeopardice.solvers.hidden.public import PublicTree, floors
from jeopardice.solvers.hidden.throws import Array, Throws, starting_points, throws_of
from jeopardice.solvers.hidden.watching import watch
from jeopardice.turn.advice import MixedAdvice

MOST_ENTRIES = 30_000_000
"""Entries of a linear program: some ten minutes and a few GB."""
USUAL_ENTRIES, USUAL_ROUNDS = 500_000, 4
CLOSE = 1e-9
"""Bounds this close to each other need no program."""


@dataclass(frozen=True, repr=False)
class DiceSeenSolution(HiddenSolution):
    """Optimal strategies when the dice numbers are seen, and what they are proven to win."""

    rules: Rules
    points: tuple[int, int]
    low: float
    high: float
    strategies: tuple[tuple[Array, ...], tuple[Array, ...]]
    """Each player's chances in each round: [history, points to go - 1, dice - fewest], their own dice first.

    Empty for a player who looks at nothing and plays as in `nothing_seen`.
    """
    nothing_seen: NothingSeenSolution
    """The game in which nothing is seen."""
    horizon: int
    """The rounds that the programs model."""
    seconds: float

    @property
    def states(self) -> int:
        """Histories and points to go of the first player's strategy, or rounds and points to go."""
        return sum(chances.shape[0] * chances.shape[1] for chances in self.strategies[0]) or self.nothing_seen.states

    def player(self, seat: int) -> HiddenPlayer:
        """Best play of a seat."""
        tree = self.strategies[seat]
        return LooksAtDice(self.rules, tree) if tree else self.nothing_seen.player(seat)

    def advise(self, position: PositionGiven = (), roll: RollGiven | None = None, **fields: Any) -> MixedAdvice:
        """How often best play rolls each number of dice after the rounds so far: `advise((45,), history=((6, 5),))`."""
        at = Position.of(position, **fields)
        to_go, history = points_to_go(self.rules, at), at.history
        played = self.mixture(history, to_go)
        return advise_hidden(self.rules, (self.player(0), self.player(1)), played, to_go, len(history), history)

    def mixture(self, history: Sequence[tuple[int, int]], points_to_go: int, player: int = 0) -> dict[int, float]:
        """The chance of each number of dice after the rounds so far, each given as (own dice, other's dice)."""
        fewest, most = self.rules.dice_to_choose
        place = 0
        for pair in history:
            for dice in pair:
                if not fewest <= dice <= most:
                    raise InputError(f"history: {shown(dice)}: the dice must be from {fewest} to {most}")
                place = place * (most - fewest + 1) + dice - fewest
        if not self.strategies[player]:
            return self.nothing_seen.mixture(len(history) + 1, points_to_go, player)
        if len(history) >= self.horizon:
            raise InputError(f"history: {len(history)} rounds: only {self.horizon} are covered, including the next")
        chances = self.strategies[player][len(history)]
        if not 1 <= points_to_go <= chances.shape[1]:
            raise InputError(f"points_to_go: {shown(points_to_go)}: it must be from 1 to {chances.shape[1]}")
        row = chances[place, points_to_go - 1]
        return {fewest + int(i): float(row[i]) for i in np.flatnonzero(row)}


def solve_dice_seen(
    rules: Rules,
    points: tuple[int, int] | None = None,
    horizon: int | None = None,
    rare: float = 1e-7,
    progress: Progress | None = None,
) -> DiceSeenSolution:
    """The best strategies found for players who see the dice numbers, with proven bounds.

    `horizon` is how many rounds the program follows (0: no program; by default as many as take some seconds), `rare`
    the chance below which histories of the dice are not followed against a player who looks at nothing.
    """
    begun = perf_counter()
    start = starting_points(rules, points)
    throws = throws_of(rules, max(start))
    horizon = _horizon(rules, throws, horizon)
    seats = (0,) if start[0] == start[1] else (0, 1)
    fallback = solve_nothing_seen(rules, start)
    sure = [1 - watch(fallback, seat, rare).high for seat in seats]
    if progress:
        progress(0.3)
    strategies: list[tuple[Array, ...]] = [() for _ in seats]
    if horizon and 1 - sure[0] - sure[-1] > CLOSE:
        after = floors(rules, throws)
        # As in `replies`, with sums over points and numbers of dice on the way.
        error = 4 * (horizon + 2) * (2 * throws.points * len(throws.dice) + throws.ended + 8) * 2.0**-53
        for seat in seats:
            strategy, won = best_strategy(PublicTree(throws, (start[seat], start[1 - seat]), horizon, after))
            if won - error > sure[seat]:
                sure[seat], strategies[seat] = won - error, strategy
            if progress:
                progress(0.6 + 0.4 * seat)
    found = (strategies[0], strategies[-1])
    return DiceSeenSolution(rules, start, sure[0], 1 - sure[-1], found, fallback, horizon, perf_counter() - begun)


def _horizon(rules: Rules, throws: Throws, rounds: int | None) -> int:
    """The rounds that a program is to follow, if it is not too large."""
    pairs = len(throws.dice) ** 2

    def entries(rounds: int) -> int:
        return int(sum(pairs**t for t in range(rounds)) * pairs * throws.points * (2 * throws.points + 2))

    if rounds is None:
        return next(t for t in range(USUAL_ROUNDS, -1, -1) if entries(t) <= USUAL_ENTRIES)
    if rounds < 0:
        raise InputError(f"horizon: {shown(rounds)}: it cannot be below 0")
    if entries(min(rounds, 50)) > MOST_ENTRIES:
        what = f"{rounds} rounds with {len(throws.dice)} numbers of dice and {throws.points} points to go"
        raise JeopardiceError(f"{rules.where}: horizon: {what} make too large a program")
    return rounds


def best_strategy(tree: PublicTree) -> tuple[tuple[Array, ...], float]:
    """The strategy that wins most against the other's best reply, and what it wins."""
    _, found = solved(_program(tree))
    strategy = []
    begin = 0
    for t in range(tree.rounds):
        size = tree.histories(t) * tree.points * tree.choices
        flow = np.maximum(found[begin : begin + size].reshape(-1, tree.points, tree.choices), 0.0)
        begin += size
        total = flow.sum(axis=2, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            strategy.append(np.where(total > 1e-12, flow / total, 1 / tree.choices))
    return tuple(strategy), tree.guaranteed(strategy)


class _Entries:
    """The entries of a sparse matrix, block by block."""

    def __init__(self) -> None:
        self.parts: list[tuple[NDArray[np.int32], NDArray[np.int32], Array]] = []

    def add(self, rows: NDArray[np.int64], columns: NDArray[np.int64], entries: Array) -> None:
        """Blocks of the same shape, or that can be broadcast to it; zeros are left out."""
        r, c, e = np.broadcast_arrays(rows, columns, entries)
        kept = e != 0
        self.parts.append((r[kept].astype(np.int32), c[kept].astype(np.int32), e[kept]))

    def by_rows(self, count: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Array]:
        """Where each row begins, the columns, the entries."""
        rows, columns, entries = (np.concatenate(part) for part in zip(*self.parts, strict=True))
        order = np.argsort(rows, kind="stable")
        begins = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(rows, minlength=count), out=begins[1:])
        return begins, np.ascontiguousarray(columns[order]), np.ascontiguousarray(entries[order])


def _program(tree: PublicTree) -> Program:
    """The variables are z, round by round, then W; the rows are (flow), then the inequalities, in the same order."""
    points, choices = tree.points, tree.choices
    cells = np.cumsum([0, *(tree.histories(t) * points for t in range(tree.rounds))])
    all_cells = int(cells[-1])
    entries = _Entries()

    def cell(t: int) -> NDArray[np.int64]:
        """The numbers of (h, s) in round t."""
        return np.arange(cells[t], cells[t + 1]).reshape(-1, points)

    potentials = all_cells * choices
    for t in range(tree.rounds):
        here, dice = cell(t), np.arange(choices)
        z = here[:, :, None] * choices + dice
        reply = all_cells + z
        entries.add(here[:, :, None], z, np.ones(1))
        entries.add(reply, potentials + here[:, :, None], np.ones(1))
        k = tree.wins_in(t).transpose(2, 3, 0, 1)
        entries.add(reply[:, :, :, None, None], z[:, None, None, :, :], -k[None])
        if t + 1 < tree.rounds:
            # after[h, d, e, s]: after history h, own dice d and the other's e.
            after = cell(t + 1).reshape(-1, choices, choices, points)
            own = tree.moves[None, :, None, :, :]
            entries.add(after[:, :, :, None, :], z.transpose(0, 2, 1)[:, :, None, :, None], -own)
            other = tree.moves[None, None, :, :, :]
            rows = reply.transpose(0, 2, 1)[:, None, :, :, None]
            entries.add(rows, potentials + after[:, :, :, None, :], -other)
    rows_in_all = all_cells * (1 + choices)
    begins, places, values = entries.by_rows(rows_in_all)
    size = all_cells * (1 + choices)
    low, high = np.full(rows_in_all, -inf), np.zeros(rows_in_all)
    low[:all_cells] = 0.0
    low[tree.start[0] - 1] = high[tree.start[0] - 1] = 1.0
    least, costs = np.zeros(size), np.zeros(size)
    least[potentials:] = -inf
    costs[potentials + tree.start[1] - 1] = -1.0
    return Program(costs, least, np.full(size, inf), low, high, begins, places, values)
