"""The file of a sweep: TOML that spans a space of rules and names the objectives.

    base       = "farkle"              # a preset, or a rules file beside this one
    objectives = ["win", "score"]
    certify    = false                 # true: bound the error of races, at about three times the work

    [[list]]                           # rule sets one by one,
    title = "House rules"
    turn.full_bust = 500

    [grid]                             # all combinations of some values,
    goal = [5000, 10000]
    turn.minimum_bank = [0, 300, 500]

    [random]                           # or independent draws
    count = 100
    seed = 1
    goal = { from = 2000, to = 10000, step = 500 }
    turn.minimum_bank = [0, 300, 350, 500]

The rule sets come in this order, whatever the order in the file. A value that its key can never have is an error of the
file; a combination that the rules refuse is a row of the table that says so.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import Rules, presets, rules, rules_hash
from jeopardice.rulebook.game import changed_rules
from jeopardice.rulebook.reading import parse_document, read_text, unknown_key
from jeopardice.sweep.space import Changes, grid_of, list_of, random_of, value_of

MOST_BYTES = 16 * 2**20
KEYS = ["base", "objectives", "certify", "list", "grid", "random"]


@dataclass(frozen=True)
class Variant:
    """One rule set of a sweep, or why there is none."""

    index: int
    title: str
    values: tuple[Any, ...]
    """Its value of each varied key of the sweep."""
    rules: Rules | None
    error: str | None = None

    @cached_property
    def hash(self) -> str | None:
        """The hash of the rules; equal for variants that are the same game."""
        return None if self.rules is None else rules_hash(self.rules)


@dataclass(frozen=True)
class Spec:
    """A sweep."""

    base: Rules
    objectives: tuple[Objective, ...]
    certify: bool
    keys: tuple[str, ...]
    """The varied keys, by their dotted names."""
    variants: tuple[Variant, ...]


def read_spec(path: str | Path) -> Spec:
    """Read and check the file of a sweep."""
    document = parse_document(read_text(path, "a sweep", MOST_BYTES), str(path), "a sweep", levels=8)
    return spec_from(document, str(path), Path(path).parent)


def spec_from(document: Mapping[str, Any], name: str = "sweep", folder: Path = Path()) -> Spec:
    """Check a dictionary with the structure of the file."""
    for key in document:
        if key not in KEYS:
            raise unknown_key(key, KEYS, "", name)
    if not any(key in document for key in ("list", "grid", "random")):
        raise InputError(f"{name}: it needs [grid], [[list]] or [random]: the rules to solve")
    base = _base(document.get("base"), name, folder)
    certify = document.get("certify", False)
    if not isinstance(certify, bool):
        raise InputError(f"{name}: certify: {shown(certify)}: it must be true or false")
    objectives = _objectives(document.get("objectives"), name)
    changes = [
        *list_of(document.get("list"), f"{name}: list"),
        *grid_of(document.get("grid"), f"{name}: grid"),
        *random_of(document.get("random"), f"{name}: random"),
    ]
    keys = tuple(dict.fromkeys(key for change in changes for key in change if key != "title"))
    usual = {key: value_of(base, key) for key in keys}
    variants = tuple(_variant(index, base, change, usual) for index, change in enumerate(changes))
    return Spec(base, objectives, certify, keys, variants)


def _base(game: Any, name: str, folder: Path) -> Rules:
    if not isinstance(game, str):
        wrong = "missing" if game is None else shown(game)
        raise InputError(f'{name}: base: {wrong}: it must be a preset\'s name or a rules file, such as "farkle"')
    is_file = game not in presets() and (game.endswith(".toml") or os.sep in game)
    try:
        return rules(str(folder / game) if is_file else game)
    except InputError as error:
        raise InputError(f"{name}: base: {error}") from None


def _objectives(names: Any, name: str) -> tuple[Objective, ...]:
    if not isinstance(names, list) or not names or not all(isinstance(text, str) for text in names):
        wrong = "missing" if names is None else shown(names)
        raise InputError(f'{name}: objectives: {wrong}: it must be a list of objectives, such as ["win", "score"]')
    found = tuple(read_objective(text, f"{name}: objectives") for text in names)
    for objective in found:
        if found.count(objective) > 1:
            raise InputError(f"{name}: objectives: {objective}: given twice")
    return found


def _variant(index: int, base: Rules, changes: Changes, usual: dict[str, Any]) -> Variant:
    title = changes.get("title", base.title)
    values = tuple(changes.get(key, value) for key, value in usual.items())
    try:
        return Variant(index, title, values, changed_rules(base, changes))
    except InputError as error:
        return Variant(index, title, values, None, str(error))
