"""Every code block of the documentation runs, and prints what the page says; nothing is fetched from outside."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from jeopardice.rulebook import parse_rules
from support.cli_runner import jeopardice

ROOT = Path(__file__).parents[2]
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "api.md"})
"""The page of the web API has a test with a server: tests/web/test_docs.py."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUN, SHOWN_ONLY = {"python", "sh", "console", "toml"}, {"js", "json", "julia", "r", "matlab"}
LONG = "compare|dice-set|export|plot louchard|race-report|reproduce|simulate farkle"
ELSEWHERE = re.compile(rf"make|pip|dask|jeopardice (play|serve|{LONG}|.*--scheduler)\b")
"""What asks for a server, a person or a cluster, or takes long and has tests of its own."""
SECONDS = re.compile(r"[0-9.]+ s\b")


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(params=PAGES, ids=_name)
def page(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page, to be followed in a folder that has but the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    found = request.param
    assert isinstance(found, Path)
    return found


def test_a_page_does_what_it_says(page: Path) -> None:
    for language, text in blocks(page):
        assert language in RUN | SHOWN_ONLY, f"```{language}: neither run nor for show"
        if language == "toml":
            document = tomllib.loads(text)
            if "scoring" in document or "family" in document:
                parse_rules(text)
        elif language == "python" and (named := re.match(r"# (\w+\.py)\n", text)):
            Path(named[1]).write_text(text, encoding="utf-8")
        elif language == "python" and ">>>" not in text:
            exec(compile(text, _name(page), "exec"), {})
        for line, shown in _commands(language, text):
            if not ELSEWHERE.match(line):
                _run(line, shown)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def _commands(language: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """The command lines of a block, each with the output that is shown."""
    if language == "sh":
        lines = (re.sub(r"(^|\s+)#.*", "", line).strip() for line in text.splitlines())
        yield from ((line, []) for line in lines if line)
    elif language == "console":
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            line, *shown = part.rstrip("\n").split("\n")
            yield line, shown


def _run(line: str, shown: list[str]) -> None:
    line, _, file = line.partition(" > ")
    word, *arguments = shlex.split(line)
    assert word == "jeopardice", line
    ran = jeopardice(*arguments)
    refused = bool(shown) and shown[0].startswith("jeopardice: ")
    assert ran.status == (2 if refused else 0), f"{line}: {ran.err}"
    if file:
        Path(file).write_text(ran.out, encoding="utf-8")
    if shown:
        _compare(line, [*map(_plain, shown)], [*map(_plain, (ran.err if refused else ran.out).splitlines())])


def _compare(line: str, shown: list[str], told: list[str]) -> None:
    """Up to spaces and seconds; a line of dots stands for any number of lines."""
    pieces: list[list[str]] = [[]]
    for text in shown:
        if text == "...":
            pieces.append([])
        else:
            pieces[-1].append(text)
    assert told[: len(pieces[0])] == pieces[0], line
    rest = told[len(pieces[0]) :]
    if len(pieces) == 1:
        assert rest == [], line
    for piece in pieces[1:]:
        starts = [at for at in range(len(rest) - len(piece) + 1) if rest[at : at + len(piece)] == piece]
        assert starts, f"{line}: {piece}"
        rest = rest[starts[0] + len(piece) :]


def _plain(line: str) -> str:
    return " ".join(SECONDS.sub("T s", line).split())


def test_the_docstring_of_the_package() -> None:
    import jeopardice as package

    assert doctest.testmod(package).failed == 0
