"""`jeopardice rules`: lists the presets, or prints and checks one game."""

from __future__ import annotations

from typing import Annotated

import typer

from jeopardice.cli.common import JsonOption, SetOption, load_rules, print_json
from jeopardice.errors import InputError, shown


def rules_command(
    name: Annotated[str | None, typer.Argument(metavar="[RULES]", help="A preset's name or a rules file.")] = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games that come with Jeopardice, or print one as a rules file, checked and ready to edit.

    \b
      jeopardice rules
      jeopardice rules farkle > my-farkle.toml
      jeopardice rules my-farkle.toml --set goal=5000
    """
    from jeopardice.rulebook import presets, rules
    from jeopardice.turn import turn_model

    if name is not None:
        game = load_rules(name, changes)
        turn_model(game)  # finds what the file alone does not show, such as a game without end
        if as_json:
            print_json({"rules": game.to_toml(), "title": game.title, "family": game.family})
        else:
            print(game.to_toml(), end="")
        return
    if changes:
        raise InputError(f"--set: {shown(changes[0])}: it needs a game to change")
    games = [(preset, rules(preset)) for preset in presets()]
    if as_json:
        print_json(
            {"presets": [{"name": n, "title": g.title, "family": g.family, "source": g.source} for n, g in games]}
        )
        return
    width = max(len(preset) for preset, _ in games)
    for preset, game in games:
        print(f"{preset:<{width}}  {game.family:<6}  to {game.goal:>6,}  {game.title} ({game.source})")
