"""Files that are never half written."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that is written beside its place and then renamed: readers see the old file or the new one, whole.

    A kill leaves at most a file whose name begins with a dot and ends with .part.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
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


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that nobody sees it half written."""
    with whole_file(path) as file:
        file.write(data)
