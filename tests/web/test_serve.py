"""`jeopardice serve` as a person starts and ends it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from support.cli_runner import PROCESS, jeopardice
from support.web_app import PATIENCE, alive

NO_WINDOW = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_reports_its_address_and_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    environment = {**NO_WINDOW, "JEOPARDICE_CACHE": str(tmp_path)}
    command = [*PROCESS, "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    found = re.search(r"http://127.0.0.1:[0-9]+/", process.stderr.readline())
    assert found
    with httpx.Client(base_url=found[0], timeout=PATIENCE) as client:
        solve = {"rules": {"preset": "farkle", "set": {"goal": 15_000, "players": 3}}}
        assert client.post("/api/solves", json=solve).status_code == 202
        until = time.monotonic() + PATIENCE
        while len(workers := children(process.pid)) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")
    until = time.monotonic() + PATIENCE
    while any(map(alive, workers)):
        assert time.monotonic() < until
        time.sleep(0.01)


@linux
def test_a_killed_server_takes_its_workers_with_it(tmp_path: Path) -> None:
    environment = {**NO_WINDOW, "JEOPARDICE_CACHE": str(tmp_path)}
    command = [*PROCESS, "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    process.stderr.readline()
    workers = children(process.pid)
    assert workers
    process.kill()
    process.communicate()
    until = time.monotonic() + PATIENCE
    while any(map(alive, workers)):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_port_that_is_taken_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = jeopardice("serve", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert ran.status == 1
    assert "--port" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "option",
    [
        ["--port", "-1"],
        ["--port", "70000"],
        ["--workers", "0"],
        ["--memory", "100"],
        ["--host", "no.such.host.invalid"],
    ],
)
def test_bad_options_are_reported_by_name(option: list[str]) -> None:
    ran = jeopardice("serve", "--no-browser", *option)
    assert ran.status == 2
    assert option[0] in ran.err


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    from jeopardice.cli import serve

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        with serve._listen("127.0.0.1", None) as listening:
            assert port < listening.getsockname()[1] < port + serve.TRIED


def test_help_does_not_load_the_web_server() -> None:
    program = "import sys; import jeopardice.cli.main; sys.exit('fastapi' in sys.modules or 'uvicorn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
