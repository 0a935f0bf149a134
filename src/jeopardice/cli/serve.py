"""`jeopardice serve`: the web app."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import inform
from jeopardice.common.errors import InputError, JeopardiceError, shown

if TYPE_CHECKING:
    from fastapi import FastAPI

    from jeopardice.web.settings import Settings

PORT = 8000
TRIED = 100
"""Ports that are tried, from 8000 on, if none is asked for."""
SELDOM = (100_000, 50, 100)
LEAST_MEMORY, MOST_MEMORY = 160, 2**20
"""MB; with less there would be no room for the solutions of usual games."""
PATIENCE = 2
"""Seconds that requests have to finish when the server ends."""


def serve_command(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 also accepts other machines.")
    ] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port; by default 8000 or the next that is free.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    workers: Annotated[int, typer.Option(help="How many solves run at the same time.")] = 2,
    memory: Annotated[int, typer.Option(help="MB of memory for the server, without the solves.")] = 256,
) -> None:
    """Open the web app in the browser: play, coach, explore and design. Ctrl-C stops it.

    \b
      jeopardice serve
      jeopardice serve --port 9000 --no-browser
      jeopardice serve --host 0.0.0.0              accept other machines in the network
      jeopardice serve --memory 1024               for games of three or more players with high goals
    """
    if not 1 <= workers <= 64:
        raise InputError(f"--workers: {shown(workers)}: it must be from 1 to 64")
    if not LEAST_MEMORY <= memory <= MOST_MEMORY:
        raise InputError(f"--memory: {shown(memory)}: it must be from {LEAST_MEMORY} to {MOST_MEMORY:,} MB")
    if port is not None and not 0 <= port <= 65535:
        raise InputError(f"--port: {shown(port)}: it must be from 0 to 65535")
    with closing(_listen(host, port)) as listening:
        from jeopardice.web.app import make_app
        from jeopardice.web.settings import Settings

        # Not "localhost", which may also be another server at ::1.
        name = socket.gethostname() if host in ("0.0.0.0", "::") else host
        address = f"http://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}/"

        def started() -> None:
            inform(f"Jeopardice is at {address} (Ctrl-C stops it)")
            if not no_browser and _has_browser():
                import webbrowser

                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        # Many small numbers without reference cycles are kept: frequent collections would take most of the time.
        gc.freeze()
        gc.set_threshold(*SELDOM)
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)  # other commands lift this limit
        settings = Settings(host=host, workers=workers, memory=memory * 2**20)
        _serve(make_app(settings), settings, listening, started)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port that was asked for, or at the first free one."""
    try:
        family, *_, where = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise InputError(f"--host: {shown(host)}: not an address of this machine") from None
    reason = ""
    for number in range(PORT, PORT + TRIED) if port is None else [port]:
        # With its protocol: asyncio sends small answers immediately (TCP_NODELAY) only if it recognises TCP.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((where[0], number))
            listening.listen(1024)
            return listening
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
    raise JeopardiceError(f"--port: {PORT if port is None else port}: cannot listen at {host}: {reason}")


def _has_browser() -> bool:
    """Whether a graphical browser is likely to exist."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _serve(app: FastAPI, settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    import uvicorn

    from jeopardice.web.connections import ServerConfig

    class Server(uvicorn.Server):
        """A server that says when it has started, watches its memory, and ends in the same way for every signal."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                started()

        async def on_tick(self, counter: int) -> bool:
            app.state.backstage.memory.check()
            return await super().on_tick(counter)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)

    config = ServerConfig(app, settings, timeout_graceful_shutdown=PATIENCE)
    with suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])
