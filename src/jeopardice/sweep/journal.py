"""The journal of a sweep: every finished rule set is a line, on the disk before the next one is looked at.

It lies beside the table and goes when the table is written. Each line stands by itself and says what it was solved for,
so a line that was torn by a kill, or that belongs to other objectives or another solver, is simply not counted. Whoever
has the journal open holds a lock on it: two sweeps never write the same table.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.sweep.tasks import Outcome


@dataclass(frozen=True)
class Purpose:
    """What rule sets are solved for; outcomes with another purpose are of no use."""

    objectives: tuple[str, ...]
    certify: bool
    version: str

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"objectives": list(self.objectives), "certify": self.certify, "version": self.version}


class Journal:
    """The file, open and locked."""

    def __init__(self, path: Path, purpose: Purpose) -> None:
        self.path, self.purpose = path, purpose
        self.file = _locked(path)
        self.removed = False

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not os.fstat(self.file).st_size and not self.removed:
            self.remove()  # nothing to go on from
        os.close(self.file)

    def finished(self) -> dict[str, Outcome]:
        """The outcomes of earlier runs, by the hash of their rules; whatever else is in the file is passed over."""
        with open(self.path, "rb") as file:
            data = file.read()
        found: dict[str, Outcome] = {}
        for line in data.split(b"\n"):
            try:
                entry = json.loads(line)
                if entry["for"] == self.purpose.plain():
                    outcome = Outcome(**entry["outcome"])
                    found[outcome.key] = outcome
            except (ValueError, TypeError, KeyError, RecursionError):
                continue
        if data and not data.endswith(b"\n"):
            os.write(self.file, b"\n")  # what follows begins on a line of its own
        return found

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Writes outcomes that last, and returns when they are on the disk."""
        purpose = self.purpose.plain()
        lines = [json.dumps({"for": purpose, "outcome": asdict(found)}) + "\n" for found in outcomes if found.lasting]
        data = "".join(lines).encode()
        while data:
            data = data[os.write(self.file, data) :]
        if lines:
            os.fsync(self.file)

    def remove(self) -> None:
        """Takes the file away; the lock lasts until it is closed."""
        self.path.unlink(missing_ok=True)
        self.removed = True


def _locked(path: Path) -> int:
    """Opens the file, or refuses when another sweep has it."""
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"--out: {path}: cannot be written ({reason})") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            other = isinstance(error, BlockingIOError)
            why = "another sweep is writing this table" if other else f"it cannot be locked ({error.strerror})"
            raise InputError(f"--out: {path.with_suffix('')}: {why}") from None
        # The one who had it may have finished in between and taken the file away.
        if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
            return file
        os.close(file)
