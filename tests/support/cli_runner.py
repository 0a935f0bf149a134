"""The command line as the tests use it: in this process, which is fast, or as a real one; and a guard against hangs."""

from __future__ import annotations

import functools
import io
import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

import pytest
import typer.main

from jeopardice.cli.main import run

# Typer builds all commands again for each run, which takes far longer than to refuse bad input.
setattr(typer.main, "get_command", functools.cache(typer.main.get_command))  # noqa: B010

COMMANDS = ("rules", "solve", "advise", "table", "turn", "fairness")
"""The commands that are about a game."""
CONTESTS: dict[str, list[str]] = {
    "match": ["hold-at:20", "rolls:4"],
    "simulate": ["hold-at:20", "rolls:4", "--games", "1000"],
    "tournament": ["hold-at:20", "rolls:4", "max-score"],
    "best-response": ["hold-at:20"],
    "alone": ["hold-at:20"],
}
"""The commands that are about strategies, each with strategies of Pig."""
SCORE = ("--objective", "score")
EXAMPLES: dict[str, list[str]] = {
    "rules": ["rules", "farkle"],
    "solve": ["solve", "farkle", *SCORE],
    "advise": ["advise", "farkle", *SCORE],
    "table": ["table", "farkle", *SCORE, "--to", "500"],
    "turn": ["turn", "pig"],
}
"""One short run of each."""


def _no_number(text: str) -> float:
    raise AssertionError(f"{text} is no JSON")


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object that a command with --json prints, on one line, with nothing else."""
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1, f"one line expected: {self.out[:200]!r}"
        found = json.loads(self.out, parse_constant=_no_number)
        assert isinstance(found, dict)
        return found


def jeopardice(*arguments: str) -> Ran:
    """Runs a command in this process; whatever it raises is a failure of the test."""
    out, err = io.StringIO(), io.StringIO()
    # The command line lifts Python's limit on the digits of a number, for the whole process.
    digits = sys.get_int_max_str_digits()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = run(list(arguments))
    finally:
        sys.set_int_max_str_digits(digits)
    return Ran(status, out.getvalue(), without_progress(err.getvalue()))


def without_progress(text: str) -> str:
    """Standard error less the line that says how far long work is: on a busy machine any work may be long."""
    return re.sub(r"(?m)^.*: still working after 5 seconds.*\n", "", text)


PROCESS = (sys.executable, "-c", "from jeopardice.cli import main; main()")
"""The command line as a real process, whatever is installed where."""


def jeopardice_process(*arguments: str, **environment: str) -> Ran:
    """Runs a command in a process of its own."""
    done = subprocess.run(
        [*PROCESS, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | environment,
    )
    return Ran(done.returncode, done.stdout, without_progress(done.stderr))


def assert_one_line(message: str) -> None:
    """An error is one line: nothing in it breaks it, and no one has to scroll."""
    assert message, "no message"
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in message), f"not one line: {message!r}"
    assert "Traceback" not in message
    assert len(message) < 600, f"{len(message)} characters: {message[:100]}…"


def assert_refused(ran: Ran, place: str, status: int = 2) -> None:
    """Bad input gives one line on standard error that names the place, nothing else, and exit status 2."""
    assert ran.status == status, f"status {ran.status}, {ran.out[:300]!r}, {ran.err[:300]!r}"
    assert ran.out == ""
    assert ran.err.endswith("\n")
    line = ran.err[:-1]
    assert_one_line(line)
    assert line.startswith("jeopardice: ")
    assert place in line, f"{place!r} is not named: {line}"


def changes(**keys: object) -> list[str]:
    """--set for each key; "__" stands for the dot."""
    return [part for key, value in keys.items() for part in ("--set", f"{key.replace('__', '.')}={value}")]


def printed(*arguments: str) -> str:
    """The text of a command that succeeds and says nothing beside it."""
    ran = jeopardice(*arguments)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def result(*arguments: str) -> dict[str, Any]:
    """The JSON of a command."""
    return jeopardice(*arguments, "--json").json


def assert_types(found: dict[str, Any], **types: type | tuple[type, ...]) -> None:
    """The object has these keys, of these types; true is no number."""
    for key, kind in types.items():
        assert key in found
        allowed = kind if isinstance(kind, tuple) else (kind,)
        assert type(found[key]) in allowed, f"{key}: {found[key]!r}"


def solved(*arguments: str) -> dict[str, Any]:
    """The JSON of `solve` for objective score."""
    return jeopardice("solve", *arguments, *SCORE, "--json").json


def advice(*arguments: str, objective: str = "score") -> dict[str, Any]:
    """The JSON of `advise`, with what holds for all of it."""
    found = jeopardice("advise", *arguments, "--objective", objective, "--json").json
    assert found["objective"] == objective
    actions = found["actions"]
    # The fewer turns, the better. Tied values may differ in their last digit.
    sign = -1 if objective == "turns" else 1
    values = [action["value"] for action in actions]
    assert values == pytest.approx(sorted(values, reverse=sign > 0), rel=1e-12)
    for action in actions:
        assert_types(action, keep=str, points=int, then=str, value=float, dice=(str, int), verdict=str)
        assert action["then"] in ("bank", "roll")
        assert bool(action["dice"]) == (action["then"] == "roll")
        assert bool(action["keep"]) == (action["points"] > 0)
        assert action["loss"] == pytest.approx(sign * (found["value"] - action["value"]), abs=1e-9)
        assert 0 <= action["bust_probability"] <= 1
        assert action["then"] == "roll" or action["bust_probability"] == 0
    if actions:
        assert values[0] == pytest.approx(found["value"], rel=1e-12)
        best = [action["verdict"] for action in actions if action["verdict"] != "worse"]
        assert best == (["best"] if len(best) == 1 else ["tied"] * len(best))
        assert all(action["verdict"] == "worse" for action in actions[len(best) :])
    assert_types(found, value=float, left_out=list)
    return found


def actions_of(*arguments: str) -> list[tuple[str, int, str, Any]]:
    """What may be done, best first."""
    return [(a["keep"], a["points"], a["then"], a["dice"]) for a in advice(*arguments)["actions"]]


class HangError(BaseException):
    """Something takes too long; no `except Exception` on the way stops it."""


@contextmanager
def no_hang(seconds: int = 60) -> Iterator[None]:
    """Fails instead of waiting for ever: what stands inside takes milliseconds."""

    def stop(*_: object) -> None:
        raise HangError(f"still busy after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
