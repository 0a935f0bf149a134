"""Reports of simultaneous play for `solve`, `advise` and `match`."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jeopardice.cli.common import fraction_text, print_json, progress_bar
from jeopardice.cli.solving import read_numbers
from jeopardice.common.errors import InputError, shown
from jeopardice.race.positions import Position
from jeopardice.turn.advice import MixedAction, MixedAdvice

if TYPE_CHECKING:
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.protocol import Solution

LIKELY = 5e-5
"""What is less likely is not played, as far as people can tell."""
MOST_ROUND = 10_000
SEEN = {
    "scores": "at the same moment",
    "dice": "at the same moment and see only the number of the other's dice",
    "nothing": "at the same moment and see nothing of each other",
}


@dataclass(frozen=True)
class Hidden:
    """What a user says of a position in which the other's score is not seen."""

    round: int | None
    history: str | None


def tell_solution(rules: Rules, strategy: str, exact: bool, as_json: bool, began: float) -> None:
    """The value of a game from the start, and how the first round is played."""
    if strategy != "optimal":
        raise InputError(f"--strategy: {shown(strategy)}: in simultaneous play it must be optimal")
    solution = _solved(rules, exact)
    seconds = time.perf_counter() - began
    advice = _advice(solution, Position((0, 0) if rules.sees == "scores" else (0,)))
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "objective": "win",
                "strategy": "optimal",
                "value": solution.value,
                "values": solution.seats,
                "exact": fraction_text(solution.value),
                "error_bound": solution.error_bound,
                "states": solution.states,
                "actions": [_as_json(action) for action in advice.actions],
                "seconds": seconds,
            }
        )
        return
    print(f"{rules.title or 'The game'}: two players who play {SEEN[rules.sees]}, to {rules.goal:,}")
    print(f"  the first player wins {float(solution.seats[0]):.4%}, the second {float(solution.seats[1]):.4%}")
    print(f"  in the first round: {_sentence(advice.actions)}")
    if exact:
        print("  in fractions: in every state some number of dice is best, proven")
    elif solution.error_bound is not None:
        where = "in every state" if rules.sees == "scores" else "from the start"
        print(f"  certified: {where} both guarantee their chances to within {solution.error_bound:.2g}")
    print(f"  {solution.states:,} states, {seconds:.2f} s")


def tell_advice(rules: Rules, scores: str | None, turn: int, hidden: Hidden, exact: bool, as_json: bool) -> None:
    """How often best play does what in a position."""
    banked = read_numbers(scores, "--scores")
    wanted = 2 if rules.sees == "scores" else 1
    if banked is None or len(banked) != wanted:
        needs = "two banked scores, the mover's first" if wanted == 2 else "the mover's banked score alone"
        raise InputError(f"--scores: {shown(scores)}: this game needs {needs}")
    for option, given, sees in (("round", hidden.round, "nothing"), ("history", hidden.history, "dice")):
        if given is not None and rules.sees != sees:
            raise InputError(f'--{option}: {shown(given)}: it is for sees = "{sees}", and here it is "{rules.sees}"')
    if rules.sees != "scores" and turn:
        raise InputError("hog: the only decision of a turn is the number of dice to roll, before the roll")
    if hidden.round is not None and not 1 <= hidden.round <= MOST_ROUND:
        raise InputError(f"--round: {hidden.round}: it must be from 1 to {MOST_ROUND}")
    at = Position(banked, turn, round=hidden.round or 1, history=_history(hidden.history))
    advice = _advice(_solved(rules, exact), at)
    if as_json:
        actions = [_as_json(action) for action in advice.actions]
        exactly = fraction_text(advice.value)
        print_json({"objective": "win", "value": advice.value, "exact": exactly, "actions": actions})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("Do this")
    for column in ("How often", "Wins more than the other by"):
        table.add_column(column, justify="right")
    for action in advice.actions:
        style = "bold green" if action.probability >= LIKELY else None
        table.add_row(_words(action), f"{action.probability:.2%}", f"{float(action.value):.3%}", style=style)
    Console(soft_wrap=True).print(table)
    if exact:
        print(f"Exactly {advice.value} with best play.")
    if advice.is_mixed:
        print("Randomise with these probabilities; every action with a probability above 0 is equally good.")


def tell_match(rules: Rules, strategies: list[str], as_json: bool) -> None:
    """The exact result of one strategy against another."""
    from jeopardice.evaluation.simultaneous import match_simultaneous

    if len(strategies) != 2:
        raise InputError(f"STRATEGY: {len(strategies)} of them: simultaneous play is for two")
    with progress_bar("Playing") as progress:
        found = match_simultaneous(rules, strategies[0], strategies[1], progress)
    if as_json:
        both = {"first": found.chance, "second": found.chance, "overall": found.chance}
        print_json({"rules": rules.title, "a": found.a, "b": found.b, **both, "advantage": 2 * found.chance - 1})
        return
    print(f"{rules.title or 'The game'} to {rules.goal:,}: {found.a} against {found.b}, at the same moment")
    print(f"  {found.a} wins {found.chance:.4%}, {found.b} {1 - found.chance:.4%}")


def _solved(rules: Rules, exact: bool) -> Solution:
    from jeopardice.solvers.solve import Question, Work, answer

    if exact and rules.sees != "scores":
        raise InputError(f'--exact: sees: "{rules.sees}": hidden information is solved in floating point')
    with progress_bar("Solving") as progress:
        return answer(Question(rules, exact=exact), Work(progress=progress)).solution


def _advice(solution: Solution, position: Position) -> MixedAdvice:
    advice = solution.advise(position)
    assert isinstance(advice, MixedAdvice)
    return advice


def _history(text: str | None) -> tuple[tuple[int, int], ...]:
    """The dice of both players in each round so far."""
    if not text:
        return ()
    rounds = [re.fullmatch(r"\s*([0-9]{1,4}):([0-9]{1,4})\s*", part) for part in text.split(",")]
    found = tuple((int(pair[1]), int(pair[2])) for pair in rounds if pair)
    if len(found) < len(rounds):
        raise InputError(
            f"--history: {shown(text)}: it must be your dice and the other player's in each round, such as 6:5,6:6"
        )
    return found


def _as_json(action: MixedAction) -> dict[str, object]:
    return {
        "then": action.then,
        "dice": int(action.dice) if action.dice else None,
        "probability": action.probability,
        "value": action.value,
        "exact": fraction_text(action.value),
    }


def _sentence(actions: tuple[MixedAction, ...]) -> str:
    played = [action for action in actions if action.probability >= LIKELY]
    if len(played) == 1:
        return _words(played[0])
    return ", ".join(f"{_words(action)} ({action.probability:.2%})" for action in played)


def _words(action: MixedAction) -> str:
    if action.then == "bank":
        return "bank"
    return f"roll {action.dice} {'die' if action.dice == '1' else 'dice'}" if action.dice else "roll"
