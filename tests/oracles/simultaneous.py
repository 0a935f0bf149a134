"""Simultaneous play the slow way: every way to play a turn is listed, and every state is a linear program (HiGHS).

A way is what a turn may end with: {"bust": p, "lost": p, "won": p, gain: p, ("kept", gain): p, ...}. States
are points to go; V is the chance to win minus the other's, as in Tijms 2007, section 4, found by going round until
nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, product
from typing import Any

import highspy
import numpy as np

Way = dict[object, float]
State = tuple[int, int]
FURTHEST = -(10**6)
"""The points to go after a roll that wins immediately."""


def dice_ways(
    faces: Mapping[int, float],
    bust: set[int],
    fewest: int,
    most: int,
    *,
    loses: bool = False,
    win: tuple[int, ...] = (),
) -> list[Way]:
    """Hog: a throw of each number of dice; a face in `bust` ends it with nothing, or loses everything banked.

    A throw that contains all faces of `win` wins at once.
    """
    ways = []
    for count in range(fewest, most + 1):
        way: Way = {}
        for thrown in product(faces, repeat=count):
            chance = float(np.prod([faces[face] for face in thrown]))
            end: object = ("lost" if loses else "bust") if bust & set(thrown) else sum(thrown)
            if win and Counter(win) <= Counter(thrown):
                end = "won"
            way[end] = way.get(end, 0) + chance
        ways.append(way)
    return ways


def rolling_ways(
    gains: Mapping[int, float],
    furthest: int,
    *,
    least: int = 1,
    beyond: int = 0,
    keeps: bool = False,
    lost: float = 0,
    won: float = 0,
    counts: bool = False,
) -> list[Way]:
    """Pig: all sets of totals from `least` to below `furthest` to bank at.

    At `furthest` everybody banks, or rolls on up to `beyond`.
    """
    totals, ways = [], []
    reached = {0}
    for total in range(1, furthest):
        if any(total - g in reached for g in gains):
            reached.add(total)
            totals += [total] if total >= least else []
    for size in range(len(totals) + 1):
        ways += [
            _rolled(gains, set(banks), end, keeps=keeps, lost=lost, won=won, counts=counts)
            for banks in combinations(totals, size)
            for end in {furthest, beyond or furthest}
        ]
    return ways


def _rolled(
    gains: Mapping[int, float],
    banks: set[int],
    furthest: int,
    *,
    keeps: bool = False,
    lost: float = 0,
    won: float = 0,
    counts: bool = False,
) -> Way:
    """A bust keeps the total, or not, and then counts as one or not.

    A roll loses everything or wins with the chances `lost` and `won`.
    """
    way: Way = {}
    stands = {0: 1.0}
    while stands:
        following: dict[int, float] = {}
        for total, chance in stands.items():
            end: object = (("kept", total) if counts else total) if keeps and total else "bust"
            way[end] = way.get(end, 0) + chance * (1 - sum(gains.values()) - lost - won)
            way["lost"] = way.get("lost", 0) + chance * lost
            way["won"] = way.get("won", 0) + chance * won
            for g, p in gains.items():
                then = total + g
                where = way if then in banks or then >= furthest else following
                where[then] = where.get(then, 0) + chance * p
        stands = following
    return way


def matrix_value(payoff: np.ndarray) -> float:
    """The value of a matrix game to the row player."""
    rows = len(payoff)
    payoff = np.where(np.abs(payoff) < 1e-9, 0, payoff)  # HiGHS refuses such small numbers
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("primal_feasibility_tolerance", 1e-10)
    solver.setOptionValue("dual_feasibility_tolerance", 1e-10)
    chances = [solver.addVariable(lb=0, obj=0) for _ in range(rows)]
    value = solver.addVariable(lb=-highspy.kHighsInf, obj=1)
    solver.addConstr(sum(chances) == 1)
    places = np.arange(rows + 1, dtype=np.int32)
    for column in payoff.T:
        solver.addRow(0.0, highspy.kHighsInf, rows + 1, places, np.append(column, -1.0))
    solver.maximize(value)
    return float(solver.getSolution().col_value[rows])


def solve(
    goal: int, ways: Callable[[int], list[Way]], falls: Callable[[int], int] = lambda a: a, rounds: int = 400
) -> dict[State, float]:
    """V of every state of points to go, by value iteration."""
    stands = [(a, 0) for a in range(1, goal + 1)]

    def after(stand: Stand, end: object) -> Stand:
        return _after(stand[0], end, goal, falls), 0

    found = solve_stands(stands, lambda stand: ways(stand[0]), after, rounds)
    return {(one[0], other[0]): value for (one, other), value in found.items()}


Stand = tuple[int, int]
"""Points to go, and busts in a row."""


def penalised(goal: int, streak: int, penalty: int, floor: int = 0) -> Callable[[Stand, object], Stand]:
    """Where a turn leads, by docs/rules.md."""

    def after(stand: Stand, end: object) -> Stand:
        to_go, busts = stand
        if end == "won":
            return FURTHEST, 0
        if isinstance(end, int):
            return to_go - end, 0
        score = 0 if end == "lost" else goal - to_go + (end[1] if isinstance(end, tuple) else 0)
        if busts + 1 < streak:
            return goal - score, busts + 1
        return goal - min(score, max(score - penalty, floor)), 0

    return after


def solve_stands(
    stands: list[Stand],
    ways: Callable[[Stand], list[Way]],
    after: Callable[[Stand, object], Stand],
    rounds: int = 400,
) -> dict[tuple[Stand, Stand], float]:
    """V of every state, by value iteration."""
    values = {(a, b): 0.0 for a in stands for b in stands}

    def worth(one: Stand, other: Stand) -> float:
        a, b = one[0], other[0]
        if a > 0 and b > 0:
            return values[one, other]
        if a <= 0 and b <= 0:
            return float(np.sign(b - a))
        return 1.0 if a <= 0 else -1.0

    def payoffs(a: Stand, b: Stand) -> np.ndarray:
        mine, theirs = (sorted({end for way in ways(stand) for end in way}, key=str) for stand in (a, b))
        ended = np.array([[worth(after(a, i), after(b, j)) for j in theirs] for i in mine])
        left, right = (
            np.array([[way.get(end, 0.0) for end in ends] for way in ways(stand)])
            for stand, ends in ((a, mine), (b, theirs))
        )
        return np.asarray(left @ ended @ right.T)

    for _ in range(rounds):
        change = 0.0
        for a, b in sorted(values, key=lambda state: state[0][0] + state[1][0]):
            if a > b:
                continue
            found = 0.0 if a == b else matrix_value(payoffs(a, b))
            change = max(change, abs(found - values[a, b]))
            values[a, b], values[b, a] = found, -found
        if change < 1e-11:
            break
    return values


def played_stands(
    start: tuple[Stand, Stand],
    mine: Callable[[Stand, Stand], Way],
    theirs: Callable[[Stand, Stand], Way],
    after: Callable[[Stand, object], Stand],
    rounds: int = 4000,
) -> tuple[float, list[float]]:
    """The first player's chance to win, and the chance of each number of rounds: games followed round by round."""
    going, won = {start: 1.0}, 0.0
    lengths: list[float] = []
    while sum(going.values()) > 1e-13 and len(lengths) < rounds:
        following: dict[tuple[Stand, Stand], float] = {}
        ended = 0.0
        for (a, b), chance in going.items():
            for i, p in mine(a, b).items():
                for j, q in theirs(b, a).items():
                    then = after(a, i), after(b, j)
                    if min(then[0][0], then[1][0]) > 0:
                        following[then] = following.get(then, 0) + chance * p * q
                    else:
                        won += chance * p * q * _share(then[0][0], then[1][0])
                        ended += chance * p * q
        going = following
        lengths.append(ended)
    return won, lengths


