"""Calls of the core: errors translated, threads chosen."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError

Floats = NDArray[np.float64]
Choices = NDArray[np.uint16]
"""[turn total in units, outcome]: twice the option to take, and 1 more to bank then."""
Result = TypeVar("Result")


def translated(call: Callable[[], Result]) -> Result:
    """Make a call; what the core cannot do is reported as one of our errors."""
    try:
        return call()
    except RuntimeError as error:
        raise JeopardiceError(str(error)) from None


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
