"""`jeopardice export`: solutions, policies and models in the formats of other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import ObjectiveOption, TableOptions, command, left_out_note
from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.race.objectives import Objective
    from jeopardice.race.questions import Asked
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.protocol import Solution


class ExportFormat(StrEnum):
    """What is written."""

    netcdf = "netcdf"
    parquet = "parquet"
    prism = "prism"


@command
def export_command(
    *,
    form: Annotated[
        ExportFormat,
        typer.Option(
            "--format", help="netcdf: the values between turns; parquet: every decision; prism: the game as a model."
        ),
    ],
    out: Annotated[str, typer.Option(metavar="FILE", help="The file to write.")],
    objective: ObjectiveOption = None,
    step: Annotated[
        int | None, typer.Option(metavar="POINTS", help="parquet: list only scores that are this many points apart.")
    ] = None,
    rolls: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="parquet, family farkle: write which dice to keep of every roll as well."),
    ] = None,
    best_play: Annotated[
        bool, typer.Option("--best-play", help="prism: the chain of best play, instead of the game with its choices.")
    ] = False,
    certify: Annotated[
        bool, typer.Option("--certify", help="Bound the error of all values first; the bound goes into the file.")
    ] = False,
    game: TableOptions,
) -> None:
    """Write a solution, a policy or a model for other programs to read (docs/export.md).

    \b
      jeopardice export farkle --format netcdf --out farkle.nc
      jeopardice export farkle --format parquet --out farkle.parquet --step 500 --rolls rolls.parquet
      jeopardice export pig --format prism --objective turns --out pig.prism
      jeopardice export pig --set goal=20 --format prism --out pig.prism --best-play
    """
    _refuse(form, step=step, rolls=rolls, best_play=best_play, certify=certify)
    for option, place in (("--out", out), ("--rolls", rolls)):
        if place is not None:
            check_file(option, Path(place))
    if rolls is not None and Path(rolls).resolve() == Path(out).resolve():
        raise InputError(f"--rolls: {shown(rolls)}: it must not be the file of --out")
    wanted, _ = game.objective(objective)
    result: dict[str, Any] = {"format": str(form), "objective": str(wanted), "out": out}
    if form is ExportFormat.prism and not best_play:
        result |= _model(game.rules, wanted, out)
    else:
        solution = _solved(game, form, wanted, certify)
        if form is ExportFormat.parquet:
            result |= _tables(solution, out, rolls, step)
        else:
            result |= _chain(solution, out) if form is ExportFormat.prism else _values(solution, out)
    if game.as_json:
        print_json(result)
    else:
        _print(result)


QUESTIONS: dict[ExportFormat, Asked] = {
    ExportFormat.netcdf: "arrays",
    ExportFormat.parquet: "table of decisions",
    ExportFormat.prism: "chain of best play",
}


def _refuse(form: ExportFormat, **options: object) -> None:
    """Refuse options of other formats."""
    has = {
        ExportFormat.netcdf: ("certify",),
        ExportFormat.parquet: ("step", "rolls", "certify"),
        ExportFormat.prism: ("best_play",),
    }[form]
    for name, value in options.items():
        if value is not None and value is not False and name not in has:
            raise InputError(f"--{name.replace('_', '-')}: --format {form} has no such option")


def _solved(game: TableOptions, form: ExportFormat, wanted: Objective, certify: bool) -> Solution:
    from jeopardice.race.support import require

    require(QUESTIONS[form], game.rules, wanted)
    solution = game.solve(wanted, certify=certify).solution
    left_out_note(solution.rules, wanted.name)
    return solution


def _values(solution: Solution, out: str) -> dict[str, Any]:
    from jeopardice.export import write_netcdf

    write_netcdf(solution, out)
    return {"states": solution.states, "value": solution.value, "error_bound": solution.error_bound}


def _tables(solution: Solution, out: str, rolls: str | None, step: int | None) -> dict[str, Any]:
    from jeopardice.export import write_policy, write_rolls
    from jeopardice.export.policy import check_size

    if rolls is not None:
        check_size(solution, step, rolls=True)
    with progress_bar("Writing") as progress:
        found: dict[str, Any] = {"rows": write_policy(solution, out, step=step, progress=progress)}
    if rolls is not None:
        with progress_bar("Writing rolls") as progress:
            found |= {"rolls": rolls, "roll_rows": write_rolls(solution, rolls, step=step, progress=progress)}
    return {**found, "value": float(solution.value)}


def _model(rules: Rules, wanted: Objective, out: str) -> dict[str, Any]:
    from jeopardice.export import prism_model, prism_simultaneous, write_prism

    concurrent = rules.simultaneous and wanted.name == "win"
    model = prism_simultaneous(rules) if concurrent else prism_model(rules, wanted)
    left_out_note(rules, wanted.name)
    write_prism(model, out)
    return {"property": model.question}


def _chain(solution: Solution, out: str) -> dict[str, Any]:
    from jeopardice.export import prism_best_play, write_prism

    model = prism_best_play(solution)
    write_prism(model, out)
    return {"property": model.question, "value": solution.value}


def _print(result: dict[str, Any]) -> None:
    if "rows" in result:
        print(f"{result['out']}: {result['rows']:,} decisions")
    elif "property" in result:
        print(f"{result['out']}: the value of the game is {result['property']}")
    else:
        print(f"{result['out']}: {result['states']:,} values")
    if "rolls" in result:
        print(f"{result['rolls']}: {result['roll_rows']:,} rolls")
