"""A worker process: tasks come as lines of JSON on standard input, outcomes go as lines to standard output.

It ends at once when its input ends: because all is done, or because the process that started it is gone, however that
happened. It is a program of its own rather than a `multiprocessing` one, so that a script that runs a sweep needs no
`if __name__ == "__main__"`, and so that Ctrl-C in a terminal does not reach it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from queue import SimpleQueue

READY = "ready"
PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from jeopardice.sweep.worker import main; main()"
"""What Python runs, with the starting process's own places to find modules as arguments."""


def main() -> None:
    """Solves what comes until nothing more comes."""
    # Whatever else writes to standard output must not come between the outcomes.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    waiting: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()

    from jeopardice.solvers import solve as solving  # noqa: F401  the long import, before the first task
    from jeopardice.sweep.tasks import Task, solve_task

    print(json.dumps(READY), file=answers, flush=True)
    while True:
        outcome = solve_task(Task.of(json.loads(waiting.get())))
        try:
            print(json.dumps(asdict(outcome)), file=answers, flush=True)
        except BrokenPipeError:  # nobody waits for it any more
            os._exit(0)


def _listen(waiting: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        waiting.put(line)
    os._exit(0)
