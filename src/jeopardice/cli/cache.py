"""`jeopardice cache`: the cached solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from jeopardice.cli.common import print_json
from jeopardice.cli.options import JsonOption
from jeopardice.common.errors import InputError


def cache_command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all cached solutions.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the cached solutions and their folder, or delete them.

    \b
      jeopardice cache
      jeopardice cache --clear
      JEOPARDICE_CACHE=/another/folder jeopardice solve farkle
    """
    from jeopardice.solutions import cache
    from jeopardice.solutions.storage import load

    if clear:
        count = cache.clear()
        if as_json:
            print_json({"folder": str(cache.folder()), "cleared": count})
        else:
            print(f"{count} {'solution' if count == 1 else 'solutions'} deleted from {cache.folder()}")
        return
    rows: list[dict[str, object]] = []
    for path in cache.entries():
        row: dict[str, object] = {"file": path.name, "bytes": path.stat().st_size}
        try:
            solution = load(path)
            row |= {
                "rules": solution.rules.title,
                "goal": solution.rules.goal,
                "objective": str(solution.objective),
                "strategy": solution.plays,
                "value": solution.value,
                "certified": solution.is_certified,
            }
        except InputError as error:
            row["error"] = str(error)
        rows.append(row)
    if as_json:
        print_json({"folder": str(cache.folder()), "solutions": rows})
        return
    print(cache.folder())
    for row in rows:
        if "error" in row:
            print(f"  {row['error']}")
        else:
            what = f"{row['rules'] or 'a game'} to {row['goal']:,}, {row['objective']}, {row['strategy']}"
            print(f"  {row['file']}  {row['bytes']:>12,} bytes  {what}: {row['value']}")
    if not rows:
        print("  nothing yet")
