"""The errors that a user can cause, each one line that names the place, the value and what is allowed."""

from __future__ import annotations


class JeopardiceError(Exception):
    """Something could not be done (command line: exit status 1)."""


class InputError(JeopardiceError, ValueError):
    """A bad rules file, key, value or argument (command line: exit status 2)."""


def shown(value: object) -> str:
    """The value as an error message shows it: short, on one line, whatever it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."
