"""Files that are never half written."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file beside its place and then renames it: readers see the old file or the new one, nothing between.

    A kill leaves at most a file whose name begins with a dot and ends with .part.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
