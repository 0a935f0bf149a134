"""The page docs/support.md: `python tests/support/support_page.py` rewrites it after a change of the support table."""

from __future__ import annotations

from pathlib import Path

from jeopardice.race.questions import MEANINGS, Unsupported
from jeopardice.race.support import TABLE

PAGE = Path(__file__).parents[2] / "docs" / "support.md"
START = """\
# What is not answered

Every question is answered for every game, except where this table says why not.
It is generated from the table that the error messages come from (`race/support.py`).

Rows are about objective `win`, unless they name another.
"Best play" is `solve`, `advise` and every question that begins with a solution.
The size of a game can also be in the way; then an estimate says so before the work begins.
So can what solving it finds: best play that mixes with irrational probabilities has no fraction,\
 nor have turns that can run past the goal without end, and a race that best play never ends has no value.
`solve --strategy` with `--exact`, `--certify` or `--save` needs a strategy and a game that are solved,\
 not played as a match of the strategy against itself.

| question | games | key | why |
| --- | --- | --- | --- |
"""


def line(row: Unsupported) -> str:
    """A row of the table in Markdown."""
    questions = "; ".join(MEANINGS[question] for question in row.questions)
    return f"| {questions} | {row.games} | `{row.key}` | {row.reason} |\n"


def page() -> str:
    """The page."""
    return START + "".join(map(line, TABLE))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
