"""What all commands share: their options, reading RULES with --set, and telling results."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.errors import InputError, JeopardiceError, shown

if TYPE_CHECKING:
    from jeopardice.rulebook import Rules
    from jeopardice.solve.values import Progress

RulesArgument = Annotated[str, typer.Argument(metavar="RULES", help="A preset's name or a rules file.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the rules for this run; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object, numbers in full precision.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Compute in exact fractions.")]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        metavar="OBJECTIVE",
        help="win (two players), score (most points in a turn), turns (fewest to the goal) or within:N (turns).",
    ),
]
OBJECTIVES = ("win", "score", "average", "turns", "within:N")


def load_rules(game: str, changes: list[str] | None) -> Rules:
    """The rules that a user names, with the changes of --set."""
    from jeopardice.rulebook import changed_rules, rules

    found = rules(game)
    if not changes:
        return found
    return changed_rules(found, dict(_change(change) for change in changes), "--set")


def _change(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise InputError(f"--set: {shown(text)}: it must be KEY=VALUE, such as goal=5000 or turn.minimum_bank=300")
    if "\n" in value or "\r" in value:
        raise InputError(f"--set: {shown(text)}: it must be one line")
    try:
        return key.strip(), tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]
    except (ValueError, ArithmeticError, RecursionError):
        return key.strip(), value.strip()  # a word without quotes


def check_objective(objective: str, *, races: bool = True) -> None:
    """Refuses objectives that do not exist, and those that a command does not know yet."""
    name, _, number = objective.partition(":")
    if not (objective in OBJECTIVES[:-1] or (name == "within" and number.isdecimal())):
        raise InputError(f"--objective: {shown(objective)}: it must be one of {', '.join(OBJECTIVES)}")
    if objective == "average" or (objective != "score" and not races):
        raise JeopardiceError(f"--objective: {shown(objective)}: this version of the command does not know it yet")


def check_not_exact(exact: bool, objective: str) -> None:
    """Fractions are for turns only, so far."""
    if exact:
        raise JeopardiceError(f"--exact: objective {objective} is solved in floating point; fractions are for score")


def read_scores(text: str | None) -> tuple[int, ...] | None:
    """Banked scores, the mover's first, separated by commas."""
    if text is None:
        return None
    parts = text.split(",")
    if not all(re.fullmatch(r"\s*-?[0-9]{1,10}\s*", part) for part in parts):
        raise InputError(f"--scores: {shown(text)}: it must be whole numbers with commas, such as 3500,4200")
    return tuple(map(int, parts))


def left_out_note(rules: Rules) -> list[str]:
    """Says in one line which keys of the game objective `score` leaves out; also for JSON."""
    from jeopardice.solution import keys_left_out

    keys = keys_left_out(rules)
    if keys:
        tell(f"note: objective score looks at one turn alone and leaves out {', '.join(keys)}")
    return list(keys)


def tell(line: str) -> None:
    """A line for the person at the terminal, beside the result."""
    print(line, file=sys.stderr)


def print_json(result: dict[str, Any]) -> None:
    """The result as one JSON object."""
    print(json.dumps(result, ensure_ascii=False, default=_plain))


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return value.numerator / value.denominator
    raise TypeError(f"{type(value)} has no JSON form")


def fraction_text(value: float | Fraction) -> str | None:
    """A fraction as text for the key `exact`; None for floating point."""
    return str(value) if isinstance(value, Fraction) else None


def number_text(value: float | Fraction, decimals: int = 3) -> str:
    """A number for tables."""
    return f"{float(value):,.{decimals}f}"


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A callback that shows a progress bar on standard error once the work takes more than a second."""
    began = time.monotonic()
    bar: Any = None
    task: Any = None

    def report(part: float) -> None:
        nonlocal bar, task
        if bar is None and sys.stderr.isatty() and time.monotonic() - began > 1:
            from rich.console import Console
            from rich.progress import Progress as Bar

            bar = Bar(console=Console(stderr=True), transient=True)
            task = bar.add_task(what, total=1.0)
            bar.start()
        if bar is not None:
            bar.update(task, completed=part)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()


def dice_text(phase: str) -> str:
    """The name of a phase in a sentence: "3 dice", "1 die", "AAB"."""
    number, _, more = phase.partition(" ")
    if not number.isdecimal():
        return phase
    return f"{number} {'die' if number == '1' else 'dice'}{' ' if more else ''}{more}"
