"""Hooks of mkdocs: formulas in LaTeX become MathML as the site is built, and no page may load anything from outside."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert
from mkdocs.exceptions import PluginError

FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
"""What `pymdownx.arithmatex` makes of `$...$` (span) and `$$...$$` (div)."""
LOADED = re.compile(
    r'<(?:script|img|iframe|link[^>]*rel="(?:stylesheet|preconnect|icon)")[^>]*(?:src|href)="(?:https?:)?//[^"]*"'
)
"""A part of a page that a browser would fetch from elsewhere."""


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Return the page with its formulas as MathML; a formula that cannot be read ends the build."""
    drawn = FORMULA.sub(_drawn, html)
    if 'class="arithmatex"' in drawn:
        raise PluginError(f"{page.file.src_path}: a formula could not be drawn")
    return drawn


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Return the page unchanged; refuse it if it loads something from outside."""
    found = LOADED.search(output)
    if found:
        raise PluginError(f"{page.file.src_path}: loads something from outside: {found[0]}")
    return output


def _drawn(found: re.Match[str]) -> str:
    formula = unescape(found[2]).strip()
    try:
        return convert(formula, display="block" if found[1] == "div" else "inline")
    except Exception as error:
        raise PluginError(f"{type(error).__name__}: this formula cannot be read: {formula}") from None
