"""`jeopardice solve`: the optimal value from the start."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import dice_text, fraction_text, inform, print_json
from jeopardice.cli.options import ExactOption, ObjectiveOption, TableOptions, command, left_out_note
from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.solutions.average import AverageSolution
    from jeopardice.solutions.certificates import Equilibrium
    from jeopardice.solutions.protocol import Solution
    from jeopardice.solutions.storage import Stored
    from jeopardice.solutions.turn import TurnSolution


@command
def solve_command(
    *,
    objective: ObjectiveOption = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="optimal, hold-at:TOTAL, rolls:NUMBER, in Hog dice:NUMBER; for objective win any that match knows."
        ),
    ] = None,
    exact: ExactOption = False,
    certify: Annotated[
        bool, typer.Option("--certify", help="Races: bound the error, and count the proven decisions.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Races: save the solution, as NetCDF (FILE.nc).")
    ] = None,
    game: TableOptions,
) -> None:
    """Compute the value of best play from the start: the first player's chance of winning, or what a turn is worth.

    \b
      jeopardice solve farkle
      jeopardice solve farkle --certify --save farkle.nc
      jeopardice solve pig --players 3
      jeopardice solve pig --objective turns --strategy hold-at:20
      jeopardice solve pig --players 3 --strategy hold-at:20         all three play it
      jeopardice solve pig --objective score --exact
      jeopardice solve television-hog --set turn.choose_dice=[1,5]
      jeopardice solve television-hog --set sees=nothing
      jeopardice solve farkle --objective average --set bust.streak=3 --set bust.penalty=1000
    """
    began = time.perf_counter()
    wanted, saved_for = game.objective(objective)
    strategy = saved_for if strategy is None else strategy
    mixes = wanted.name == "win" and game.rules.simultaneous and strategy == "optimal"
    if save is not None:
        from jeopardice.race.support import require
        from jeopardice.solvers.solve import Question, is_self_play

        require("save", game.rules, wanted)
        _check_save(save, exact)
        if is_self_play(Question(game.rules, wanted, strategy)):
            raise InputError(f"--save: strategy {strategy}: a match is not saved, only solutions of races are")
    answer = game.solve(wanted, strategy, exact=exact, certify=certify)
    solution: Any = answer.solution
    if save is not None:
        from jeopardice.solutions import storage

        storage.save(solution, save)
    seconds = time.perf_counter() - began
    left_out = left_out_note(solution.rules, wanted.name)
    if wanted.name == "average" and not (solution.rules.bust.streak and solution.rules.bust.penalty):
        inform("note: the rules have no penalty for busts in a row: average is the same as score")
    details: Callable[[Any], dict[str, object]]
    show: Callable[[Any, str], None]
    if mixes:
        from jeopardice.cli.simultaneous import print_solution, solution_details

        details, show = solution_details, print_solution
    elif wanted.is_race:
        details, show = _race_details, _print_race
    elif wanted.name == "score":
        details, show = _turn_details, _print_turn
    else:
        details, show = _average_details, _print_average
    if game.as_json:
        shared = {"left_out": left_out, "cached": answer.was_cached, "seconds": seconds}
        print_json({**_facts(solution, strategy), **details(solution), **shared})
    else:
        show(solution, strategy)
        print(f"  {solution.states:,} states, {seconds:.2f} s{' (solved before)' if answer.was_cached else ''}")


def _check_save(save: Path, exact: bool) -> None:
    """Refuse a bad file before any work."""
    if exact:
        raise InputError("--save: fractions cannot be saved: leave out --exact")
    if save.suffix != ".nc":
        raise InputError(f"--save: {shown(str(save))}: the name of a solution must end with .nc")
    check_file("--save", save)


def _facts(solution: Solution, strategy: str) -> dict[str, object]:
    """What every solution has."""
    facts: dict[str, object] = {
        "rules": solution.rules.title,
        "objective": str(solution.objective),
        "strategy": strategy,
        "value": solution.value,
        "exact": fraction_text(solution.value),
        "error_bound": solution.error_bound,
        "states": solution.states,
    }
    if solution.objective.name == "win":
        exactly = [fraction_text(seat) for seat in solution.seats]
        facts |= {"values": solution.seats, "exact_values": exactly if all(exactly) else None}
    return facts


def _turn_details(solution: TurnSolution) -> dict[str, object]:
    return {
        "bust_probability": solution.bust_probability,
        "closing_total": solution.closing.total,
        "bank_from": solution.bank_totals(),
    }


def _average_details(solution: AverageSolution) -> dict[str, object]:
    after_busts = [
        {
            "busts": busts,
            "share": share,
            "value": turn.value,
            "bust_probability": turn.bust_probability,
            "bank_from": turn.bank_totals(),
        }
        for busts, (share, turn) in enumerate(zip(solution.shares, solution.turns, strict=True))
    ]
    return {"bust_probability": solution.bust_probability, "after_busts": after_busts}


def _race_details(solution: Any) -> dict[str, object]:
    certificate, name = solution.certificate, solution.objective.name
    decisions = certificate and {key: getattr(certificate, key) for key in ("proven", "tied", "close")}
    result: dict[str, object] = {"decisions": decisions}
    if name == "within":
        result["chances"] = solution.chances_by_turn
    if name == "win" and solution.rules.players > 2:
        result["equilibrium"] = asdict(solution.equilibrium) if solution.equilibrium else None
    if solution.model.has_no_floor:
        result |= {"lowest_score": solution.model.lowest_score, "floor_error": solution.floor_error}
    return result


def _print_race(solution: Stored, strategy: str) -> None:
    rules, fixed, name = solution.rules, strategy != "optimal", solution.objective.name
    title, goal, value = rules.title or "The race", f"{rules.goal:,}", float(solution.value)
    if name == "win" and rules.players > 2:
        plays = f"who play {strategy}" if fixed else "each maximises their own chance of winning"
        print(f"{title}: {rules.players} players{' ' if fixed else ', '}{plays}, to {goal}")
        for seat, chance in enumerate(solution.seats, 1):
            print(f"  seat {seat} wins {float(chance):.4%}{f', exactly {chance}' if solution.exact else ''}")
    elif name == "win":
        print(f"{title}: two players who play {strategy if fixed else 'best'}, to {goal}")
        first, second = map(float, solution.seats)
        print(f"  the first player wins {first:.4%}, the second {second:.4%}")
    elif name == "turns":
        print(f"{title}: {f'expected turns of {strategy}' if fixed else 'the fewest expected turns'} to {goal}")
        print(f"  {value:,.6f} turns")
    else:
        best = f"the chance of {strategy}" if fixed else "the best chance"
        print(f"{title}: {best} to reach {goal} in {solution.objective.turns} turns\n  {value:.6%}")
    if solution.exact and rules.players < 3:
        print(f"  exactly {solution.value}")
    if solution.equilibrium:
        _print_equilibrium(solution.equilibrium, proven=solution.exact)
    if found := solution.certificate:
        which = "no value of the model" if solution.model.has_no_floor else "no value"
        print(f"  certified: {which} is wrong by more than {found.error_bound:.2g}")
        settled = f"{found.proven:,} decisions proven optimal, {found.tied:,} exact ties"
        print(f"  {settled}, {found.close:,} too close to call")
    if solution.model.has_no_floor:
        lowest, error = f"  the model has scores down to {solution.model.lowest_score:,}", solution.floor_error
        what = "turns" if name == "turns" else "chance"
        print(lowest if error is None else f"{lowest}: that changes the {what} by less than {error:.2g}")


def _print_equilibrium(found: Equilibrium, *, proven: bool) -> None:
    gain, where = (found.one_turn, " in one turn") if found.gain is None else (found.gain, "")
    if proven:
        print("  an equilibrium, proven in fractions: no player can gain by deviating")
    else:
        print(f"  an equilibrium: no player can gain more than {gain:.2g} by deviating{where}")
    if found.mixed:
        print(f"  in {found.mixed:,} states the mover has to mix two ways to play")
    if found.elsewhere:
        other = f"from other starting values {found.elsewhere:,} states have different values"
        print(f"  not the only one: {other}, by up to {found.difference:.2g}")
    elif found.elsewhere == 0:
        print("  other starting values lead to the same one, in every state")


def _print_points(solution: TurnSolution | AverageSolution, what: str) -> None:
    print(f"{solution.rules.title or 'The game'}: {what}")
    print(f"  {float(solution.value):,.6f} points; {float(solution.bust_probability):.4%} of turns bust")
    exactly = f"exactly {solution.value}" if solution.exact else f"rounding error at most {solution.error_bound:.1g}"
    print(f"  {exactly}")


def _print_turn(solution: TurnSolution, strategy: str) -> None:
    most = "the most expected points" if strategy == "optimal" else f"expected points of {strategy}"
    _print_points(solution, f"{most} in a turn")
    totals = solution.bank_totals()
    if totals:
        print("  Bank with this turn total or more:")
        width = max(len(dice_text(phase)) for phase in totals)
        for phase, total in totals.items():
            print(f"    {dice_text(phase):>{width}} to roll: {_total_text(total)}")
    else:
        print(f"  Roll {_best_dice(solution)}")


def _print_average(solution: AverageSolution, strategy: str) -> None:
    most = "the most points a turn" if strategy == "optimal" else f"points a turn of {strategy}"
    _print_points(solution, f"{most} in the long run")
    columns = [turn.bank_totals() for turn in solution.turns]
    if columns[0]:
        print("  Bank with this turn total or more, by the number of busts in a row before:")
        width = max(len(dice_text(phase)) for phase in columns[0])
        print("    " + " " * (width + 9) + "".join(f"{busts:>9}" for busts in range(len(columns))))
        for phase in columns[0]:
            cells = "".join(f"{_total_text(totals[phase]):>9}" for totals in columns)
            print(f"    {dice_text(phase):>{width}} to roll: {cells}")
    else:
        for busts, turn in enumerate(solution.turns):
            print(f"  after {busts} {'bust' if busts == 1 else 'busts'} in a row: roll {_best_dice(turn)}")


def _total_text(total: int | None) -> str:
    return "never" if total is None else f"{total:,}"


def _best_dice(solution: TurnSolution) -> str:
    return dice_text(solution.model.hand_name(solution.best_roll().dice))
