"""Files that are never half written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file beside its place and then renames it: readers see the old file or the new one, nothing between.

    A kill leaves at most a file whose name begins with a dot and ends with .part.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    """The permissions that new files do not get; to ask is to set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
