"""`jeopardice rules`: lists the presets, or prints and checks one game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import GameOptions, JsonOption, SetOption
from jeopardice.cli.terminal import page_width, verbatim_output
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.rulebook import Rules


def rules_command(
    name: Annotated[str | None, typer.Argument(metavar="RULES", help="A preset's name or a rules file.")] = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the included games, or print one as a rules file, checked and ready to edit.

    \b
      jeopardice rules
      jeopardice rules farkle > my-farkle.toml
      jeopardice rules my-farkle.toml --set goal=5000
    """
    from jeopardice.rulebook import presets, rules, special
    from jeopardice.turn import turn_model

    if name is not None:
        game = GameOptions(name, changes).rules
        with progress_bar("Checking") as progress:
            turn_model(game, progress)  # finds errors that reading the file does not, such as a game without end
        if as_json:
            print_json({"rules": game.to_toml(), "title": game.title, "family": game.family})
        else:
            print(game.to_toml(), end="", file=verbatim_output())
        return
    if changes:
        raise InputError(f"--set: {shown(changes[0])}: it needs a game to change")
    games = [(preset, rules(preset)) for preset in presets()]
    if as_json:
        print_json({"presets": [_as_json(preset, game, special(game)) for preset, game in games]})
        return
    widths = [max(map(len, texts)) for texts in zip(*((preset, game.title) for preset, game in games), strict=True)]
    for preset, game in games:
        print(f"{preset:<{widths[0]}}  {game.title:<{widths[1]}}  {game.family:<6}  to {game.goal:,}")
        text = "; ".join(special(game)).replace(" = ", "\u00a0=\u00a0")  # not to be broken
        lines = textwrap.fill(text, page_width(80), initial_indent="    ", subsequent_indent="    ")
        print(lines.replace("\u00a0", " "))


def _as_json(preset: str, game: Rules, special: tuple[str, ...]) -> dict[str, object]:
    keys = ("title", "family", "goal", "source", "note")
    return {"name": preset, **{key: getattr(game, key) for key in keys}, "special": special}
