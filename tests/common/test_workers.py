"""Worker processes, with functions of the standard library as tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.workers import LateError, Limits, LostError, StoppedError, Worker

pytestmark = pytest.mark.slow
Start = Callable[..., Worker]
NONE = Limits()


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Worker] = []

    def worker(*modules: str, limits: Limits = NONE) -> Worker:
        started.append(Worker(modules, limits))
        return started[-1]

    yield worker
    for one in started:
        one.close()


def test_one_task_after_another(start: Start) -> None:
    worker = start("json", "fractions")
    for value in (1, [2, None], "three"):
        assert worker.run("loads", {"s": worker.run("dumps", {"obj": value})}) == value


@pytest.mark.parametrize(
    ("module", "name", "arguments", "how"),
    [
        ("os", "_exit", {"status": 3}, "died (exit status 3)"),
        ("os", "abort", {}, "died (signal 6)"),
        ("json", "dumps", {"obj": {1, 2}}, "died (exit status 1)"),
        ("no_such_module", "f", {}, "could not start (exit status 1)"),
    ],
)
def test_a_worker_that_dies_harms_nobody_else(start: Start, module: str, name: str, arguments: Any, how: str) -> None:
    other = start("json")
    with pytest.raises(LostError) as lost:
        start(module).run(name, arguments)
    assert how in str(lost.value)
    assert other.run("dumps", {"obj": 1}) == "1"


def test_limits(start: Start) -> None:
    announced: list[int] = []
    worker = start("json", limits=Limits(result=100, make_room=announced.append))
    assert worker.run("dumps", {"obj": "x" * 10}) == f'"{"x" * 10}"'
    with pytest.raises(JeopardiceError, match="at most 100 are allowed"):
        worker.run("dumps", {"obj": "x" * 100})
    assert worker.alive
    assert len(announced) == 1
    with pytest.raises(LateError, match=r"stopped after 0\.2 seconds"):
        start("signal").run("pause", {}, limit=0.2)


def test_a_worker_that_is_stopped_says_so(start: Start) -> None:
    worker = start("json")
    worker.run("dumps", {"obj": 1})
    worker.stop()
    with pytest.raises(StoppedError):
        worker.run("dumps", {"obj": 1})
