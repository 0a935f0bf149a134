"""The journal of a sweep: every finished rule set is a line, on the disk before the next one is handled.

It is beside the table and is deleted when the table is written. Each line says what it was solved for, so that a line
torn by a kill, or for other objectives or another solver, is ignored. An open journal is locked: two sweeps never write
the same table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.common.files import locked_file, write_errors
from jeopardice.sweep.tasks import SweepResult


@dataclass(frozen=True)
class Purpose:
    """What rule sets are solved for; results for another purpose cannot be used."""

    objectives: tuple[str, ...]
    certify: bool
    version: str

    def plain(self) -> dict[str, Any]:
        """Plain data."""
        return {"objectives": list(self.objectives), "certify": self.certify, "version": self.version}


class Journal:
    """The file, open and locked."""

    def __init__(self, path: Path, purpose: Purpose) -> None:
        self.path, self.purpose = path, purpose
        try:
            self.file = locked_file(path, "out: ")
        except BlockingIOError:
            raise InputError(f"out: {path.with_suffix('')}: another sweep is writing this table") from None
        self.removed = False

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not os.fstat(self.file.fileno()).st_size and not self.removed:
            self.remove()  # nothing to resume from
        with write_errors(self.path):
            self.file.close()

    def finished(self) -> dict[str, SweepResult]:
        """The results of earlier runs, by the hash of their rules; whatever else is in the file is ignored."""
        with open(self.path, "rb") as file:
            data = file.read()
        found: dict[str, SweepResult] = {}
        for line in data.split(b"\n"):
            try:
                entry = json.loads(line)
                if entry["for"] == self.purpose.plain():
                    result = SweepResult(**entry["outcome"])
                    found[result.key] = result
            except (ValueError, TypeError, KeyError, RecursionError):
                continue
        if data and not data.endswith(b"\n"):
            self.file.write(b"\n")  # the next entry begins on a new line
        return found

    def add(self, results: Iterable[SweepResult]) -> None:
        """Write results that last, and return when they are on the disk."""
        purpose = self.purpose.plain()
        lines = [json.dumps({"for": purpose, "outcome": asdict(found)}) + "\n" for found in results if found.lasting]
        with write_errors(self.path):
            self.file.write("".join(lines).encode())
            self.file.flush()
            os.fsync(self.file.fileno())

    def remove(self) -> None:
        """Delete the file; the lock is held until it is closed."""
        self.path.unlink(missing_ok=True)
        self.removed = True
