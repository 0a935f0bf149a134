"""`jeopardice solve`: the optimal value from the start."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    ExactOption,
    JsonOption,
    NoCacheOption,
    ObjectiveOption,
    PlayersOption,
    RulesArgument,
    SetOption,
    dice_text,
    fraction_text,
    load_rules,
    print_json,
    progress_bar,
    tell,
    with_players,
)
from jeopardice.cli.solving import left_out_note, simultaneous_rules, solved, wanted_objective
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.solutions.average import AverageSolution
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.storage import Stored
    from jeopardice.solutions.turn import TurnSolution


def solve_command(
    game: RulesArgument,
    objective: ObjectiveOption = None,
    players: PlayersOption = None,
    strategy: Annotated[
        str | None,
        typer.Option(help="optimal, or a fixed rule: hold-at:TOTAL, rolls:NUMBER, in Hog dice:NUMBER."),
    ] = None,
    exact: ExactOption = False,
    certify: Annotated[
        bool, typer.Option("--certify", help="Races: bound the error, and count the decisions thereby proven.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Races: save the solution, as NetCDF (FILE.nc).")
    ] = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The optimal value from the start: the first player's chance to win, or how good a turn is and when to bank.

    \b
      jeopardice solve farkle
      jeopardice solve farkle --certify --save farkle.nc
      jeopardice solve pig --players 3
      jeopardice solve pig --objective turns --strategy hold-at:20
      jeopardice solve pig --objective score --exact
      jeopardice solve television-hog --set turn.choose_dice=[1,5]
      jeopardice solve television-hog --set sees=nothing
      jeopardice solve farkle --objective average --set bust.streak=3 --set bust.penalty=1000
    """
    began = time.perf_counter()
    wanted, saved_for = wanted_objective(game, objective, "win")
    strategy = saved_for if strategy is None else strategy
    changes = with_players(changes, players)
    if wanted.name == "win" and (both := simultaneous_rules(game, changes)):
        from jeopardice.cli.simultaneous import tell_solution

        for option, given in (("--certify", certify), ("--save", save)):
            if given:
                raise InputError(f"{option}: {_not_at_once[option]}")
        tell_solution(both, strategy, exact, as_json, began)
        return
    if wanted.is_race:
        from jeopardice.solutions import storage

        _check_save(save, exact)
        found = solved(game, changes, wanted, strategy, exact=exact, certify=certify, cache=not no_cache)
        race, cached = found.solution, found.was_cached
        assert isinstance(race, storage.Stored)
        if save:
            storage.save(race, save)
        seconds = time.perf_counter() - began
        if as_json:
            left_out = left_out_note(race.rules, wanted.name)
            print_json({**_race_as_json(race), "left_out": left_out, "cached": cached, "seconds": seconds})
        else:
            left_out_note(race.rules, wanted.name)
            _print_race(race, seconds, cached)
        return
    for option, given in (("--certify", certify), ("--save", save)):
        if given:
            raise InputError(f"{option}: it is for races; objective {wanted} {_why_not[option]}")
    _solve_turn(game, changes, str(wanted), strategy, exact, as_json, began)


_not_at_once = {
    "--certify": "simultaneous play always carries its error bound",
    "--save": "simultaneous play is solved in a moment",
}
_why_not = {"--certify": "always carries its error bound", "--save": "is solved in a moment"}


def _check_save(save: Path | None, exact: bool) -> None:
    """Found out before the work, not after it."""
    if save is None:
        return
    if exact:
        raise InputError("--save: fractions cannot be saved: leave out --exact")
    if save.suffix != ".nc":
        raise InputError(f"--save: {save}: the name of a solution must end with .nc")
    try:
        wrong = "it is a folder" if save.is_dir() else "" if save.parent.is_dir() else f"no folder {save.parent}"
    except (OSError, ValueError) as error:  # such as a name that is too long
        wrong = getattr(error, "strerror", None) or str(error)
    if wrong:
        raise InputError(f"--save: {shown(str(save))}: {wrong}")


