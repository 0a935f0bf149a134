"""Solutions in the server: how they come from the process that solved them, and what they take in memory.

The values of a large solution are not sent. They lie in a file of the cache folder, and the server maps it into memory:
it reads only what is needed, and the operating system may free that memory at any time.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate
from jeopardice.common.files import write_errors
from jeopardice.native.race import CoreRace
from jeopardice.play.table import model_bytes
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules
from jeopardice.solutions import cache
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.storage import Stored
from jeopardice.solvers.estimates import estimate_multiplayer, estimate_race
from jeopardice.solvers.solve import Question, is_stored
from jeopardice.web.settings import GENTLE

LARGE = 16 * 2**20
"""Bytes of values beyond which they are mapped."""
MAPPED = 32
"""Of this many bytes that are mapped, one is counted as kept."""
A_SOLUTION = 200_000
"""Bytes that a solution takes besides its values and its turn."""
A_PAIR = 16
"""Bytes of a pair of scores in simultaneous play: its value, and its proven bounds."""
A_STATE = 400
"""Bytes of a state of a solved turn."""
QUICK = 20_000
"""States and options of a turn that is computed in a few milliseconds."""
_mapped: WeakSet[mmap.mmap] = WeakSet()


@dataclass(frozen=True)
class ValuesFile:
    """The values of a large solution."""

    path: str
    shape: tuple[int, ...]

    @classmethod
    def written(cls, solution: Stored) -> ValuesFile:
        """Write the values; the cache deletes files of this name after a day."""
        folder, name = cache.folder(), cache.place(solution.rules, solution.objective).name
        with write_errors(folder, "the solution: "):
            folder.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(".part", f".{name}.", folder)
            with os.fdopen(handle, "wb") as file:
                np.ascontiguousarray(solution.values).tofile(file)
        return cls(path, solution.values.shape)

    def mapped(self) -> NDArray[np.float64]:
        """The values as an array; the file is deleted, but stays as long as the array does."""
        try:
            with open(self.path, "rb") as file:
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise JeopardiceError(f"the solution cannot be read: {error.strerror or error}") from None
        with suppress(OSError):
            os.unlink(self.path)
        _mapped.add(content)
        return np.frombuffer(content, np.float64).reshape(self.shape)


def unload() -> None:
    """Free the memory of mapped values; they are read again when they are needed."""
    for content in list(_mapped):
        with suppress(AttributeError, ValueError, OSError):
            content.madvise(mmap.MADV_DONTNEED)


@dataclass(frozen=True)
class Solved:
    """A solution on its way to the server; large values are in a file."""

    solution: Solution
    facts: dict[str, Any]
    """What is reported of it."""
    file: ValuesFile | None = None

    @classmethod
    def of(cls, solution: Solution, facts: dict[str, Any]) -> Solved:
        """A solution; large values are written to a file."""
        race = as_stored(solution)
        if race is None or race.values.nbytes <= LARGE:
            return cls(solution, facts)
        return cls(replace(race, values=np.zeros(0)), facts, ValuesFile.written(race))

    def restored(self) -> Solution:
        """The solution with its values."""
        race = as_stored(self.solution)
        return self.solution if self.file is None or race is None else replace(race, values=self.file.mapped())


@dataclass(frozen=True, eq=False)
class ShelvedSolution:
    """A solution on the shelf."""

    solution: Solution
    quick: bool
    """Whether a turn of it is computed in a few milliseconds."""

    @classmethod
    def of(cls, solution: Solution) -> ShelvedSolution:
        """Prepare what every question needs."""
        race = as_stored(solution)
        if race is None:
            return cls(solution, False)
        turn = race.model.turn
        return cls(solution, max(race.model.lowest * len(turn.phases), sum(1 for _ in turn.options)) <= QUICK)


def as_stored(solution: Solution) -> Stored | None:
    """A race of players who take turns, whose values are an array; None for other solutions."""
    race = is_stored(Question(solution.rules, solution.objective, exact=solution.exact))
    return cast("Stored", solution) if race else None


def turn_work_bytes(solution: Solution) -> int:
    """The bytes that it takes to compute a turn."""
    race = as_stored(solution)
    return A_STATE * race.model.lowest * len(race.model.turn.phases) if race else A_SOLUTION


def bytes_of_estimate(estimate: Estimate, players: int) -> int:
    """What the server keeps of a solution for the win."""
    values = 8 * estimate.states * max(1, players - 1)
    return A_SOLUTION + max(0, estimate.kept - values) + counted(values)


def counted(values: int) -> int:
    """The bytes of values that count as kept."""
    return values if values <= LARGE else values // MAPPED


def bytes_of(solution: Solution) -> int:
    """The bytes that a solution takes."""
    race = as_stored(solution)
    if race:
        return A_SOLUTION + counted(race.values.nbytes) + _in_core(race) + model_bytes(race.model.turn)
    if not (solution.rules.simultaneous and solution.objective.name == "win"):
        return A_SOLUTION + A_STATE * solution.states + model_bytes(solution.turn_at().model)
    if solution.rules.sees != "scores":
        return A_SOLUTION + A_STATE * solution.states
    return A_SOLUTION + A_PAIR * solution.states + model_bytes(solution.turn_at((0, 0)).model)


def _in_core(solution: Stored) -> int:
    """What the core has besides the values: last rounds of several players, turns that can be stolen."""
    if solution.objective.name == "win" and solution.rules.players > 2:
        estimate = estimate_multiplayer(solution.model)
    else:
        estimate = estimate_race(cast("CoreRace", solution.core), solution.objective)
    return max(0, estimate.kept - solution.values.nbytes)


def is_large_in_cache(rules: Rules, objective: Objective) -> bool:
    """Whether the cache has a solution that is too large to be read by the server itself."""
    with suppress(OSError, JeopardiceError):
        return cache.place(rules, objective).stat().st_size > LARGE
    return False


def cached_file(rules: Rules, objective: Objective) -> Path:
    """The file of a solution in the cache folder."""
    path = cache.place(rules, objective)
    if not path.is_file():
        raise JeopardiceError("solution.nc: the solution is too large for the cache: use jeopardice solve --save")
    return path


def be_gentle() -> None:
    """Lower the priority of this thread and of those that it starts."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GENTLE)
