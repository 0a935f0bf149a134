"""Games in files, and the solution that judges them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jeopardice.cli.common import LONG, inform, progress_bar
from jeopardice.common.errors import InputError, JeopardiceError

if TYPE_CHECKING:
    from jeopardice.common.estimates import Estimate
    from jeopardice.play.judge import Judge
    from jeopardice.play.record import Record
    from jeopardice.rulebook import Rules

TOO_LONG = 20
"""Seconds of solving beyond which a game is not solved unless best play or the coach needs it."""


class _TooLongError(Exception):
    """Solving would take too long, and neither a player nor the coach needs it."""


def load_records(place: str, path: Path) -> list[Record]:
    """The games in a file, as text or JSON; errors name the option and the file."""
    from jeopardice.play.game_reader import read_games

    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        found = [game.record for game in read_games(text)]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{place}: {path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except InputError as error:
        raise InputError(f"{place}: {path}: {error}") from None
    if not found:
        raise InputError(f"{place}: {path}: there is no game in it")
    return found


def write_record(path: Path, record: Record) -> None:
    """Write a game to a file: as text if its name ends with .txt, else as JSON."""
    import json
    from datetime import datetime

    from jeopardice.common.files import write_whole
    from jeopardice.play.game_text import write_game

    is_text = path.suffix.lower() == ".txt"
    now = f"{datetime.now():%Y-%m-%d %H:%M}"
    write_whole(path, write_game(record, now) if is_text else json.dumps(record.as_json(), ensure_ascii=False) + "\n")


def judge_of(rules: Rules, *, wanted: bool, cache: bool) -> Judge | None:
    """The game, solved; None if it cannot be solved, or if that would take too long and is not needed."""
    from jeopardice.play.judge import Judge
    from jeopardice.solvers.solve import Question, Work, answer

    def announce(estimate: Estimate) -> None:
        if estimate.seconds > TOO_LONG and not wanted:
            raise _TooLongError
        if estimate.seconds > LONG:
            inform(f"estimate: {estimate}")

    try:
        with progress_bar("Solving") as progress:
            work = Work(cache, progress=progress, announce=announce, note=inform)
            return Judge(answer(Question(rules), work).solution)
    except _TooLongError:
        inform("note: this game takes long to solve, so there are no chances and no advice (--coach solves it anyway)")
    except JeopardiceError as error:
        if wanted:
            raise
        inform(f"note: no chances and no advice: {error}")
    return None
