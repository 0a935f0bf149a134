"""Calls of the core: errors translated, threads chosen."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, JeopardiceError, shown

Floats = NDArray[np.float64]
Choices = NDArray[np.uint16]
"""[turn total in units, outcome]: twice the option to take, plus 1 to bank then."""
Result = TypeVar("Result")


def translated(call: Callable[[], Result]) -> Result:
    """Make a call; an error of the core is raised as a JeopardiceError."""
    try:
        return call()
    except RuntimeError as error:
        raise JeopardiceError(str(error)) from None


def cores(threads: int | None = None) -> int:
    """The number of threads: the one given, $JEOPARDICE_THREADS, or the processors that this process may use."""
    if threads is None and (named := os.environ.get("JEOPARDICE_THREADS")):
        if not named.isdecimal() or int(named) < 1:
            raise InputError(f"JEOPARDICE_THREADS: {shown(named)}: it must be a whole number from 1 on")
        return int(named)
    if threads is not None:
        if not isinstance(threads, int) or threads < 1:
            raise InputError(f"threads: {shown(threads)}: it must be a whole number from 1 on, or None")
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
