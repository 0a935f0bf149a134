"""Errors of the server."""

from __future__ import annotations

from jeopardice.common.errors import JeopardiceError

MB = 2**20
BASE = 88 * MB
"""Measured on Linux: 84 MB."""
WORK = 48 * MB
TURNS = 4
"""One in this many bytes that are kept is for solved turns; a long game has more than fit."""
BUSY = "too many requests at the same time: try again in a moment"


class BusyError(JeopardiceError):
    """The server is already too busy (HTTP 429)."""


def too_large(what: str, size: int, most: int) -> JeopardiceError:
    """Why something is refused, and the limit that would allow it."""
    needed = BASE + WORK + 2 * size * TURNS // (TURNS - 1)
    return JeopardiceError(
        f"{what} of this game takes {-(-size // MB):,} MB of memory, and this server has {most // MB:,} MB for it: "
        f"start it with --memory {-(-needed // (64 * MB)) * 64}"
    )
