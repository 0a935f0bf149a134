"""A failing document reduced to a smallest one: every change that keeps it failing is made, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from support.random_games import Document


def reduced(document: Document, fails: Callable[[Document], bool]) -> Document:
    """A document that fails and of which no simpler one does."""
    smallest = document
    while True:
        for simpler in _simpler(smallest):
            if fails(simpler):
                smallest = simpler
                break
        else:
            return smallest


NEEDED = (("goal",), ("dice",), ("dice", "count"), ("dice", "sides"))
"""Keys whose defaults are no simpler: six dice, and 10,000 points."""


def _simpler(document: Document) -> Iterator[Document]:
    """Documents with one thing less: a key, an entry of a list, or a smaller number."""
    for path in list(_paths(document)):
        if path in NEEDED:
            continue
        changed = deepcopy(document)
        _parent(changed, path).pop(path[-1])
        yield changed
    for path in list(_paths(document)):
        value = _parent(document, path)[path[-1]]
        if type(value) is int:
            for smaller in {0, value // 2, value - 1 if value > 0 else value + 1} - {value}:
                changed = deepcopy(document)
                _parent(changed, path)[path[-1]] = smaller
                yield changed


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a document, the outer ones first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from _paths(part, (*path, key))


def _parent(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        document = document[key]
    return document
