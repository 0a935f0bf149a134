"""What commands with competing strategies share: the strategies by name, and how long games last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from jeopardice.cli.common import chance_bars, inform, number_text
from jeopardice.cli.options import SolvedGameOptions
from jeopardice.common.errors import InputError, JeopardiceError, shown

if TYPE_CHECKING:
    from jeopardice.analysis.fairness import Fairness
    from jeopardice.analysis.simultaneous import SimultaneousFairness
    from jeopardice.evaluation.lengths import Lengths
    from jeopardice.race.questions import Asked
    from jeopardice.rulebook import Rules
    from jeopardice.strategies import Strategy

HELP = "optimal, max-score, hold-at:20, … (match --help lists all)"
StrategiesArgument = Annotated[list[str], typer.Argument(metavar="STRATEGY STRATEGY…", help=HELP)]
RespondedArgument = Annotated[list[str], typer.Argument(metavar="STRATEGY…", help=HELP)]
StrategyArgument = Annotated[str, typer.Argument(metavar="STRATEGY", help=HELP)]


def entered(
    game: SolvedGameOptions,
    names: list[str],
    *,
    solo: bool = False,
    at_tables: bool = False,
    question: Literal["match", "best response"] = "match",
) -> tuple[Rules, list[Strategy]]:
    """The rules, and the strategies by name; best play comes from the cache or from a solution file.

    There are as many players as strategies, and one more who responds to them, unless they meet at tables of as many
    players as the rules say, or a single strategy is that of all others.
    """
    from jeopardice.strategies import Optimal, strategy

    players = [strategy(name) for name in names]
    seats = len(names) + (question == "best response")
    if not solo and not game.saved:
        if len(names) > 1 and seats != game.rules.players and not at_tables:
            game = replace(game, changes=[*(game.changes or []), f"players={seats}"])
        _check_contest(game.rules, len(names), at_tables=at_tables, question=question)
    if game.saved or (not solo and any(isinstance(player, Optimal) for player in players)):
        solution = game.solve().solution
        if not solo and not at_tables and len(names) > 1 and seats != solution.rules.players:
            raise InputError(f"{game.game}: a solution for {solution.rules.players} players, not for {seats}")
        best = solution.strategy()
        return solution.rules, [best if isinstance(player, Optimal) else player for player in players]
    return game.rules, players


def _check_contest(rules: Rules, strategies: int, *, at_tables: bool, question: Asked) -> None:
    """Refuse a contest before best play is solved."""
    from jeopardice.race.support import require

    if at_tables and strategies < rules.players != 2:
        needed = f"tables of {rules.players} need at least {rules.players} strategies"
        raise InputError(f"tournament: {strategies} given: {needed}")
    require(question, rules)


def check_several(strategies: list[str]) -> None:
    """Refuse a single strategy."""
    if len(strategies) < 2:
        raise InputError(f"STRATEGY: {shown(strategies[0])}: at least two strategies are needed")


def lengths_or_note(turns: Callable[[], Lengths]) -> Lengths | None:
    """The number of turns; None, with a note, where games are too long to be followed."""
    try:
        return turns()
    except JeopardiceError as error:
        inform(f"note: the number of turns is not shown: {error}")
        return None


def turns_as_json(turns: Lengths | None) -> dict[str, object]:
    """The number of turns, for JSON."""
    if turns is None:
        return {"expected_turns": None, "turns_deviation": None, "turns": None}
    return {
        "expected_turns": turns.expected,
        "turns_deviation": turns.deviation,
        "turns": [{"turns": m, "probability": float(chance)} for m, chance in enumerate(turns.chances, 1)],
    }


def komi_as_json(found: Fairness | SimultaneousFairness, rules: Rules) -> dict[str, object]:
    """The first player's chance and what head starts are worth, for JSON."""
    komi, value = found.fairest
    return {
        "rules": rules.title,
        "first_player": found.first_player,
        "advantage": found.advantage,
        "komi": komi,
        "komi_value": value,
        "komi_table": [{"komi": start, "first_player": chance} for start, chance in found.komi_table],
    }


def print_turns(turns: Lengths | None, what: str) -> None:
    """The number of turns: its mean, its spread and its distribution."""
    if turns is None:
        return
    low, middle, high = (turns.quantile(part) for part in (0.05, 0.5, 0.95))
    print(f"  {what} {number_text(turns.expected, 4)} turns on average, standard deviation", end=" ")
    print(f"{number_text(turns.deviation, 4)};\n  half of all games at most {middle}, nine in ten from {low} to {high}")
    print("\n         turns   chance")
    chance_bars({m: float(chance) for m, chance in enumerate(turns.chances, 1)})
