"""Errors of the server."""

from __future__ import annotations

from jeopardice.common.errors import JeopardiceError

MB = 2**20
BASE = 88 * MB
"""Measured on Linux: 84 MB."""
WORK = 48 * MB
TURNS = 4
"""One in this many bytes that are kept is for solved turns, of which a long game has more than there is room for."""
BUSY = "too many questions at once: try again in a moment"


class BusyError(JeopardiceError):
    """Too much is being worked on already (HTTP 429)."""


def too_large(what: str, size: int, most: int) -> JeopardiceError:
    """Why something is refused, and the limit with which it is not."""
    needed = BASE + WORK + 2 * size * TURNS // (TURNS - 1)
    return JeopardiceError(
        f"{what} of this game takes {-(-size // MB):,} MB of memory, and this server has {most // MB:,} MB for it: "
        f"start it with --memory {-(-needed // (64 * MB)) * 64}"
    )
