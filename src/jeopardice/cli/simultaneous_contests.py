"""Reports of strategies against each other in simultaneous play, and of head starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.cli.common import chance_bars, number_text, print_json, race_title
from jeopardice.cli.contests import komi_as_json, turns_as_json

if TYPE_CHECKING:
    from jeopardice.analysis.simultaneous import SimultaneousFairness
    from jeopardice.evaluation.lengths import Lengths
    from jeopardice.evaluation.simulation import Simulation
    from jeopardice.evaluation.simultaneous_results import SimultaneousMatch, SimultaneousResponse
    from jeopardice.rulebook import Rules

FEW_STARTS = 12
"""Head starts that are printed."""


def report_match(found: SimultaneousMatch, rounds: Lengths | None, rules: Rules, as_json: bool) -> None:
    """The result of two strategies, and the number of rounds."""
    a, b = found.a.name, found.b.name
    if as_json:
        numbers = {name: getattr(found, name) for name in ("first", "second", "overall", "advantage")}
        print_json({"rules": rules.title, "a": a, "b": b, **numbers, **_lengths(rounds, found)})
        return
    print(f"{race_title(rules)}: {a} against {b}, at the same moment")
    print(f"  {a} wins {found.overall:.4%}, {b} {1 - found.overall:.4%}")
    _print_rounds(rounds)


def report_response(found: SimultaneousResponse, rules: Rules, as_json: bool) -> None:
    """The best response to a strategy, with a bound where the numbers of dice are seen."""
    name = found.to.name
    if as_json:
        keys = ("first", "second", "overall", "exploitability", "error_bound")
        print_json({"rules": rules.title, "strategy": name, **{key: getattr(found, key) for key in keys}})
        return
    print(f"{race_title(rules)}: the best answer to {name}, at the same moment")
    if found.error_bound < 5e-7:
        print(f"  wins {found.overall:.4%}")
        print(f"  {name} can be exploited by {found.exploitability:.4%}: the answer wins that much more than half")
        return
    print(f"  wins between {found.overall:.4%} and {found.overall + found.error_bound:.4%}")
    print(f"  {name} can be exploited by at most {found.exploitability + found.error_bound:.4%}")


def report_fairness(found: SimultaneousFairness, rules: Rules, as_json: bool) -> None:
    """What head starts are worth, and the number of rounds."""
    table = found.komi_table
    if as_json:
        print_json(
            {
                **komi_as_json(found, rules),
                **_lengths(found.rounds, found),
            }
        )
        return
    print(f"{rules.title or 'The game'}: two players who play best, at the same moment, to {rules.goal:,}")
    print("  from equal scores both win 50 %: no player moves first")
    if len(table) > 1:
        print("\n  head start of one   the other wins")
        step = -(-(len(table) - 1) // FEW_STARTS)
        shown = {*range(min(3, len(table))), *range(0, len(table), max(1, step)), len(table) - 1}
        for place in sorted(shown):
            print(f"  {table[place][0]:>17,}   {table[place][1]:.4%}")
    _print_rounds(found.rounds)


def print_simulation(found: Simulation, names: list[str], rules: Rules) -> None:
    """Simulated games of two strategies."""
    print(f"{race_title(rules)}: {names[0]} against {names[1]}, at the same moment, {found.games:,} simulated games")
    print(f"  {names[0]} wins {found.overall.mean:.4%} (standard error {found.overall.stderr:.4%})")
    rounds, error = found.turns.mean / 2, found.turns.stderr / 2
    print(f"  a game takes {rounds:.4f} (standard error {error:.4f}) rounds")


def _lengths(rounds: Lengths | None, found: SimultaneousMatch | SimultaneousFairness) -> dict[str, object]:
    """The number of turns, counting both players' turns, and of rounds."""
    if rounds is None:
        return {**turns_as_json(None), "expected_rounds": None}
    return {**turns_as_json(found.turns), "expected_rounds": rounds.expected}


def _print_rounds(rounds: Lengths | None) -> None:
    if rounds is None:
        return
    low, middle, high = (rounds.quantile(part) for part in (0.05, 0.5, 0.95))
    mean, deviation = number_text(rounds.expected, 4), number_text(rounds.deviation, 4)
    print(f"  a game takes {mean} rounds on average, standard deviation {deviation};")
    print(f"  half of all games at most {middle}, nine in ten from {low} to {high}")
    print("\n        rounds   chance")
    chance_bars({m: float(chance) for m, chance in enumerate(rounds.chances, 1)})
