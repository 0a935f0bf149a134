"""Other sites' pages, and requests that are too much, come no further than the door."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from jeopardice.web.app import Pages
from jeopardice.web.guard import allowed_host
from jeopardice.web.settings import Settings
from support.web_app import Site, running

LIMIT = 10_000


@pytest.fixture(scope="module")
def site(shared_cache: Path) -> Iterator[Site]:
    with running(str(shared_cache), Settings(body_bytes=LIMIT)) as found:
        yield found


@pytest.mark.parametrize(
    ("host", "listening", "allowed"),
    [
        ("localhost", "127.0.0.1", True),
        ("localhost:8000", "127.0.0.1", True),
        ("LOCALHOST:8000", "127.0.0.1", True),
        ("127.0.0.1:9", "127.0.0.1", True),
        ("[::1]:8000", "::1", True),
        ("evil.example", "127.0.0.1", False),
        ("evil.example:8000", "127.0.0.1", False),
        ("localhost.evil.example", "127.0.0.1", False),
        ("127.0.0.1.evil.example", "127.0.0.1", False),
        ("localhost:8000@evil.example", "127.0.0.1", False),
        ("localhost, evil.example", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("192.168.1.7:8000", "127.0.0.1", False),
        ("192.168.1.7:8000", "0.0.0.0", True),
        (socket.gethostname().lower(), "0.0.0.0", True),
        ("evil.example", "0.0.0.0", False),
        ("dice.example", "dice.example", True),
    ],
)
def test_host_must_be_this_machine(host: str, listening: str, allowed: bool) -> None:
    assert allowed_host(host, listening) is allowed


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    ],
)
def test_pages_of_other_sites_are_refused(site: Site, headers: dict[str, str]) -> None:
    for answer in (
        site.client.get("/api/health", headers=headers),
        site.client.post("/api/solves", json={"rules": {"preset": "pig"}}, headers=headers),
    ):
        assert answer.status_code == 403
        assert set(answer.json()) == {"error"}
    assert site.behind.jobs.all() == []


def test_our_own_pages_and_other_programs_may_ask(site: Site) -> None:
    own = {"origin": f"http://localhost:{site.port}", "sec-fetch-site": "same-origin"}
    for headers in ({}, own, {"sec-fetch-site": "none"}, {"host": f"127.0.0.1:{site.port}"}):
        assert site.client.get("/api/health", headers=headers).status_code == 200
        assert site.client.post("/api/rules", json={"preset": "pig"}, headers=headers).status_code == 200


def test_an_image_on_another_page_starts_no_work_in_a_browser_that_does_not_say_whose_it_is(site: Site) -> None:
    browser = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64)", "accept": "image/*"}
    foreign: tuple[dict[str, str], ...] = (
        {},
        {"referer": "http://evil.example/"},
        {"referer": f"http://localhost:{site.port}.evil.example/"},
    )
    for headers in foreign:
        for path in ("/api/papers", "/api/solves/x/card.txt", "/api/solves/x/card.html"):
            assert site.client.get(path, headers={**browser, **headers}).status_code == 403
    assert site.behind.jobs.all() == []
    # A solve that is not there is looked for: that far our own pages and other programs come.
    own = {**browser, "referer": f"http://localhost:{site.port}/#design"}
    for headers in (own, {**browser, "sec-fetch-site": "same-origin"}, {"user-agent": "curl/8"}):
        assert site.client.get("/api/solves/x/card.txt", headers=headers).status_code == 404
    assert site.client.get("/api/health", headers=browser).headers["referrer-policy"] == "same-origin"


def test_links_from_elsewhere_open_a_page_but_do_not_embed_it(site: Site) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert site.client.get("/plotly.min.js", headers=link).status_code == 200
    assert site.client.get("/plotly.min.js", headers={**link, "sec-fetch-dest": "iframe"}).status_code == 403
    script = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script"}
    assert site.client.get("/plotly.min.js", headers=script).status_code == 403


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_forms_of_other_sites_can_send_nothing(site: Site, kind: str) -> None:
    answer = site.client.post("/api/rules", content='{"preset": "pig"}', headers={"content-type": kind})
    assert answer.status_code == 415


def test_large_requests_are_refused_whether_they_say_their_size_or_not(site: Site) -> None:
    headers = {"content-type": "application/json"}
    body = b'{"toml": "' + b"x" * (LIMIT - 12) + b'"}'
    assert len(body) == LIMIT
    assert site.client.post("/api/rules", content=body, headers=headers).status_code == 200
    assert site.client.post("/api/rules", content=body + b" ", headers=headers).status_code == 413

    def pieces() -> Iterator[bytes]:
        yield from (b" " * 1000 for _ in range(LIMIT // 1000 + 1))

    assert site.client.post("/api/rules", content=pieces(), headers=headers).status_code == 413
    assert site.client.get("/api/health").status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"[" * 9000, 400),
        (b"\xff\xfe", 400),
        (b'{"preset": "\\ud800"}', 422),
        (b'{"preset": "pig", "set": {"goal": ' + b"9" * 5000 + b"}}", 400),
        (b'{"preset": "pig", "toml": ""}', 422),
        (b'{"preset": "pig", "file": "/etc/passwd"}', 422),
        (b'["pig"]', 422),
        (b"NaN", 422),
    ],
)
def test_what_is_no_request_is_one_line_of_json(site: Site, body: bytes, status: int) -> None:
    answer = site.client.post("/api/rules", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize("value", [None, {"a": 1}, [[[1]]], "x" * 201, [1] * 1001])
def test_a_bad_value_of_a_key_is_reported_by_all_that_it_may_be(site: Site, value: object) -> None:
    answer = site.client.post("/api/rules", json={"preset": "pig", "set": {"title": value}})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error.startswith("set.title: ")
    assert error.endswith("it must be a number, text of at most 200 characters, true, false or a list of at most 1,000")


def test_every_answer_reports_browsers_what_they_may_do(site: Site) -> None:
    for path in ("/api/health", "/api/nothing", "/plotly.min.js"):
        headers = site.client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_host_twice_is_refused(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port)) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/", 200, "first page"),
        ("/index.html", 200, "first page"),
        ("/js/main.js", 200, "a script"),
        ("/explore", 200, "first page"),
        ("/js/missing.js", 404, ""),
        ("/api/missing", 404, ""),
        ("/api/solves/..%2f..", 404, ""),
        ("/api/..%2f..%2fexplore", 404, ""),
        ("/apiary", 200, "first page"),
        ("/%2e%2e/secret.txt", 404, ""),
        ("/..%2fsecret.txt", 404, ""),
    ],
)
def test_pages_are_files_of_their_folder_and_the_first_page_for_the_rest(
    tmp_path: Path, path: str, status: int, text: str
) -> None:
    (tmp_path / "pages" / "js").mkdir(parents=True)
    (tmp_path / "pages" / "index.html").write_text("first page")
    (tmp_path / "pages" / "js" / "main.js").write_text("a script")
    (tmp_path / "secret.txt").write_text("secret")
    app = Starlette()
    app.mount("/", Pages(directory=tmp_path / "pages", html=True))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(path)

    with ThreadPoolExecutor(1) as thread:  # in this one a browser's loop may be running
        answer = thread.submit(asyncio.run, ask()).result()
    assert answer.status_code == status
    if status == 200:
        assert answer.text == text
        assert answer.headers["cache-control"] == "no-cache"
    else:
        assert "secret" not in answer.text
