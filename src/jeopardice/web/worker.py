"""A worker process: tasks come pickled on standard input, progress and results go to standard output.

It is a process of its own so that a task can be stopped, and can crash, without harm to the server; and a gentle one,
which leaves the processors to whoever answers a person. It ends when its input ends: when the server does.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from jeopardice.web.settings import GENTLE

PROGRAM = (
    "import sys; sys.path[:] = sys.argv[3:]; "
    "from jeopardice.web.worker import main; main(int(sys.argv[1]), int(sys.argv[2]))"
)
"""What Python runs; the arguments are the limits of its memory and of a result, and the server's module path."""
OFTEN = 0.1
"""Seconds between two reports of progress."""
SPARE_BYTES = 2**32
"""What libraries reserve and never use."""


def main(most_bytes: int, most_result: int) -> None:
    """Do every task that comes, until nothing more comes."""
    # Whatever else writes to standard output must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    waiting: SimpleQueue[tuple[str, dict[str, Any]]] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    _be_modest(most_bytes)

    from jeopardice.common.errors import InputError, JeopardiceError
    from jeopardice.solvers import solve as solving  # noqa: F401  the long import, before the first task
    from jeopardice.web.errors import too_large
    from jeopardice.web.tasks import TASKS

    def answer(*parts: Any) -> None:
        send(pickle.dumps(parts, protocol=5))

    def send(content: bytes) -> None:
        try:
            answers.write(content)
            answers.flush()
        except BrokenPipeError:  # nobody waits for it any more
            os._exit(0)

    def finish(result: Any) -> None:
        content = pickle.dumps(("done", result), protocol=5)
        if len(content) > most_result:
            raise too_large("the result", len(content), most_result)
        answer("size", len(content))
        send(content)

    told = 0.0

    def progress(part: float) -> None:
        nonlocal told
        if time.monotonic() - told >= OFTEN:
            told = time.monotonic()
            answer("progress", min(1.0, max(0.0, float(part))))

    answer("ready", None)
    while True:
        name, arguments = waiting.get()
        try:
            finish(TASKS[name](progress=progress, **arguments))
        except InputError as error:
            answer("bad input", str(error))
        except JeopardiceError as error:
            answer("failed", str(error))
        except MemoryError:
            answer("failed", "not enough memory")
        except RecursionError:
            answer("failed", "the rules are nested too deeply")


def _be_modest(most_bytes: int) -> None:
    """Gives way to others, and is the first to go when memory runs out."""
    with suppress(AttributeError, OSError):
        os.nice(GENTLE)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("900")
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes + SPARE_BYTES,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _listen(waiting: SimpleQueue[tuple[str, dict[str, Any]]]) -> None:
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            waiting.put(pickle.load(sys.stdin.buffer))
    os._exit(0)
