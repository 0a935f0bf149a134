"""`jeopardice solve`: the optimal value from the start."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    ExactOption,
    JsonOption,
    RulesArgument,
    SetOption,
    check_objective,
    dice_text,
    fraction_text,
    left_out_note,
    load_rules,
    print_json,
    progress_bar,
)

if TYPE_CHECKING:
    from jeopardice.solution import TurnSolution


def solve_command(
    game: RulesArgument,
    objective: Annotated[str, typer.Option(help="What to optimise: score (most expected points in a turn).")] = "score",
    exact: ExactOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The optimal value from the start: how good is a turn, how often does it bust, and when to bank.

    \b
      jeopardice solve farkle
      jeopardice solve pig --exact
      jeopardice solve farkle --set turn.full_bust=500 --json
    """
    from jeopardice.solution import solve_turn

    began = time.perf_counter()
    check_objective(objective)
    rules = load_rules(game, changes)
    with progress_bar("Solving") as progress:
        solution = solve_turn(rules, exact=exact, progress=progress)
    seconds = time.perf_counter() - began
    left_out = left_out_note(rules)
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "objective": "score",
                "value": solution.value,
                "exact": fraction_text(solution.value),
                "bust_probability": solution.bust_probability,
                "error_bound": solution.error_bound,
                "states": solution.states,
                "closing_total": solution.closing.total,
                "bank_from": solution.bank_totals(),
                "left_out": left_out,
                "seconds": seconds,
            }
        )
    else:
        _print(solution, seconds)


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
        print(f"  Roll {best} dice")
    precision = "exact" if solution.exact else f"rounding error at most {solution.error_bound:.1g}"
    print(f"  {solution.states:,} states, {precision}, {seconds:.2f} s")