def _solve_turn(
    game: str, changes: list[str], objective: str, strategy: str, exact: bool, as_json: bool, began: float
) -> None:
    from jeopardice.solvers.average import solve_average
    from jeopardice.solvers.turn import solve_turn

    rules = load_rules(game, changes)
    with progress_bar("Solving") as progress:
        if objective == "score":
            turn = solve_turn(rules, strategy, exact=exact, progress=progress)
        else:
            average = solve_average(rules, strategy, exact=exact, progress=progress)
    seconds = time.perf_counter() - began
    left_out = left_out_note(rules, objective)
    if objective == "average" and not (rules.bust.streak and rules.bust.penalty):
        tell("note: the rules have no penalty for busts in a row: average is the same as score")
    if as_json:
        found = _turn_as_json(turn) if objective == "score" else _average_as_json(average)
        print_json({**found, "strategy": strategy, "left_out": left_out, "seconds": seconds})
    elif objective == "score":
        _print_turn(turn, strategy, seconds)
    else:
        _print_average(average, strategy, seconds)


def _turn_as_json(solution: TurnSolution) -> dict[str, object]:
    return {
        "rules": solution.model.rules.title,
        "objective": "score",
        "value": solution.value,
        "exact": fraction_text(solution.value),
        "bust_probability": solution.bust_probability,
        "error_bound": solution.error_bound,
        "states": solution.states,
        "closing_total": solution.closing.total,
        "bank_from": solution.bank_totals(),
    }


def _average_as_json(solution: AverageSolution) -> dict[str, object]:
    modes = [
        {
            "busts": busts,
            "share": share,
            "value": turn.value,
            "bust_probability": turn.bust_probability,
            "bank_from": turn.bank_totals(),
        }
        for busts, (share, turn) in enumerate(zip(solution.bust_chances, solution.turns, strict=True))
    ]
    return {
        "rules": solution.model.rules.title,
        "objective": "average",
        "value": solution.value,
        "exact": fraction_text(solution.value),
        "bust_probability": solution.bust_probability,
        "error_bound": solution.error_bound,
        "states": solution.states,
        "modes": modes,
    }


def _race_as_json(solution: Stored) -> dict[str, object]:
    from dataclasses import asdict

    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.race import RaceSolution

    result: dict[str, object] = {
        "rules": solution.rules.title,
        "objective": str(solution.objective),
        "strategy": solution.plays,
        "value": solution.value,
        "exact": fraction_text(solution.value),
        "error_bound": solution.error_bound,
        "decisions": None,
        "states": solution.states,
    }
    if isinstance(solution, RaceSolution) and solution.certificate:
        counts = asdict(solution.certificate)
        result["decisions"] = {name: counts[name] for name in ("proven", "tied", "close")}
    if solution.objective.name == "win":
        result["values"] = solution.seats
    if isinstance(solution, RaceSolution) and solution.objective.name == "within":
        result["chances"] = solution.chances_by_turn
    if isinstance(solution, MultiplayerSolution):
        result["equilibrium"] = asdict(solution.equilibrium) if solution.equilibrium else None
    if solution.model.has_no_floor:
        result["lowest_score"] = solution.model.lowest_score
        result["floor_error"] = _floor_error(solution)
    return result


def _print_race(solution: Stored, seconds: float, cached: bool) -> None:
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.race import RaceSolution

    rules, fixed = solution.rules, solution.plays != "optimal"
    title, goal = rules.title or "The race", f"{rules.goal:,}"
    value = float(solution.value)
    match solution.objective.name:
        case "win" if isinstance(solution, MultiplayerSolution):
            _print_multiplayer(solution)
        case "win":
            players = f"two players of {solution.plays}" if fixed else "two players who play best"
            print(f"{title}: {players}, to {goal}")
            print(f"  the first player wins {value:.4%}, the second {1 - value:.4%}")
        case "turns":
            turns = f"expected turns of {solution.plays}" if fixed else "the fewest expected turns"
            print(f"{title}: {turns} to {goal}")
            print(f"  {value:,.6f} turns")
        case _:
            chance = f"the chance of {solution.plays}" if fixed else "the best chance"
            print(f"{title}: {chance} to reach {goal} in {solution.objective.turns} turns")
            print(f"  {value:.6%}")
    if solution.exact:
        print(f"  exactly {solution.value}")
    if isinstance(solution, RaceSolution) and solution.certificate:
        found = solution.certificate
        print(f"  certified: no value is wrong by more than {found.error_bound:.2g}")
        print(
            f"  {found.proven:,} decisions proven optimal, {found.tied:,} exact ties, {found.close:,} too close to call"
        )
    if solution.model.has_no_floor:
        lowest = f"  the model has scores down to {solution.model.lowest_score:,}"
        error = _floor_error(solution)
        what = "turns" if solution.objective.name == "turns" else "chance"
        print(lowest if error is None else f"{lowest}: that changes the {what} by less than {error:.2g}")
    print(f"  {solution.states:,} states, {seconds:.2f} s{' (solved before)' if cached else ''}")


