"""Write rules as a TOML file with every key of their family, ready to edit; it reads back equal."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from jeopardice.rulebook.model import RuleKeys
from jeopardice.rulebook.patterns import Pattern
from jeopardice.rulebook.reading import SECTIONS, keys_of


def rules_as_document(rules: RuleKeys) -> dict[str, Any]:
    """The rules as a dictionary of the shape of a rules file, with every key that belongs to the family."""
    document: dict[str, Any] = {key: getattr(rules, key) for key in keys_of(RuleKeys, rules.family)}
    for name, section in SECTIONS.items():
        table = getattr(rules, name)
        document[name] = {key: getattr(table, key) for key in keys_of(section, rules.family)}
    document["scoring"] = {str(pattern): points for pattern, points in rules.scoring}
    return document


def rules_as_toml(rules: RuleKeys) -> str:
    """The text of the file."""
    document = rules_as_document(rules)
    lines = [f"{key} = {_toml(value)}" for key, value in document.items() if key not in SECTIONS and key != "scoring"]
    for name in ("dice", "scoring", "turn", "bust", "events", "end"):
        lines += ["", f"[{name}]"]
        for key, value in document[name].items():
            if name == "dice" and key in ("weights", "wild"):
                # Fair dice have no weights, and most dice no wild faces; one list stands for all dice.
                if value:
                    lines.append(f"{key} = {_toml(value[0] if len(value) == 1 else value)}")
            else:
                lines.append(f"{json.dumps(key) if name == 'scoring' else key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def rules_hash(rules: RuleKeys) -> str:
    """A hash of the game: equal for equal rules, whatever their title, source and note."""
    nameless = replace(rules, title="", source="", note="")
    return hashlib.sha256(rules_as_toml(nameless).encode()).hexdigest()


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(v) for v in value)}]"
    if isinstance(value, Pattern):
        value = str(value)
    # A JSON string, number or boolean is valid TOML if all of it is ASCII or printable.
    return json.dumps(value, ensure_ascii=False)
