"""`jeopardice table`: value and action by phase and turn total."""

from __future__ import annotations

import csv
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    BustsOption,
    ExactOption,
    JsonOption,
    NoCacheOption,
    PlayersOption,
    PositionObjectiveOption,
    RulesArgument,
    ScoresOption,
    SeatOption,
    SetOption,
    ToBeatOption,
    dice_text,
    fraction_text,
    number_text,
    print_json,
    with_players,
)
from jeopardice.cli.solving import Situation, position_objective, solved_turn
from jeopardice.common.errors import InputError

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
    objective: PositionObjectiveOption = None,
    scores: ScoresOption = None,
    busts: BustsOption = None,
    to_beat: ToBeatOption = 0,
    seat: SeatOption = 1,
    first: Annotated[int, typer.Option("--from", help="First turn total.")] = 0,
    last: Annotated[
        int | None, typer.Option("--to", help="Last turn total (default: while there is a decision).")
    ] = None,
    what: Annotated[
        What, typer.Option(help="value and action; gain: value beyond the total; action; or the chance to bust.")
    ] = What.value,
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = Format.text,
    players: PlayersOption = None,
    exact: ExactOption = False,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Value and action by dice left and turn total, like the papers' tables.

    In text, "*" marks states that no play reaches, "b" a bank and "=" a tie between actions.

    \b
      jeopardice table farkle --what gain --to 500         Busche & Neller, Table 2
      jeopardice table ten-thousand --format markdown
      jeopardice table pig --objective win --scores 80,70 --what action
      jeopardice table farkle --format csv > farkle.csv
    """
    from jeopardice.analysis.tables import turn_table

    changes = with_players(changes, players)
    wanted = position_objective(game, objective, scores)
    if what is What.gain and wanted.name != "score":
        raise InputError(f"--what: gain: it is for objective score, not for {wanted}")
    solved, left_out = solved_turn(
        game, changes, wanted, Situation(scores, busts, to_beat, seat), exact=exact, cache=not no_cache
    )
    table = turn_table(solved, first, last)
    if as_json:
        rows = [_as_json(cell) for row in table.rows for cell in row]
        print_json({"objective": str(wanted), "phases": table.phases, "cells": rows, "left_out": left_out})
    elif form is Format.csv:
        _print_csv(table)
    else:
        _print_text(table, what, form, percent=wanted.name in ("win", "within"))


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


def _print_text(table: TurnTable, what: What, form: Format, *, percent: bool) -> None:
    header = ["turn total", *map(dice_text, table.phases)]
    lines = [[f"{row[0].total:,}", *(_text(cell, what, percent) for cell in row)] for row in table.rows]
    if form is Format.markdown:
        print(f"| {' | '.join(header)} |")
        print(f"|{' ---: |' * len(header)}")
        for line in lines:
            print(f"| {' | '.join(line)} |")
        return
    widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]
    for line in [header, *lines]:
        print("  ".join(f"{text:>{width}}" for text, width in zip(line, widths, strict=True)).rstrip())


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
