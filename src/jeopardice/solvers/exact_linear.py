"""Sparse linear systems in fractions: each unknown is a constant and a sum of multiples of others.

They are solved in parts that depend on each other in a cycle, each after those that it depends on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, TypeVar

from jeopardice.common.errors import JeopardiceError

if TYPE_CHECKING:
    from flint import fmpq

MOST_JOINED = 700
"""Values that depend on each other in a cycle: a dense system of this size takes about a second."""
Unknown = TypeVar("Unknown", bound=Hashable)
Equation = tuple["fmpq", Mapping[Unknown, "fmpq"]]
"""A constant, and the multiples of other unknowns."""


def solved(
    equations: Mapping[Unknown, Equation[Unknown]],
    known: MutableMapping[Unknown, fmpq] | None = None,
) -> MutableMapping[Unknown, fmpq]:
    """Solve for all unknowns, given some others, to which they are added."""
    values: MutableMapping[Unknown, fmpq] = {} if known is None else known
    for part in cycles({unknown: others for unknown, (_, others) in equations.items()}):
        if len(part) == 1:
            _solve_one(part[0], *equations[part[0]], values)
        else:
            _solve_joined(part, equations, values)
    return values


def _solve_one(
    unknown: Unknown, constant: fmpq, others: Mapping[Unknown, fmpq], values: MutableMapping[Unknown, fmpq]
) -> None:
    itself = 1 - others[unknown] if unknown in others else 1
    if itself == 0:
        raise never_ends()
    values[unknown] = sum((chance * values[o] for o, chance in others.items() if o != unknown), constant) / itself


def _solve_joined(
    part: list[Unknown], equations: Mapping[Unknown, Equation[Unknown]], values: MutableMapping[Unknown, fmpq]
) -> None:
    from flint import fmpq_mat

    size = len(part)
    if size > MOST_JOINED:
        raise JeopardiceError(
            f"exact: {size:,} values depend on each other in a cycle: too many for fractions "
            f"(at most {MOST_JOINED}); a certificate (certify) bounds the error of floating point"
        )
    place = {unknown: number for number, unknown in enumerate(part)}
    left, right = fmpq_mat(size, size), fmpq_mat(size, 1)
    for number, unknown in enumerate(part):
        constant, others = equations[unknown]
        left[number, number] += 1
        for other, chance in others.items():
            if other in place:
                left[number, place[other]] -= chance
            else:
                constant += chance * values[other]
        right[number, 0] = constant
    try:
        found = left.solve(right)
    except ZeroDivisionError:
        raise never_ends() from None
    values.update((unknown, found[number, 0]) for unknown, number in place.items())


def never_ends() -> JeopardiceError:
    """Every value satisfies the equations."""
    return JeopardiceError("race: turns always bust, so the game never ends")


def cycles(after: Mapping[Unknown, Iterable[Unknown]]) -> Iterator[list[Unknown]]:
    """The strongly connected parts of a graph, each after those that it depends on (Tarjan 1972)."""
    index: dict[Unknown, int] = {}
    low: dict[Unknown, int] = {}
    stack: list[Unknown] = []
    open_nodes: set[Unknown] = set()
    for root in after:
        if root in index:
            continue
        work = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        open_nodes.add(root)
        while work:
            node, following = work[-1]
            for then in following:
                if then not in after:
                    continue
                if then not in index:
                    index[then] = low[then] = len(index)
                    stack.append(then)
                    open_nodes.add(then)
                    work.append((then, iter(after[then])))
                    break
                if then in open_nodes:
                    low[node] = min(low[node], index[then])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = [stack.pop()]
                    while part[-1] != node:
                        part.append(stack.pop())
                    open_nodes.difference_update(part)
                    yield part
