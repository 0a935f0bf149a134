"""Slow and silent clients lose their connections, and keep nobody else out."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from jeopardice.web.intake import client_name
from jeopardice.web.settings import Settings
from support.cli_runner import PROCESS
from support.web_app import PATIENCE, Site, running

HALF = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b"POST /api/rules HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
SOON = 0.3
MOST = Settings().client_connections
HALF_OPEN = 4 * MOST
"""Half-open connections of one client: far above its limit, and as many as there may be in all."""


@contextmanager
def connected(port: int, *sent: bytes, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as line:
        for part in sent:
            line.sendall(part)
        yield line


def received(line: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    parts = []
    while part := line.recv(65536):
        parts.append(part)
    return b"".join(parts)


def status(line: socket.socket) -> int:
    """The status of the next answer, which is one line of JSON."""
    answer = b""
    while not answer.endswith(b"}"):
        answer += line.recv(65536)
    return int(answer.split()[1])


@contextmanager
def served(cache: Path) -> Iterator[int]:
    """The port of a server in a process of its own, as a person starts it."""
    command = [*PROCESS, "serve", "--port", "0", "--no-browser"]
    environment = {**os.environ, "JEOPARDICE_CACHE": str(cache)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            found = re.search(r":([0-9]+)/", process.stderr.readline())
            assert found
            yield int(found[1])
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    soon = Settings(header_seconds=SOON, body_seconds=SOON, idle_seconds=SOON, answer_seconds=SOON)
    with running(str(tmp_path_factory.mktemp("cache")), soon) as found:
        yield found


def test_hundreds_of_half_open_connections_keep_nobody_out(tmp_path: Path) -> None:
    sources = ["127.0.0.1", *(["127.0.0.2"] if sys.platform.startswith("linux") else [])]
    with served(tmp_path) as port, ExitStack() as stack:
        for number in range(HALF_OPEN):
            stack.enter_context(connected(port, HALF))
            if number % 100 == 99:
                for source in sources:  # the same client, and another one
                    asked = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
                    began = time.monotonic()
                    asked.request("GET", "/api/health")
                    assert asked.getresponse().status == 200
                    assert time.monotonic() - began < Settings().header_seconds / 2
                    asked.close()


def test_the_oldest_connections_without_a_request_make_room(tmp_path: Path) -> None:
    settings = Settings(client_connections=4, connections=6)
    with running(str(tmp_path), settings) as site, ExitStack() as stack:
        idle = stack.enter_context(connected(site.port, WHOLE))
        assert status(idle) == 200
        halves = [stack.enter_context(connected(site.port, HALF)) for _ in range(5)]
        for closed in halves[:2]:
            assert closed.recv(1) == b""
        idle.sendall(WHOLE)
        halves[-1].sendall(b"yes\r\n\r\n")
        assert (status(idle), status(halves[-1])) == (200, 200)


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        ([], b""),
        ([HALF], b"HTTP/1.1 408"),
        ([BODY], b"HTTP/1.1 408"),
        ([WHOLE], b"HTTP/1.1 200"),
        ([WHOLE, HALF], b"HTTP/1.1 200"),
    ],
    ids=["silent", "half a header", "half a body", "idle", "half of a second request"],
)
def test_a_connection_that_waits_for_the_client_is_closed_in_time(
    site: Site, sent: list[bytes], answered: bytes
) -> None:
    with connected(site.port, *sent) as line:
        began = time.monotonic()
        answer = received(line)
    assert time.monotonic() - began < 10 * SOON
    assert answer.startswith(answered)
    assert bool(answer) == bool(answered)
    if sent[1:]:
        assert b"HTTP/1.1 408" in answer
    if b" 408 " in answer:
        assert answer.endswith(b'{"error": "the request did not arrive in time (at most 0.3 seconds)"}')


REFUSED = BODY.replace(b"localhost", b"elsewhere").replace(b"100", b"100000")


@pytest.mark.parametrize("start", [HALF, WHOLE + HALF, BODY, REFUSED], ids=["header", "second", "body", "refused"])
def test_one_byte_at_a_time_buys_no_time(site: Site, start: bytes) -> None:
    began, is_open = time.monotonic(), True
    with connected(site.port, start) as line:
        while is_open:
            assert time.monotonic() - began < 10 * SOON
            time.sleep(SOON / 10)
            try:
                line.sendall(b" ")
            except OSError:
                is_open = False


def test_an_answer_that_nobody_reads_is_given_up(site: Site) -> None:
    asked = b"GET /plotly.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", site.port))
        line.sendall(asked)
        time.sleep(8 * SOON)  # a busy server begins to answer late
        answer = received(line)  # as much as the two ends of the connection hold
    promised = re.search(rb"content-length: ([0-9]+)", answer)
    assert promised
    assert len(answer) < int(promised[1])


def test_slow_bodies_make_room_for_the_same_clients_other_requests(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(client_requests=3)) as site, ExitStack() as stack:
        slow = [stack.enter_context(connected(site.port, BODY)) for _ in range(4)]
        assert status(slow[0]) == 408
        assert site.client.get("/api/health").status_code == 200
        assert status(slow[1]) == 408


def test_too_many_requests_at_once_are_refused_in_one_line(tmp_path: Path) -> None:
    settings = Settings(client_requests=2, look_seconds=PATIENCE)
    with running(str(tmp_path), settings) as site, ThreadPoolExecutor(2) as people:
        with site.behind.bench.turn:  # somebody's question takes long
            asked = [{"preset": "pig", "set": {"goal": goal}} for goal in (50, 60)]
            waiting = [people.submit(httpx.post, f"{site.client.base_url}/api/rules", json=one) for one in asked]
            until = time.monotonic() + PATIENCE
            while (answer := site.client.get("/api/health")).status_code != 503:
                assert time.monotonic() < until
                time.sleep(0.01)
            assert answer.json() == {"error": "too many simultaneous requests from one client: try again in a moment"}
            assert answer.headers["retry-after"] == "1"
        assert [one.result().status_code for one in waiting] == [200, 200]
        assert site.client.get("/api/health").status_code == 200


def test_bodies_are_bounded_together(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(all_body_bytes=150)) as site:
        with connected(site.port, BODY) as slow, connected(site.port, BODY):
            assert status(slow) == 408  # it has made room
        large = {"preset": "pig", "set": {"title": "x" * 150}}
        assert site.client.post("/api/rules", json=large).status_code == 503
        assert site.client.post("/api/rules", json={"preset": "pig"}).status_code == 200


def test_what_is_not_http_is_one_line_of_json(site: Site) -> None:
    with connected(site.port, b"hello\r\n\r\n") as line:
        answer = received(line)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b'{"error": "the request is not valid HTTP"}')


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str, name: str) -> None:
    assert client_name(address) == name
