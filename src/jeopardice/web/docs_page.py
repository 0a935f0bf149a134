"""The API as a plain page, from its OpenAPI description: in the colours of the app, with nothing from outside."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from jeopardice.common.pages import render


def docs_page(openapi: dict[str, Any]) -> str:
    """Every endpoint: what it does, what it takes, what it answers."""
    return render("api", prose=_prose, json=json.dumps, **openapi)


def _prose(text: str) -> str:
    """A description as HTML; what stands in backticks there is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