def _floor_error(solution: Stored) -> float | None:
    error: float | None = getattr(solution, "floor_error", None)
    return error


def _print_multiplayer(solution: MultiplayerSolution) -> None:
    rules, found = solution.rules, solution.equilibrium
    title, goal = rules.title or "The race", f"{rules.goal:,}"
    print(f"{title}: {rules.players} players, each maximises their own chance of winning, to {goal}")
    for seat, chance in enumerate(solution.seats, 1):
        print(f"  seat {seat} wins {float(chance):.4%}")
    if found is None:
        return
    if found.gain is None:
        print(f"  an equilibrium: nobody can gain more than {found.one_turn:.2g} by deviating in one turn")
    else:
        print(f"  an equilibrium: nobody can gain more than {found.gain:.2g} by deviating")
    if found.mixed:
        print(f"  in {found.mixed:,} states the mover has to mix two ways to play")
    if found.elsewhere:
        print(f"  not the only one: from other guesses {found.elsewhere:,} states come out differently,", end=" ")
        print(f"by up to {found.difference:.2g}")
    elif found.elsewhere == 0:
        print("  other guesses lead to the same one, in every state")


def _print_turn(solution: TurnSolution, strategy: str, seconds: float) -> None:
    what = "the most expected points in a turn" if strategy == "optimal" else f"expected points of {strategy} in a turn"
    print(f"{solution.model.rules.title or 'One turn'}: {what}")
    print(f"  {float(solution.value):,.6f} points; {float(solution.bust_probability):.4%} of turns bust")
    if solution.exact:
        print(f"  exactly {solution.value}")
    totals = solution.bank_totals()
    if totals:
        print("  Bank with this turn total or more:")
        width = max(len(dice_text(phase)) for phase in totals)
        for phase, total in totals.items():
            print(f"    {dice_text(phase):>{width}} to roll: {_total_text(total)}")
    else:
        print(f"  Roll {_best_dice(solution)}")
    print(f"  {solution.states:,} states, {_precision(solution)}, {seconds:.2f} s")


def _print_average(solution: AverageSolution, strategy: str, seconds: float) -> None:
    what = "the most points a turn" if strategy == "optimal" else f"points a turn of {strategy}"
    print(f"{solution.model.rules.title or 'A game'}: {what} in the long run")
    print(f"  {float(solution.value):,.6f} points; {float(solution.bust_probability):.4%} of turns bust")
    if solution.exact:
        print(f"  exactly {solution.value}")
    if solution.turns[0].bank_totals():
        print("  Bank with this turn total or more, by the number of busts in a row before:")
        columns = [turn.bank_totals() for turn in solution.turns]
        width = max(len(dice_text(phase)) for phase in columns[0])
        print("    " + " " * (width + 9) + "".join(f"{busts:>9}" for busts in range(len(columns))))
        for phase in columns[0]:
            cells = "".join(f"{_total_text(totals[phase]):>9}" for totals in columns)
            print(f"    {dice_text(phase):>{width}} to roll: {cells}")
    else:
        for busts, turn in enumerate(solution.turns):
            print(f"  after {busts} {'bust' if busts == 1 else 'busts'} in a row: roll {_best_dice(turn)}")
    print(f"  {solution.states:,} states, {_precision(solution)}, {seconds:.2f} s")


def _total_text(total: int | None) -> str:
    return "never" if total is None else f"{total:,}"


def _best_dice(solution: TurnSolution) -> str:
    return dice_text(solution.model.hand_name(solution.best_roll().dice))


def _precision(solution: TurnSolution | AverageSolution) -> str:
    return "exact" if solution.exact else f"rounding error at most {solution.error_bound:.1g}"
