"""The tables of docs/rules.md: `python tests/support/rules_page.py` rewrites them after a change of a key."""

from __future__ import annotations

import re
from pathlib import Path

from jeopardice.rulebook.reference import table

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
MARKED = re.compile(r"<!-- keys: (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def page() -> str:
    """The page with its tables from the code."""

    def written(found: re.Match[str]) -> str:
        section = "" if found[1] == "game" else found[1]
        return f"<!-- keys: {found[1]} -->\n{table(section)}\n<!-- end -->"

    return MARKED.sub(written, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
