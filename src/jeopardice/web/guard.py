"""Who may ask, and how much: before anything else looks at a request.

A page of another site can send requests to a server on this machine, and by DNS rebinding even under the name of its
own site. So the Host must be an address or a name of this machine, and the source of a request that the browser
states (Origin, Sec-Fetch-Site) must be our own pages. Some browsers, and all of them where a server is reached
without TLS over the network, do not state it with a GET: then those that start long work need a Referer of our own.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from jeopardice.web.intake import HEADERS, Admitted, Intake, Refusal, client_name
from jeopardice.web.settings import Settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

JSON = re.compile(r"application/json\s*(;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Guard:
    """The app, behind the checks."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.intake = Intake(settings)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message.get("headers", [])}
                more = [(name, value) for name, value in HEADERS.items() if name not in present]
                message["headers"] = [*message.get("headers", []), *more]
            await send(message)

        try:
            headers = _headers(scope)
            self._check_source(scope, headers)
            if scope["method"] == "POST" and not JSON.fullmatch(headers.get("content-type", "").strip()):
                raise Refusal(415, "Content-Type: it must be application/json")
            client = client_name((scope.get("client") or ("",))[0])
            with self.intake.admit(client, self._size(headers)) as admitted:
                body = await self._body(admitted, receive)
                await self.app(scope, _replay(body, receive), send_guarded)
        except Refusal as refusal:
            headers_sent, content = refusal.response()
            await send({"type": "http.response.start", "status": refusal.status, "headers": headers_sent})
            await send({"type": "http.response.body", "body": content})

    def _check_source(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if not allowed_host(host, self.settings.host):
            raise Refusal(403, "Host: this server answers under its own address only")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            raise Refusal(403, "Origin: pages of other sites may not ask this server")
        site = headers.get("sec-fetch-site", "same-origin")
        link = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api")
        followed = link and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if site not in ("same-origin", "none") and not followed:
            raise Refusal(403, "Sec-Fetch-Site: pages of other sites may not ask this server")

    def _size(self, headers: dict[str, str]) -> int:
        """The bytes of the body, at most."""
        length = headers.get("content-length", "0")
        size = int(length[:12]) if length.isdecimal() else 0
        if size > self.settings.body_bytes:
            raise self._too_large()
        return self.settings.body_bytes if "transfer-encoding" in headers else size

    async def _body(self, admitted: Admitted, receive: Receive) -> bytes:
        """The whole body, which is small."""
        parts, size, more = [], 0, True
        try:
            async with asyncio.timeout(self.settings.body_seconds) as admitted.deadline:
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Refusal(400, "the request ended early")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self.settings.body_bytes:
                        raise self._too_large()
                    more = message.get("more_body", False)
        except TimeoutError:
            raise Refusal(
                408, f"the request did not arrive in time (at most {self.settings.body_seconds:g} seconds)"
            ) from None
        finally:
            admitted.deadline = None
        return b"".join(parts)

    def _too_large(self) -> Refusal:
        return Refusal(413, f"the request is too large: at most {self.settings.body_bytes:,} bytes")


def allowed_host(host: str, listening: str) -> bool:
    """Whether a Host is this machine: on loopback a loopback name, otherwise any address or this machine's name."""
    found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?", host)
    if not found:
        return False
    name = found[1].strip("[]").lower()
    if name in LOOPBACK or name == listening.lower():
        return True
    if listening.lower() in LOOPBACK:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in (own, own.partition(".")[0], f"{own.partition('.')[0]}.local")
    return True


def may_start_work(headers: Mapping[str, str]) -> bool:
    """Whether a GET that starts long work comes from our own pages, or from a program that is not a browser.

    An image on any page can make a browser send it.
    """
    if "sec-fetch-site" in headers or "mozilla/" not in headers.get("user-agent", "").lower():
        return True  # checked already, or not a page
    host, referer = headers.get("host", "").lower(), headers.get("referer", "").lower()
    return referer.startswith((f"http://{host}/", f"https://{host}/"))


def _headers(scope: MutableMapping[str, Any]) -> dict[str, str]:
    """The headers; those that identify the source may occur only once."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        if key in found and key in ("host", "origin", "content-type", "content-length", "sec-fetch-site"):
            raise Refusal(400, f"{key}: given twice")
        found[key] = value.decode("latin-1")
    return found


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body again, for the app."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
