"""Advice over real HTTP while the server solves Farkle in the background, again and again.

`python -m benchmarks.web [--seconds 10] [--clients 4]` starts a server with an empty cache, so that every solve is one,
and asks from another process for advice at ever new scores. It tells the rate, the median and the 99th percentile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from urllib.parse import urlsplit

import httpx

POSITIONS = 100_000
"""Different scores, so that hardly any turn is known already."""


@contextmanager
def server() -> Iterator[str]:
    """A server of its own, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "jeopardice", "serve", "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            command, env={**os.environ, "JEOPARDICE_CACHE": cache}, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stderr
            yield process.stderr.readline().split(" at ")[1].split()[0]
        finally:
            process.terminate()
            process.wait()


async def solve_on(client: httpx.AsyncClient, until: float) -> int:
    """Keeps a Farkle solve running: another goal each time, so that none is known."""
    solves = 0
    goal = 10_000
    while time.monotonic() < until:
        goal += 50
        asked = {"rules": {"preset": "farkle", "set": {"goal": goal}}}
        name = (await client.post("/api/solves", json=asked)).json()["id"]
        while (await client.get(f"/api/solves/{name}")).json()["state"] in ("queued", "running"):
            if time.monotonic() > until:
                break
            await asyncio.sleep(0.05)
        solves += 1
    return solves


def questions(seed: int) -> Iterator[bytes]:
    """Requests for advice in ever new positions, ready to send."""
    chance = random.Random(seed)
    while True:
        scores = [50 * chance.randrange(200), 50 * chance.randrange(200)]
        roll = "".join(str(chance.randint(1, 6)) for _ in range(6))
        body = json.dumps({"rules": {"preset": "farkle"}, "scores": scores, "turn": 650, "roll": roll}).encode()
        lines = ["POST /api/advice HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        yield "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body


async def ask(address: str, until: float, seed: int) -> list[float]:
    """Asks one question after another over one connection; returns how long each took.

    Without an HTTP library, which would take as long to ask as the server to answer, on the same processors.
    """
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    took = []
    for question in questions(seed):
        if time.monotonic() > until:
            break
        began = time.perf_counter()
        writer.write(question)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        body = await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
        took.append(time.perf_counter() - began)
        assert head.startswith(b"http/1.1 200"), body
    writer.close()
    return took


async def measure(address: str, seconds: float, clients: int) -> dict[str, float]:
    """The figures."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        first = {"rules": {"preset": "farkle"}, "scores": [0, 0]}
        while (await client.post("/api/advice", json=first)).status_code == 202:
            await asyncio.sleep(0.1)
        until = time.monotonic() + seconds
        solving = asyncio.create_task(solve_on(client, until))
        times = await asyncio.gather(*(ask(address, until, seed) for seed in range(clients)))
        solves = await solving
    every = [t for took in times for t in took]
    return {
        "requests": len(every),
        "rate": len(every) / seconds,
        "median_ms": 1000 * median(every),
        "p99_ms": 1000 * quantiles(every, n=100)[98],
        "solves": solves,
        "load": os.getloadavg()[0],
    }


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=2)
    options = parser.parse_args()
    with server() as address:
        print(json.dumps(asyncio.run(measure(address, options.seconds, options.clients))))


if __name__ == "__main__":
    main()
