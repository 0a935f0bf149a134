"""The journal of a sweep: every finished rule set is a line, on the disk before the next one is looked at.

It lies beside the table and goes when the table is written. Each line stands by itself and says what it was solved for,
so a line that was torn by a kill, or that belongs to other objectives or another solver, is simply not counted. Whoever
has the journal open holds a lock on it: two sweeps never write the same table.
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
        try:
            self.file = locked_file(path, "--out: ")
        except BlockingIOError:
            raise InputError(f"--out: {path.with_suffix('')}: another sweep is writing this table") from None
        self.removed = False

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not os.fstat(self.file.fileno()).st_size and not self.removed:
            self.remove()  # nothing to go on from
        with write_errors(self.path):
            self.file.close()

    def finished(self) -> dict[str, SweepResult]:
        """The outcomes of earlier runs, by the hash of their rules; whatever else is in the file is passed over."""
        with open(self.path, "rb") as file:
            data = file.read()
        found: dict[str, SweepResult] = {}
        for line in data.split(b"\n"):
            try:
                entry = json.loads(line)
                if entry["for"] == self.purpose.plain():
                    outcome = SweepResult(**entry["outcome"])
                    found[outcome.key] = outcome
            except (ValueError, TypeError, KeyError, RecursionError):
                continue
        if data and not data.endswith(b"\n"):
            self.file.write(b"\n")  # what follows begins on a line of its own
        return found

    def add(self, outcomes: Iterable[SweepResult]) -> None:
        """Writes outcomes that last, and returns when they are on the disk."""
        purpose = self.purpose.plain()
        lines = [json.dumps({"for": purpose, "outcome": asdict(found)}) + "\n" for found in outcomes if found.lasting]
        with write_errors(self.path):
            self.file.write("".join(lines).encode())
            self.file.flush()
            os.fsync(self.file.fileno())

    def remove(self) -> None:
        """Takes the file away; the lock lasts until it is closed."""
        self.path.unlink(missing_ok=True)
        self.removed = True
