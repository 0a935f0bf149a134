"""Progress of long work: it never goes back, whatever the parts of the work report."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import overload

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, from 0 to 1."""


@overload
def part_of(progress: Progress, begin: float, end: float) -> Progress: ...
@overload
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None: ...
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Report the progress of a step that covers this part of the whole work.

    A step that reports less than before has made no progress: it may have to repeat something.
    """
    if progress is None:
        return None
    furthest = 0.0

    def report(part: float) -> None:
        nonlocal furthest
        furthest = max(furthest, min(1.0, part))
        progress(begin + (end - begin) * furthest)

    return report


@overload
def parts_of(progress: Progress, *weights: float) -> list[Progress]: ...
@overload
def parts_of(progress: Progress | None, *weights: float) -> list[Progress] | list[None]: ...
def parts_of(progress: Progress | None, *weights: float) -> list[Progress] | list[None]:
    """Split the work into steps, one after another, that take about as long as their weights say."""
    if progress is None:
        return [None] * len(weights)
    whole, work = part_of(progress, 0, 1), sum(weights) or 1.0
    return [part_of(whole, begin / work, end / work) for begin, end in pairwise(accumulate(weights, initial=0.0))]
