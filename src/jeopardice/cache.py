"""Solved races, kept in a folder so that the second time is instant.

An entry is named after what is played, so equal rules share it, whatever they are called. Entries are complete files or
none (`jeopardice.files`), so that any number of processes may read and write them at once; whatever is wrong with an
entry is told, and it is solved anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import jeopardice
from jeopardice.errors import InputError, JeopardiceError
from jeopardice.objectives import Objective
from jeopardice.race_solution import RaceSolution
from jeopardice.rulebook import Rules, rules_hash

MOST_BYTES = 2**30
"""Beyond this the entries that were not used for longest go."""
ABANDONED = 86400
"""Seconds after which a file that was never completed is taken away."""
Tell = Callable[[str], None]


def folder() -> Path:
    """Where solutions are kept: $JEOPARDICE_CACHE, or a folder in the user's cache."""
    if named := os.environ.get("JEOPARDICE_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "jeopardice"


def place(rules: Rules, objective: Objective, strategy: str = "optimal") -> Path:
    """The file of a solution in the cache, whether it exists or not."""
    name = hashlib.sha256(f"{rules_hash(rules)} {objective} {strategy}".encode()).hexdigest()[:32]
    return folder() / f"{objective.name}-{name}.nc"


def find(rules: Rules, objective: Objective, strategy: str, tell: Tell) -> RaceSolution | None:
    """The solution, if it was kept; None if not, or if what was kept cannot be used."""
    path = place(rules, objective, strategy)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        tell(f"note: {path}: cannot be read ({error.strerror or error}): solving anew")
        return None
    from jeopardice.storage import read_solution, saved_version

    try:
        solution = read_solution(data, str(path))
    except InputError as error:
        tell(f"note: {error}: solving anew")
        return None
    if saved_version(data) != jeopardice.__version__:
        tell(f"note: {path}: written by Jeopardice {saved_version(data)}: solving anew")
        return None
    if (rules_hash(solution.rules), solution.objective, solution.strategy) != (rules_hash(rules), objective, strategy):
        tell(f"note: {path}: the solution of another game: solving anew")
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used now
    # The names of the game are those that the user knows.
    return RaceSolution(rules, objective, solution.values, strategy, solution.certificate)


def keep(solution: RaceSolution, tell: Tell) -> None:
    """Keeps a solution; where that is not possible, says so and goes on."""
    from jeopardice.storage import save

    path = place(solution.rules, solution.objective, solution.strategy)
    if solution.values.nbytes > MOST_BYTES // 2:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(solution, path)
        _tidy(path)
    except (OSError, JeopardiceError) as error:
        tell(f"note: the solution could not be kept: {error}")


def entries() -> list[Path]:
    """All files of the cache, the last used first."""
    try:
        files = [(path.stat().st_mtime, path) for path in folder().glob("*.nc")]
    except OSError:
        return []
    return [path for _, path in sorted(files, reverse=True)]


def clear() -> int:
    """Takes everything away; returns how many solutions there were."""
    found = entries()
    for path in [*found, *folder().glob(".*.part")]:
        path.unlink(missing_ok=True)
    return len(found)


def _tidy(newest: Path) -> None:
    """Takes away what was abandoned, and the oldest beyond the limit."""
    with contextlib.suppress(OSError):
        for part in folder().glob(".*.part"):
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink(missing_ok=True)
        total = 0
        for path in entries():
            total += path.stat().st_size
            if total > MOST_BYTES and path != newest:
                path.unlink(missing_ok=True)
