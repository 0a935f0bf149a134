"""A terminal as output: a line that is too long for it is broken between words, never inside one."""

from __future__ import annotations

import os
import re
import sys
from typing import Any, TextIO, cast

CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HANGING = 2
"""How much further the rest of a broken line is indented."""
NARROWEST = 20
"""In a terminal of fewer columns nothing is broken."""


class WordWrapped:
    """A stream to a terminal that breaks long lines between words; everything else is the stream itself."""

    def __init__(self, stream: TextIO) -> None:
        self.verbatim = stream
        """For what must not be broken: JSON, CSV, rules files."""
        self._column = self._indent = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.verbatim, name)

    def write(self, text: str) -> int:
        """Write text; lines may be completed by several calls."""
        width = width_of(self.verbatim)
        for part in re.split(r"([\r\n])", text):
            if part in ("\r", "\n"):
                self._column = self._indent = 0
                self.verbatim.write(part)
            elif part:
                self.verbatim.write(self._broken(part, width) if width >= NARROWEST else part)
        return len(text)

    def _broken(self, part: str, width: int) -> str:
        """A part of a line, with line breaks where words would cross the edge."""
        if self._column == 0:
            self._indent = min(len(part) - len(part.lstrip(" ")), width // 2)
        lines = [""]
        for word in re.findall(r" *[^ ]+| +$", part):
            if self._column and self._column + _seen(word) > width and word.strip():
                word = word.lstrip(" ")
                self._column = max(0, min(self._indent + HANGING, width - _seen(word)))
                lines.append(" " * self._column)
            lines[-1] += word
            self._column += _seen(word)
        return "\n".join(lines)


def _seen(text: str) -> int:
    return len(CONTROLS.sub("", text))


def width_of(stream: TextIO) -> int:
    """The columns of the terminal that a stream writes to; 0 where there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0


def page_width(most: int) -> int:
    """The width for what is printed: that of the terminal, if there is one and it is narrower."""
    width = width_of(sys.stdout)
    return min(most, width) if width >= NARROWEST else most


def verbatim_output() -> TextIO:
    """Standard output for what must not be broken into lines."""
    return cast("TextIO", getattr(sys.stdout, "verbatim", sys.stdout))


def wrap_words() -> None:
    """Let standard output and standard error break lines between words, where they are terminals."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, WordWrapped) and width_of(stream):
            setattr(sys, name, WordWrapped(stream))
