"""`jeopardice review`: luck and mistakes of a game that was played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json
from jeopardice.cli.options import JsonOption, NoCacheOption
from jeopardice.common.errors import InputError

if TYPE_CHECKING:
    from jeopardice.play.record import Record


def review_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game as text or JSON; - reads standard input.")],
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
) -> None:
    """What every decision of a game cost, and how lucky every roll was: together they are the result.

    \b
      jeopardice play pig --save game.txt
      jeopardice review game.txt
    """
    from jeopardice.cli.play import judge_of
    from jeopardice.opponents.players import players_of
    from jeopardice.play.game_text import result_words
    from jeopardice.play.session import Session

    record = load_record("FILE", file)
    if not record.moves:
        raise InputError(f"FILE: {file}: nobody has moved yet in this game")
    session = Session.of(record, None, players_of)
    session = Session.of(record, judge_of(record.rules, wanted=True, cache=not no_cache), players_of)
    found = session.review()
    if as_json:
        winners = list(session.game.winners)
        print_json({"record": session.record.as_json(), "winners": winners, "review": found.as_json()})
        return
    from rich.console import Console

    from jeopardice.cli.play_screen import Screen

    console = Console(file=sys.stdout)
    title, result = record.rules.title or "A game", result_words(record, session.game)
    console.print(f"{title}: {result}.", markup=False, highlight=False, soft_wrap=True)
    Screen(console, session).summary(found)


def load_record(place: str, path: Path) -> Record:
    """The game in a file, as text or JSON; errors name the option and the file."""
    from jeopardice.play.game_reader import read_game

    try:
        return read_game(sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")).record
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{place}: {path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except InputError as error:
        raise InputError(f"{place}: {path}: {error}") from None
