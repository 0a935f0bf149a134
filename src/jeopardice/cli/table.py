"""`jeopardice table`: value and action by phase and turn total."""

from __future__ import annotations

import csv
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    ExactOption,
    JsonOption,
    ObjectiveOption,
    RulesArgument,
    SetOption,
    check_objective,
    dice_text,
    fraction_text,
    left_out_note,
    load_rules,
    number_text,
    print_json,
    progress_bar,
)

if TYPE_CHECKING:
    from jeopardice.analysis.tables import Cell, TurnTable


class Format(StrEnum):
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


def table_command(
    game: RulesArgument,
    objective: ObjectiveOption = "score",
    first: Annotated[int, typer.Option("--from", help="First turn total.")] = 0,
    last: Annotated[
        int | None, typer.Option("--to", help="Last turn total (default: while there is a decision).")
    ] = None,
    what: Annotated[
        What, typer.Option(help="value and action; gain: value beyond the total; action; or the chance to bust.")
    ] = What.value,
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.text,
    exact: ExactOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Value and action by dice left and turn total, like the papers' tables.

    In text, "*" marks states that no play reaches, "b" a bank and "=" a tie between actions.

    \b
      jeopardice table farkle --what gain --to 500         Busche & Neller, Table 2
      jeopardice table ten-thousand --format markdown
      jeopardice table farkle --format csv > farkle.csv
    """
    from jeopardice.analysis.tables import turn_table
    from jeopardice.solution import solve_turn

    check_objective(objective, races=False)
    rules = load_rules(game, changes)
    with progress_bar("Solving") as progress:
        solution = solve_turn(rules, exact=exact, progress=progress)
    table = turn_table(solution, first, last)
    left_out = left_out_note(rules)
    if as_json:
        rows = [_as_json(cell) for row in table.rows for cell in row]
        print_json({"objective": "score", "phases": table.phases, "cells": rows, "left_out": left_out})
    elif form is Format.csv:
        _print_csv(table)
    else:
        _print_text(table, what, form)


def _as_json(cell: Cell) -> dict[str, object]:
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
    """One line a state, everything in full precision."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["turn", "phase", "value", "exact", "action", "verdict", "bust_probability", "reachable"])
    for row in table.rows:
        for cell in row:
            value, bust = float(cell.value), float(cell.bust)
            exact = fraction_text(cell.value) or ""
            writer.writerow(
                [cell.total, cell.phase, value, exact, cell.action, cell.verdict, bust, str(cell.reachable).lower()]
            )


def _print_text(table: TurnTable, what: What, form: Format) -> None:
    header = ["turn total", *map(dice_text, table.phases)]
    lines = [[f"{row[0].total:,}", *(_text(cell, what) for cell in row)] for row in table.rows]
    if form is Format.markdown:
        print(f"| {' | '.join(header)} |")
        print(f"|{' ---: |' * len(header)}")
        for line in lines:
            print(f"| {' | '.join(line)} |")
        return
    widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]
    for line in [header, *lines]:
        print("  ".join(f"{text:>{width}}" for text, width in zip(line, widths, strict=True)).rstrip())


def _text(cell: Cell, what: What) -> str:
    marks = ("=" if cell.verdict == "tied" else "") + ("" if cell.reachable else "*")
    match what:
        case What.value:
            return number_text(cell.value) + (" b" if cell.action == "bank" else "") + marks
        case What.gain:
            return number_text(cell.gain) + marks
        case What.action:
            return cell.action + marks
        case What.bust:
            return f"{float(cell.bust):.3%}{marks}"
