"""In a terminal, lines are broken between words; what another program reads is never changed."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import struct
import sys
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeopardice.cli import terminal
from jeopardice.cli.terminal import CONTROLS, WordWrapped

WIDTH = 40
PARTS = st.lists(st.text(st.sampled_from("ab0 –\n"), max_size=120), max_size=4)


class Screen(io.StringIO):
    """A terminal, as far as a stream knows."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def written(*parts: str) -> list[str]:
    """The lines on a screen of 40 columns."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((WIDTH, 20)))
        wrapped = WordWrapped(screen)
        for part in parts:
            assert wrapped.write(part) == len(part)
    return screen.getvalue().split("\n")


@given(PARTS)
def test_words_stay_whole_and_in_order_and_no_line_is_too_long(parts: list[str]) -> None:
    # A word that a call ends in its middle goes on in the next one.
    lines, words = written(*(f"{part} " for part in parts)), " ".join(parts).split()
    assert " ".join(lines).split() == words
    longest = max(map(len, words), default=0)
    assert all(len(line.rstrip()) <= max(WIDTH, longest) for line in lines)


def test_the_rest_of_a_line_is_indented() -> None:
    assert written("  a game takes nineteen turns, whoever of the two begins\n") == [
        "  a game takes nineteen turns, whoever",
        "    of the two begins",
        "",
    ]


def test_colours_take_no_room_and_short_lines_do_not_change() -> None:
    line = f"\x1b[1m{'ab ' * 13}\x1b[0m"
    assert written(line) == [line]
    assert written("a  b   c\n", "d", "\n") == ["a  b   c", "d", ""]
    assert [CONTROLS.sub("", each) for each in written(f"\x1b[1m{'abc ' * 11}\x1b[0m")] == [
        "abc " * 9 + "abc",
        "  abc ",
    ]


def in_terminal(columns: int, *arguments: str) -> list[str]:
    """What a command shows in a terminal."""
    child, screen = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "jeopardice", *arguments])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    shown = b""
    try:
        while part := os.read(screen, 65536):
            shown += part
    except OSError:  # the command has ended
        pass
    os.waitpid(child, 0)
    return CONTROLS.sub("", shown.decode()).replace("\r", "\n").split("\n")


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "pig", "--objective", "score", "--turn", "12"],
        ["turn", "pig"],
        ["table", "farkle", "--objective", "score"],
        ["tournament", "pig", "optimal", "nobody"],
        ["rules"],
    ],
    ids=" ".join,
)
def test_commands_fit_terminals_of_80_columns(command: list[str]) -> None:
    lines = in_terminal(80, *command)
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert any(re.search(r"\w", line) for line in lines)


def test_json_and_files_are_not_broken() -> None:
    lines = in_terminal(80, "rules", "zilch")
    assert max(map(len, lines)) > 100
    assert json.loads("".join(in_terminal(80, "rules", "--json")))["presets"]


def test_without_a_terminal_nothing_is_broken() -> None:
    assert terminal.width_of(io.StringIO()) == 0
    assert terminal.page_width(110) in range(20, 111)
