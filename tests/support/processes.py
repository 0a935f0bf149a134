"""Commands in processes of their own, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.cli_runner import PROCESS


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command in an empty folder, with a cache of its own there."""
    return subprocess.Popen(
        [*PROCESS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"JEOPARDICE_CACHE": str(folder / "cache")},
    )


@contextmanager
def one_processor() -> Iterator[None]:
    """What is started here runs on one processor: long work takes long on any machine, and no more of it is done."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Ctrl-C; returns what was written from then on."""
    with process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    return out, err


def files(folder: Path) -> list[str]:
    """Everything in a folder and in the cache, hidden files too."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
