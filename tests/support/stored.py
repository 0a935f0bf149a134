"""Solved races to be stored, and what must come back."""

from __future__ import annotations

from typing import Any

import numpy as np

import jeopardice as jd
from jeopardice.rulebook import Rules

OBJECTIVES = ("win", "turns", "within:4")
PIG = jd.rules("pig").replace(goal=15)


def race(rules: Rules = PIG, objective: str = "win", **more: Any) -> jd.RaceSolution:
    """A solved race."""
    found = jd.solve(rules, objective, **more)
    assert isinstance(found, jd.RaceSolution)
    return found


def assert_equal(found: jd.Solution, expected: jd.RaceSolution) -> None:
    """Every part of a solution, to the last bit."""
    assert isinstance(found, jd.RaceSolution)
    assert found.rules == expected.rules
    assert (found.objective, found.plays) == (expected.objective, expected.plays)
    assert found.certificate == expected.certificate
    assert found.values.dtype == expected.values.dtype
    assert np.array_equal(found.values, expected.values)
    assert found.value == expected.value
