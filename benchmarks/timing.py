"""What the measurements share."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_of(work: Callable[[], object], runs: int = 3) -> float:
    """The shortest wall time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)
