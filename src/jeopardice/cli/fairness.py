"""`jeopardice fairness`: what the first move is worth, and how long a game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jeopardice.cli.common import number_text, print_json, progress_bar
from jeopardice.cli.contests import komi_as_json, print_turns, turns_as_json
from jeopardice.cli.options import TableOptions, command
from jeopardice.cli.simultaneous_contests import report_fairness

if TYPE_CHECKING:
    from jeopardice.analysis.fairness import Fairness, HeadStart, MultiplayerFairness
    from jeopardice.rulebook import Rules

LABEL = 20
"""Columns before the numbers of the seats."""


@command
def fairness_command(*, game: TableOptions) -> None:
    """Compute the first player's advantage, the head start that compensates for it, and the length of a game.

    \b
      jeopardice fairness farkle
      jeopardice fairness pig --set goal=50 --json
      jeopardice fairness pig --players 3
    """
    from jeopardice.analysis.fairness import Fairness, fairness
    from jeopardice.analysis.simultaneous import SimultaneousFairness

    solution = game.solve().solution
    with progress_bar("Following games") as progress:
        found = fairness(solution, progress)
    if isinstance(found, SimultaneousFairness):
        report_fairness(found, solution.rules, game.as_json)
    elif isinstance(found, Fairness):
        _report_two(found, solution.rules, game.as_json)
    else:
        _report_seats(found, solution.rules, game.as_json)


def _report_two(found: Fairness, rules: Rules, as_json: bool) -> None:
    if as_json:
        print_json({**komi_as_json(found, rules), **turns_as_json(found.turns)})
        return
    komi, value = found.fairest
    print(f"{rules.title or 'The game'}: two players who play best, to {rules.goal:,}")
    print(f"  the first player wins {found.first_player:.4%}: an advantage of {found.advantage:.4%}")
    print(f"  fairest with {komi:,} points as a head start for the second player: then {value:.4%}")
    print("\n  head start   the first player wins")
    near = next(i for i, (start, _) in enumerate(found.komi_table) if start == komi)
    first = max(0, near - 4)
    for start, chance in found.komi_table[first : max(near + 5, first + 9)]:
        print(f"  {start:>10,}   {chance:.4%}{'   <- the fairest' if start == komi else ''}")
    print()
    print_turns(found.turns, "a game takes, counting both players' turns,")


def _report_seats(found: MultiplayerFairness, rules: Rules, as_json: bool) -> None:
    """What each of three or more seats is worth, and the head starts that make up for it."""
    if as_json:
        single = [
            {"seat": seat, "komi": head.points[seat - 1], "values": head.chances}
            for seat, head in enumerate(found.single, 2)
        ]
        print_json(
            {
                "rules": rules.title,
                "players": rules.players,
                "first_player": found.chances[0],
                "values": found.chances,
                "komi": found.fairest.points,
                "komi_value": found.fairest.chances,
                "komi_single": single,
                "expected_turns": found.expected_turns,
            }
        )
        return
    title, goal = rules.title or "The game", f"{rules.goal:,}"
    print(f"{title}: {rules.players} players, each maximises their own chance of winning, to {goal}\n")
    _row("", [f"seat {seat}" for seat in range(1, rules.players + 1)])
    _row("chance to win", [f"{chance:.4%}" for chance in found.chances])
    print("\n  the fairest head starts")
    _head_start("for all", found.fairest)
    print("\n  a head start for a single seat that brings it to an equal share")
    for seat, head in enumerate(found.single, 2):
        _head_start(f"for seat {seat}", head)
    print(f"\n  a game takes {number_text(found.expected_turns, 4)} turns on average, counting all players' turns")


def _row(label: str, cells: Sequence[str]) -> None:
    print(f"  {label:<{LABEL}}" + "".join(f"{cell:>12}" for cell in cells))


def _head_start(label: str, head: HeadStart) -> None:
    _row(label, [f"{points:,}" for points in head.points])
    _row("", [f"{chance:.4%}" for chance in head.chances])
