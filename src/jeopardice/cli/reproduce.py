"""`jeopardice reproduce`: what the papers print, beside what we compute."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import JsonOption
from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.papers import Paper, PaperRow, State

WIDTH = 110
"""Columns of the tables if the output is not a terminal."""
NARROWEST = 80
NUMBER = 22
"""What a decimal number needs."""
HEADER = ("Item", "Published", "Computed")
GAP = "  "
INDENT = "    "
WORDS: dict[State, str] = {"agrees": "agrees", "misprint": "misprint", "unexplained": "DIFFERS"}
COLOURS: dict[State, str] = {"agrees": "green", "misprint": "yellow", "unexplained": "bold red"}


def reproduce_command(
    paper: Annotated[
        str | None,
        typer.Argument(metavar="PAPER", help="busche-neller, crocce-mordecki, louchard or tijms; all by default."),
    ] = None,
    only_different: Annotated[
        bool, typer.Option("--only-different", help="Show only the numbers that differ.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables in Markdown.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with tables and figures (FILE.html).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute every number that the papers on these games print, side by side.

    \b
    A number agrees if ours rounds to it. Where a paper is wrong, a note says what is right and why.
    The exit status is 1 if any other number differs. JSON has all digits, and fractions in full.
    \b
      jeopardice reproduce tijms
      jeopardice reproduce crocce-mordecki --only-different
      jeopardice reproduce --markdown > reproduced.md
      jeopardice reproduce --html reproduced.html
      jeopardice reproduce louchard --json
    """
    from jeopardice.papers import read_papers, report, reproduce

    if markdown and as_json:
        raise InputError("--markdown: it cannot be combined with --json")
    papers = read_papers(paper)
    if html:
        if html.suffix != ".html":
            raise InputError(f"--html: {shown(str(html))}: the name of a page must end with .html")
        check_file("--html", html)
    with progress_bar("Computing") as progress:
        rows = reproduce(papers, progress)
    chosen_rows = [row for row in rows if not (only_different and row.agrees)]
    if html:
        from jeopardice.common.files import write_whole
        from jeopardice.figures.papers_page import html_page

        with progress_bar("Drawing") as progress:
            page = html_page(papers, chosen_rows, _summary(papers, rows), progress)
        write_whole(html, page)
    if as_json:
        print_json(report(papers, rows, chosen_rows))
    elif markdown:
        _print_markdown(papers, chosen_rows)
        print(_summary(papers, rows))
    else:
        _print_text(papers, chosen_rows)
        print(_summary(papers, rows))
    if any(row.state == "unexplained" for row in rows):
        raise typer.Exit(1)


def _print_text(papers: Sequence[Paper], rows: Sequence[PaperRow]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    page = max(console.width, NARROWEST) if console.is_terminal else WIDTH
    for paper in papers:
        own = [row for row in rows if row.paper == paper.name]
        if not own:
            continue
        cells = [(row.item, _published(row), _cell(row.decimal)) for row in own]
        # The numbers get what they need, up to a quarter of the page each; the item has the rest.
        most = max(page // 4, NUMBER)
        numbers = [min(max(map(len, column)), most) for column in list(zip(HEADER, *cells, strict=True))[1:]]
        rest = page - sum(numbers) - len(GAP) * 3 - max(map(len, WORDS.values()))
        widths = [min(max(len(item) for item, _, _ in cells), rest), *numbers]
        console.print(Text(paper.title, style="bold"))
        console.print(Text(_lines(HEADER, widths)[0].rstrip(), style="bold"))
        for row, texts in zip(own, cells, strict=True):
            first, *more = _lines(texts, widths)
            state = Text(WORDS[row.state], style=COLOURS[row.state])
            console.print(Text.assemble(f"{first}{GAP}", state, *(f"\n{line.rstrip()}" for line in more)))
            if remark := _remark(row):
                console.print(Text(fill(remark, page, initial_indent=INDENT, subsequent_indent=INDENT), style="dim"))
        print()


def _lines(texts: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Texts side by side, each folded to its width."""
    folded = [wrap(text, width) or [""] for text, width in zip(texts, widths, strict=True)]
    return [
        GAP.join(f"{part:<{width}}" for part, width in zip(parts, widths, strict=True))
        for parts in zip_longest(*folded, fillvalue="")
    ]


def _print_markdown(papers: Sequence[Paper], rows: Sequence[PaperRow]) -> None:
    for paper in papers:
        own = [row for row in rows if row.paper == paper.name]
        if not own:
            continue
        print(f"## {_escaped(paper.title)}\n")
        print("| item | published | computed | agrees | note |")
        print("| --- | --- | --- | --- | --- |")
        for row in own:
            agrees = "yes" if row.agrees else f"**{WORDS[row.state]}**"
            texts = (row.item, _published(row), _cell(row.decimal))
            print(f"| {' | '.join(map(_escaped, texts))} | {agrees} | {_escaped(_remark(row))} |")
        print()


def _escaped(text: str) -> str:
    """Text with Markdown's special characters escaped."""
    return re.sub(r"([\\|*_<`])", r"\\\1", text)


def _cell(text: str) -> str:
    return text or "(empty)"


def _published(row: PaperRow) -> str:
    return f"{row.published}..." if row.dots else _cell(row.published)


def _remark(row: PaperRow) -> str:
    """What is right, and the note."""
    right = [f"right: {row.correct}"] if row.correct is not None else []
    return "; ".join([*right, *([row.note] if row.note else [])])


def _summary(papers: Sequence[Paper], rows: Sequence[PaperRow]) -> str:
    states = Counter(row.state for row in rows)
    wrong, unknown = states["misprint"], states["unexplained"]
    where = f"{len(papers)} papers" if len(papers) > 1 else papers[0].title.split(",")[0]
    misprints = f"{wrong} {'is a misprint' if wrong == 1 else 'are misprints'}"
    explained = f"{misprints} (a note says what is right)" if wrong else "none is a misprint"
    differ = "none is unexplained" if not unknown else f"{unknown} {'DIFFERS' if unknown == 1 else 'DIFFER'}"
    return f"{len(rows)} numbers of {where}: {states['agrees']} agree, {explained}, {differ}."
