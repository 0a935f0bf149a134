"""The presets, one TOML file each, and how a user's name for a game is resolved."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook.game import Rules, parse_rules, read_rules, rules_from

GameLike = str | os.PathLike[str] | Mapping[str, Any] | Rules
"""The ways to name a game."""


@cache
def presets() -> tuple[str, ...]:
    """The names of the games that come with Jeopardice."""
    folder = files("jeopardice.rulebook").joinpath("presets")
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def rules(game: GameLike, **changes: Any) -> Rules:
    """Rules by the name of a preset, from a file, or from a dictionary of the shape of a rules file.

    Keywords change single keys: `rules("farkle", goal=5000)`.
    """
    found = _rules(game)
    return found.replace(**changes) if changes else found


def _rules(game: GameLike) -> Rules:
    if isinstance(game, Rules):
        return game
    if isinstance(game, Mapping):
        return rules_from(game)
    if not isinstance(game, str | os.PathLike):
        raise InputError(f"rules: {shown(game)}: it must be the name of a preset, a file, a dictionary or Rules")
    name = os.fspath(game)
    if isinstance(game, str) and name in presets():
        return _preset(name)
    if _is_file(name):
        return read_rules(Path(name))
    close = difflib.get_close_matches(name[:80], presets(), n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"presets: {', '.join(presets())}"
    raise InputError(f"rules: {shown(name)}: no preset and no file of that name ({hint})")


@cache
def _preset(name: str) -> Rules:
    preset = files("jeopardice.rulebook").joinpath("presets", f"{name}.toml")
    return parse_rules(preset.read_text(encoding="utf-8"), name)


def _is_file(name: str) -> bool:
    """Whether the name is meant to be a file, which may not exist."""
    try:
        return bool(name) and "\0" not in name and (Path(name).exists() or name.endswith(".toml") or os.sep in name)
    except OSError:  # such as a name that is too long
        return False
