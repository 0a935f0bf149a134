"""Reports of simultaneous play for `solve` and `advise`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jeopardice.cli.common import action_table, fraction_text, print_json
from jeopardice.cli.options import assumed_note, read_numbers
from jeopardice.common.errors import InputError, shown
from jeopardice.race.model import has_no_floor, lowest_score
from jeopardice.race.positions import Position
from jeopardice.race.support import WIN
from jeopardice.turn.advice import ONE_ROLL, MixedAction, MixedAdvice

if TYPE_CHECKING:
    from jeopardice.cli.options import PositionOptions, SolvedGameOptions
    from jeopardice.solutions.protocol import Solution

LIKELY = 5e-5
"""Actions with a smaller probability are not shown as played."""
MOST_ROUND = 10_000
SEEN = {
    "scores": "at the same moment",
    "dice": "at the same moment and see only the number of the other's dice",
    "nothing": "at the same moment and see nothing of each other",
}


def solution_details(solution: Solution) -> dict[str, object]:
    """Each player's chance, and how the first round is played."""
    found: dict[str, object] = {"actions": [_as_json(action) for action in _first_round(solution)]}
    if has_no_floor(solution.rules):
        found |= {"lowest_score": lowest_score(solution.rules), "floor_error": solution.floor_error}
    return found


def print_solution(solution: Solution, strategy: str) -> None:
    """The value of a game from the start, and how the first round is played."""
    rules, seats = solution.rules, solution.seats
    print(f"{rules.title or 'The game'}: two players who play {SEEN[rules.sees]}, to {rules.goal:,}")
    print(f"  the first player wins {float(seats[0]):.4%}, the second {float(seats[1]):.4%}")
    print(f"  in the first round: {_sentence(_first_round(solution))}")
    if solution.exact:
        print("  in fractions: proven that no player can do better in any state")
    elif solution.error_bound is not None:
        where = "in every state" if rules.sees == "scores" and not has_no_floor(rules) else "from the start"
        print(f"  certified: {where} both guarantee their chances to within {solution.error_bound:.2g}")
    if has_no_floor(rules):
        lowest, error = f"  the model has scores down to {lowest_score(rules):,}", solution.floor_error
        print(lowest if error is None else f"{lowest}: this changes the win probabilities by less than {error:.2g}")


def report_advice(
    game: SolvedGameOptions, given: PositionOptions, number: int | None, history: str | None, exact: bool
) -> None:
    """How often best play takes each action in a position; `number` is the round."""
    rules = game.rules
    scores = read_numbers(given.scores, "--scores")
    wanted = 2 if rules.sees == "scores" else 1
    if scores is None or len(scores) != wanted:
        needs = "two banked scores, the mover's first" if wanted == 2 else "only the mover's banked score"
        raise InputError(f"--scores: {shown(given.scores)}: this game needs {needs}")
    for option, value, sees in (("round", number, "nothing"), ("history", history, "dice")):
        if value is not None and rules.sees != sees:
            raise InputError(f'--{option}: {shown(value)}: it is for sees = "{sees}", and here it is "{rules.sees}"')
    if rules.sees != "scores" and given.turn:
        raise InputError(f"--turn: {shown(given.turn)}: {ONE_ROLL}")
    if number is not None and not 1 <= number <= MOST_ROUND:
        raise InputError(f"--round: {number}: it must be from 1 to {MOST_ROUND}")
    busts = read_numbers(given.busts, "--busts")
    at = Position(scores, given.turn, round=number or 1, history=_history(history), busts=busts)
    advice = _advice(game.solve(exact=exact).solution, at)
    assumed = assumed_note(rules, at, WIN)
    if game.as_json:
        numbers = {"objective": "win", "value": advice.value, "exact": fraction_text(advice.value)}
        print_json({**numbers, "actions": [_as_json(action) for action in advice.actions], "assumed": assumed})
        return
    rows = []
    for action in advice.actions:
        cells = (_words(action), f"{action.probability:.2%}", f"{float(action.value):.3%}")
        rows.append((cells, action.probability >= LIKELY))
    action_table(("How often", "Advantage"), rows)
    if exact:
        print(f"Exactly {advice.value} with best play.")
    if advice.is_mixed:
        print("Randomise with these probabilities; every action with a probability above 0 is equally good.")


def _first_round(solution: Solution) -> tuple[MixedAction, ...]:
    return _advice(solution, Position((0, 0) if solution.rules.sees == "scores" else (0,))).actions


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
