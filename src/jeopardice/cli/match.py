"""`match`, `best-response` and `solo`: what a strategy achieves, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import inform, number_text, print_json, progress_bar, race_title
from jeopardice.cli.contests import (
    RespondedArgument,
    StrategiesArgument,
    StrategyArgument,
    check_several,
    entered,
    lengths_or_note,
    print_turns,
    turns_as_json,
)
from jeopardice.cli.options import SolvedGameOptions, command
from jeopardice.cli.simultaneous_contests import report_match, report_response

if TYPE_CHECKING:
    from jeopardice.evaluation.duels import Match
    from jeopardice.evaluation.lengths import Lengths
    from jeopardice.evaluation.multiplayer import MultiplayerMatch, MultiplayerResponse
    from jeopardice.rulebook import Rules

LONG_RACE = 500


@command
def match_command(
    *,
    strategies: StrategiesArgument,
    follow: Annotated[
        bool,
        typer.Option(
            "--turns", help=f"Compute the length of games also in races of more than {LONG_RACE} steps, which is slow."
        ),
    ] = False,
    game: SolvedGameOptions,
) -> None:
    """Compute exactly how often each of several strategies wins against the others, and how long games are.

    With three or more strategies: in the order given, and averaged over all seating orders.

    \b
    Strategies:
      optimal               best play
      max-score             the most points in every turn; takes a win that it can bank
      best-hold             holds at the total that is best for the points still needed
      hold-at:20            banks at a turn total of 20 or more, or at the goal
      hold-past:20          the same, but rolls on to 20 even past the goal
      rolls:5               makes exactly five rolls, or reaches the goal
      dice:5                always rolls five dice (Hog)
      end-race:71,21        holds at 21; once a player has 71, rolls for the goal
      keep-pace:71,21,8     the same, holding at 21 + (other's score - own) / 8
      table:FILE            a table of values and actions, as `jeopardice table … --format csv` writes it
      card:FILE             a card, as `jeopardice card … --save FILE.json` writes it
      MODULE:OBJECT         your own, mine:Careful for the class Careful in mine.py: see docs/strategies.md

    \b
      jeopardice match farkle max-score optimal
      jeopardice match pig hold-at:20 keep-pace:71,21,8 --json
      jeopardice match pig optimal hold-at:20 hold-at:25
      jeopardice match television-hog optimal dice:6
    """
    from jeopardice.evaluation.duels import Match
    from jeopardice.evaluation.matches import match
    from jeopardice.evaluation.multiplayer import MultiplayerMatch
    from jeopardice.evaluation.simultaneous_results import SimultaneousMatch

    check_several(strategies)
    rules, players = entered(game, strategies)
    turns = None
    with progress_bar("Playing") as progress:
        found = match(rules, *players, progress=progress)
        if not isinstance(found, MultiplayerMatch):
            steps = found.race.needed if isinstance(found, Match) else rules.goal
            if steps <= LONG_RACE or follow:
                turns = lengths_or_note(lambda: found.turns if isinstance(found, Match) else found.rounds)
            else:
                inform(f"note: the length of games in races of more than {LONG_RACE} steps needs --turns")
    if isinstance(found, MultiplayerMatch):
        _report_seats(found, rules, game.as_json)
    elif isinstance(found, SimultaneousMatch):
        report_match(found, turns, rules, game.as_json)
    else:
        _report_two(found, turns, rules, game.as_json)


def _report_two(found: Match, turns: Lengths | None, rules: Rules, as_json: bool) -> None:
    a, b = found.a.name, found.b.name
    if as_json:
        numbers = {name: getattr(found, name) for name in ("first", "second", "overall", "advantage")}
        print_json({"rules": rules.title, "a": a, "b": b, **numbers, **turns_as_json(turns)})
        return
    print(f"{race_title(rules)}: {a} against {b}")
    print(f"  {a} wins {found.first:.4%} moving first, {found.second:.4%} second, {found.overall:.4%} overall")
    if abs(found.advantage) < 5e-7:
        print("  they are even")
    else:
        ahead = a if found.advantage > 0 else b
        print(f"  {ahead} has an advantage of {abs(found.advantage):.4%}: the difference of their win probabilities")
    print_turns(turns, f"a game that {a} begins takes, counting both players' turns,")


def _report_seats(found: MultiplayerMatch, rules: Rules, as_json: bool) -> None:
    """Three or more strategies against each other."""
    names = [one.name for one in found.strategies]
    if as_json:
        seatings = [
            {"order": [names[number] for number in order], "values": chances} for order, chances in found.seatings
        ]
        print_json(
            {
                "rules": rules.title,
                "strategies": names,
                "values": found.chances,
                "overall": found.overall,
                "expected_turns": found.expected_turns,
                "seatings": seatings,
            }
        )
        return
    print(f"{race_title(rules)}: {len(names)} players, each with a strategy")
    width = max(len("in this order"), *map(len, names)) + 2
    print(f"  {'':{width}}{'in this order':>15}{'over all orders':>17}")
    for name, chance, overall in zip(names, found.chances, found.overall, strict=True):
        print(f"  {name:<{width}}{chance:>15.4%}{overall:>17.4%}")
    print(f"  a game in this order takes {number_text(found.expected_turns, 4)} turns, counting all players' turns")


@command
def best_response_command(*, strategies: RespondedArgument, game: SolvedGameOptions) -> None:
    """Find the best answer to a strategy, and what it wins: how exploitable is it?

    With three or more players, give one strategy for all opponents, or one for each, in playing order.

    \b
      jeopardice best-response pig hold-at:20
      jeopardice best-response pig hold-at:20 hold-at:25 --set goal=50
    """
    from jeopardice.evaluation.matches import best_response
    from jeopardice.evaluation.multiplayer import MultiplayerResponse
    from jeopardice.evaluation.simultaneous_results import SimultaneousResponse

    rules, others = entered(game, strategies, question="best response")
    with progress_bar("Solving") as progress:
        found = best_response(rules, *others, progress=progress)
    if isinstance(found, SimultaneousResponse):
        report_response(found, rules, game.as_json)
        return
    if isinstance(found, MultiplayerResponse):
        _report_response_of_several(found, rules, game.as_json)
        return
    (played,) = others
    if game.as_json:
        numbers = {name: getattr(found, name) for name in ("first", "second", "overall", "exploitability")}
        print_json({"rules": rules.title, "strategy": played.name, **numbers})
        return
    print(f"{race_title(rules)}: the best answer to {played.name}")
    print(f"  wins {found.first:.4%} moving first, {found.second:.4%} second, {found.overall:.4%} overall")
    print(f"  {played.name} can be exploited by {found.exploitability:.4%}: the answer wins that much more than half")


def _report_response_of_several(found: MultiplayerResponse, rules: Rules, as_json: bool) -> None:
    """The best answer to the strategies of several others."""
    names = [one.name for one in found.to]
    if as_json:
        values = {"values": found.chances, "overall": found.overall, "exploitability": found.exploitability}
        print_json({"rules": rules.title, "strategies": names, **values})
        return
    print(f"{race_title(rules)}: the best answer to {' and then '.join(names)}")
    seats = ", ".join(f"{chance:.4%} in seat {seat}" for seat, chance in enumerate(found.chances, 1))
    print(f"  wins {seats}, {found.overall:.4%} overall")
    print(
        f"  the others can be exploited by {found.exploitability:.4%}: the answer wins that much more than a fair share"
    )


@command
def solo_command(*, strategy: StrategyArgument, game: SolvedGameOptions) -> None:
    """Compute how many turns a strategy needs to the goal, playing solo: the exact distribution.

    \b
      jeopardice solo pig hold-at:20
      jeopardice solo farkle max-score --json
    """
    from jeopardice.evaluation.solo import solo

    rules, (played,) = entered(game, [strategy], solo=True)
    with progress_bar("Playing") as progress:
        found = solo(rules, played, progress=progress)
        turns = lengths_or_note(lambda: found.turns)
    if game.as_json:
        known = {"rules": rules.title, "strategy": played.name, "variance": found.variance}
        print_json({**known, **turns_as_json(turns), "expected_turns": found.expected})
        return
    print(f"{race_title(rules)}: {played.name} solo")
    if turns is None:
        expected, variance = number_text(found.expected, 4), number_text(found.variance, 4)
        print(f"  it takes {expected} turns on average, variance {variance}")
    print_turns(turns, "it takes")
