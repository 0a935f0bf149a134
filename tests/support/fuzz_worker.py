"""The process in which the fuzzer tries its inputs, and what counts as wrong with an answer."""

from __future__ import annotations

import faulthandler
import io
import json
import os
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from support.fuzz_rules import random_rules
from support.spawning import spawn

LONGEST = 400
"""Characters of an error message."""
SILENCE = 6.0
"""Seconds after which a command must have reported something: the promised 5, and one for a busy machine."""
CUT = 12.0
"""Seconds after which a command that reports its progress is stopped all the same."""
SMALL = 6**5
"""Rolls of a game whose turn is built."""
MEMORY = 8 * 2**30


@dataclass(frozen=True)
class Result:
    """The outcome of one input. `wrong` is empty if nothing is wrong, else the kind of failure and details."""

    outcome: str
    wrong: str = ""
    seconds: float = 0.0
    message: str = ""


class Worker:
    """A process that tries one input after another in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        """Start a new process and wait until it is ready."""
        self.process, self.pipe = spawn(_work, self.folder)
        self.pipe.recv()

    def stop(self) -> None:
        """Kill the process and those that it started."""
        os.killpg(self.process.pid or 0, signal.SIGKILL)
        self.process.join()

    def restart(self) -> None:
        """Replace the process."""
        self.stop()
        self.start()

    def ask(self, job: tuple[Any, ...]) -> Result:
        """Return the result of a job, even if the process does not survive it."""
        began = time.monotonic()
        self.pipe.send(job)
        try:
            if self.pipe.poll(SILENCE):
                return self._received()
            if not (self.folder / "err").read_text(errors="replace").strip():
                os.kill(self.process.pid or 0, signal.SIGUSR1)  # where is it?
                time.sleep(0.5)
                stack = (self.folder / "stack").read_text(errors="replace")[-3000:]
                self.restart()
                return Result("bad", f"hang: nothing reported within {SILENCE:g} seconds\n{stack}", SILENCE)
            if self.pipe.poll(CUT - SILENCE):
                return self._received()
        except EOFError:
            self.process.join()
            left = (self.folder / "err").read_text(errors="replace")[-3000:]
            code = self.process.exitcode
            self.restart()
            return Result("bad", f"crash: exit code {code}\n{left}", time.monotonic() - began)
        self.restart()
        return Result("cut off", seconds=time.monotonic() - began)

    def _received(self) -> Result:
        found = self.pipe.recv()
        assert isinstance(found, Result)
        return found


def _work(pipe: Connection, folder: Path) -> None:
    """Try each input that arrives, with both streams in files that the parent can read."""
    os.setsid()
    os.chdir(folder / "files")
    os.environ["JEOPARDICE_CACHE"] = str(folder / "cache")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with (folder / "stack").open("w") as stack:
        faulthandler.enable()
        faulthandler.register(signal.SIGUSR1, stack)
        pipe.send("ready")
        while True:
            try:
                kind, *job = pipe.recv()
            except EOFError:
                return
            for number, name in ((1, "out"), (2, "err")):
                new = os.open(folder / name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
                os.dup2(new, number)
                os.close(new)
            began = time.monotonic()
            found = _try_rules(*job) if kind == "rules" else _try_command(folder, *job)
            pipe.send(replace(found, seconds=time.monotonic() - began))


def _try_rules(number: int) -> Result:
    """Read the rules file with this number; reduce one that breaks the rules for errors."""
    given = random_rules(number)
    found = _read(given)
    if found.outcome != "bad":
        return found
    kind = found.wrong.partition(":")[0]
    parts: list[Any] = given.splitlines(keepends=True) if isinstance(given, str) else list(given.items())

    def built(parts: list[Any]) -> Any:
        return "".join(parts) if isinstance(given, str) else dict(parts)

    def still_bad(parts: list[Any]) -> bool:
        again = _read(built(parts))
        return again.outcome == "bad" and again.wrong.startswith(kind)

    smallest = fewer(parts, still_bad)
    return Result("bad", f"{kind}: {built(smallest)!r:.3000}\n{_read(built(smallest)).wrong}")


def _read(given: Any) -> Result:
    import jeopardice as jd
    from jeopardice.cli.common import progress_bar
    from jeopardice.rulebook import parse_rules

    try:
        rules = parse_rules(given) if isinstance(given, str) else jd.rules(given)
        if parse_rules(rules.to_toml()) != rules:
            return Result("bad", "not read back equal")
        if rules.dice.sides**rules.dice.count <= SMALL and rules.dice_to_choose[1] <= 30:
            with progress_bar("Reading") as progress:
                jd.turn_model(rules, progress)
        return Result("accepted")
    except jd.JeopardiceError as error:
        message = str(error)
        wrong = f"unclear message: {message!r}" if _unclear(message) else ""
        return Result("bad" if wrong else "refused", wrong, message=message)
    except BaseException as error:
        return Result("bad", f"{type(error).__name__}: {''.join(traceback.format_exception(error)[-6:])}")


def _try_command(folder: Path, arguments: list[str], answers: str, names: tuple[str, ...]) -> Result:
    """Runs a command; `names` are words of which an error has to name one."""
    from jeopardice.cli.main import run

    sys.stdin = io.StringIO(answers)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", 1, closefd=False)  # noqa: SIM115
    failure, status = "", -1
    try:
        status = run(arguments)
    except SystemExit as error:
        failure = f"SystemExit: {error}"
    except BaseException as error:
        failure = f"{type(error).__name__}: {''.join(traceback.format_exception(error)[-8:])}"
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    out, err = ((folder / name).read_text(errors="replace") for name in ("out", "err"))
    failure = failure or _wrong_with(arguments, status, out, err, names)
    outcome = {0: "worked", 1: "failed", 2: "refused"}.get(status, "bad")
    return Result("bad" if failure else outcome, failure, message=(err.splitlines() or [""])[-1])


def _wrong_with(arguments: list[str], status: int, out: str, err: str, names: tuple[str, ...]) -> str:
    """How an answer breaks the rules for errors; empty if it does not."""
    lines = err.splitlines()
    unwanted = [line for line in lines if "Traceback" in line or "Warning" in line or _unclear(line)]
    if unwanted:
        return f"unclear line: {unwanted[0]!r:.500}"
    if status == 0:
        return _wrong_json(out) if "--json" in arguments else ""
    if status not in (1, 2):
        return f"exit status {status}"
    if out and arguments[:1] not in ([], ["reproduce"]):  # which print the help, and what differs
        return f"output of a command that failed: {out[:200]!r}"
    if arguments and not (lines and lines[-1].startswith("jeopardice: ")):
        return f"no error line: {err[-300:]!r}"
    beside = [line for line in lines[:-1] if not re.match("note: |estimate: |.*: still working after", line)]
    if status == 2 and beside:
        return f"more than one line: {err[:500]!r}"
    words = [word.lstrip("-") for word in arguments[1:] if len(word) > 3]
    others = [*words, *(word.replace("-", " ") for word in words)]
    known = (*names, *others, "Missing argument", "No such option")
    if names and status == 2 and not any(name in lines[-1] for name in known):
        return f"names none of {names}: {lines[-1]}"
    return ""


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _wrong_json(out: str) -> str:
    try:
        found = json.loads(out, parse_constant=_no_number)
    except ValueError as error:
        return f"no JSON: {error}: {out[:200]!r}"
    return "" if isinstance(found, dict) and out.count("\n") == 1 else f"not one JSON object: {out[:200]!r}"


def _unclear(message: str) -> bool:
    head = len("jeopardice: ") * message.startswith("jeopardice: ")
    return not message.strip() or not message.isprintable() or len(message) - head > LONGEST


def fewer(parts: list[Any], wanted: Callable[[list[Any]], bool]) -> list[Any]:
    """Return a smallest list of the parts for which `wanted` still holds."""
    place = 0
    while place < len(parts):
        without = parts[:place] + parts[place + 1 :]
        if wanted(without):
            parts = without
        else:
            place += 1
    return parts
