"""The cache: solved races in a folder, so that the second time is instant.

An entry is named by a hash of the rules, so games with equal rules share it. Entries are always complete files
(`jeopardice.common.files`), so any number of processes may read and write them at the same time. Damaged
entries are reported and recomputed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.files import write_whole
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.storage import Stored, read_saved, save
from jeopardice.turn import TurnModel

MOST_BYTES = 2**30
"""Beyond this the least recently used entries are deleted."""
ABANDONED = 86400
"""Seconds after which a file that was never completed is deleted."""
OURS = re.compile(r"(win|turns|within)-[0-9a-f]{32}\.nc")
LEVELS = re.compile(r"win-[0-9a-f]{32}\.levels")
"""Checkpoints of long solves."""
PARTS = re.compile(r"\.(win|turns|within)-[0-9a-f]{32}\.nc\..*\.part")
RESULTS = re.compile(r"result-[0-9a-f]{16,64}\.json")
"""Other results that take long: cards, comparisons."""
MOST_RESULTS = 100
Note = Callable[[str], None]


def folder() -> Path:
    """The folder of the cache: $JEOPARDICE_CACHE, or the user's cache folder."""
    if named := os.environ.get("JEOPARDICE_CACHE"):
        return Path(named)
    return platformdirs.user_cache_path("jeopardice", appauthor=False)


def place(rules: Rules, objective: Objective, strategy: str = "optimal") -> Path:
    """The file of a solution in the cache, whether it exists or not."""
    name = hashlib.sha256(f"{rules_hash(rules)} {objective} {strategy}".encode()).hexdigest()[:32]
    return folder() / f"{objective.name}-{name}.nc"


def find(rules: Rules, objective: Objective, strategy: str, note: Note, turn: TurnModel | None = None) -> Stored | None:
    """The solution, if it is in the cache and can be used; `turn` is the turn of the rules, if known."""
    try:
        path = place(rules, objective, strategy)
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, JeopardiceError):
        return None  # a problem of the folder is reported when the solution cannot be written
    except OSError as error:
        note(f"note: {path}: cannot be read ({error.strerror or error}): recomputing")
        return None
    try:
        saved = read_saved(data, str(path), rules, turn)
    except InputError as error:
        note(f"note: {error}: recomputing")
        return None
    if saved.other_version:
        note(f"note: {path}: outdated: written by Jeopardice {saved.other_version}: recomputing")
        return None
    solution = saved.solution
    if not isinstance(solution, Stored) or (solution.objective, solution.plays) != (objective, strategy):
        note(f"note: {path}: the solution of another game: recomputing")
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used now
    return solution


def checkpoint(rules: Rules, objective: Objective, strategy: str, note: Note) -> Path | None:
    """The file for checkpoints of a long solve; None where it cannot be written, which is reported."""
    try:
        path = place(rules, objective, strategy).with_suffix(".levels")
        if os.access(next(place for place in (path, *path.parents) if place.exists()), os.W_OK):
            return path
        reason = "cannot be written"
    except JeopardiceError as error:
        reason = str(error)
    except OSError as error:
        reason = error.strerror or str(error)
    note(f"note: no checkpoints: {reason}")
    return None


def keep(solution: Stored, note: Note) -> None:
    """Write a solution to the cache; report it if that fails."""
    if solution.values.nbytes > MOST_BYTES // 2:
        return
    try:
        path = place(solution.rules, solution.objective, solution.plays)
        path.parent.mkdir(parents=True, exist_ok=True)
        save(solution, path)
        _tidy(path)
    except JeopardiceError as error:
        note(f"note: the solution could not be cached: {error}")
    except OSError as error:
        note(f"note: the solution could not be cached: {folder()}: {error.strerror or error}")


def find_result(name: str) -> str | None:
    """A result by its name, which is a hash of the question and of the program that answered it."""
    with contextlib.suppress(OSError, ValueError, JeopardiceError):
        path = folder() / f"result-{name}.json"
        text = path.read_text(encoding="utf-8")
        os.utime(path)  # used now
        return text
    return None


def keep_result(name: str, text: str) -> None:
    """Write a result if that is possible; the least recently used are deleted."""
    with contextlib.suppress(OSError, JeopardiceError):
        path = folder() / f"result-{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        for _, old in sorted(_found(RESULTS), reverse=True)[MOST_RESULTS:]:
            old.unlink(missing_ok=True)


def entries() -> list[Path]:
    """All files of the cache, the last used first."""
    return [path for _, path in sorted(_found(OURS), reverse=True)]


def clear() -> int:
    """Delete everything; return the number of solutions deleted."""
    found = entries()
    for path in [*found, *(part for pattern in (PARTS, LEVELS, RESULTS) for _, part in _found(pattern))]:
        path.unlink(missing_ok=True)
    return len(found)


def _found(pattern: re.Pattern[str]) -> list[tuple[float, Path]]:
    """The files of the cache, and when they were last used; other files in the folder are ignored."""
    found = []
    try:
        for entry in os.scandir(folder()):
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile
                if pattern.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    found.append((entry.stat().st_mtime, Path(entry.path)))
    except OSError:
        return []
    return found


def _tidy(newest: Path) -> None:
    """Delete abandoned files, and the oldest entries beyond the limit."""
    with contextlib.suppress(OSError):
        for written, part in _found(PARTS):
            if time.time() - written > ABANDONED:
                part.unlink(missing_ok=True)
        total = 0
        for path in entries():
            total += path.stat().st_size
            if total > MOST_BYTES and path != newest:
                path.unlink(missing_ok=True)
