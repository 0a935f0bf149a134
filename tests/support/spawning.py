"""Processes that work through jobs from a pipe."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any


def spawn(work: Callable[..., None], *arguments: Any, daemon: bool = False) -> tuple[BaseProcess, Connection]:
    """Start `work(pipe, *arguments)` in a new process; returns it and our end of the pipe.

    Forking would copy the threads of the core.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), daemon=daemon)
    process.start()
    theirs.close()
    return process, ours
