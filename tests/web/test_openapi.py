"""The description of the API, its documentation and what it really answers agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from jeopardice.web.backstage import question
from support.paths import DOCS
from support.web_app import Site, running

PAGE = DOCS / "api.md"
PIG = {"preset": "pig", "set": {"goal": 12}}
RECORD = {"rules": PIG, "seats": [{"name": "You"}, {"name": "Ada"}], "seed": "x", "moves": ["roll"]}
ASKED: dict[tuple[str, str], dict[str, Any] | None] = {
    ("get", "/api/health"): None,
    ("get", "/api/presets"): None,
    ("post", "/api/rules"): PIG,
    ("post", "/api/rules/file"): PIG,
    ("post", "/api/solves"): {"rules": PIG},
    ("get", "/api/solves"): None,
    ("get", "/api/solves/{id}"): None,
    ("get", "/api/solves/{id}/solution.nc"): None,
    ("get", "/api/solves/{id}/card.txt"): None,
    ("get", "/api/solves/{id}/card.html"): None,
    ("post", "/api/advice"): {"rules": PIG, "scores": [0, 0]},
    ("post", "/api/slice"): {"rules": PIG, "scores": [0, 0]},
    ("post", "/api/surface"): {"rules": PIG},
    ("post", "/api/compare"): {"rules": [PIG]},
    ("get", "/api/papers"): None,
    ("post", "/api/games"): {"record": RECORD},
    ("post", "/api/games/coach"): {"record": RECORD},
    ("post", "/api/games/review"): {"record": RECORD},
    ("post", "/api/games/summary"): {"record": RECORD},
    ("post", "/api/games/progress"): {"name": "You", "games": []},
    ("post", "/api/games/text"): {"record": RECORD, "date": "2026-11-19"},
    ("post", "/api/games/read"): {"text": "rules: pig\nplayer: You\nplayer: Ada\ndice: given\n1. You: bust"},
    ("delete", "/api/solves/{id}"): None,
}
"""A request for every operation that succeeds."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(str(tmp_path_factory.mktemp("cache"))) as found:
        found.behind.shelf.put(f"result {question('papers')}", "{}", 2)  # half a minute of work otherwise
        yield found


@pytest.fixture(scope="module")
def described(site: Site) -> dict[tuple[str, str], dict[str, Any]]:
    paths = site.client.get("/openapi.json").json()["paths"]
    return {(method, path): operation for path, methods in paths.items() for method, operation in methods.items()}


@pytest.fixture(scope="module")
def solve(site: Site) -> str:
    """The id of a finished solve."""
    return str(site.solve(PIG)["id"])


def answer_to(site: Site, method: str, path: str, body: object) -> httpx.Response:
    return site.client.request(method, path, json=body) if body is not None else site.client.request(method, path)


def test_there_is_a_request_for_every_operation(described: dict[tuple[str, str], Any]) -> None:
    assert set(ASKED) == set(described)


@pytest.mark.parametrize("operation", ASKED, ids=" ".join)
def test_every_answer_has_the_content_type_that_is_declared(
    site: Site, described: dict[tuple[str, str], dict[str, Any]], solve: str, operation: tuple[str, str]
) -> None:
    (method, path), body = operation, ASKED[operation]
    declared = {
        int(status): set(reported.get("content", {})) for status, reported in described[operation]["responses"].items()
    }
    asked = path.replace("{id}", solve)
    # While it is worked out, when it is there, and what goes wrong.
    answers = [answer_to(site, method, asked, body)]
    if answers[0].status_code == 202 and "solve" in answers[0].json():
        answers.append(site.patient(lambda: answer_to(site, method, asked, body)))
    assert answers[-1].is_success, answers[-1].text
    answers.append(site.client.request(method, asked, headers={"host": "elsewhere"}))
    if body is not None:
        answers.append(site.client.post(path, json={"no such": "field"}))
        answers.append(site.client.post(path, content=b"{", headers={"content-type": "application/json"}))
    if "{id}" in path:
        answers.append(site.client.request(method, path.replace("{id}", "nothing")))
    for answer in answers:
        kind = answer.headers["content-type"].partition(";")[0]
        assert answer.status_code in declared, answer.text
        assert declared[answer.status_code] == {kind}


@pytest.mark.parametrize("method", ["TRACE", "OPTIONS", "PUT", "PATCH", "HEAD", "BREW"])
@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/health", "GET"),
        ("/api/rules", "POST"),
        ("/api/solves", "GET, POST"),
        ("/api/solves/nothing", "GET, DELETE"),
        ("/api/solves/nothing/card.txt", "GET"),
        ("/api/docs", "GET"),
        ("/plotly.min.js", "GET"),
    ],
)
def test_a_path_says_which_methods_it_has(site: Site, method: str, path: str, allowed: str) -> None:
    answer = site.client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    if method != "HEAD":
        assert answer.json() == {"error": "Method Not Allowed"}


@pytest.mark.parametrize("method", ["TRACE", "POST", "BREW"])
def test_pages_can_only_be_read(site: Site, method: str) -> None:
    for path in ("/", "/js/main.js", "/openapi.json"):
        answer = site.client.request(method, path, headers={"content-type": "application/json"})
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert site.client.request(method, "/api/nothing", headers={"content-type": "application/json"}).status_code == 404


def test_every_status_is_documented(described: dict[tuple[str, str], dict[str, Any]]) -> None:
    everywhere = {405, 500}  # whatever is asked for
    declared = {int(status) for operation in described.values() for status in operation["responses"]}
    table = re.findall(r"^\| ([0-9]{3}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted({status for status in declared if status >= 400} | everywhere) == [int(status) for status in table]
