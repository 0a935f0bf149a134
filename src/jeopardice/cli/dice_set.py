"""`jeopardice dice-set`: the best dice to bring."""

from __future__ import annotations

import time
from collections import Counter
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import inform, print_json, progress_bar
from jeopardice.cli.options import GameOptions, command
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.analysis.dice_sets.search import DiceSet, DiceSetSearch
    from jeopardice.analysis.dice_sets.worth import Bounds
    from jeopardice.rulebook import Rules

WHAT = {"score": "points a turn", "turns": "expected turns to the goal", "win": "chance to win"}


@command
def dice_set_command(
    *,
    inventory: Annotated[Path, typer.Option(metavar="FILE", help="The dice to choose from (docs/dice.md).")],
    criterion: Annotated[
        str, typer.Option("--for", metavar="score|turns|win", help="What to optimise the dice for.")
    ] = "score",
    opponent: Annotated[
        str | None,
        typer.Option(metavar="RULES", help="For win: the rules whose dice the opponent brings, if not those of RULES."),
    ] = None,
    best_play: Annotated[
        bool, typer.Option("--best-play", help="For win: play the best set again, both players playing for the win.")
    ] = False,
    all_up_to: Annotated[
        int, typer.Option(metavar="SETS", help="Search all sets of dice if there are at most this many.")
    ] = 2000,
    exchanges: Annotated[
        int, typer.Option(metavar="1|2", help="If there are more: how many dice are exchanged at a time.")
    ] = 2,
    game: GameOptions,
) -> None:
    """Find the best dice to bring from those you own.

    \b
    For score  the most expected points a turn, under best play for points
    For turns  the fewest expected turns to the goal, playing solo
    For win    the chance to win against an opponent with the dice of RULES, averaged over who starts; each player
               plays for their own fewest turns. With --best-play the best set is played again by two players
               who play best against each other.
    \b
    If there are few sets of dice, all are tried, and the best is certain. Otherwise one or two dice at a time are
    exchanged from several starting sets, and a better set may exist. Ctrl-C stops and shows the best so far.
    \b
      jeopardice dice-set examples/dice/kingdom-come.toml --inventory examples/dice/pouch.toml
      jeopardice dice-set farkle --inventory mine.toml --for win --json
    \b
    An inventory:
      [[die]]
      name = "Weighted"
      weights = [10, 1, 1, 1, 1, 1]
      owned = 3
    """
    began = time.perf_counter()
    _check(criterion, opponent, best_play, exchanges, all_up_to)
    search = _search(game.rules, inventory, criterion, opponent, all_up_to, exchanges)
    played, stopped = None, False
    try:
        with progress_bar("Trying dice") as progress:
            search.run(progress)
        played = _played(search) if best_play else None
    except KeyboardInterrupt:
        if not search.best:
            raise
        stopped = True
    plain = search.plain_value()
    seconds = time.perf_counter() - began
    if game.as_json:
        print_json(_as_json(search, criterion, plain, played, seconds, stopped=stopped))
    else:
        _print(search, criterion, plain, played, seconds, stopped=stopped)
    if stopped:
        raise typer.Exit(130)


def _check(criterion: str, opponent: str | None, best_play: bool, exchanges: int, all_up_to: int) -> None:
    """Refuse bad values before any work."""
    if criterion not in WHAT:
        raise InputError(f"--for: {shown(criterion)}: it must be score, turns or win")
    for option, value in (("--opponent", opponent), ("--best-play", best_play or None)):
        if value is not None and criterion != "win":
            raise InputError(f"{option}: {shown(value)}: it needs --for win")
    if exchanges not in (1, 2):
        raise InputError(f"--exchanges: {exchanges}: it must be 1 or 2")
    if all_up_to < 0:
        raise InputError(f"--all-up-to: {all_up_to}: it must be a number of sets, 0 or more")


def _search(
    rules: Rules, file: Path, criterion: str, opponent: str | None, all_up_to: int, exchanges: int
) -> DiceSetSearch:
    from jeopardice.analysis.dice_sets.inventory import read_inventory
    from jeopardice.analysis.dice_sets.search import DiceSetSearch
    from jeopardice.analysis.dice_sets.worth import plain_dice, worth_for

    owned = read_inventory(file, rules)
    other = None if opponent is None else GameOptions(opponent).rules
    wild = any(die.wild for die in owned.dice)
    worth = worth_for(criterion, rules, wild=wild, opponent=other)
    search = DiceSetSearch(worth, owned, plain_dice(rules, worth.turns), all_up_to=all_up_to, exchanges=exchanges)
    how = "trying all" if search.looks_at_all else "too many to try all: exchanging dice from several starting sets"
    inform(f"{search.sets:,} sets of {search.count} dice: {how}")
    return search


def _played(search: DiceSetSearch) -> Bounds:
    from jeopardice.analysis.dice_sets.worth import Win

    assert isinstance(search.worth, Win)
    return search.worth.best_play(search.shown(search.best[0].chosen))


def _as_json(
    search: DiceSetSearch, criterion: str, plain: float, played: Bounds | None, seconds: float, *, stopped: bool
) -> dict[str, object]:
    best, *others = search.best
    return {
        "rules": search.worth.turns.rules.title,
        "for": criterion,
        **_set_as_json(best),
        "plain": None if isinf(plain) else plain,
        "best_play": None if played is None else {"value": played.middle, "error_bound": played.error},
        "sets": search.sets,
        "searched": search.searched,
        "method": "all sets" if search.looks_at_all else "exchanges",
        "certain": search.certain,
        "stopped": stopped,
        "runner_up": [_set_as_json(found) for found in others],
        "seconds": seconds,
    }


def _set_as_json(found: DiceSet) -> dict[str, object]:
    endless = isinf(found.value)
    return {
        "dice": list(found.dice),
        "value": None if endless else found.value,
        "error_bound": found.error,
        "endless": endless,
    }


def _print(
    search: DiceSetSearch, criterion: str, plain: float, played: Bounds | None, seconds: float, *, stopped: bool
) -> None:
    rules = search.worth.turns.rules
    print(f"{rules.title or 'The game'}: the best {search.count} of your dice, by {WHAT[criterion]}")
    rows = [(_number(found.value, criterion), _dice(found.dice)) for found in search.best]
    rows.append((_number(plain, criterion), "the dice of the rules"))
    width = max(len(number) for number, _ in rows)
    for place, (number, dice) in enumerate(rows, 1):
        print(f"  {f'{place}.' if place < len(rows) else '':<3}{number:>{width}}  {dice}")
    if played is not None:
        print(f"  when both play for the win, the best set wins {played.middle:.4%} (within {played.error:.1e})")
    print(f"  {_certainty(search, stopped=stopped)}, in {seconds:.1f} s")


def _certainty(search: DiceSetSearch, *, stopped: bool) -> str:
    if search.certain and search.searched < search.sets:
        return f"certain after {search.searched:,} of {search.sets:,} sets: nothing is better than a turn without end"
    tried = f"{search.searched:,} of {search.sets:,} sets tried"
    if search.certain:
        return f"certain: all {search.sets:,} sets tried"
    return f"stopped, not certain: the best of {tried}" if stopped else f"not certain: {tried}, by exchanging dice"


def _number(value: float, criterion: str) -> str:
    if isinf(value):
        return "never" if criterion == "turns" else "without end"
    return f"{value:.4%}" if criterion == "win" else f"{value:,.4f}"


def _dice(dice: tuple[str, ...]) -> str:
    return ", ".join(f"{n} {name}" for name, n in Counter(dice).items())
