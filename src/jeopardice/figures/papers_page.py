"""All that the papers print beside ours, figures included, as one page for a browser that fetches nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from jeopardice.common.progress import Progress
from jeopardice.figures import RaceData, drawing
from jeopardice.figures.page import picture
from jeopardice.papers.catalogue import Paper
from jeopardice.papers.run import Row
from jeopardice.rulebook import rules

FIGURES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "busche-neller": (("Figure 1", "surface", "farkle"),),
    "louchard": tuple((f"Figure {i}", f"louchard-{i}", "pig") for i in range(1, 16)),
    "tijms": (("Section 4: where the players mix", "mixtures", "television-hog"),),
}
"""Each paper's figures: where in it, and what draws it for which game."""
DPI = 110
WORDS = {"agrees": "agrees", "misprint": "misprint", "unexplained": "differs"}
STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5b6775; --line: #dde3ea; --back: #fff; --good: #1f6f4a;
  --odd: #8a5a00; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ecf2; --soft: #a3aebb; --line: #333d49; --back: #12171d;
  --good: #6fcf9f; --odd: #e6b455; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 1.6rem; margin: 0 0 4px; } h2 { font-size: 1.2rem; margin: 40px 0 8px; } .soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .94rem; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { border-bottom: 2px solid var(--ink); } td.number { overflow-wrap: anywhere; min-width: 14.5em; }
.agrees { color: var(--good); } .misprint { color: var(--odd); font-weight: 600; }
.unexplained { color: var(--bad); font-weight: 700; }
nav ul { padding-left: 1.2em; } #only:checked ~ .wide tr:has(.agrees) { display: none; }
a { color: inherit; } a:focus-visible, input:focus-visible { outline: 2px solid var(--good); outline-offset: 2px; }
.figures { margin-top: 24px; display: grid; gap: 24px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
figure { margin: 0; } figure.large { grid-column: 1 / -1; } img { width: 100%; height: auto; background: #fff; }
figcaption { font-weight: 600; margin-bottom: 4px; }
"""


def html_page(papers: Sequence[Paper], rows: Sequence[Row], summary: str, progress: Progress | None = None) -> str:
    """The page as text; with few rows, all figures of their papers."""
    parts = [f"<h1>What the papers print, recomputed</h1><p>{escape(summary)}</p>", _contents(papers, rows)]
    for done, paper in enumerate(papers):
        own = [row for row in rows if row.paper == paper.name]
        parts.append(f'<h2 id="{escape(paper.name)}">{escape(paper.title)}</h2>')
        cells = "".join(f'<th scope="col">{name}</th>' for name in ("Item", "Published", "Computed", "Agrees", "Note"))
        body = "".join(map(_table_row, own))
        parts.append(f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>')
        if paper.name in FIGURES:
            parts.append(f'<div class="figures">{"".join(_figures(paper))}</div>')
        if progress:
            progress((done + 1) / len(papers))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>What the papers print, recomputed</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _contents(papers: Sequence[Paper], rows: Sequence[Row]) -> str:
    """A link to each paper, and a switch that leaves only what does not agree."""
    links = []
    for paper in papers:
        states = [row.state for row in rows if row.paper == paper.name]
        misprints = f", {states.count('misprint')} of them misprinted" if "misprint" in states else ""
        figures = len(FIGURES.get(paper.name, ()))
        drawn = f", {figures} figure{'s' if figures > 1 else ''}" if figures else ""
        counted = f"{len(states)} numbers{misprints}{drawn}"
        links.append(f'<li><a href="#{escape(paper.name)}">{escape(paper.title)}</a>: {counted}</li>')
    switch = '<input type="checkbox" id="only"> <label for="only">Show only what does not agree</label>'
    return f"<nav><ul>{''.join(links)}</ul></nav>{switch}"


def _table_row(row: Row) -> str:
    right = f"right: {row.correct}" if row.correct is not None else ""
    note = "; ".join(text for text in (right, row.note) if text)
    published = f"{row.published}..." if row.dots else row.published
    return (
        f"<tr><td>{escape(row.item)}</td><td class=number>{escape(published)}</td>"
        f"<td class=number>{escape(row.decimal)}</td><td class={row.state}>{WORDS[row.state]}</td>"
        f"<td>{escape(note)}</td></tr>"
    )


def _figures(paper: Paper) -> Iterator[str]:
    shared: dict[str, RaceData] = {}
    for where, name, game in FIGURES[paper.name]:
        data = shared.setdefault(game, RaceData(rules(game)))
        image = b64encode(picture(drawing(name).figure(data), "png", DPI)).decode()
        own = drawing(name).title
        title = own if where in own else f"{where}: {own}"
        large = " class=large" if name == "surface" else ""
        yield (
            f"<figure{large}><figcaption>{escape(title)}</figcaption>"
            f'<img alt="{escape(drawing(name).shows)}" src="data:image/png;base64,{image}"></figure>'
        )
