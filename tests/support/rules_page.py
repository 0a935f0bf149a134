"""The tables of docs/rules.md: `python tests/support/rules_page.py` rewrites them after a change of a key."""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeopardice.rulebook.game import Rules
from jeopardice.rulebook.meanings import MEANINGS
from jeopardice.rulebook.model import FAMILIES
from jeopardice.rulebook.reading import SECTIONS

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
MARKED = re.compile(r"<!-- keys: (\w+) -->\n.*?<!-- end -->", re.DOTALL)


@dataclass(frozen=True)
class KeyReference:
    """One key of the rules file."""

    section: str
    """Empty for keys in front of all sections."""
    name: str
    default: str
    """As it is written in the file."""
    families: tuple[str, ...]
    """The families that it belongs to."""
    meaning: str

    @property
    def place(self) -> str:
        """As in `--set`."""
        return f"{self.section}.{self.name}" if self.section else self.name


def reference() -> tuple[KeyReference, ...]:
    """Every key but those of [scoring], which are patterns."""
    top = [field for field in dataclasses.fields(Rules) if "check" in field.metadata]
    fields: list[tuple[str, dataclasses.Field[Any]]] = [("", field) for field in top]
    for section, table in SECTIONS.items():
        fields += [(section, field) for field in dataclasses.fields(table)]
    return tuple(_entry(section, field) for section, field in fields)


def _entry(section: str, field: dataclasses.Field[Any]) -> KeyReference:
    place = f"{section}.{field.name}" if section else field.name
    default = list(field.default) if isinstance(field.default, tuple) else field.default
    return KeyReference(section, field.name, json.dumps(default), field.metadata["families"], MEANINGS[place])


def table(section: str) -> str:
    """The keys of a section as a table in Markdown."""
    lines = ["| key | default | families | meaning |", "| --- | --- | --- | --- |"]
    for entry in reference():
        if entry.section == section:
            families = "all" if entry.families == FAMILIES else ", ".join(entry.families)
            lines.append(f"| `{entry.name}` | `{entry.default}` | {families} | {entry.meaning} |")
    return "\n".join(lines)


def page() -> str:
    """The page with its tables from the code."""

    def written(found: re.Match[str]) -> str:
        section = "" if found[1] == "game" else found[1]
        return f"<!-- keys: {found[1]} -->\n{table(section)}\n<!-- end -->"

    return MARKED.sub(written, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
