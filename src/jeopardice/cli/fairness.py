"""`jeopardice fairness`: what the first move is worth, and how long a game lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.cli.common import (
    JsonOption,
    NoCacheOption,
    PlayersOption,
    RulesArgument,
    SetOption,
    bars,
    load_rules,
    number_text,
    print_json,
    progress_bar,
    with_players,
)
from jeopardice.cli.solving import solved

if TYPE_CHECKING:
    from jeopardice.analysis.fairness import Fairness
    from jeopardice.solutions.race import RaceSolution


def fairness_command(
    game: RulesArgument,
    players: PlayersOption = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The first player's advantage, the head start for the second that makes up for it, and the length of a game.

    \b
      jeopardice fairness farkle
      jeopardice fairness pig --set goal=50 --json
      jeopardice fairness pig --players 3
    """
    from jeopardice.analysis.fairness import fairness_of_two
    from jeopardice.race.objectives import Objective
    from jeopardice.race.support import in_turn_only
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.race import RaceSolution

    changes = with_players(changes, players)
    if not game.endswith(".nc"):
        in_turn_only(load_rules(game, changes))
    solution = solved(game, changes, Objective("win"), cache=not no_cache).solution
    if isinstance(solution, MultiplayerSolution):
        from jeopardice.cli.multiplayer import report_fairness

        report_fairness(solution, as_json)
        return
    assert isinstance(solution, RaceSolution)
    with progress_bar("Following games") as progress:
        found = fairness_of_two(solution, progress)
    if as_json:
        print_json(_as_json(found, solution))
    else:
        _print(found, solution)


def _as_json(found: Fairness, solution: RaceSolution) -> dict[str, object]:
    komi, value = found.fairest
    return {
        "rules": solution.rules.title,
        "first_player": found.first_player,
        "advantage": found.advantage,
        "komi": komi,
        "komi_value": value,
        "komi_table": [{"komi": start, "first_player": chance} for start, chance in found.komi_table],
        "expected_turns": found.turns.expected,
        "turns_deviation": found.turns.deviation,
        "turns": [{"turns": m, "probability": float(chance)} for m, chance in enumerate(found.turns.chances, 1)],
    }


def _print(found: Fairness, solution: RaceSolution) -> None:
    title = solution.rules.title or "The game"
    komi, value = found.fairest
    print(f"{title}: two players who play best, to {solution.rules.goal:,}")
    print(f"  the first player wins {found.first_player:.4%}: an advantage of {found.advantage:.4%}")
    print(f"  fairest with {komi:,} points as a head start for the second player: then {value:.4%}")
    print("\n  head start   the first player wins")
    near = next(i for i, (start, _) in enumerate(found.komi_table) if start == komi)
    first = max(0, near - 4)
    for start, chance in found.komi_table[first : max(near + 5, first + 9)]:
        print(f"  {start:>10,}   {chance:.4%}{'   <- the fairest' if start == komi else ''}")
    middle = [found.turns.quantile(part) for part in (0.05, 0.5, 0.95)]
    print(f"\n  a game takes {number_text(found.turns.expected, 4)} turns on average, both players' turns counted")
    print(f"  (standard deviation {number_text(found.turns.deviation, 4)}; half of all games at most {middle[1]};")
    print(f"  nine in ten from {middle[0]} to {middle[2]})")
    print("\n         turns   chance")
    for label, chance in bars({m: float(chance) for m, chance in enumerate(found.turns.chances, 1)}):
        print(f"  {label:>12}  {chance:8.4%}  {'█' * round(120 * chance)}")
