"""The requests that are being read and answered: how many, and how large, of one client and of all.

A client's own limits come first, so that a single client cannot use up the common limits. At a limit the client's
oldest request with an incomplete body is given up, so that slow requests do not keep out the same client's other ones.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager

from jeopardice.web.settings import Settings

HEADERS = {
    # Plotly uses inline styles, generated images and blobs.
    b"content-security-policy": b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    b"font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",  # only our own pages send us their address
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
}
"""The headers of every answer."""
UNREAD = (408, 413, 503)
"""Statuses after which the rest of the request is not read."""


class Refusal(Exception):  # noqa: N818  not an error of the server
    """A request that is refused."""

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


class Admitted:
    """A request that is being read or answered."""

    def __init__(self, client: str, size: int) -> None:
        self.client, self.size = client, size
        self.deadline: asyncio.Timeout | None = None
        """Until when its body must arrive; None if it has arrived."""

    def give_up(self) -> None:
        """Stop waiting for the body."""
        assert self.deadline
        self.deadline.reschedule(asyncio.get_running_loop().time())
        self.deadline = None


class Intake:
    """All requests that are being read or answered."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests: dict[Admitted, None] = {}
        """The oldest first."""

    @contextmanager
    def admit(self, client: str, size: int) -> Iterator[Admitted]:
        """Count a request of this many bytes, or refuse it, before its body is read."""
        mine = [request for request in self.requests if request.client == client]
        settings = self.settings
        self._check(mine, size, settings.client_requests, settings.client_body_bytes, " from one client")
        self._check(list(self.requests), size, settings.requests, settings.all_body_bytes, "")
        admitted = Admitted(client, size)
        self.requests[admitted] = None
        try:
            yield admitted
        finally:
            self.requests.pop(admitted, None)

    def _check(self, requests: list[Admitted], size: int, most: int, most_bytes: int, whose: str) -> None:
        """Give up requests with an incomplete body until there is room for one more."""
        number, held = len(requests), sum(request.size for request in requests)
        slow = iter([request for request in requests if request.deadline])
        while number >= most or held + size > most_bytes:
            given_up = next(slow, None)
            if given_up is None:
                raise Refusal(503, f"too many simultaneous requests{whose}: try again in a moment")
            given_up.give_up()
            del self.requests[given_up]
            number, held = number - 1, held - given_up.size


def client_name(address: str) -> str:
    """The client at an address: with IPv6, the network that a provider assigns to one customer."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))
