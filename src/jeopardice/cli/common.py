"""What all commands share: their options, reading RULES with --set, and telling results."""

from __future__ import annotations

import json
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.common.errors import InputError, one_line, shown

if TYPE_CHECKING:
    from jeopardice.common.progress import Progress
    from jeopardice.rulebook import Rules

RulesArgument = Annotated[
    str, typer.Argument(metavar="RULES", help="A preset's name, a rules file, or a saved solution (.nc).")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the rules for this run; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object, numbers in full precision.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Compute in exact fractions.")]
ObjectiveOption = Annotated[
    str | None,
    typer.Option(
        metavar="OBJECTIVE",
        help="win (the default), score (most points in a turn), average (in the long run, when busts in "
        "a row are penalised), turns (fewest to the goal) or within:N (turns).",
    ),
]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Do not use the cache (see the command cache).")]
ScoresOption = Annotated[str | None, typer.Option(help="Banked scores, the mover's first (not needed for score).")]
PositionObjectiveOption = Annotated[
    str | None, typer.Option(metavar="OBJECTIVE", help="As in solve; by default win, and score without --scores.")
]
TurnOption = Annotated[int, typer.Option(help="The turn total before the roll.")]
RollOption = Annotated[str | None, typer.Option(help="The dice just rolled, in any order: 115346.")]
DiceLeftOption = Annotated[str | None, typer.Option(help="The dice left to roll, if none was rolled since.")]
SinglesOption = Annotated[int, typer.Option(help="Single-die bonuses already won in this turn.")]
BustsOption = Annotated[
    str | None,
    typer.Option(metavar="N[,M…]", help="Busts in a row so far, the mover's first, where the rules penalise them."),
]
ToBeatOption = Annotated[int, typer.Option(help="What the player before has banked, with turn.beat_previous.")]
SeatOption = Annotated[int, typer.Option(help="With end.rule = equal-turns: 1 if the mover began the round, else 2, …")]


PlayersOption = Annotated[int | None, typer.Option(help="How many play, instead of what the rules say.")]

LONG = 5
"""Seconds of work that are announced."""


def with_players(changes: list[str] | None, players: int | None) -> list[str]:
    """The changes of --set, and that of --players."""
    return [*(changes or []), *([f"players={players}"] if players is not None else [])]


def load_rules(game: str, changes: list[str] | None) -> Rules:
    """The rules that a user names, with the changes of --set."""
    from jeopardice.rulebook import changed_rules, rules

    if game.endswith(".nc"):
        from jeopardice.solutions.storage import load

        found = load(game).rules
    else:
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


def tell(line: str) -> None:
    """A line for the person at the terminal, beside the result."""
    print(one_line(line), file=sys.stderr)


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
    """A callback that shows a progress bar on standard error once the work takes more than a second.

    Where standard error is no terminal, a line after a few seconds says how far it is, also if nothing was reported.
    """
    began = time.monotonic()
    bar: Any = None
    task: Any = None
    done = 0.0
    lock = threading.Lock()

    def show() -> None:
        nonlocal bar, task
        with lock:
            if bar is None:
                from rich.console import Console
                from rich.progress import Progress as Bar

                bar = Bar(*Bar.get_default_columns(), console=Console(stderr=True), transient=True)
                task = bar.add_task(what, total=1.0)
                bar.start()
            bar.update(task, completed=done)

    def report(part: float) -> None:
        nonlocal done
        done = part
        if sys.stderr.isatty() and time.monotonic() - began > 1:
            show()

    def remind() -> None:
        if sys.stderr.isatty():
            show()
            return
        line = f"{what}: still working after {LONG} seconds"
        if done >= 0.01:
            left = max(LONG / 4, LONG * (1 / done - 1))  # the last percent may take their time
            line += f": {done:.0%} done, at least {left:.0f} seconds left"
        tell(line)

    timer = threading.Timer(LONG, remind)
    timer.daemon = True
    timer.start()
    try:
        yield report
    finally:
        timer.cancel()
        with lock:
            if bar is not None:
                bar.stop()


def bars(chances: dict[int, float], most: int = 24) -> list[tuple[str, float]]:
    """At most so many bars: single numbers where they fit, else equal intervals; what is rarer comes last."""
    # What matters decides how wide the intervals are; each then tells all that falls into it.
    common = [number for number, chance in chances.items() if chance >= 1e-4]
    steps = [nice * 10**power for power in range(10) for nice in (1, 2, 5)]
    # Intervals end with their largest number, so that 0, a bust, stands alone.
    width = 1 if len(common) <= most else next(step for step in steps if max(common) // step < most)
    slots: dict[int, float] = {}
    for number, chance in chances.items():
        end = -(-number // width) * width
        slots[end] = slots.get(end, 0) + chance
    slots = {end: chance for end, chance in slots.items() if chance >= 1e-4}
    found = [(f"{end - width + 1:,}–{end:,}" if width > 1 and end else f"{end:,}", c) for end, c in slots.items()]
    rare = 1 - sum(chance for _, chance in found)
    return [*found, ("other", rare)] if rare > 5e-5 else found


def dice_text(phase: str) -> str:
    """The name of a phase in a sentence: "3 dice", "1 die", "AAB"."""
    number, _, more = phase.partition(" ")
    if not number.isdecimal():
        return phase
    return f"{number} {'die' if number == '1' else 'dice'}{' ' if more else ''}{more}"
