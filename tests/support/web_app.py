"""The web app as the tests use it: a real server in this process, so that they can look behind it."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn

from jeopardice.web.app import make_app
from jeopardice.web.backstage import Backstage
from jeopardice.web.connections import ServerConfig
from jeopardice.web.settings import Settings
from jeopardice.web.tables import Tables

PATIENCE = 120
"""Seconds after which something that should have happened has not."""


@dataclass(frozen=True)
class Site:
    """A running server: what a client sees, and what stands behind it."""

    client: httpx.Client
    behind: Backstage
    tables: Tables
    port: int

    def post(self, path: str, body: Any) -> httpx.Response:
        """Asks, and asks again while the answer is being worked out."""
        return self.patient(lambda: self.client.post(path, json=body))

    def patient(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        """Asks until the answer is there."""
        until = time.monotonic() + PATIENCE
        while (answer := ask()).status_code == 202:
            job = answer.json()["solve"]
            assert set(job) >= {"id", "state", "progress"}
            assert time.monotonic() < until, job
            time.sleep(0.05)
        return answer

    def solve(self, rules: dict[str, Any], objective: str = "win") -> dict[str, Any]:
        """A solve, when it has ended."""
        started = self.client.post("/api/solves", json={"rules": rules, "objective": objective})
        assert started.status_code == 202, started.text
        return self.ended(started.json()["id"])

    def ended(self, name: str) -> dict[str, Any]:
        """A job, when it has ended."""
        until = time.monotonic() + PATIENCE
        while True:
            job: dict[str, Any] = self.client.get(f"/api/solves/{name}").json()
            if job["state"] not in ("queued", "running"):
                return job
            assert time.monotonic() < until, job
            time.sleep(0.02)


@contextmanager
def running(cache: str, settings: Settings | None = None) -> Iterator[Site]:
    """A server with a cache folder of its own, as long as it is needed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JEOPARDICE_CACHE", cache)
        settings = settings or Settings()
        app = make_app(settings)
        server = uvicorn.Server(ServerConfig(app, settings))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
            thread.start()
            try:
                until = time.monotonic() + PATIENCE
                while not server.started:
                    assert time.monotonic() < until
                    time.sleep(0.01)
                with httpx.Client(base_url=f"http://localhost:{port}", timeout=PATIENCE) as client:
                    yield Site(client, app.state.backstage, app.state.tables, port)
            finally:
                server.should_exit = True
                thread.join()


def alive(process: int) -> bool:
    """Whether a process exists, and is not only waiting to be reaped."""
    try:
        os.kill(process, 0)
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
