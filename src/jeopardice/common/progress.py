"""Progress of long work."""

from __future__ import annotations

from collections.abc import Callable
from typing import overload

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, from 0 to 1."""


@overload
def part_of(progress: Progress, begin: float, end: float) -> Progress: ...
@overload
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None: ...
def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Report the progress of a step that covers this part of the whole work."""
    return None if progress is None else lambda part: progress(begin + (end - begin) * part)
