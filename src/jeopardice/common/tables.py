"""Results as tables: in a notebook, and as a data frame."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from jeopardice.common.errors import JeopardiceError

MOST_ROWS = 60
"""Rows that a notebook shows."""


@dataclass(frozen=True)
class ResultTable:
    """Columns by name, and rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: str = ""

    def to_html(self) -> str:
        """The table for a notebook; a long one is cut."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>"
            for row in self.rows[:MOST_ROWS]
        )
        more = len(self.rows) - MOST_ROWS
        cut = f"<tr><td colspan={len(self.columns)}>and {more:,} more rows</td></tr>" if more > 0 else ""
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}{cut}</tbody></table>"


class Tabular:
    """A result that is a table."""

    @abstractmethod
    def table(self) -> ResultTable:
        """The result as a table."""

    def _repr_html_(self) -> str:
        return self.table().to_html()

    def to_frame(self) -> Any:
        """The table as a pandas data frame."""
        try:
            import pandas as pd
        except ImportError:
            raise JeopardiceError("pandas: not installed: pip install pandas") from None
        table = self.table()
        return pd.DataFrame([list(row) for row in table.rows], columns=list(table.columns))


def facts_table(caption: str, **facts: Any) -> ResultTable:
    """Facts as a table of two columns; those that are None are left out."""
    rows = [(name.replace("_", " "), value) for name, value in facts.items() if value is not None]
    return ResultTable(("", ""), rows, caption)


def _cell(value: Any) -> str:
    if isinstance(value, Fraction):
        return f"{value} = {float(value):.6g}" if value.denominator < 10**12 else f"{float(value):.6g}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list):
        return ", ".join(map(_cell, value))
    return (
        "" if value is None else f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    )
