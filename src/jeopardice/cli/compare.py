"""`jeopardice compare`: what a variant changes, for game designers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import JsonOption, NoCacheOption, SetOption, SolvedGameOptions
from jeopardice.cli.terminal import page_width
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.analysis.compare import Profile
    from jeopardice.analysis.disagreements import Disagreement
    from jeopardice.solutions.protocol import Solution

WIDTH = 100
LABEL = 38
"""Columns of the output, and of the labels before the games."""
COLUMN = 15
"""The least width of a game; games that do not fit go into another table."""
MOST_GAMES_COMPARED = 12


def compare_command(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES…", help="Games: presets, rules files or saved solutions, each optionally with +KEY=VALUE."
        ),
    ],
    number: Annotated[
        int, typer.Option("--games", metavar="N", help="How many games are simulated in each contest.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    beginner: Annotated[
        str | None, typer.Option(metavar="STRATEGY", help="How a beginner plays: rolls:2 by default, in Hog dice:2.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with plots, for a browser.")] = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a variant changes: fairness, length, points, skill, luck, and where best play differs.

    \b
    RULES+KEY=VALUE is a game with one key changed, and may be repeated: farkle+goal=5000+turn.minimum_bank=300.
    A single game gets a profile. Numbers with ± come from simulated games; all others are exact.
    What each line means: docs/compare.md.
    \b
      jeopardice compare farkle farkle+turn.minimum_bank=500
      jeopardice compare pig two-dice-pig big-pig --html pigs.html
      jeopardice compare farkle house.toml --set goal=5000 --beginner hold-at:300 --json
    """
    from jeopardice.analysis.comparison import compare
    from jeopardice.analysis.disagreements import disagreements

    if len(games) > MOST_GAMES_COMPARED:
        raise InputError(f"RULES: {len(games)} given: at most {MOST_GAMES_COMPARED} games are compared")
    if html is not None:
        check_file("--html", html)
    _check(number, seed, beginner)
    solutions = [(_name(game), _solved(game, changes, no_cache)) for game in games]
    with progress_bar("Comparing") as progress:
        profiles = compare(solutions, games=number, seed=seed, beginner=beginner, progress=progress)
        found = disagreements(profiles)
    if html is not None:
        from jeopardice.common.files import write_whole
        from jeopardice.figures.compare_page import page

        write_whole(html, page(profiles, found))
    if as_json:
        from jeopardice.analysis.compare_text import comparison

        print_json(comparison(profiles, found, number, seed))
    else:
        _print(profiles, found)


def _check(number: int, seed: int, beginner: str | None) -> None:
    """Refuse bad values before anything is solved."""
    from jeopardice.evaluation.games import check_games
    from jeopardice.strategies import Optimal, strategy

    check_games(number, seed, least=2)
    if beginner is not None and isinstance(strategy(beginner), Optimal):
        raise InputError(f"--beginner: {beginner}: a beginner plays by a fixed strategy")


def split_variant(text: str) -> tuple[str, list[str]]:
    """A game and the changes written after it: farkle+turn.minimum_bank=500."""
    if Path(text).exists():
        return text, []
    game, *changes = re.split(r"\+(?=[A-Za-z_.\"]+\s*=)", text)
    return game, changes


def _name(text: str) -> str:
    game, changes = split_variant(text)
    return "+".join([Path(game).stem if game.endswith((".toml", ".nc")) else game, *changes])


def _solved(text: str, changes: list[str] | None, no_cache: bool) -> Solution:
    game, own = split_variant(text)
    changed = [*(changes or []), *own] or None
    try:
        options = SolvedGameOptions(game, changed, no_cache=no_cache)
        return options.solve_for("profile")
    except JeopardiceError as error:
        if game in str(error):
            raise
        message = str(error).removeprefix("--set: ") if own and not changes else str(error)
        raise type(error)(f"{text}: {message}") from None


def _print(profiles: tuple[Profile, ...], found: tuple[Disagreement, ...]) -> None:
    from textwrap import wrap

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from jeopardice.analysis.compare_text import rows, sentences

    width = page_width(WIDTH)
    console = Console(width=width, highlight=False)
    side_by_side = max(1, (width - LABEL) // COLUMN)
    lines = rows(profiles)
    for first in range(0, len(profiles), side_by_side):
        shown_now = slice(first, first + side_by_side)
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 1))
        table.add_column("", min_width=LABEL - 2, no_wrap=True)
        for profile in profiles[shown_now]:
            table.add_column(Text(profile.name.replace("+", "\n+")), justify="right", overflow="fold")
        for row in lines:
            label = Text(f"  {row.label}" if row.detail else row.label, style="" if row.detail else "bold")
            table.add_row(label, *(Text(cell) for cell in row.cells[shown_now]))
        console.print(table)
    print(f"± is the standard error of {profiles[0].played.games:,} simulated games; other numbers above are exact.")
    for entry in found:
        print(f"\n{entry.name} for players of {entry.first}")
        for line in sentences(entry):
            print("\n".join(wrap(line, width - 4, initial_indent="  ", subsequent_indent="    ")))
