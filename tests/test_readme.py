"""The README's session and its first table are what the program says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from jeopardice.cli.main import run

README = Path(__file__).parent.parent / "README.md"


def test_the_session_in_the_readme() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_session_in_the_dice_race() -> None:
    results = doctest.testfile(str(README.parent / "docs" / "dice-race.md"), module_relative=False)
    assert results.attempted >= 20
    assert results.failed == 0


def test_the_docstring_of_the_package() -> None:
    import jeopardice

    assert doctest.testmod(jeopardice).failed == 0


def test_the_table_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"```console\n\$ jeopardice (.*?)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    assert run(shown[1].split()) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        line.split() for line in shown[2].splitlines()
    ]


@pytest.mark.parametrize(
    "command", re.findall(r"^jeopardice (\w[^#\n]*?)\s*(?:#.*)?$", README.read_text(encoding="utf-8"), re.MULTILINE)
)
def test_the_commands_in_the_readme(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command.split()) == 0
    assert capsys.readouterr().out
