"""What `solve` and `advise` tell of simultaneous play."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.solving import read_numbers
from jeopardice.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.at_once import AtOnceSolution, MixedAction
    from jeopardice.rulebook import Rules

LIKELY = 5e-5
"""What is less likely is not played, as far as people can tell."""


def tell_solution(rules: Rules, strategy: str, as_json: bool, began: float) -> None:
    """The value of a game from the start, and how the first round is played."""
    if strategy != "optimal":
        raise InputError(f"--strategy: {shown(strategy)}: in simultaneous play it must be optimal")
    solution = _solved(rules)
    seconds = time.perf_counter() - began
    advice = solution.advise((0, 0))
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "objective": "win",
                "strategy": "optimal",
                "value": solution.value,
                "values": solution.seats,
                "exact": None,
                "error_bound": solution.error_bound,
                "states": solution.states,
                "actions": [_as_json(action) for action in advice.actions],
                "seconds": seconds,
            }
        )
        return
    print(f"{rules.title or 'The game'}: two players who play at the same moment, to {rules.goal:,}")
    print(f"  the first player wins {solution.seats[0]:.4%}, the second {solution.seats[1]:.4%}")
    print(f"  in the first round: {_sentence(advice.actions)}")
    if solution.error_bound is not None:
        print(f"  certified: in every state both guarantee their chances to within {solution.error_bound:.2g}")
    print(f"  {solution.states:,} states, {seconds:.2f} s")


def tell_advice(rules: Rules, scores: str | None, turn: int, as_json: bool) -> None:
    """How often best play does what in a position."""
    banked = read_numbers(scores, "--scores")
    if banked is None or len(banked) != 2:
        raise InputError(f"--scores: {shown(scores)}: simultaneous play needs two banked scores, the own first")
    advice = _solved(rules).advise((banked[0], banked[1]), turn)
    if as_json:
        actions = [_as_json(action) for action in advice.actions]
        print_json({"objective": "win", "value": advice.value, "exact": None, "actions": actions})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Do this")
    for column in ("How often", "Wins more than the other by"):
        table.add_column(column, justify="right")
    for action in advice.actions:
        style = "bold green" if action.probability >= LIKELY else None
        table.add_row(_words(action), f"{action.probability:.2%}", f"{action.value:.3%}", style=style)
    Console(soft_wrap=True).print(table)
    if advice.is_mixed:
        print("Choose by chance, so that nobody can see it coming: what is best then is worth the same.")


def tell_match(rules: Rules, strategies: list[str], as_json: bool) -> None:
    """The exact result of one strategy against another."""
    from jeopardice.at_once_match import match_at_once

    if len(strategies) != 2:
        raise InputError(f"STRATEGY: {len(strategies)} of them: simultaneous play is for two")
    with progress_bar("Playing") as progress:
        found = match_at_once(rules, strategies[0], strategies[1], progress)
    if as_json:
        both = {"first": found.chance, "second": found.chance, "overall": found.chance}
        print_json({"rules": rules.title, "a": found.a, "b": found.b, **both, "advantage": 2 * found.chance - 1})
        return
    print(f"{rules.title or 'The game'} to {rules.goal:,}: {found.a} against {found.b}, at the same moment")
    print(f"  {found.a} wins {found.chance:.4%}, {found.b} {1 - found.chance:.4%}")


def _solved(rules: Rules) -> AtOnceSolution:
    from jeopardice.at_once import solve_at_once

    with progress_bar("Solving") as progress:
        return solve_at_once(rules, progress=progress)


def _as_json(action: MixedAction) -> dict[str, object]:
    return {"then": action.then, "dice": action.dice, "probability": action.probability, "value": action.value}


def _sentence(actions: tuple[MixedAction, ...]) -> str:
    played = [action for action in actions if action.probability >= LIKELY]
    if len(played) == 1:
        return _words(played[0])
    return ", ".join(f"{_words(action)} ({action.probability:.2%})" for action in played)


def _words(action: MixedAction) -> str:
    if action.then == "bank":
        return "bank"
    return "roll" if action.dice is None else f"roll {action.dice} {'die' if action.dice == 1 else 'dice'}"
