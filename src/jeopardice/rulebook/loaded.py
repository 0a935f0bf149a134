"""Loaded dice of games, one TOML file for each game: `dice.NAME` has a name and the weights of its faces.

A die that sources describe differently is listed once for each version.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook.model import weights as checked


@dataclass(frozen=True, slots=True)
class LoadedDie:
    """A die as its game describes it."""

    name: str
    weights: tuple[int, ...]
    """Of the faces, in order, coprime."""
    wild: tuple[int, ...] = ()
    """Faces that stand for any face, and score nothing by themselves."""
    version: int = 0
    """Which of several tables it is from; 0 where all agree."""


def loaded_dice(game: str = "kingdom-come-2") -> dict[str, LoadedDie]:
    """The dice of a game, by their short names."""
    folder = files("jeopardice.rulebook").joinpath("dice")
    games = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    if game not in games:
        raise InputError(f"dice: {shown(game)}: no such set of dice (sets: {', '.join(games)})")
    document = tomllib.loads(folder.joinpath(f"{game}.toml").read_text(encoding="utf-8"))
    return {name: _die(**die) for name, die in document["dice"].items()}


def _die(name: str, weights: list[int], wild: tuple[int, ...] = (), version: int = 0) -> LoadedDie:
    return LoadedDie(name, checked(weights)[0], tuple(wild), version)
