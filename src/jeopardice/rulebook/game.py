"""Rules: a whole game, read from a file, changed and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook.model import RuleKeys
from jeopardice.rulebook.patterns import parse_pattern
from jeopardice.rulebook.reading import SECTIONS, checked, parse_document, read_text, unknown_key, usual_busts
from jeopardice.rulebook.writing import rules_as_document, rules_as_toml


@dataclass(frozen=True, slots=True, repr=False)
class Rules(RuleKeys):
    """A whole game. Made by reading a file, a preset or a dictionary, which checks it; see `jeopardice.rules`."""

    def __repr__(self) -> str:
        return f"<Rules of {self.where}: {self.family}, goal {self.goal}, players {self.players}>"

    def replace(self, changes: Mapping[str, object] | None = None, /, **more: object) -> Rules:
        """These rules with other keys: `rules.replace(goal=5000)`, `rules.replace({"turn.minimum_bank": 300})`."""
        return changed_rules(self, {**(changes or {}), **more})

    def to_toml(self) -> str:
        """The rules as a file that reads back equal."""
        return rules_as_toml(self)


def read_rules(path: Path) -> Rules:
    """Read a rules file."""
    return parse_rules(read_text(path, "a rules file"), str(path))


def parse_rules(toml: str, name: str = "rules") -> Rules:
    """Read the text of a rules file; `name` begins every error message."""
    return rules_from(parse_document(toml, name), name)


def rules_from(document: Mapping[str, Any], name: str = "rules") -> Rules:
    """Rules from a dictionary of the shape of a rules file."""
    return checked(Rules, document, name)


def changed_rules(rules: Rules, changes: Mapping[str, object], name: str | None = None) -> Rules:
    """The rules with some keys changed, `{"goal": 5000, "turn.minimum_bank": 300}`, checked again."""
    document = rules_as_document(rules)
    if "family" in changes and rules.events.bust == usual_busts(rules.family):
        del document["events"]["bust"]  # another family has another default
    for place, value in changes.items():
        section, dot, inner = place.partition(".")
        if not dot:
            document[place] = value
        elif section in SECTIONS or section == "scoring":
            table = document.setdefault(section, {})
            if not isinstance(table, dict):
                raise InputError(f"{name or 'rules'}: {section}: {shown(table)}: it must be a section, [{section}]")
            if section == "scoring":
                inner = inner.strip("\"'")
                # The same dice may be spelt differently in the rules: "51" replaces "15".
                table.pop(next((p for p in table if _same_pattern(p, inner)), None), None)
            table[inner] = value
        else:
            raise unknown_key(section, [*SECTIONS, "scoring"], "", name or "rules")
    return rules_from(document, name or rules.where)


def _same_pattern(one: str, other: str) -> bool:
    try:
        return parse_pattern(one) == parse_pattern(other)
    except ValueError:
        return False
