"""`jeopardice advise`: should I bank?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import action_table, fraction_text, inform, number_text, print_json
from jeopardice.cli.options import ExactOption, PositionOptions, TableOptions, assumed_note, command, left_out_note
from jeopardice.common.errors import InputError

if TYPE_CHECKING:
    from jeopardice.common.numbers import Number
    from jeopardice.race.objectives import Objective
    from jeopardice.rulebook import Rules
    from jeopardice.turn.advice import Action, Advice

MEANINGS = {
    "win": "the chance of winning",
    "turns": "expected turns to the goal",
    "within": "the chance to reach the goal in time",
    "score": "expected points of this turn",
    "average": "points a turn in the long run",
}


@command
def advise_command(
    *,
    at: PositionOptions,
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="With sees = nothing: the round, from 1.")
    ] = None,
    history: Annotated[
        str | None,
        typer.Option(metavar="OWN:OTHER,…", help="With sees = dice: the dice of each round so far, such as 6:5,6:6."),
    ] = None,
    exact: ExactOption = False,
    game: TableOptions,
) -> None:
    """Rank the legal actions in a position, best first, with what each is worth and what it gives up.

    \b
      jeopardice advise farkle --scores 3500,4200 --turn 650 --roll 115346
      jeopardice advise pig --scores 80,70 --turn 15
      jeopardice advise pig --players 3 --scores 80,70,75 --turn 15
      jeopardice advise farkle --turn 300 --dice-left 3              most points, ignoring the scores
      jeopardice advise hog --objective turns --scores 40
      jeopardice advise television-hog --scores 99,97                simultaneous play: best play randomises
      jeopardice advise television-hog --set turn.choose_dice=[1,3] --set goal=30 --scores 29,27 --exact
      jeopardice advise television-hog --set sees=nothing --scores 68 --round 10
      jeopardice advise television-hog --set sees=dice --set goal=20 --scores 0 --history 4:5
      jeopardice advise pig --set turn.steal=after-bust --scores 50,60 --offer 1:18
      jeopardice advise pig --set bust.streak=3 --set bust.penalty=20 --scores 50,60 --turn 15 --busts 2,0

    Where dice differ, each is named by its kind: --roll A1,B5,B5, --dice-left AAB.
    """
    from jeopardice.race.positions import advise_position

    wanted = at.wanted(game)
    if wanted.name == "win" and game.rules.simultaneous:
        from jeopardice.cli.simultaneous import report_advice

        if at.roll is not None or at.dice_left is not None or at.offer is not None:
            raise InputError(
                "--roll, --dice-left, --offer: in simultaneous play --scores, --turn and --busts are enough"
            )
        report_advice(game, at, round_number, history, exact)
        return
    if round_number is not None or history is not None:
        raise InputError('--round, --history: they are for hidden information (sees = "nothing" or "dice")')
    solution, position = at.solve(game, exact=exact)
    left_out = left_out_note(solution.rules, wanted.name)
    solved = solution.turn_at(position)
    advice = advise_position(solved, position, at.roll)
    given = assumed_note(solution.rules, position, wanted)
    if any(action.probability is not None for action in advice.actions):
        inform("note: best play mixes here: the choice is the same to you, but how often you make it matters to others")
    if not game.as_json:
        print(_headline(solution.rules, wanted, given=at.scores is not None))
        _print(advice, at.roll, percent=wanted.name in ("win", "within"))
        return
    hog = solution.rules.family == "hog"
    print_json(
        {
            "objective": str(wanted),
            "value": advice.value,
            "exact": fraction_text(advice.value),
            "event": advice.event,
            "actions": [_as_json(action, hog) for action in advice.actions],
            "mix": solved.mix,
            "left_out": left_out,
            "assumed": given,
        }
    )


def _headline(rules: Rules, objective: Objective, *, given: bool) -> str:
    """What the values below are."""
    hint = "" if given else "; give --scores for the chance of winning"
    return f"{rules.title or 'The game'}, objective {objective}: {MEANINGS[objective.name]}{hint}"


def _as_json(action: Action, hog: bool) -> dict[str, object]:
    names = ("keep", "points", "then", "dice", "value", "exact", "bust_probability", "loss", "verdict", "probability")
    found = {name: getattr(action, name, None) for name in names}
    dice = int(action.dice) if hog and action.dice.isdecimal() else action.dice
    return found | {"dice": dice, "exact": fraction_text(action.value), "bust_probability": action.bust}


def _print(advice: Advice, roll: str | None, *, percent: bool) -> None:
    def worth(value: Number) -> str:
        return f"{float(value):.3%}" if percent else number_text(value)

    if not advice.actions:
        happens = "wins" if advice.event == "win" else "busts"
        print(f"{roll} {happens}: the turn is over, worth {worth(advice.value)}.")
        return
    rows, columns = [], ["Points", "Worth", "Gives up", "Busts"]
    mixes = any(action.probability is not None for action in advice.actions)
    for action in advice.actions:
        gives_up = worth(action.loss) if action.verdict == "worse" else action.verdict
        points = f"{action.points:,}" if action.keep or action.then == "steal" else ""
        cells = [_sentence(action), points, worth(action.value), gives_up, f"{float(action.bust):.2%}"]
        often = [f"{action.probability or 0:.2%}"] if mixes else []
        rows.append((cells + often, action.verdict != "worse"))
    action_table([*columns, "How often"] if mixes else columns, rows)


def _sentence(action: Action) -> str:
    if action.then == "steal":
        return f"steal {action.points:,}, roll {action.dice}"
    then = {"bank": "bank", "end": "which ends the turn"}.get(action.then) or f"roll {action.dice}"
    return f"keep {action.keep}, {then}" if action.keep else then
