"""What can be chosen when the server is started, and the limits for all clients."""

from __future__ import annotations

import os
from dataclasses import dataclass

GIB = 2**30
GENTLE = 10
"""The niceness of work in the background."""


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    host: str = "127.0.0.1"
    """Where it listens: by default only on this machine."""
    workers: int = 2
    """How many solves and other long jobs run at the same time; where there are several, one is only for solves."""
    waiting: int = 16
    """How many more may wait."""
    job_seconds: float = 600
    """A job that would take longer, as far as can be estimated, is refused; one that does is stopped."""
    job_bytes: int = 0
    """Memory of one job; 0: three quarters of the machine's."""
    look_seconds: float = 10
    """A look at rules that takes longer is stopped."""
    body_bytes: int = 256 * 1024
    """The largest request."""
    header_seconds: float = 10
    """For the header of a request: from the opening of a connection, or from the first byte of a later request."""
    body_seconds: float = 10
    """For the body of a request."""
    idle_seconds: float = 10
    """After this, a connection without a request is closed."""
    answer_seconds: float = 30
    """For the client to read a part of an answer, or the rest of the last one."""
    client_connections: int = 128
    """Connections of one client, and below of all clients: above it those without a request are closed."""
    connections: int = 512
    client_requests: int = 64
    """Requests of one client, and below of all clients, that are answered at the same time: more are refused."""
    requests: int = 256
    client_body_bytes: int = 4 * 2**20
    """The bodies of these requests together."""
    all_body_bytes: int = 16 * 2**20
    memory: int = 256 * 2**20
    """Bytes of the server process, all together: see `jeopardice.web.memory`."""

    @property
    def most_job_bytes(self) -> int:
        """Memory of one job, in bytes."""
        return self.job_bytes or machine_memory() * 3 // 4


def machine_memory() -> int:
    """The machine's memory, in bytes; a small machine's where it is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4 * GIB
