"""`jeopardice explain`: why?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.cli.common import print_json
from jeopardice.cli.options import PositionOptions, TableOptions, assumed_note, command, left_out_note

if TYPE_CHECKING:
    from jeopardice.turn.explanation import Gamble, Measure


@command
def explain_command(*, at: PositionOptions, game: TableOptions) -> None:
    """Explain why an action is best: the chance to bust, what banking and rolling are worth, what each gives up.

    \b
      jeopardice explain farkle --scores 3500,4200 --turn 650 --roll 115346
      jeopardice explain pig --scores 80,70 --turn 15
      jeopardice explain pig --set turn.steal=after-bust --scores 50,60 --offer 1:18
    """
    from jeopardice.turn.explanation import explain

    solution, position = at.solve(game)
    name = solution.objective.name
    left_out = left_out_note(solution.rules, name)
    measure: Measure = "chance" if name in ("win", "within") else "turns" if name == "turns" else "points"
    turn, offer = solution.turn_at(position), position.offer
    found = explain(turn, at.turn, at.roll, at.dice_left, at.singles, offer=offer, measure=measure)
    given = assumed_note(solution.rules, position, solution.objective)
    if not game.as_json:
        print("\n".join(found.sentences))
        return
    gamble, bank = found.gamble, found.bank
    print_json(
        {
            "objective": str(solution.objective),
            "value": found.advice.value,
            "sentences": found.sentences,
            "bank": None if bank is None else {"keep": bank.keep, "value": bank.value},
            "roll": gamble and _as_json(gamble),
            "steal": found.stolen and _as_json(found.stolen),
            "left_out": left_out,
            "assumed": given,
        }
    )


def _as_json(gamble: Gamble) -> dict[str, object]:
    action = {name: getattr(gamble.action, name) for name in ("keep", "dice", "value")}
    return {**action, "bust_probability": gamble.bust, "if_bust": gamble.if_bust, "if_not": gamble.if_not}
