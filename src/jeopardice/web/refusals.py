"""Errors that the app does not see: the same line of JSON, and the same headers, as its own."""

from __future__ import annotations

import json

HEADERS = {
    # Plotly draws with styles of its own, images it makes, and blobs.
    b"content-security-policy": b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    b"font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",  # our own pages send us their address, and nobody else
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
}
"""What every answer tells a browser."""
UNREAD = (408, 413, 503)
"""Statuses after which the rest of the request is not read."""


class Refusal(Exception):  # noqa: N818  it is no error of ours
    """A request that goes no further."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason

    def response(self, *, close: bool = False) -> tuple[list[tuple[bytes, bytes]], bytes]:
        """The headers and the body of the answer; with `close` the connection is closed after it."""
        content = json.dumps({"error": self.reason}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
        headers += HEADERS.items()
        if close or self.status in UNREAD:
            headers.append((b"connection", b"close"))
        if self.status == 503:
            headers.append((b"retry-after", b"1"))
        return headers, content
