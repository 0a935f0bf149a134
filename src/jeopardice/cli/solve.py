"""`jeopardice solve`: the optimal value from the start."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    ExactOption,
    JsonOption,
    ObjectiveOption,
    RulesArgument,
    SetOption,
    check_not_exact,
    check_objective,
    dice_text,
    fraction_text,
    left_out_note,
    load_rules,
    print_json,
    progress_bar,
)

if TYPE_CHECKING:
    from jeopardice.race_solution import RaceSolution
    from jeopardice.solution import TurnSolution


def solve_command(
    game: RulesArgument,
    objective: ObjectiveOption = "win",
    players: Annotated[int | None, typer.Option(help="How many play, instead of what the rules say.")] = None,
    exact: ExactOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The optimal value from the start: the first player's chance to win, or how good a turn is and when to bank.

    \b
      jeopardice solve farkle
      jeopardice solve pig --objective turns
      jeopardice solve pig --objective score --exact
      jeopardice solve farkle --objective score --set turn.full_bust=500 --json
    """
    from jeopardice.race_solution import solve_race
    from jeopardice.solution import solve_turn

    began = time.perf_counter()
    check_objective(objective)
    rules = load_rules(game, [*(changes or []), *([f"players={players}"] if players is not None else [])])
    with progress_bar("Solving") as progress:
        if objective == "score":
            turn = solve_turn(rules, exact=exact, progress=progress)
        else:
            check_not_exact(exact, objective)
            race = solve_race(rules, objective, progress=progress)
    seconds = time.perf_counter() - began
    if objective == "score":
        left_out = left_out_note(rules)
        if as_json:
            print_json({**_turn_as_json(turn), "left_out": left_out, "seconds": seconds})
        else:
            _print(turn, seconds)
    elif as_json:
        print_json({**_race_as_json(race), "seconds": seconds})
    else:
        _print_race(race, seconds)


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


def _race_as_json(solution: RaceSolution) -> dict[str, object]:
    result: dict[str, object] = {
        "rules": solution.model.rules.title,
        "objective": str(solution.objective),
        "value": solution.value,
        "exact": None,
        "error_bound": None,
        "states": solution.states,
    }
    if solution.objective.name == "win":
        result["values"] = solution.seats
    if solution.objective.name == "within":
        result["chances"] = [float(chance) for chance in solution.values[:, -1]]
    return result


def _print_race(solution: RaceSolution, seconds: float) -> None:
    rules = solution.model.rules
    title, goal = rules.title or "The race", f"{rules.goal:,}"
    match solution.objective.name:
        case "win":
            first, second = solution.seats
            print(f"{title}: two players who play best, to {goal}")
            print(f"  the first player wins {first:.4%}, the second {second:.4%}")
        case "turns":
            print(f"{title}: the fewest expected turns to {goal}")
            print(f"  {solution.value:,.6f} turns")
        case _:
            print(f"{title}: the best chance to reach {goal} in {solution.objective.turns} turns")
            print(f"  {solution.value:.6%}")
    print(f"  {solution.states:,} states, {seconds:.2f} s")


def _print(solution: TurnSolution, seconds: float) -> None:
    print(f"{solution.model.rules.title or 'One turn'}: the most expected points in a turn")
    print(f"  {float(solution.value):,.6f} points; {float(solution.bust_probability):.4%} of turns bust")
    if solution.exact:
        print(f"  exactly {solution.value}")
    totals = solution.bank_totals()
    if totals:
        print("  Bank with this turn total or more:")
        width = max(len(dice_text(phase)) for phase in totals)
        for phase, total in totals.items():
            print(f"    {dice_text(phase):>{width}} to roll: {'never' if total is None else f'{total:,}'}")
    else:
        best = solution.model.hand_name(solution.best_roll().dice)
        print(f"  Roll {dice_text(best)}")
    precision = "exact" if solution.exact else f"rounding error at most {solution.error_bound:.1g}"
    print(f"  {solution.states:,} states, {precision}, {seconds:.2f} s")
