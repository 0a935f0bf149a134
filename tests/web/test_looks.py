"""Questions about rules that take long: nobody else waits for them."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from itertools import islice
from pathlib import Path

import httpx
import pytest

from jeopardice.rulebook import rules
from jeopardice.web.jobs import MOST_WAITING
from jeopardice.web.settings import Settings
from jeopardice.web.tasks import look
from support.web_app import PATIENCE, running

WILD = {"toml": 'family = "farkle"\n[dice]\ncount = 100\nsides = 1000\n[scoring]\n"1" = 100'}
"""Rules that take minutes to look at."""
PEOPLE = [{"player": "human"}, {"player": "human"}]


def test_rules_that_take_too_long_to_look_at_stop_nobody_else(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(look_seconds=1)) as site:
        answer = site.client.post("/api/rules", json=WILD)
        assert answer.status_code == 200
        assert "too long" in answer.json()["error"]
        assert site.client.post("/api/rules", json={"preset": "pig"}).json()["ok"] is True
        for path, body in {
            "/api/solves": {"rules": WILD},
            "/api/advice": {"rules": WILD, "scores": [0, 0]},
            "/api/surface": {"rules": WILD},
            "/api/slice": {"rules": WILD, "scores": [0, 0]},
            "/api/compare": {"rules": [WILD]},
            "/api/games": {"record": {"rules": WILD, "seats": PEOPLE}},
            "/api/games/coach": {"record": {"rules": WILD, "seats": PEOPLE}},
        }.items():
            answer = site.client.post(path, json=body)
            assert (answer.status_code, "too long" in answer.json()["error"]) == (409, True), (path, answer.text)
        assert site.behind.jobs.all() == []


def test_many_slow_looks_leave_threads_for_everybody_else(tmp_path: Path) -> None:
    with running(str(tmp_path), Settings(look_seconds=PATIENCE)) as site, ThreadPoolExecutor(60) as people:
        bench = site.behind.bench
        with bench.turn:  # somebody's question takes long
            asked = [{"preset": "pig", "set": {"goal": goal}} for goal in range(100, 160)]
            ask = partial(httpx.post, f"{site.client.base_url}/api/rules", timeout=PATIENCE)
            answers = [people.submit(ask, json=one) for one in asked]
            refused = islice(as_completed(answers, PATIENCE), len(asked) - MOST_WAITING)
            assert {answer.result().status_code for answer in refused} == {429}
            assert site.client.get("/api/health").status_code == 200
            assert site.client.get("/api/presets").status_code == 200
        assert sorted(answer.result().status_code for answer in answers) == [200] * MOST_WAITING + [429] * 52
        assert site.client.post("/api/rules", json=asked[0]).json()["ok"] is True


def test_a_look_that_took_too_long_is_not_tried_again_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path), Settings(look_seconds=1)) as site:
        first = site.client.post("/api/rules", json=WILD).json()
        bench = site.behind.bench
        with monkeypatch.context() as patch:
            patch.setattr(bench, "ask", None)  # nobody asks it
            assert site.client.post("/api/rules", json=WILD).json() == first
            assert site.client.post("/api/solves", json={"rules": WILD}).status_code == 409
        monkeypatch.setattr(time, "monotonic", partial(lambda now: now() + 61, time.monotonic))
        monkeypatch.setattr(bench, "ask", lambda name, arguments: look(rules("pig"), lambda part: None))
        assert site.client.post("/api/rules", json=WILD).json()["ok"] is True


def test_a_look_that_dies_is_tried_again(tmp_path: Path) -> None:
    with running(str(tmp_path)) as site:
        os.kill(site.behind.bench.worker.process.pid, signal.SIGKILL)
        answers = [site.client.post("/api/rules", json={"preset": "pig"}).json() for _ in range(2)]
        assert answers[-1]["ok"] is True
