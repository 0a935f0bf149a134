"""The API as a plain page, from its OpenAPI description: nothing is loaded from outside."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2rem }
pre { overflow-x: auto; padding: .6rem; border: 1px solid #8886; border-radius: 4px }
"""


def docs_page(openapi: dict[str, Any]) -> str:
    """Every endpoint: what it does, what it takes, what it answers."""
    about = openapi["info"]
    parts = [
        f"<h1>{escape(about['title'])} {escape(about['version'])}: the API</h1>",
        f"<p>{escape(about['description'])}</p>",
        '<p>For programs: <a href="/openapi.json">/openapi.json</a>.</p>',
    ]
    schemas = openapi.get("components", {}).get("schemas", {})
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', ''))}</p>")
            parts += _shown("Takes", operation.get("requestBody", {}).get("content", {}))
            for status, answer in operation["responses"].items():
                what = answer.get("description", "")
                if what == "Successful Response":
                    what = "OK"
                parts += _shown(f"{status} {what}", answer.get("content", {}))
    parts.append("<h1>What is what</h1>")
    for name, schema in schemas.items():
        parts.append(f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{escape(schema.get("description", ""))}</p>')
        parts.append(f"<pre>{escape(json.dumps(schema.get('properties', {}), indent=1))}</pre>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    title = f"<title>{escape(about['title'])}: the API</title>"
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en">\n<head>{head}{title}</head>\n<body>\n{body}\n</body>\n</html>\n'


def _shown(what: str, content: dict[str, Any]) -> list[str]:
    lines = []
    for kind, form in content.items():
        schema = form.get("schema", {})
        name = schema.get("$ref", "").rpartition("/")[2] or schema.get("items", {}).get("$ref", "").rpartition("/")[2]
        many = "list of " if schema.get("type") == "array" else ""
        link = f'{many}<a href="#{escape(name)}">{escape(name)}</a>' if name else ""
        lines.append(f"<p>{escape(what)}: <code>{escape(kind)}</code> {link}</p>")
    return lines
