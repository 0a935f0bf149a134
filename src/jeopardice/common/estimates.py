"""The cost of a solve, estimated before it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass

from jeopardice.common.errors import JeopardiceError


@dataclass(frozen=True)
class Estimate:
    """States, memory and time of a solve."""

    states: int
    memory: int
    """Bytes."""
    seconds: float
    working: int = 0
    """The bytes among them that are free again when the solve has ended."""

    @property
    def kept(self) -> int:
        """The bytes that the solution takes."""
        return self.memory - self.working

    def __str__(self) -> str:
        return f"{self.states:,} states, {_size(self.memory)}, about {_time(self.seconds)}"


def check_memory(estimate: Estimate) -> None:
    """Refuse a solve that needs more than three quarters of the machine's memory."""
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return
    if estimate.memory > 0.75 * available:
        raise JeopardiceError(f"this would need {estimate}: too much for the {_size(available)} of this machine")


def _size(size: int) -> str:
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size} bytes"


def _time(seconds: float) -> str:
    for unit, name in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds" if seconds >= 1.5 else "a second"
