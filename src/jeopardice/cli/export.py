"""`jeopardice export`: solutions, policies and models in the formats of other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import (
    JsonOption,
    NoCacheOption,
    ObjectiveOption,
    PlayersOption,
    RulesArgument,
    SetOption,
    load_rules,
    print_json,
    progress_bar,
    with_players,
)
from jeopardice.cli.solving import left_out_note, solved, wanted_objective
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.race.objectives import Objective
    from jeopardice.solutions.protocol import Solution
    from jeopardice.solutions.storage import Stored


class Format(StrEnum):
    """What is written."""

    netcdf = "netcdf"
    parquet = "parquet"
    prism = "prism"


def export_command(
    game: RulesArgument,
    form: Annotated[
        Format,
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
    players: PlayersOption = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Writes a solution, a policy or a model for other programs to read (docs/export.md).

    \b
      jeopardice export farkle --format netcdf --out farkle.nc
      jeopardice export farkle --format parquet --out farkle.parquet --step 500 --rolls rolls.parquet
      jeopardice export pig --format prism --objective turns --out pig.prism
      jeopardice export pig --set goal=20 --format prism --out pig.prism --best-play
    """
    _refuse(form, step=step, rolls=rolls, best_play=best_play, certify=certify)
    for option, place in (("--out", out), ("--rolls", rolls)):
        if place is not None:
            _check_place(option, place)
    if rolls is not None and Path(rolls).resolve() == Path(out).resolve():
        raise InputError(f"--rolls: {shown(rolls)}: it must not be the file of --out")
    changes = with_players(changes, players)
    wanted, _ = wanted_objective(game, objective, "win")
    result: dict[str, Any] = {"format": str(form), "objective": str(wanted), "out": out}
    if form is Format.prism and not best_play:
        result |= _model(game, changes, wanted, out)
    elif form is Format.parquet:
        result |= _tables(_solved(game, changes, wanted, certify, not no_cache), out, rolls, step)
    else:
        if not wanted.is_race:
            raise InputError(f"--objective: {wanted}: {form} is for races: win, turns or within:N")
        solution = _race(game, changes, wanted, certify, not no_cache)
        left_out_note(solution.rules, wanted.name)
        result |= _chain(solution, out) if form is Format.prism else _values(solution, out)
    if as_json:
        print_json(result)
    else:
        _print(result)


def _refuse(form: Format, **options: object) -> None:
    """Refuses options that another format has."""
    has = {
        Format.netcdf: ("certify",),
        Format.parquet: ("step", "rolls", "certify"),
        Format.prism: ("best_play",),
    }[form]
    for name, value in options.items():
        if value and name not in has:
            raise InputError(f"--{name.replace('_', '-')}: --format {form} has no such option")


def _check_place(option: str, place: str) -> None:
    """Refuses, before any work, a place where no file can be written."""
    try:
        path = Path(place)
        wrong = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else f"no folder {path.parent}"
    except (OSError, ValueError) as error:  # such as a name that is too long
        wrong = getattr(error, "strerror", None) or str(error)
    if wrong or not path.name or "\0" in place:
        raise InputError(f"{option}: {shown(place)}: {wrong or 'it must be the name of a file'}")


def _solved(game: str, changes: list[str], wanted: Objective, certify: bool, cache: bool) -> Solution:
    if wanted.is_race:
        solution = _race(game, changes, wanted, certify, cache)
        left_out_note(solution.rules, wanted.name)
        return solution
    from jeopardice.solvers.turn import solve_turn

    if wanted.name == "average" or certify:
        what = "--certify" if certify else "--objective"
        raise InputError(f"{what}: objective {wanted}: parquet is for win, turns, within:N and score")
    rules = load_rules(game, changes)
    left_out_note(rules)
    with progress_bar("Solving") as progress:
        return solve_turn(rules, progress=progress)


def _race(game: str, changes: list[str], wanted: Objective, certify: bool, cache: bool) -> Stored:
    from jeopardice.race.support import in_turn_only
    from jeopardice.solutions.storage import Stored

    if wanted.name == "win" and not game.endswith(".nc"):
        in_turn_only(load_rules(game, changes))
    solution = solved(game, changes, wanted, certify=certify, cache=cache).solution
    assert isinstance(solution, Stored)
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


def _model(game: str, changes: list[str], wanted: Objective, out: str) -> dict[str, Any]:
    from jeopardice.export import prism_model, write_prism

    rules = load_rules(game, changes)
    model = prism_model(rules, wanted)
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
        print(f"{result['out']}: {result['property']}")
    else:
        print(f"{result['out']}: {result['states']:,} values")
    if "rolls" in result:
        print(f"{result['rolls']}: {result['roll_rows']:,} rolls")
