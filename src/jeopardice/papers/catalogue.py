"""What the papers print: one file per paper, with every number as it stands there and what it asks for.

    [[number]]
    item      = "Table 7, s, r, m5"             where it is printed
    published = "5.801 218 003 7"               as printed: text, or a list
    dots      = true                            the paper prints three dots behind it (default: false)
    unit      = 50                              one printed unit in points (default: 1)
    correct   = "5.801 180 037 0"               what is right, where the print is wrong, ...
    note      = "a 2 has slipped in"            ... and why
    ask       = { what = "value", rules = "ten-thousand" }      the recipe, and what it needs to know

A [[table]] has `columns` and `rows`, the first of each being labels, and a [[table.correction]] for a wrong cell.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jeopardice.common.errors import InputError, JeopardiceError, shown

Ask = dict[str, Any]


@dataclass(frozen=True)
class Published:
    """A printed number, or a cell of a printed table."""

    paper: str
    """The short name of the paper, such as tijms."""
    item: str
    published: Any
    ask: Ask
    unit: int = 1
    row: str = ""
    column: str = ""
    dots: bool = False
    """Whether three dots follow in print."""
    correct: Any = None
    """What is right where the print is wrong."""
    note: str = ""

    @property
    def where(self) -> str:
        """The place in the paper, with the cell of a table."""
        return f"{self.item} [{self.row}; {self.column}]" if self.column else self.item

    def __str__(self) -> str:
        return f"{self.paper}: {self.where}"


@dataclass(frozen=True)
class Paper:
    """A paper and what it prints."""

    name: str
    title: str
    numbers: tuple[Published, ...]


def paper_names() -> tuple[str, ...]:
    """The short names of the papers."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml")))


def read_papers(name: str | None = None) -> tuple[Paper, ...]:
    """One paper by its short name, or all of them."""
    return tuple(map(read_paper, paper_names() if name is None else (name,)))


def read_paper(name: str) -> Paper:
    """A paper by its short name."""
    if name not in paper_names():
        raise InputError(f"PAPER: {shown(name)}: it must be one of {', '.join(paper_names())}")
    file = tomllib.loads(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    numbers = [Published(name, **entry) for entry in file.get("number", [])]
    for table in file.get("table", []):
        numbers.extend(_cells(name, table))
    return Paper(name, file["paper"], tuple(numbers))


def _folder() -> Traversable:
    return files("jeopardice.papers").joinpath("published")


def _cells(paper: str, table: dict[str, Any]) -> Iterator[Published]:
    shared = {key: table[key] for key in ("item", "ask", "unit", "dots") if key in table}
    corrections = {(c.pop("row"), c.pop("column")): c for c in table.get("correction", [])}
    for label, *cells in table["rows"]:
        for column, cell in zip(table["columns"][1:], cells, strict=True):
            correction = corrections.pop((label, column), {})
            yield Published(paper, published=cell, row=label, column=column, **shared, **correction)
    if corrections:
        raise JeopardiceError(f"{paper}: {table['item']}: corrections of cells that do not exist: {list(corrections)}")
