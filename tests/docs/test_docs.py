"""Every code block of the documentation runs and prints what the page says; every command and option in it exists."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from jeopardice.cli.main import app
from jeopardice.rulebook import parse_rules
from support.cli_runner import jeopardice

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = sorted({ROOT / "README.md", *DOCS} - {ROOT / "docs" / "api.md"})
"""The page of the web API has a test with a server: tests/web/test_docs.py."""
ALL_PAGES = [*DOCS, *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
RUN, SHOWN_ONLY = {"python", "sh", "console", "toml"}, {"js", "json", "julia", "r", "matlab", "text"}
LONG = "compare|dice-set|export|plot louchard|race-report|reproduce|simulate farkle"
ELSEWHERE = re.compile(rf"make|pip|dask|jeopardice (play|serve|{LONG}|.*--scheduler)\b")
"""What needs a server, a person or a cluster, or takes long and has its own tests; the arguments are still parsed."""
SECONDS = re.compile(r"[0-9.]+ s\b")


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(params=PAGES, ids=_name)
def page(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page, to be followed in a folder that contains only the examples."""
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
    refused = _refused(shown)
    assert ran.status == (2 if refused else 0), f"{line}: {ran.err}"
    if file:
        Path(file).write_text(ran.out, encoding="utf-8")
    if shown:
        _compare(line, [*map(_plain, shown)], [*map(_plain, (ran.err if refused else ran.out).splitlines())])


def _refused(shown: list[str]) -> bool:
    return bool(shown) and shown[0].startswith("jeopardice: ")


def _compare(line: str, shown: list[str], printed: list[str]) -> None:
    """Up to spaces and seconds; a line of dots stands for any number of lines."""
    pieces: list[list[str]] = [[]]
    for text in shown:
        if text == "...":
            pieces.append([])
        else:
            pieces[-1].append(text)
    assert printed[: len(pieces[0])] == pieces[0], line
    rest = printed[len(pieces[0]) :]
    if len(pieces) == 1:
        assert rest == [], line
    for piece in pieces[1:]:
        starts = [at for at in range(len(rest) - len(piece) + 1) if rest[at : at + len(piece)] == piece]
        assert starts, f"{line}: {piece}"
        rest = rest[starts[0] + len(piece) :]


def _plain(line: str) -> str:
    return " ".join(SECONDS.sub("T s", line).split())


@pytest.mark.parametrize("page", ALL_PAGES, ids=_name)
def test_every_command_and_option_that_a_page_names_exists(page: Path) -> None:
    """Also those that take too long to run."""
    for language, block in blocks(page):
        for line, shown in _commands(language, block):
            if line.startswith("jeopardice ") and not _refused(shown):
                _parse(line)
    for paragraph in BLOCK.sub("", page.read_text(encoding="utf-8")).split("\n\n"):
        _check_names(INLINE.findall(paragraph))


@pytest.mark.parametrize(
    "codes",
    [
        ["jeopardice bake"],
        ["jeopardice card farkle --html card.html"],
        ["card --html"],
        ["jeopardice card farkle", "--html card.html"],
        ["--htm"],
    ],
)
def test_a_command_or_option_that_does_not_exist_is_noticed(codes: list[str]) -> None:
    with pytest.raises(AssertionError):
        _check_names(codes)


def test_a_command_line_that_cannot_be_parsed_is_noticed() -> None:
    for line in (
        "jeopardice card farkle --html card.html",
        "jeopardice match",
        "jeopardice simulate pig a b --games x",
    ):
        with pytest.raises(AssertionError):
            _parse(line)


def _parse(line: str) -> None:
    """Let the command line read a line of a block, without running it."""
    name, *words = shlex.split(line.partition(" > ")[0])[1:]
    try:
        COMMANDS[name].make_context(name, words)
    except Exception as error:
        raise AssertionError(f"{line}: {error!r}") from None


def _check_names(codes: list[str]) -> None:
    """Check the parts of command lines in a paragraph; an option without a command is one of the commands beside it."""
    named = []
    for code in codes:
        words = code.removeprefix("jeopardice ").split()
        if code.startswith("jeopardice ") or words[0] in COMMANDS:
            assert words[0] in COMMANDS or words[0] in OPTIONS, f"{code}: there is no command {words[0]}"
            named.append(words[0])
            _check_options(code, words[:1])
    for code in codes:
        if code.startswith("-"):
            _check_options(code, named or [*COMMANDS])


def _check_options(code: str, commands: list[str]) -> None:
    known = OPTIONS.union(*(_options(COMMANDS[name]) for name in commands if name in COMMANDS))
    for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", code):
        assert option in known, f"{code}: {', '.join(commands)} has no option {option}"


def _options(command: Any) -> set[str]:
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


MAIN: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = MAIN.commands
OPTIONS = {"--help", "-h", *_options(MAIN)}


def test_everything_that_the_architecture_names_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "jeopardice"
    for path in re.findall(r"`([\w./*-]+/[\w.*-]*|\w+\.(?:py|js))`", text):
        assert next(source.rglob(path), None) or next(ROOT.glob(path), None), path
    code = "\n".join(
        file.read_text(encoding="utf-8") for file in [*source.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    )
    for name in re.findall(r"`([A-Z]\w+)`", text):
        assert re.search(rf"^(?:class )?{name}\b", code, re.MULTILINE), name


def test_every_page_that_the_code_names_exists() -> None:
    for folder in ("src", "core", "tests", "examples"):
        for file in (ROOT / folder).rglob("*.[chpjt]*"):
            if file.suffix in {".py", ".cpp", ".hpp", ".js", ".ts", ".toml"}:
                for page in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text(encoding="utf-8")):
                    assert (ROOT / page).is_file(), f"{file}: {page}"


def _sentences() -> Any:
    spec = importlib.util.spec_from_file_location("sentences", ROOT / "scripts" / "sentences.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_formatter_puts_one_sentence_on_a_line() -> None:
    text = """\
# A heading. With two sentences

Bank 1.5 points, e.g. at once, 0.123.... Roll (or not) in
`a. B`? See [one. Two](x.md). Busche et al. agree with J. Haigh.

- *First.* One. Two!
  Three.
1. Four. "Five." Six: $a. B$ ends.

> Said. Then more.

| a. B | c |

```sh
one. Two
```
"""
    wanted = """\
# A heading. With two sentences

Bank 1.5 points, e.g. at once, 0.123....
Roll (or not) in `a. B`?
See [one. Two](x.md).
Busche et al. agree with J. Haigh.

- *First.* One.
  Two!
  Three.
1. Four.
   "Five."
   Six: $a. B$ ends.

> Said.
> Then more.

| a. B | c |

```sh
one. Two
```
"""
    formatted = _sentences().reformatted
    assert formatted(text) == wanted == formatted(wanted)


def test_the_docstring_of_the_package() -> None:
    import jeopardice as package

    assert doctest.testmod(package).failed == 0