def follow(goal: int, mine: Way, theirs: Way, rounds: int = 3000) -> float:
    """The first player's chance to win if both play one way for ever: the states followed round by round."""
    going, won = {(goal, goal): 1.0}, 0.0
    for _ in range(rounds):
        following: dict[State, float] = {}
        for (a, b), chance in going.items():
            for i, p in mine.items():
                for j, q in theirs.items():
                    then = _after(a, i, goal), _after(b, j, goal)
                    if min(then) > 0:
                        following[then] = following.get(then, 0) + chance * p * q
                    else:
                        won += chance * p * q * _share(*then)
        going = following
    return won


Play = Callable[[int, int], Way]
"""How a player plays a turn with these points to go, the player's own first."""


def held(gains: Mapping[int, float], total: int, *, keeps: bool = False, won: float = 0, counts: bool = False) -> Way:
    """Pig: bank at this total or more."""
    return _rolled(gains, set(range(total, total + max(gains) + 1)), total, keeps=keeps, won=won, counts=counts)


def rolled_exactly(gains: Mapping[int, float], rolls: int, goal: int) -> Way:
    """Pig: make this number of rolls, but bank once the goal is reached."""
    way: Way = {"bust": 0.0}
    stands = {0: 1.0}
    for left in range(rolls, 0, -1):
        following: dict[int, float] = {}
        for total, chance in stands.items():
            way["bust"] += chance * (1 - sum(gains.values()))
            for g, p in gains.items():
                where = way if left == 1 or total + g >= goal else following
                where[total + g] = where.get(total + g, 0) + chance * p
        stands = following
    return way


def _after(units: int, end: object, goal: int, falls: Callable[[int], int] = lambda a: a) -> int:
    if end == "won":
        return FURTHEST
    return falls(units) if end == "bust" else goal if end == "lost" else units - int(str(end))


def _share(a: int, b: int) -> float:
    """The first player's share of the win, when one of them has reached the goal."""
    return 1.0 if a < b else 0.5 if a == b else 0.0


def played(
    start: State, goal: int, mine: Play, theirs: Play, falls: Callable[[int], int] = lambda a: a, rounds: int = 4000
) -> tuple[float, list[float]]:
    """The same where only points to go count."""

    def after(stand: Stand, end: object) -> Stand:
        return _after(stand[0], end, goal, falls), 0

    def at(play: Play) -> Callable[[Stand, Stand], Way]:
        return lambda own, other: play(own[0], other[0])

    return played_stands(((start[0], 0), (start[1], 0)), at(mine), at(theirs), after, rounds)


def best_response(
    goal: int,
    ways: list[Way],
    theirs: Play,
    falls: Callable[[int], int] = lambda a: a,
    rounds: int = 4000,
    first: list[Way] | None = None,
) -> dict[State, float]:
    """What a player who knows the other's play wins at most in each state: value iteration over all ways.

    Where `first` is given, these are the ways of a player with nothing banked.
    """
    values = {(a, b): 0.0 for a in range(1, goal + 1) for b in range(1, goal + 1)}

    def worth(then: State) -> float:
        return values[then] if min(then) > 0 else _share(*then)

    for _ in range(rounds):
        change = 0.0
        for a, b in sorted(values, key=sum):
            best = max(
                sum(
                    p * q * worth((_after(a, i, goal, falls), _after(b, j, goal, falls)))
                    for i, p in way.items()
                    for j, q in theirs(b, a).items()
                )
                for way in (first if first and a == goal else ways)
            )
            change, values[a, b] = max(change, abs(best - values[a, b])), best
        if change < 1e-13:
            break
    return values
