"""`jeopardice explain`: why?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.cli.common import (
    BustsOption,
    DiceLeftOption,
    JsonOption,
    NoCacheOption,
    PlayersOption,
    PositionObjectiveOption,
    RollOption,
    RulesArgument,
    ScoresOption,
    SeatOption,
    SetOption,
    SinglesOption,
    ToBeatOption,
    TurnOption,
    print_json,
    with_players,
)
from jeopardice.cli.solving import Situation, position_objective, solved_turn

if TYPE_CHECKING:
    from jeopardice.turn.explanation import Measure


def explain_command(
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
    players: PlayersOption = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Why an action is best: the chance to bust, what banking and rolling are worth, what one gives up.

    \b
      jeopardice explain farkle --scores 3500,4200 --turn 650 --roll 115346
      jeopardice explain pig --scores 80,70 --turn 15
    """
    from jeopardice.turn.explanation import explain

    changes = with_players(changes, players)
    wanted = position_objective(game, objective, scores)
    solved, left_out = solved_turn(game, changes, wanted, Situation(scores, busts, to_beat, seat), cache=not no_cache)
    measure: Measure = "chance" if wanted.name in ("win", "within") else "turns" if wanted.name == "turns" else "points"
    found = explain(solved, turn, roll, dice_left, singles, measure=measure)
    if not as_json:
        print("\n".join(found.sentences))
        return
    gamble, bank = found.gamble, found.bank
    print_json(
        {
            "objective": str(wanted),
            "value": found.advice.value,
            "sentences": found.sentences,
            "bank": None if bank is None else {"keep": bank.keep, "value": bank.value},
            "roll": None
            if gamble is None
            else {
                "keep": gamble.action.keep,
                "dice": gamble.action.dice,
                "value": gamble.action.value,
                "bust_probability": gamble.bust,
                "if_bust": gamble.if_bust,
                "if_not": gamble.if_not,
            },
            "left_out": left_out,
        }
    )
