"""`jeopardice advise`: should I bank?"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import (
    BustsOption,
    DiceLeftOption,
    ExactOption,
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
    fraction_text,
    load_rules,
    number_text,
    print_json,
    tell,
    with_players,
)
from jeopardice.cli.solving import Situation, mix_of, position_objective, simultaneous_rules, solved_turn
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.race.objectives import Objective
    from jeopardice.rulebook import Rules
    from jeopardice.turn.advice import Action, Advice


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
    offer: Annotated[
        str | None,
        typer.Option(metavar="DICE:TOTAL", help="With turn.steal: what the turn before has left, such as 3:450."),
    ] = None,
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Hidden information, nothing seen: the round, from 1.")
    ] = None,
    history: Annotated[
        str | None,
        typer.Option(metavar="OWN:OTHER,…", help="Hidden information, dice seen: those of each round, 6:5,6:6."),
    ] = None,
    players: PlayersOption = None,
    exact: ExactOption = False,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rank the legal actions in a position, best first, with what each is worth and what it gives up.

    \b
      jeopardice advise farkle --scores 3500,4200 --turn 650 --roll 115346
      jeopardice advise pig --scores 80,70 --turn 15
      jeopardice advise pig --players 3 --scores 80,70,75 --turn 15
      jeopardice advise farkle --turn 300 --dice-left 3              most points, whatever the scores
      jeopardice advise hog --objective turns --scores 40
      jeopardice advise television-hog --scores 99,97                how often to roll how many dice, unseen
      jeopardice advise television-hog --set turn.choose_dice=[1,3] --set goal=30 --scores 29,27 --exact
      jeopardice advise television-hog --set sees=nothing --scores 68 --round 10
      jeopardice advise television-hog --set sees=dice --set goal=20 --scores 0 --history 4:5
      jeopardice advise pig --set turn.steal=after-bust --scores 50,60 --offer 1:18
      jeopardice advise pig --set bust.streak=3 --set bust.penalty=20 --scores 50,60 --turn 15 --busts 2,0

    Where dice are not alike each is named by its kind: --roll A1,B5,B5, --dice-left AAB.
    """
    from jeopardice.turn.advice import advise_start, advise_turn

    changes = with_players(changes, players)
    stolen = _offer(offer, taken=bool(turn or roll or dice_left))
    if stolen and not to_beat:
        to_beat = _beats(game, changes, stolen[1])
    wanted = position_objective(game, objective, scores)
    if wanted.name == "win" and (both := simultaneous_rules(game, changes)):
        from jeopardice.cli.simultaneous import Hidden, tell_advice

        if roll is not None or dice_left is not None or offer is not None or busts is not None:
            raise InputError(
                "--roll, --dice-left, --offer, --busts: in simultaneous play --scores and --turn are enough"
            )
        tell_advice(both, scores, turn, Hidden(round_number, history), exact, as_json)
        return
    if round_number is not None or history is not None:
        raise InputError('--round, --history: they are for hidden information (sees = "nothing" or "dice")')
    solved, left_out = solved_turn(
        game, changes, wanted, Situation(scores, busts, to_beat, seat), exact=exact, cache=not no_cache
    )
    advice = advise_turn(solved, turn, roll, dice_left, singles) if stolen is None else advise_start(solved, *stolen)
    mix = mix_of(solved)
    if mix is not None:
        tell(f"note: best play mixes here: of tied actions the one that busts more in {mix:.2%} of all cases")
    if not as_json:
        print(_headline(solved.model.rules, wanted, given=scores is not None))
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
            "mix": mix,
            "left_out": left_out,
        }
    )


MEANINGS = {
    "win": "the chance of winning",
    "turns": "expected turns to the goal",
    "within": "the chance to reach the goal in time",
    "score": "expected points of this turn",
    "average": "points a turn in the long run",
}


def _headline(rules: Rules, objective: Objective, *, given: bool) -> str:
    """What the values below are."""
    hint = "" if given else "; give --scores for the chance of winning"
    return f"{rules.title or 'The game'}, objective {objective}: {MEANINGS[objective.name]}{hint}"


def _offer(text: str | None, *, taken: bool) -> tuple[str, int] | None:
    """The dice and the turn total that a player may go on with."""
    if text is None:
        return None
    dice, _, total = text.partition(":")
    if not dice or not re.fullmatch("[0-9]{1,9}", total):
        raise InputError(f"--offer: {shown(text)}: it must be dice and a turn total, such as 3:450")
    if taken:
        raise InputError(
            f"--offer: {shown(text)}: it is for the start of a turn, without --turn, --roll and --dice-left"
        )
    return dice, int(total)


def _beats(game: str, changes: list[str] | None, total: int) -> int:
    """What a new turn must beat after a bank of this total."""
    rules = load_rules(game, changes)
    return total if rules.turn.beat_previous and rules.turn.steal == "after-bank" else 0


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
        points = f"{action.points:,}" if action.keep or action.then == "steal" else ""
        table.add_row(
            _sentence(action), points, worth(action.value), gives_up, f"{float(action.bust):.2%}", style=style
        )
    Console(soft_wrap=True).print(table)


def _sentence(action: Action) -> str:
    if action.then == "steal":
        return f"go on with {action.points:,}, roll {action.dice}"
    then = {"bank": "bank", "end": "which ends the turn"}.get(action.then) or f"roll {action.dice}"
    return f"keep {action.keep}, {then}" if action.keep else then
