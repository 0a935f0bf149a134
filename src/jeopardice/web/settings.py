"""What whoever starts the server may choose, and the limits that hold for everyone."""

from __future__ import annotations

import os
from dataclasses import dataclass

GIB = 2**30


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    host: str = "127.0.0.1"
    """Where it listens: unless told otherwise, on this machine alone."""
    workers: int = 2
    """How many solves and other long jobs run at once."""
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
    kept_bytes: int = GIB // 2
    """Solutions kept in memory."""

    @property
    def most_job_bytes(self) -> int:
        """Memory of one job, in bytes."""
        if self.job_bytes:
            return self.job_bytes
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
        except (AttributeError, ValueError, OSError):
            return 4 * GIB
