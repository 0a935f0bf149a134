"""The API as a plain page, from its OpenAPI description: in the colours of the app, with nothing from outside."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

STYLE = """
.api > * { max-width: 60rem }
.api h1 { margin: 1rem 0 .8rem }
.api h2 { font-size: 1.1rem; margin-top: 2rem }
.api h3 { margin-top: 1.4rem }
.api p { margin: .4rem 0 }
.api pre { overflow-x: auto; padding: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  font-size: .86rem }
.api code { overflow-wrap: anywhere }
"""
HEAD = """<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/css/base.css"><script src="/js/theme.js"></script>"""
"""The icon, the colours and the chosen theme are those of the pages."""
TOP = """<header class="top"><a class="brand" href="/"><img src="/icon.svg" alt="" width="30" height="30">Jeopardice</a>
<nav aria-label="Pages"><a href="/#play">Play</a><a href="/#ask">Ask</a><a href="/#explore">Explore</a>
<a href="/#design">Design</a><a href="/#papers">Papers</a></nav></header>"""


def docs_page(openapi: dict[str, Any]) -> str:
    """Every endpoint: what it does, what it takes, what it answers."""
    about = openapi["info"]
    parts = [
        f"<h1>{escape(about['title'])} {escape(about['version'])}: the API</h1>",
        f"<p>{_words(about['description'])}</p>",
        '<p>For programs: <a href="/openapi.json">/openapi.json</a>.</p>',
    ]
    schemas = openapi.get("components", {}).get("schemas", {})
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{_words(operation.get('description', ''))}</p>")
            parts += _shown("Takes", operation.get("requestBody", {}).get("content", {}))
            for status, answer in operation["responses"].items():
                what = answer.get("description", "")
                if what == "Successful Response":
                    what = "OK"
                parts += _shown(f"{status} {what}", answer.get("content", {}))
    parts.append("<h2>What is what</h2>")
    for name, schema in schemas.items():
        parts.append(f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{_words(schema.get("description", ""))}</p>')
        parts.append(f'<pre tabindex="0">{escape(json.dumps(schema.get("properties", {}), indent=1))}</pre>')
    title = f"<title>{escape(about['title'])}: the API</title>"
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>{HEAD}<style>{STYLE}</style>{title}</head>\n'
        f'<body>\n{TOP}\n<main class="api">\n{body}\n</main>\n</body>\n</html>\n'
    )


def _words(text: str) -> str:
    """A description; what stands in backticks there is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _shown(what: str, content: dict[str, Any]) -> list[str]:
    lines = []
    for kind, form in content.items():
        schema = form.get("schema", {})
        name = schema.get("$ref", "").rpartition("/")[2] or schema.get("items", {}).get("$ref", "").rpartition("/")[2]
        many = "list of " if schema.get("type") == "array" else ""
        link = f'{many}<a href="#{escape(name)}">{escape(name)}</a>' if name else ""
        lines.append(f"<p>{escape(what)}: <code>{escape(kind)}</code> {link}</p>")
    return lines
