"""Recomputes what the papers print: a row for each number, with the print, our number and whether they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from jeopardice.common.errors import JeopardiceError, shown
from jeopardice.common.progress import Progress
from jeopardice.papers.agreement import agrees, decimal_text, full_text
from jeopardice.papers.catalogue import Paper, Published
from jeopardice.papers.recipes import RECIPES
from jeopardice.papers.workbench import Workbench

State = Literal["agrees", "misprint", "unexplained"]


@dataclass(frozen=True)
class PaperRow:
    """A printed number beside ours."""

    paper: str
    item: str
    published: str
    dots: bool
    """Whether the print goes on with three dots."""
    computed: str
    """With all digits that we have: a fraction in full."""
    decimal: str
    """The same as a decimal number."""
    agrees: bool
    correct: str | None
    """What should be printed, where the print is known to be wrong."""
    corrected: bool
    """Whether our number agrees with that."""
    note: str

    @property
    def state(self) -> State:
        """A number that differs is explained only by a note, and by a correction that our number agrees with."""
        if self.agrees:
            return "agrees"
        return "misprint" if self.corrected and self.note else "unexplained"


def reproduce(papers: Sequence[Paper], progress: Progress | None = None) -> tuple[PaperRow, ...]:
    """A row for every number of these papers, in their order."""
    numbers = [number for paper in papers for number in paper.numbers]
    bench = Workbench()
    rows = []
    for done, number in enumerate(numbers, 1):
        rows.append(row_of(number, compute(number, bench)))
        if progress:
            progress(done / len(numbers))
    return tuple(rows)


def compute(number: Published, bench: Workbench) -> Any:
    """The number as Jeopardice finds it, in the unit in which it is printed."""
    what = number.ask.get("what")
    if what not in RECIPES:
        raise JeopardiceError(f"{number}: ask.what: {shown(what)}: there is no such recipe")
    return RECIPES[what](number, bench)


def row_of(number: Published, computed: Any) -> PaperRow:
    """The printed number beside the computed one."""
    wrong = number.correct is not None
    return PaperRow(
        paper=number.paper,
        item=number.where,
        published=full_text(number.published),
        dots=number.dots,
        computed=full_text(computed),
        decimal=decimal_text(computed),
        agrees=agrees(number.published, computed, dots=number.dots),
        correct=full_text(number.correct) if wrong else None,
        corrected=wrong and agrees(number.correct, computed),
        note=number.note,
    )


def report(papers: Sequence[Paper], rows: Sequence[PaperRow], shown: Sequence[PaperRow]) -> dict[str, object]:
    """What was found, as JSON: the rows that are shown, and counts of all."""
    states = Counter(row.state for row in rows)
    return {
        "rows": [
            {
                "paper": row.paper,
                "item": row.item,
                "published": row.published,
                "dots": row.dots,
                "computed": row.computed,
                "decimal": row.decimal,
                "agrees": row.agrees,
                "correct": row.correct,
                "note": row.note,
                "state": row.state,
            }
            for row in shown
        ],
        "papers": [{"name": paper.name, "title": paper.title, "numbers": len(paper.numbers)} for paper in papers],
        "agree": states["agrees"],
        "misprints": states["misprint"],
        "unexplained": states["unexplained"],
    }
