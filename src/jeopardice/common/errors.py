"""The errors that a user can cause, each one line that names the place, the value and what is allowed."""

from __future__ import annotations

from pathlib import PurePath

LONGEST = 400
"""The most characters of an error message."""


class JeopardiceError(Exception):
    """Something could not be done (command line: exit status 1)."""

    def __init__(self, message: str) -> None:
        line = one_line(message)
        super().__init__(line if len(line) <= LONGEST else line[: LONGEST - 3] + "...")


class InputError(JeopardiceError, ValueError):
    """A bad rules file, key, value or argument (command line: exit status 2)."""


class JeopardiceWarning(UserWarning):
    """Something that does not change the result, but that the user should know."""


def one_line(text: str) -> str:
    """The text on one line: unprintable characters become "?"."""
    return "".join(c if c.isprintable() else "?" for c in text)


def shown(value: object) -> str:
    """The value as an error message shows it: short and on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    try:
        text = one_line(_as_written(value))
    except ValueError:  # a list with a number of thousands of digits
        return "a value with very large numbers"
    if len(text) <= 60:
        return text
    # The end of a long path is its name.
    return f'"...{text[-56:]}' if isinstance(value, PurePath) else text[:57] + "..."


def _as_written(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_written, value))}]"
    return f'"{value}"' if isinstance(value, str | PurePath) else str(value)
