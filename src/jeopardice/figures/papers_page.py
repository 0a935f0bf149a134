"""Everything that the papers print beside our results, as one page for a browser, which fetches nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from jeopardice.common.pages import render
from jeopardice.common.progress import Progress
from jeopardice.figures import RaceData, drawing
from jeopardice.figures.page import picture
from jeopardice.papers.catalogue import Paper
from jeopardice.papers.run import PaperRow

FIGURES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "busche-neller": (("Figure 1", "surface", "farkle"),),
    "louchard": tuple((f"Figure {i}", f"louchard-{i}", "pig") for i in range(1, 16)),
    "tijms": (("Section 4: where the players mix", "mixtures", "television-hog"),),
}
"""Each paper's figures: where in it, and what draws it for which game."""
DPI = 110
WORDS = {"agrees": "agrees", "misprint": "misprint", "unexplained": "differs"}


def html_page(papers: Sequence[Paper], rows: Sequence[PaperRow], summary: str, progress: Progress | None = None) -> str:
    """The page as text: the given rows, and all figures of the papers."""
    parts = []
    for done, paper in enumerate(papers, 1):
        own = [row for row in rows if row.paper == paper.name]
        figures = list(_figures(paper))
        shown = {"name": paper.name, "title": paper.title, "counted": _counted(own, len(figures))}
        parts.append({**shown, "rows": own, "figures": figures})
        if progress:
            progress(done / len(papers))
    return render("papers", summary=summary, parts=parts, words=WORDS)


def _counted(rows: Sequence[PaperRow], figures: int) -> str:
    misprints = sum(row.state == "misprint" for row in rows)
    misprinted = f", {misprints} of them misprinted" if misprints else ""
    drawn = f", {figures} figure{'s' if figures > 1 else ''}" if figures else ""
    return f"{len(rows)} numbers{misprinted}{drawn}"


def _figures(paper: Paper) -> Iterator[dict[str, str | bool]]:
    shared: dict[str, RaceData] = {}
    for where, name, game in FIGURES.get(paper.name, ()):
        data, figure = shared.setdefault(game, RaceData(game)), drawing(name)
        yield {
            "title": figure.title if where in figure.title else f"{where}: {figure.title}",
            "shows": figure.shows,
            "image": b64encode(picture(figure.figure(data), "png", DPI)).decode(),
            "large": name == "surface",
        }
