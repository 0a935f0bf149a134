"""`jeopardice table`: value and action by phase and turn total."""

from __future__ import annotations

import csv
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import dice_text, fraction_text, number_text, print_json
from jeopardice.cli.options import ExactOption, StateOptions, TableOptions, assumed_note, command, left_out_note
from jeopardice.cli.terminal import page_width, verbatim_output
from jeopardice.common.errors import InputError

if TYPE_CHECKING:
    from jeopardice.analysis.tables import Cell, TurnTable


WIDEST = 1000
"""The columns of a page that is no terminal."""


class TableFormat(StrEnum):
    """How a table is written."""

    text = "text"
    csv = "csv"
    markdown = "markdown"


class What(StrEnum):
    """What a cell shows."""

    value = "value"
    gain = "gain"
    action = "action"
    bust = "bust"


MARKS = {" b": "b: bank", "=": "=: actions tie", "*": "*: no play reaches this state"}
"""The marks of cells in text, and what they mean."""


@command
def table_command(
    *,
    at: StateOptions,
    first: Annotated[int, typer.Option("--from", help="First turn total.")] = 0,
    last: Annotated[
        int | None, typer.Option("--to", help="Last turn total (default: while there is a decision).")
    ] = None,
    what: Annotated[
        What,
        typer.Option(help="The value and whether to bank, the gain over the total, the action, or the bust chance."),
    ] = What.value,
    form: Annotated[TableFormat, typer.Option("--format", help="The format of the table.")] = TableFormat.text,
    exact: ExactOption = False,
    game: TableOptions,
) -> None:
    """Print values and actions by dice left and turn total, like the papers' tables.

    \b
      jeopardice table farkle --what gain --to 500         Busche & Neller, Table 2
      jeopardice table ten-thousand --format markdown
      jeopardice table pig --objective win --scores 80,70 --what action
      jeopardice table farkle --format csv > farkle.csv
    """
    from jeopardice.analysis.tables import turn_table

    if what is What.gain and (wanted := at.wanted(game)).name != "score":
        raise InputError(f"--what: gain: it is for objective score, not for {wanted}")
    if at.offer is not None and (wanted := at.wanted(game)).name != "win":
        raise InputError(f"--offer: {at.offer}: it is for objective win, not for {wanted}")
    solution, start = at.solve(game, exact=exact)
    objective = solution.objective
    left_out = left_out_note(solution.rules, objective.name)
    table = turn_table(solution.turn_at(start), first, last)
    given = assumed_note(solution.rules, start, objective)
    if game.as_json:
        rows = [_as_json(cell) for row in table.rows for cell in row]
        print_json(
            {"objective": str(objective), "phases": table.phases, "cells": rows, "left_out": left_out, "assumed": given}
        )
    elif form is TableFormat.csv:
        _print_csv(table)
    else:
        _print_text(table, what, form, percent=objective.name in ("win", "within"))


def _as_json(cell: Cell) -> dict[str, Any]:
    return {
        "turn": cell.total,
        "phase": cell.phase,
        "value": cell.value,
        "exact": fraction_text(cell.value),
        "action": cell.action,
        "verdict": cell.verdict,
        "bust_probability": cell.bust,
        "reachable": cell.reachable,
    }


def _print_csv(table: TurnTable) -> None:
    """One line per state, everything in full precision."""
    rows = [_as_json(cell) for row in table.rows for cell in row]
    writer = csv.DictWriter(verbatim_output(), list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        numbers = {name: float(row[name]) for name in ("value", "bust_probability")}
        writer.writerow({**row, **numbers, "exact": row["exact"] or "", "reachable": str(row["reachable"]).lower()})


def _print_text(table: TurnTable, what: What, form: TableFormat, *, percent: bool) -> None:
    header = ["turn total", *map(dice_text, table.phases)]
    lines = [[f"{row[0].total:,}", *(_text(cell, what, percent) for cell in row)] for row in table.rows]
    if form is TableFormat.markdown:
        print(f"| {' | '.join(header)} |")
        print(f"|{' ---: |' * len(header)}")
        for line in lines:
            print(f"| {' | '.join(line)} |")
        return
    widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]
    gap = " " if sum(widths) + 2 * len(widths) - 2 > page_width(WIDEST) else "  "
    for line in [header, *lines]:
        print(gap.join(f"{text:>{width}}" for text, width in zip(line, widths, strict=True)).rstrip())
    if meanings := [meaning for mark, meaning in MARKS.items() if any(mark in text for line in lines for text in line)]:
        print("\n" + "; ".join(meanings))


def _text(cell: Cell, what: What, percent: bool) -> str:
    marks = ("=" if cell.verdict == "tied" else "") + ("" if cell.reachable else "*")
    match what:
        case What.value:
            value = f"{float(cell.value):.3%}" if percent else number_text(cell.value)
            return value + (" b" if cell.action == "bank" else "") + marks
        case What.gain:
            return number_text(cell.gain) + marks
        case What.action:
            return cell.action + marks
        case What.bust:
            return f"{float(cell.bust):.3%}{marks}"
