"""Checkpoints of a long solve: every finished level is a record at the end of a file.

If a run is killed, the next one reads the records and resumes. A torn record is ignored, and a file of another game or
another solver is overwritten. The file is deleted when the solution is complete.
"""

from __future__ import annotations

import contextlib
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.files import locked_file, write_errors
from jeopardice.native.calls import Floats

PLACE = "checkpoint: "
MAGIC = b"jeopardice checkpoint 1\n"
RECORD = struct.Struct("<5q")


@dataclass(frozen=True)
class Level:
    """A level as it was solved: its values, one plane after another, and the states whose movers mix."""

    sweep: int
    level: int
    values: Floats
    places: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()
    turns_solved: int = 0

    def packed(self) -> bytes:
        """The record, without its checksum."""
        head = RECORD.pack(self.sweep, self.level, self.values.size, len(self.places), self.turns_solved)
        places, shares = np.array(self.places, np.int64), np.array(self.shares, np.float64)
        return head + self.values.tobytes() + places.tobytes() + shares.tobytes()


class Checkpoint:
    """The open file; the identity says which game it belongs to."""

    def __init__(self, path: str | Path, identity: str) -> None:
        self.path = Path(path)
        self.header = MAGIC + identity.encode() + b"\n"
        try:
            self.file = locked_file(self.path, PLACE)
        except BlockingIOError:
            raise JeopardiceError(f"{PLACE}{self.path}: another process is solving this game") from None

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with write_errors(self.path, PLACE):
            self.file.close()

    def read(self) -> Iterator[Level]:
        """The levels of earlier runs, in order; whatever follows the last complete one is cut off."""
        self.file.seek(0)
        known = self.file.read(len(self.header))
        if known != self.header:
            if known and not MAGIC.startswith(known[: len(MAGIC)]):
                raise InputError(f"{PLACE}{self.path}: not a checkpoint of Jeopardice")
            self.file.truncate(0)
            self._write(self.header)
            return
        whole = self.file.tell()
        while (found := self._next()) is not None:
            whole = self.file.tell()
            yield found
        self.file.truncate(whole)

    def _next(self) -> Level | None:
        head = self.file.read(RECORD.size)
        if len(head) < RECORD.size:
            return None
        sweep, level, size, mixed, turns_solved = RECORD.unpack(head)
        wanted = 8 * (size + 2 * mixed)
        if min(size, mixed) < 0 or wanted + 4 > os.fstat(self.file.fileno()).st_size - self.file.tell():
            return None
        body, check = self.file.read(wanted), self.file.read(4)
        if zlib.crc32(head + body) != int.from_bytes(check, "little"):
            return None
        values = np.frombuffer(body, np.float64, size)
        places = np.frombuffer(body, np.int64, mixed, 8 * size)
        shares = np.frombuffer(body, np.float64, mixed, 8 * (size + mixed))
        return Level(sweep, level, values, tuple(places.tolist()), tuple(shares.tolist()), turns_solved)

    def add(self, level: Level) -> None:
        """Write a solved level."""
        record = level.packed()
        self._write(record + zlib.crc32(record).to_bytes(4, "little"))

    def _write(self, data: bytes) -> None:
        with write_errors(self.path, PLACE):
            self.file.write(data)
            self.file.flush()

    def remove(self) -> None:
        """Delete the file: the solution is complete."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
