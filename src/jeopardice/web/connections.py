"""Connections: how long a client may take, and how many connections it may hold.

A client that opens connections and never completes a request must not keep others out. So a connection has a deadline
whenever it is the client's turn to send or to read; and above a limit the connections without a request are closed:
first those with an incomplete request, then the idle ones, in both cases the oldest first. A connection whose
request is being answered is never closed to make room.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from jeopardice.web.intake import Refusal, client_name
from jeopardice.web.settings import Settings

if TYPE_CHECKING:
    from uvicorn.server import ServerState

MOMENT = 0.02
"""Seconds after which a new connection may be closed to make room: a request that was sent already is read by then."""
ACCEPTED = 256
"""Connections that wait to be accepted; all of them are accepted together."""


class ServerConfig(uvicorn.Config):
    """How the app is served: over connections with deadlines and limits."""

    def __init__(self, app: Callable[..., Any], settings: Settings, **more: Any) -> None:
        super().__init__(
            app,
            http=Connection,
            ws="none",
            backlog=ACCEPTED,
            log_level="warning",
            access_log=False,
            server_header=False,
            **more,
        )
        self.settings = settings
        self.open = OpenConnections(settings)


class OpenConnections:
    """All open connections of a server, by client."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.connections: set[Connection] = set()
        self.by_client: Counter[str] = Counter()
        self._checked_soon: set[str] = set()

    def add(self, connection: Connection) -> None:
        """Count a new connection; in a moment, make room for it."""
        client = connection.client_name
        self.connections.add(connection)
        self.by_client[client] += 1
        if client not in self._checked_soon:
            self._checked_soon.add(client)
            connection.loop.call_later(MOMENT, self._make_room, client)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        if connection in self.connections:
            self.connections.remove(connection)
            self.by_client[connection.client_name] -= 1
            if not self.by_client[connection.client_name]:
                del self.by_client[connection.client_name]

    def _make_room(self, client: str) -> None:
        """Close connections without a request: of this client above its limit, then of all above the common limit."""
        self._checked_soon.discard(client)
        if self.by_client[client] > self.settings.client_connections:
            theirs = (connection for connection in self.connections if connection.client_name == client)
            self._close(theirs, self.by_client[client] - self.settings.client_connections)
        if len(self.connections) > self.settings.connections:
            self._close(self.connections, len(self.connections) - self.settings.connections)

    def _close(self, some: Iterable[Connection], surplus: int) -> None:
        def rank(connection: Connection) -> tuple[bool, int, float]:
            return not connection.is_sending, -self.by_client[connection.client_name], connection.since

        for connection in sorted((one for one in some if one.is_waiting), key=rank)[:surplus]:
            connection.drop()


class Connection(H11Protocol):
    """A connection of a client, with a deadline whenever the server waits for the client."""

    def __init__(
        self,
        config: ServerConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.settings, self.open = config.settings, config.open
        self.timeout_keep_alive = self.settings.idle_seconds  # type: ignore[assignment]  # a timer takes any number
        self.client_name = ""
        self.since = 0.0
        """When it was opened, or when its last answer was complete."""
        self.is_sending = True
        """Whether a request is due: a new connection, or one that has begun to send its next request."""
        self._asks, self._reads = Deadline(self.loop), Deadline(self.loop)
        """Until when the client must have sent a request, and read an answer."""

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.client_name = client_name(self.client[0] if self.client else "")
        self.since = self.loop.time()
        self._begin_request()
        self.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._asks.cancel()
        self._reads.cancel()
        self._unset_keepalive_if_required()
        self.open.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self.is_waiting and not self.is_sending:
            self._begin_request()
        super().data_received(data)
        if not self.is_waiting:
            self._asks.cancel()

    def _begin_request(self) -> None:
        self.is_sending = True
        self._asks.set(self.settings.header_seconds, self._ask_too_late)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.since, self.is_sending = self.loop.time(), False
        super().on_response_complete()
        if self.transport.is_closing():
            self.close_when_read()
        elif self.is_waiting and self.conn.trailing_data[0]:  # a part of the next request is there already
            self._unset_keepalive_if_required()
            self._begin_request()

    def pause_writing(self) -> None:
        """Wait until the client has read a part of the answer."""
        super().pause_writing()
        self._reads.set(self.settings.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Send more of the answer."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._reads.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that was idle for too long."""
        self.close_when_read()

    def close_when_read(self) -> None:
        """Close the connection as soon as the client has read the last answer, which it must do in time."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self._reads.set(self.settings.answer_seconds, self.transport.abort)

    def drop(self) -> None:
        """Close the connection now."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        self._refuse(400, "the request is not valid HTTP")

    def _ask_too_late(self) -> None:
        if self.is_waiting and self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            self._refuse(408, f"the request did not arrive in time (at most {self.settings.header_seconds:g} seconds)")
        self.drop()

    def _refuse(self, status: int, reason: str) -> None:
        """Answer a request that the app does not see, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            headers, content = Refusal(status, reason).response(close=True)
            start = h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status])
            for event in (start, h11.Data(data=content), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.close_when_read()


class Deadline:
    """Something to do unless it is cancelled in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, otherwise: Callable[[], None]) -> None:
        """Start the time again."""
        self.cancel()
        self._timer = self._loop.call_later(seconds, otherwise)

    def cancel(self) -> None:
        """The deadline is met."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
