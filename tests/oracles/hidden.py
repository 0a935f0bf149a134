"""The blind games the slow way: all pure strategies of a few rounds in fractions, and a reply in plain Python.

A player's chances in one round come from listing every throw. After the last round a win is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

Law = dict[int, Fraction]
Plan = dict[object, int]
Reached = dict[tuple[object, ...], Fraction]


def gains(dice: int, sides: int = 6) -> Law:
    """The chance of each gain."""
    law: Law = {}
    for throw in product(range(1, sides + 1), repeat=dice):
        gain = 0 if 1 in throw else sum(throw)
        law[gain] = law.get(gain, Fraction(0)) + Fraction(1, sides**dice)
    return law


def share(first: int, second: int) -> Fraction:
    """The first player's share of the win, with points to go of which one is 0 or less."""
    return Fraction(1, 2) if first == second else Fraction(first < second)


# Nothing is seen: a plan gives the dice for (round, points to go).


def reachable(start: int, laws: dict[int, Law], rounds: int) -> list[tuple[int, int]]:
    """All (round, points to go) that some plan can come to."""
    found, here = [], {start}
    for t in range(rounds):
        found += [(t, s) for s in sorted(here)]
        here = {s - g for s in here for law in laws.values() for g in law if g < s}
    return found


def endings(start: int, laws: dict[int, Law], rounds: int) -> Iterator[dict[tuple[int, int], Fraction]]:
    """For every plan the chance of each (round, points to go) at its end."""
    places = reachable(start, laws, rounds)
    for dice in product(laws, repeat=len(places)):
        plan = dict(zip(places, dice, strict=True))
        ended: dict[tuple[int, int], Fraction] = {}
        here = {start: Fraction(1)}
        for t in range(rounds):
            after: dict[int, Fraction] = {}
            for s, chance in here.items():
                for g, p in laws[plan[t, s]].items():
                    if g < s:
                        after[s - g] = after.get(s - g, Fraction(0)) + chance * p
                    else:
                        ended[t, s - g] = ended.get((t, s - g), Fraction(0)) + chance * p
            here = after
        ended[rounds, 0] = sum(here.values(), Fraction(0))
        yield ended


def unseen_matrix(start: tuple[int, int], laws: dict[int, Law], rounds: int) -> list[list[Fraction]]:
    """The first player's chance for each pair of plans, plans with equal endings once."""
    first, second = ([dict(e) for e in {tuple(sorted(e.items())) for e in endings(s, laws, rounds)}] for s in start)

    def wins(a: dict[tuple[int, int], Fraction], b: dict[tuple[int, int], Fraction]) -> Fraction:
        return sum(
            (p * q * (share(x[1], y[1]) if x[0] == y[0] else Fraction(x[0] < y[0])))
            for x, p in a.items()
            for y, q in b.items()
        ) or Fraction(0)

    return [[wins(a, b) for b in second] for a in first]


Throw = dict[object, float]
"""The chance of each end of a throw: "bust", "lost", "won", or points."""


def dice_throws(most: int, sides: int = 6) -> dict[int, Throw]:
    """The throws of 1 to `most` dice."""
    laws = {d: gains(d, sides) for d in range(1, most + 1)}
    return {d: {g or "bust": float(p) for g, p in law.items()} for d, law in laws.items()}


def best_reply(
    strategy: Callable[[int, int], dict[int, float]],
    start: tuple[int, int],
    rounds: int,
    throws: Callable[[int], dict[int, Throw]],
    after: Callable[[int, object], int] = lambda s, end: s if end == "bust" else s - int(str(end)),
    most: int = 0,
) -> float:
    """What a reply to a strategy (of round from 1, points to go) wins at most; `start`: its points, the replier's.

    `throws` are those of a player with these points to go, and `after` says what a player then needs, up to `most`.
    """
    here, finishes = {start[0]: 1.0}, []
    for t in range(rounds):
        there: dict[int, float] = {}
        for s, chance in here.items():
            for d, weight in strategy(t + 1, s).items():
                for end, p in throws(s)[d].items():
                    there[after(s, end)] = there.get(after(s, end), 0.0) + chance * weight * p
        finishes.append({s: p for s, p in there.items() if s <= 0})
        here = {s: p for s, p in there.items() if s > 0}
    unfinished = sum(here.values())
    value = dict.fromkeys(range(1, max(*start, most) + 1), unfinished)
    later = unfinished
    for t in range(rounds - 1, -1, -1):

        def worth(r: int, f: dict[int, float] = finishes[t], left: float = later, v: dict[int, float] = value) -> float:
            return v[r] if r > 0 else left + sum(p * float(share(r, s)) for s, p in f.items())

        value = {
            s: max(sum(p * worth(after(s, end)) for end, p in throw.items()) for throw in throws(s).values())
            for s in value
        }
        later += sum(finishes[t].values())
    return value[start[1]]


# The dice are seen: a plan gives the dice for (history, points to go), where the history holds the other's dice.


def histories_plans(start: int, laws: dict[int, Law], rounds: int) -> Iterator[Plan]:
    """Every pure strategy of two rounds at most: keys are () or (other's dice, points to go)."""
    assert rounds == 2
    for d in laws:
        left = sorted({start - g for g in laws[d] if g < start})
        keys = [(e, s) for e in laws for s in left]
        for dice in product(laws, repeat=len(keys)):
            yield {(): d, **dict(zip(keys, dice, strict=True))}


def dice_seen_matrix(start: tuple[int, int], laws: dict[int, Law]) -> list[list[Fraction]]:
    """The first player's chance for each pair of pure strategies of two rounds."""
    last: dict[tuple[int, int, int, int], Fraction] = {}

    def second_round(s: int, d: int, r: int, e: int) -> Fraction:
        if (s, d, r, e) not in last:
            last[s, d, r, e] = sum(
                (
                    p * q * (share(s - g, r - k) if s <= g or r <= k else Fraction(1, 2))
                    for g, p in laws[d].items()
                    for k, q in laws[e].items()
                ),
                Fraction(0),
            )
        return last[s, d, r, e]

    def wins(a: Plan, b: Plan) -> Fraction:
        d, e = a[()], b[()]
        total = Fraction(0)
        for g, p in laws[d].items():
            for k, q in laws[e].items():
                s, r = start[0] - g, start[1] - k
                total += p * q * (share(s, r) if s <= 0 or r <= 0 else second_round(s, a[e, s], r, b[d, r]))
        return total

    first, second = (list(histories_plans(s, laws, 2)) for s in start)
    return [[wins(a, b) for b in second] for a in first]


def value_of(matrix: Sequence[Sequence[Fraction]]) -> float:
    """The value of a matrix game, by HiGHS."""
    import highspy

    payoffs = np.array(matrix, dtype=np.float64)
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    rows, columns = payoffs.shape
    v = solver.addVariable(lb=-highspy.kHighsInf)
    x = [solver.addVariable(lb=0) for _ in range(rows)]
    solver.addConstr(sum(x[1:], x[0]) == 1)
    for j in range(columns):
        solver.addConstr(sum((float(payoffs[i, j]) * x[i] for i in range(1, rows)), float(payoffs[0, j]) * x[0]) >= v)
    solver.maximize(v)
    return float(solver.getObjectiveValue())
