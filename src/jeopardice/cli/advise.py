"""`jeopardice advise`: should I bank?"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from jeopardice.cli.common import (
    BustsOption,
    DiceLeftOption,
    ExactOption,
    JsonOption,
    NoCacheOption,
    PositionObjectiveOption,
    RollOption,
    RulesArgument,
    ScoresOption,
    SeatOption,
    SetOption,
    SinglesOption,
    ToBeatOption,
    TurnOption,
    fraction_text,
    number_text,
    print_json,
)
from jeopardice.cli.solving import Situation, position_objective, solved_turn

if TYPE_CHECKING:
    from jeopardice.advice import Action, Advice


def advise_command(
    game: RulesArgument,
    objective: PositionObjectiveOption = None,
    scores: ScoresOption = None,
    turn: TurnOption = 0,
    roll: RollOption = None,
    dice_left: DiceLeftOption = None,
    singles: SinglesOption = 0,
    busts: BustsOption = None,
    to_beat: ToBeatOption = 0,
    seat: SeatOption = 1,
    exact: ExactOption = False,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rank the legal actions in a position, best first, with what each is worth and what it gives up.

    \b
      jeopardice advise farkle --scores 3500,4200 --turn 650 --roll 115346
      jeopardice advise pig --scores 80,70 --turn 15
      jeopardice advise farkle --turn 300 --dice-left 3              most points, whatever the scores
      jeopardice advise hog --objective turns --scores 40

    Where dice are not alike each is named by its kind: --roll A1,B5,B5, --dice-left AAB.
    """
    from jeopardice.advice import advise_turn

    wanted = position_objective(game, objective, scores)
    solved, left_out = solved_turn(
        game, changes, wanted, Situation(scores, busts, to_beat, seat), exact=exact, cache=not no_cache
    )
    advice = advise_turn(solved, turn, roll, dice_left, singles)
    if not as_json:
        _print(advice, roll, percent=wanted.name in ("win", "within"))
        return
    hog = solved.model.rules.family == "hog"
    print_json(
        {
            "objective": str(wanted),
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


def _print(advice: Advice, roll: str | None, *, percent: bool) -> None:
    def worth(value: float | Fraction) -> str:
        return f"{float(value):.3%}" if percent else number_text(value)

    if not advice.actions:
        happens = "wins" if advice.event == "win" else "busts"
        print(f"{roll} {happens}: the turn is over, worth {worth(advice.value)}.")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Do this")
    for column in ("Points", "Worth", "Gives up", "Busts"):
        table.add_column(column, justify="right")
    for action in advice.actions:
        gives_up = worth(action.loss) if action.verdict == "worse" else action.verdict
        style = "bold green" if action.verdict != "worse" else None
        points = f"{action.points:,}" if action.keep else ""
        table.add_row(
            _sentence(action), points, worth(action.value), gives_up, f"{float(action.bust):.2%}", style=style
        )
    Console(soft_wrap=True).print(table)


def _sentence(action: Action) -> str:
    then = {"bank": "bank", "end": "which ends the turn"}.get(action.then) or f"roll {action.dice}"
    return f"keep {action.keep}, {then}" if action.keep else then
