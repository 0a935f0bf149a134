"""Solved races, kept in a folder so that the second time is instant.

An entry is named after what is played, so equal rules share it, whatever they are called. Entries are complete files or
none (`jeopardice.common.files`), so that any number of processes may read and write them at the same time. Damaged
entries are reported and recomputed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.files import write_whole
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.race import RaceSolution

MOST_BYTES = 2**30
"""Beyond this the entries that were not used for longest go."""
ABANDONED = 86400
"""Seconds after which a file that was never completed is taken away."""
OURS = re.compile(r"(win|turns|within)-[0-9a-f]{32}\.nc")
LEVELS = re.compile(r"win-[0-9a-f]{32}\.levels")
"""Checkpoints of long solves."""
PARTS = re.compile(r"\.(win|turns|within)-[0-9a-f]{32}\.nc\..*\.part")
RESULTS = re.compile(r"result-[0-9a-f]{16,64}\.json")
"""What else took long to find: cards, comparisons."""
MOST_RESULTS = 100
Tell = Callable[[str], None]


def folder() -> Path:
    """Where solutions are kept: $JEOPARDICE_CACHE, or a folder in the user's cache."""
    if named := os.environ.get("JEOPARDICE_CACHE"):
        return Path(named)
    try:
        return _user_folder() / "jeopardice"
    except RuntimeError:
        raise JeopardiceError("cache: this user has no home folder: set JEOPARDICE_CACHE to keep solutions") from None


def _user_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def place(rules: Rules, objective: Objective, strategy: str = "optimal") -> Path:
    """The file of a solution in the cache, whether it exists or not."""
    name = hashlib.sha256(f"{rules_hash(rules)} {objective} {strategy}".encode()).hexdigest()[:32]
    return folder() / f"{objective.name}-{name}.nc"


def find(rules: Rules, objective: Objective, strategy: str, tell: Tell) -> RaceSolution | None:
    """The solution, if it was kept; None if not, or if what was kept cannot be used."""
    try:
        path = place(rules, objective, strategy)
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, JeopardiceError):
        return None  # whatever is wrong with the folder is told when the solution cannot be kept
    except OSError as error:
        tell(f"note: {path}: cannot be read ({error.strerror or error}): solving anew")
        return None
    from jeopardice.solutions.storage import read_saved

    try:
        solution, version = read_saved(data, str(path))
    except InputError as error:
        tell(f"note: {error}: solving anew")
        return None
    if version:
        tell(f"note: {path}: outdated: written by Jeopardice {version}: solving anew")
        return None
    if (rules_hash(solution.rules), solution.objective, solution.plays) != (rules_hash(rules), objective, strategy):
        tell(f"note: {path}: the solution of another game: solving anew")
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used now
    # The names of the game are those that the user knows.
    return replace(solution, rules=rules, objective=objective, plays=strategy)


def checkpoint(rules: Rules, objective: Objective, strategy: str, tell: Tell) -> Path | None:
    """Where a long solve may write what it has solved so far; None where that is not possible, which is told."""
    try:
        path = place(rules, objective, strategy).with_suffix(".levels")
        if os.access(next(place for place in (path, *path.parents) if place.exists()), os.W_OK):
            return path
        reason = "cannot be written"
    except JeopardiceError as error:
        reason = str(error)
    except OSError as error:
        reason = error.strerror or str(error)
    tell(f"note: no checkpoints: {reason}")
    return None


def keep(solution: RaceSolution, tell: Tell) -> None:
    """Keeps a solution; where that is not possible, says so and goes on."""
    from jeopardice.solutions.storage import save

    if solution.values.nbytes > MOST_BYTES // 2:
        return
    try:
        path = place(solution.rules, solution.objective, solution.plays)
        path.parent.mkdir(parents=True, exist_ok=True)
        save(solution, path)
        _tidy(path)
    except JeopardiceError as error:
        tell(f"note: the solution could not be kept: {error}")
    except OSError as error:
        tell(f"note: the solution could not be kept: {folder()}: {error.strerror or error}")


def find_result(name: str) -> str | None:
    """A result that was kept under a name, which is a hash of the question and of who answered it."""
    with contextlib.suppress(OSError, ValueError, JeopardiceError):
        path = folder() / f"result-{name}.json"
        text = path.read_text(encoding="utf-8")
        os.utime(path)  # used now
        return text
    return None


def keep_result(name: str, text: str) -> None:
    """Keeps a result if that is possible; those that were not used for longest go."""
    with contextlib.suppress(OSError, JeopardiceError):
        path = folder() / f"result-{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
        for _, old in sorted(_found(RESULTS), reverse=True)[MOST_RESULTS:]:
            old.unlink(missing_ok=True)


def entries() -> list[Path]:
    """All files of the cache, the last used first."""
    return [path for _, path in sorted(_found(OURS), reverse=True)]


def clear() -> int:
    """Takes everything away; returns how many solutions there were."""
    found = entries()
    for path in [*found, *(part for pattern in (PARTS, LEVELS, RESULTS) for _, part in _found(pattern))]:
        path.unlink(missing_ok=True)
    return len(found)


def _found(pattern: re.Pattern[str]) -> list[tuple[float, Path]]:
    """The files that we wrote, and when they were last used; what else is in the folder is not ours."""
    found = []
    try:
        for entry in os.scandir(folder()):
            with contextlib.suppress(FileNotFoundError):  # taken away meanwhile
                if pattern.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    found.append((entry.stat().st_mtime, Path(entry.path)))
    except OSError:
        return []
    return found


def _tidy(newest: Path) -> None:
    """Takes away what was abandoned, and the oldest beyond the limit."""
    with contextlib.suppress(OSError):
        for written, part in _found(PARTS):
            if time.time() - written > ABANDONED:
                part.unlink(missing_ok=True)
        total = 0
        for path in entries():
            total += path.stat().st_size
            if total > MOST_BYTES and path != newest:
                path.unlink(missing_ok=True)
