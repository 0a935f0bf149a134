"""The server over real HTTP: how fast it gives advice, and how much memory it takes.

`python -m benchmarks.web [--seconds 10] [--clients 4]` starts a server with an empty cache, so that every solve is one,
and asks from another process for advice at ever new scores, while the server solves Farkle again and again in the
background. It prints the rate, the median and the 99th percentile.

`python -m benchmarks.web --different 60000 [--memory 256]` sends this many different requests of all kinds instead, and
prints the memory of the server process (Linux).
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
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

import httpx

POSITIONS = 100_000
"""Different scores, so that hardly any turn is known already."""


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """A server of its own, with an empty cache: its address and its process."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "jeopardice", "serve", "--port", "0", "--no-browser", *options]
        process = subprocess.Popen(
            command, env={**os.environ, "JEOPARDICE_CACHE": cache}, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stderr
            yield process.stderr.readline().split(" at ")[1].split()[0], process.pid
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
        yield post("advice", {"rules": {"preset": "farkle"}, "scores": scores, "turn": 650, "roll": roll})


def post(path: str, asked: dict[str, Any]) -> bytes:
    """A request, ready to send."""
    body = json.dumps(asked).encode()
    lines = [f"POST /api/{path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body


async def ask(address: str, asked: Iterable[bytes], until: float = inf) -> tuple[list[float], Counter[int]]:
    """Ask one question after another over one connection; return how long each took, and the statuses.

    Without an HTTP library, which would take as long to ask as the server to answer, on the same processors.
    """
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    took: list[float] = []
    statuses: Counter[int] = Counter()
    for question in asked:
        if time.monotonic() > until:
            break
        began = time.perf_counter()
        writer.write(question)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
        took.append(time.perf_counter() - began)
        statuses[int(head.split()[1])] += 1
    writer.close()
    return took, statuses


async def measure(address: str, seconds: float, clients: int) -> dict[str, float]:
    """Advice while the server solves."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        first = {"rules": {"preset": "farkle"}, "scores": [0, 0]}
        while (await client.post("/api/advice", json=first)).status_code == 202:
            await asyncio.sleep(0.1)
        until = time.monotonic() + seconds
        solving = asyncio.create_task(solve_on(client, until))
        answers = await asyncio.gather(*(ask(address, questions(seed), until) for seed in range(clients)))
        solves = await solving
    assert all(set(statuses) == {200} for _, statuses in answers), answers
    every = [t for took, _ in answers for t in took]
    return {
        "requests": len(every),
        "rate": len(every) / seconds,
        "median_ms": 1000 * median(every),
        "p99_ms": 1000 * quantiles(every, n=100)[98],
        "solves": solves,
        "load": os.getloadavg()[0],
    }


def different(number: int, seed: int) -> Iterator[bytes]:
    """Requests of all kinds, no two of them equal."""
    chance = random.Random(seed)
    pick = chance.randrange
    for place in range(number):
        name = f"{seed}-{place}"
        farkle = {"preset": "farkle", "set": {"goal": 50 * pick(20, 250), "turn.minimum_bank": 50 * pick(12)}}
        pig = {"preset": "pig", "set": {"goal": pick(10, 300), "title": name}}
        toml = f'title = "{name}"\nfamily = "pig"\ngoal = {pick(10, 400)}\ndice.count = 1\n#{"x" * pick(2000)}'
        scores = [50 * pick(200), 50 * pick(200)]
        roll = "".join(str(pick(1, 7)) for _ in range(6))
        seats = [{"name": "You"}, {"name": name, "player": "beginner"}]
        played = {"rules": {"preset": chance.choice(["pig", "farkle"])}, "seats": seats, "seed": name}
        holding = [{"player": f"hold-at:{pick(5, 60)}"}, {"name": name, "player": "optimal"}]
        other = {"rules": {"preset": "pig", "set": {"goal": pick(20, 200)}}, "seats": holding, "seed": name}
        kinds: list[tuple[int, str, dict[str, Any]]] = [
            (12, "rules", chance.choice([pig, {"toml": toml}])),
            (3, "rules", {**farkle, "set": {**farkle["set"], "title": name}}),  # type: ignore[dict-item]
            (3, "rules", {"preset": "pig", "set": {"goal": f"no {name}"}}),
            (3, "rules/file", pig),
            (12, "advice", {"rules": {"preset": "farkle"}, "scores": scores, "turn": 650, "roll": roll}),
            (6, "advice", {"rules": {"preset": "pig"}, "scores": [pick(100), pick(100)], "turn": pick(30)}),
            (2, "slice", {"rules": {"preset": "farkle"}, "scores": scores}),
            (8, "games", {"record": played, "move": "roll"}),
            (4, "games", {"record": other, "advance": True}),
            (3, "games/coach", {"record": played}),
            (3, "games/review", {"record": {**played, "moves": ["roll"]}}),
            (1, "solves", {"rules": pig, "objective": chance.choice(["win", "score", "turns"])}),
        ]
        _, path, asked = chance.choices(kinds, [weight for weight, *_ in kinds])[0]
        yield post(path, asked)


async def measure_memory(address: str, process: int, number: int, clients: int) -> dict[str, Any]:
    """The memory of the server at the start, the most of it, and at the end, in MB."""

    def memory(key: str) -> float:
        status = Path(f"/proc/{process}/status").read_text()
        return round(int(status.split(f"{key}:")[1].split()[0]) / 1024, 1)

    began, start = time.monotonic(), memory("VmRSS")
    parts = [number // clients + (seed < number % clients) for seed in range(clients)]
    answers = await asyncio.gather(*(ask(address, different(part, seed)) for seed, part in enumerate(parts)))
    statuses: Counter[int] = sum((statuses for _, statuses in answers), Counter())
    return {
        "requests": statuses.total(),
        "statuses": dict(statuses),
        "seconds": round(time.monotonic() - began),
        "start_mb": start,
        "most_mb": memory("VmHWM"),
        "end_mb": memory("VmRSS"),
    }


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--different", type=int, default=0, help="send this many different requests instead")
    parser.add_argument("--memory", type=int, default=256)
    options = parser.parse_args()
    with server("--memory", str(options.memory)) as (address, process):
        if options.different:
            found = measure_memory(address, process, options.different, options.clients)
        else:
            found = measure(address, options.seconds, options.clients)
        print(json.dumps(asyncio.run(found)))


if __name__ == "__main__":
    main()
