"""`jeopardice advise`: should I bank?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    ExactOption,
    JsonOption,
    RulesArgument,
    SetOption,
    check_objective,
    fraction_text,
    left_out_note,
    load_rules,
    number_text,
    print_json,
    progress_bar,
    read_scores,
)

if TYPE_CHECKING:
    from jeopardice.advice import Action, Advice


def advise_command(
    game: RulesArgument,
    objective: Annotated[str, typer.Option(help="What to optimise: score (most expected points in a turn).")] = "score",
    scores: Annotated[str | None, typer.Option(help="Banked scores, the mover's first (not needed for score).")] = None,
    turn: Annotated[int, typer.Option(help="The turn total before the roll.")] = 0,
    roll: Annotated[str | None, typer.Option(help="The dice just rolled, in any order: 115346.")] = None,
    dice_left: Annotated[str | None, typer.Option(help="The dice left to roll, if none was rolled since.")] = None,
    singles: Annotated[int, typer.Option(help="Single-die bonuses already won in this turn.")] = 0,
    exact: ExactOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rank the legal actions in a position, best first, with what each is worth and what it gives up.

    \b
      jeopardice advise farkle --turn 650 --roll 115346
      jeopardice advise farkle --turn 300 --dice-left 3
      jeopardice advise pig --turn 18
      jeopardice advise hog

    Where dice are not alike each is named by its kind: --roll A1,B5,B5, --dice-left AAB.
    """
    from jeopardice.advice import advise_turn
    from jeopardice.solution import solve_turn

    check_objective(objective)
    rules = load_rules(game, changes)
    read_scores(scores)  # one turn alone: they do not matter
    with progress_bar("Solving") as progress:
        solution = solve_turn(rules, exact=exact, progress=progress)
    advice = advise_turn(solution, turn, roll, dice_left, singles)
    left_out = left_out_note(rules)
    if not as_json:
        _print(advice, roll)
        return
    hog = rules.family == "hog"
    print_json(
        {
            "objective": "score",
            "value": advice.value,
            "exact": fraction_text(advice.value),
            "event": advice.event,
            "actions": [_as_json(action, hog) for action in advice.actions],
            "left_out": left_out,
        }
    )


def _as_json(action: Action, hog: bool) -> dict[str, object]:
    dice: object = int(action.dice) if hog and action.dice.isdecimal() else action.dice
    return {
        "keep": action.keep,
        "points": action.points,
        "then": action.then,
        "dice": dice,
        "value": action.value,
        "exact": fraction_text(action.value),
        "bust_probability": action.bust,
        "loss": action.loss,
        "verdict": action.verdict,
    }


def _print(advice: Advice, roll: str | None) -> None:
    if not advice.actions:
        print(f"{roll} busts: the turn ends with {number_text(advice.value, 0)} points.")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Do this")
    for column in ("Points", "Worth", "Gives up", "Busts"):
        table.add_column(column, justify="right")
    for action in advice.actions:
        gives_up = number_text(action.loss) if action.verdict == "worse" else action.verdict
        style = "bold green" if action.verdict != "worse" else None
        points = f"{action.points:,}" if action.keep else ""
        table.add_row(
            _sentence(action), points, number_text(action.value), gives_up, f"{float(action.bust):.2%}", style=style
        )
    Console(soft_wrap=True).print(table)


def _sentence(action: Action) -> str:
    then = "bank" if action.then == "bank" else f"roll {action.dice}"
    return f"keep {action.keep}, {then}" if action.keep else then
