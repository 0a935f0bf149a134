"""Files: atomic writes, locks between processes, and write errors in one line."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from jeopardice.common.errors import InputError, JeopardiceError, shown

try:
    import fcntl
except ImportError:  # not on Windows: another process that writes the same file goes unnoticed
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def write_errors(path: str | Path, place: str = "") -> Iterator[None]:
    """Report an error of the operating system in one line; the place is the argument that named the file ("out: ")."""
    try:
        yield
    except OSError as error:
        raise JeopardiceError(f"{place}{path}: cannot be written: {error.strerror or error}") from None


@contextlib.contextmanager
def whole_file(path: str | Path, place: str = "") -> Iterator[BinaryIO]:
    """A file that is written under another name and then renamed: readers see all of the old file or of the new one.

    A killed process leaves at most a file whose name begins with a dot and ends with .part.
    """
    beside = Path(path).with_name(f".{Path(path).name}.{secrets.token_hex(8)}.part")
    with write_errors(path, place):
        try:
            with open(beside, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise


def write_whole(path: str | Path, data: bytes | str, place: str = "") -> None:
    """Write a file atomically; text is written as UTF-8."""
    with whole_file(path, place) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def locked_file(path: Path, place: str) -> BinaryIO:
    """Open a file for reading and appending, for one process at a time; BlockingIOError if another has it."""
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = open(path, "a+b")  # noqa: SIM115 for the caller
        except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{place}{path}: cannot be written: {reason}") from None
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Another process may have finished and deleted the file in between.
            if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except BlockingIOError:
            file.close()
            raise
        except OSError as error:
            file.close()
            raise InputError(f"{place}{path}: cannot be locked: {error.strerror}") from None
        file.close()


def check_file(place: str, path: Path) -> None:
    """Refuse, before any work, a path that cannot be written."""
    try:
        wrong = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else f"no folder {path.parent}"
    except (OSError, ValueError) as error:  # such as a name that is too long
        wrong = getattr(error, "strerror", None) or str(error)
    if wrong or not path.name or "\0" in str(path):
        raise InputError(f"{place}: {shown(path)}: {wrong or 'it must be the name of a file'}")
