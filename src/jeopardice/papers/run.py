"""Recompute what the papers print: a row for each number, with the print, our number and whether they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
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
    """Whether three dots follow in print."""
    computed: str
    """With all digits that we have: a fraction in full."""
    decimal: str
    """The same as a decimal number."""
    agrees: bool
    correct: str | None
    """What should be printed, where the print is known to be wrong."""
    note: str
    state: State
    """A number that differs is explained only by a note and a correction that our number agrees with."""


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
        raise JeopardiceError(f"{number}: ask.what: {shown(what)}: unknown recipe")
    return RECIPES[what](number, bench)


def row_of(number: Published, computed: Any) -> PaperRow:
    """The printed number beside the computed one."""
    right = agrees(number.published, computed, dots=number.dots)
    explained = number.note and number.correct is not None and agrees(number.correct, computed)
    return PaperRow(
        paper=number.paper,
        item=number.where,
        published=full_text(number.published),
        dots=number.dots,
        computed=full_text(computed),
        decimal=decimal_text(computed),
        agrees=right,
        correct=None if number.correct is None else full_text(number.correct),
        note=number.note,
        state="agrees" if right else "misprint" if explained else "unexplained",
    )


def report(papers: Sequence[Paper], rows: Sequence[PaperRow], shown: Sequence[PaperRow]) -> dict[str, object]:
    """The results as JSON: the rows that are shown, and counts of all."""
    states = Counter(row.state for row in rows)
    return {
        "rows": [asdict(row) for row in shown],
        "papers": [{"name": paper.name, "title": paper.title, "numbers": len(paper.numbers)} for paper in papers],
        "agree": states["agrees"],
        "misprints": states["misprint"],
        "unexplained": states["unexplained"],
    }
