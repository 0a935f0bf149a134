"""What all commands share: progress, and how results are shown."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from jeopardice.cli.terminal import page_width, verbatim_output
from jeopardice.common.errors import one_line

if TYPE_CHECKING:
    from jeopardice.common.numbers import Number
    from jeopardice.common.progress import Progress
    from jeopardice.rulebook import Rules

BESIDE = 26
"""The columns beside a bar: its label and its chance."""
LONG = 5
"""Work that takes more seconds is announced."""


def inform(line: str) -> None:
    """Print a line on standard error."""
    print(one_line(line), file=sys.stderr)


def print_json(result: dict[str, Any]) -> None:
    """The result as one JSON object."""
    print(json.dumps(result, ensure_ascii=False, default=_plain), file=verbatim_output())


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

    If standard error is not a terminal, one line after a few seconds says how much is done, if that is known.
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
        done = max(done, part)
        if sys.stderr.isatty() and time.monotonic() - began > 1:
            show()

    def remind() -> None:
        if sys.stderr.isatty():
            show()
            return
        line = f"{what}: still working after {LONG} seconds"
        if done >= 0.01:
            left = max(LONG / 4, LONG * (1 / done - 1))  # the last percent may be slow
            seconds, percent = max(1, round(left)), min(99, round(100 * done))
            line += f": {percent}% done, at least {seconds:,} second{'' if seconds == 1 else 's'} left"
        inform(line)

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


def race_title(rules: Rules) -> str:
    """The game and its goal, for the first line of a report."""
    return f"{rules.title or 'The race'} to {rules.goal:,}"


def chance_bars(chances: Mapping[int, Number], width: int = 120, most: int = 24) -> None:
    """Print chances as bars, at most `most` of them: one for each number, or for each of equal intervals."""
    # Only chances above 1e-4 decide how wide the intervals are; each interval then counts everything in it.
    common = [number for number, chance in chances.items() if chance >= 1e-4]
    steps = [nice * 10**power for power in range(10) for nice in (1, 2, 5)]
    # Intervals end with their largest number, so that 0, a bust, is on its own.
    step = 1 if len(common) <= most else next(step for step in steps if max(common) // step < most)
    slots: dict[int, float] = {}
    for number, chance in chances.items():
        end = -(-number // step) * step
        slots[end] = slots.get(end, 0) + float(chance)
    bars = {
        f"{end - step + 1:,}–{end:,}" if step > 1 and end else f"{end:,}": chance
        for end, chance in slots.items()
        if chance >= 1e-4
    }
    rare = 1 - sum(bars.values())
    if rare > 5e-5:
        bars["other"] = rare
    room = page_width(width + BESIDE) - BESIDE
    longest = min(1.0, room / (width * max(bars.values(), default=1)))
    for label, chance in bars.items():
        print(f"  {label:>12}  {chance:8.4%}  {'█' * int(longest * width * chance + 0.5)}")


def action_table(columns: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]]) -> None:
    """Print a table of actions: the cells of each, and whether it is among the best."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Do this")
    for column in columns:
        table.add_column(column, justify="right")
    for cells, is_best in rows:
        table.add_row(*cells, style="bold green" if is_best else None)
    Console(soft_wrap=True).print(table)


def dice_text(phase: str) -> str:
    """The name of a phase in a sentence: "3 dice", "1 die", "AAB"."""
    number, _, more = phase.partition(" ")
    if not number.isdecimal():
        return phase
    return f"{number} {'die' if number == '1' else 'dice'}{' ' if more else ''}{more}"
