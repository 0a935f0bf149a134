"""`jeopardice review`: luck and mistakes of a game that was played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import print_json
from jeopardice.cli.options import JsonOption, NoCacheOption
from jeopardice.cli.records import judge_of, load_records
from jeopardice.common.errors import InputError

if TYPE_CHECKING:
    from jeopardice.play.record import Record
    from jeopardice.play.session import Session


def review_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Games as text or JSON; - reads standard input.")],
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show what every decision of a game cost and how lucky every roll was; together they make up the result.

    \b
      jeopardice play pig --save game.txt
      jeopardice review game.txt
    """
    records = load_records("FILE", file)
    for number, record in enumerate(records, 1):
        if not record.moves:
            which = f": game {number}" if len(records) > 1 else ""
            raise InputError(f"FILE: {file}{which}: no move has been made in this game yet")
    sessions = [_reviewed(record, cache=not no_cache) for record in records]
    if as_json:
        found = [_as_json(session) for session in sessions]
        print_json(found[0] if len(found) == 1 else {"games": found})
        return
    for session in sessions:
        _show(session)


def _reviewed(record: Record, *, cache: bool) -> Session:
    from jeopardice.opponents.players import players_of
    from jeopardice.play.session import Session

    Session.of(record, None, players_of)  # errors are reported before the game is solved
    return Session.of(record, judge_of(record.rules, wanted=True, cache=cache), players_of)


def _as_json(session: Session) -> dict[str, Any]:
    winners = list(session.game.winners)
    return {"record": session.record.as_json(), "winners": winners, "review": session.review().as_json()}


def _show(session: Session) -> None:
    from rich.console import Console

    from jeopardice.cli.play_screen import Screen
    from jeopardice.play.game_text import result_words

    console, record = Console(file=sys.stdout), session.record
    title, result = record.rules.title or "A game", result_words(record, session.game)
    console.print(f"{title}: {result}.", markup=False, highlight=False, soft_wrap=True)
    Screen(console, session).summary(session.review())
