"""One sentence per line in the Markdown source: check it, or reformat with --fix.

Code, tables, headings, displayed formulas, HTML, front matter and generated pages are not changed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = {"docs/games.md", "docs/reproduction.md"}
MARKER = re.compile(r"\s*(?:> ?)*(?:(?:[-*+]|\d+[.)])\s+)?")
"""What a paragraph starts with: an indent, the marks of a quotation, the marker of a list item."""
NOT_PROSE = re.compile(r"\s*(?:> ?)*(?:\||#{1,6} |<|:::|!\[[^]]*\]\([^)]*\)$|(?:[-*_] ?){3,}$|\[[^]]+\]: |$)")
LIST_ITEM = re.compile(r"\s*(?:> ?)*(?:[-*+]|\d+[.)])\s")
ATOM = re.compile(r"(`+).+?\1|\$[^$]+\$|!?\[[^]]*\]\([^)]*\)|<[^>]+>")
"""Inline code, formulas, links, tags: no sentence ends inside."""
END = re.compile(r"(?:(?<!\.\.)|(?<=\.\.\.))[.!?][)\]\"'*_”’]*(?=\s+[\"'(\[*_“‘`$\w])\s+")
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|cf|al|etc|resp|approx|ca|Fig|Figs|Eq|No|Dr|Mr|Ms|St|pp?|[A-Z])\.)$")
RUN_IN = re.compile(r"([*_]{1,2})[^*_]+[.!?]\1$")
"""An emphasised heading on the line of the first sentence, such as **Theorem 1.**"""
BLOCK_START = re.compile(r"(?:[-*+#>|]|\d+[.)])(?:\s|$)")
"""A line with this start would leave the paragraph."""


def sentences(text: str) -> list[str]:
    """Split a paragraph, given as one line."""
    masked = ATOM.sub(lambda found: "x" * len(found[0]), text)
    found, start = [], 0
    for end in END.finditer(masked):
        ended = masked[start : end.end()].rstrip()
        follows = text[end.end() :]
        run_in = start == 0 and RUN_IN.match(ended)
        if run_in or ABBREVIATION.search(ended) or follows[0].islower() or BLOCK_START.match(follows):
            continue
        found.append(text[start : end.end()].rstrip())
        start = end.end()
    return [*found, text[start:]]


def reformatted(text: str) -> str:
    """Return the page with one sentence per line."""
    lines, paragraph = [], list[str]()
    closing = ""  # the end of a block that is copied unchanged

    def finish() -> None:
        if paragraph:
            lines.extend(_formatted(paragraph))
            paragraph.clear()

    for number, line in enumerate(text.split("\n")):
        bare = line.strip(" >")
        if closing:
            lines.append(line)
            closing = "" if (bare == closing if len(closing) > 2 else bare.endswith(closing)) else closing
        elif opened := re.match(r"`{3,}|~{3,}|\$\$", bare) or (number == 0 and re.match(r"---$", bare)):
            finish()
            lines.append(line)
            whole = opened[0] == "$$" and len(bare) > 2 and bare.endswith("$$")
            closing = "" if whole else opened[0]
        elif NOT_PROSE.match(line) or (line.startswith("    ") and not paragraph):
            finish()
            lines.append(line)
        else:
            if LIST_ITEM.match(line) or (paragraph and paragraph[-1].endswith("  ")):
                finish()
            paragraph.append(line)
    finish()
    return "\n".join(lines)


def _formatted(paragraph: list[str]) -> list[str]:
    marker = MARKER.match(paragraph[0])
    first = marker[0] if marker else ""
    quoted = first.rfind(">") + 1
    rest = first[:quoted] + " " * (len(first) - quoted)
    words = [paragraph[0][len(first) :], *(line.strip(" >") for line in paragraph[1:])]
    hard_break = "  " if paragraph[-1].endswith("  ") else ""
    split = sentences(" ".join(words).strip())
    return [(rest if at else first) + sentence for at, sentence in enumerate(split[:-1])] + [
        (rest if len(split) > 1 else first) + split[-1] + hard_break
    ]


def pages() -> list[Path]:
    """Return the pages that are written by hand."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if page.relative_to(ROOT).as_posix() not in GENERATED]


def main(arguments: list[str]) -> int:
    """Report the lines that are not one sentence, or fix them with --fix; return the exit status."""
    fix, wrong = "--fix" in arguments, 0
    for page in pages():
        before = page.read_text(encoding="utf-8")
        after = reformatted(before)
        if after == before:
            continue
        if fix:
            page.write_text(after, encoding="utf-8")
            continue
        wrong += 1
        old, new = before.split("\n"), after.split("\n")
        at = next(at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
        print(f"{page.relative_to(ROOT)}:{at + 1}: not one sentence per line (make format fixes it)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
