"""`match`, `simulate`, `tournament`, `best-response` and `alone`: strategies by their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

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
    tell,
    with_players,
)
from jeopardice.cli.solving import read_numbers, simultaneous_rules, solved
from jeopardice.common.errors import InputError, JeopardiceError, shown

if TYPE_CHECKING:
    from jeopardice.evaluation.duels import Lengths, Match
    from jeopardice.rulebook import Rules
    from jeopardice.strategies import Strategy

LONG_RACE = 500
StrategiesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY STRATEGY…", help="optimal, max-score, hold-at:20, … (the help of match lists all)"
    ),
]
StrategyArgument = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="optimal, max-score, hold-at:20, … (the help of match lists all)")
]


def match_command(
    game: RulesArgument,
    strategies: StrategiesArgument,
    follow: Annotated[
        bool,
        typer.Option("--turns", help=f"Follow games also in races of more than {LONG_RACE} steps, which takes long."),
    ] = False,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The exact result of strategy A against strategy B: who wins how often, and how long it takes.

    With three and more, in the order in which they play: in this order, and on average over all.

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
    from jeopardice.evaluation.duels import match_duel

    if both := simultaneous_rules(game, changes):
        from jeopardice.cli.simultaneous import tell_match

        tell_match(both, strategies, as_json)
        return
    rules, players = _players(game, changes, _several(strategies), cache=not no_cache)
    if len(players) > 2:
        from jeopardice.cli.multiplayer import report_match

        report_match(rules, players, as_json)
        return
    one, other = players
    with progress_bar("Playing") as progress:
        found = match_duel(rules, one, other, progress=progress)
        turns = _followed(lambda: found.turns, found.race.needed, follow)
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "a": one.name,
                "b": other.name,
                "first": found.first,
                "second": found.second,
                "overall": found.overall,
                "advantage": found.advantage,
                **_turns_as_json(turns),
            }
        )
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: {one.name} against {other.name}")
    print(f"  {one.name} wins {found.first:.4%} moving first, {found.second:.4%} second, {found.overall:.4%} overall")
    print(f"  {_lead(found)}")
    _print_turns(turns, f"a game that {one.name} begins takes, both players' turns counted,")


def _lead(found: Match) -> str:
    if abs(found.advantage) < 5e-7:
        return "they are even"
    ahead = found.a if found.advantage > 0 else found.b
    return f"{ahead.name} has an advantage of {abs(found.advantage):.4%}: so much more of all games"


def _followed(turns: Callable[[], Lengths], needed: int, follow: bool) -> Lengths | None:
    """The number of turns; None, with a note, where games are too long to be followed."""
    if needed > LONG_RACE and not follow:
        tell(f"note: the length of games in races of more than {LONG_RACE} steps needs --turns")
        return None
    try:
        return turns()
    except JeopardiceError as error:
        tell(f"note: the number of turns is not shown: {error}")
        return None


def _turns_as_json(turns: Lengths | None) -> dict[str, object]:
    if turns is None:
        return {"expected_turns": None, "turns_deviation": None, "turns": None}
    return {
        "expected_turns": turns.expected,
        "turns_deviation": turns.deviation,
        "turns": [{"turns": m, "probability": float(chance)} for m, chance in enumerate(turns.chances, 1)],
    }


def _print_turns(turns: Lengths | None, what: str) -> None:
    if turns is None:
        return
    low, middle, high = (turns.quantile(part) for part in (0.05, 0.5, 0.95))
    print(f"  {what} {number_text(turns.expected, 4)} turns on average, standard deviation", end=" ")
    print(f"{number_text(turns.deviation, 4)};\n  half of all games at most {middle}, nine in ten from {low} to {high}")
    print("\n         turns   chance")
    for label, chance in bars({m: float(chance) for m, chance in enumerate(turns.chances, 1)}):
        print(f"  {label:>12}  {chance:8.4%}  {'█' * round(120 * chance)}")


def simulate_command(
    game: RulesArgument,
    strategies: StrategiesArgument,
    games: Annotated[int, typer.Option(help="How many games; in every other one B begins.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    scores: Annotated[
        str | None, typer.Option(metavar="A,B", help="The banked scores that A and B begin with, such as 0,200.")
    ] = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Strategy A against strategy B with random dice, roll by roll, with standard errors: a check of `match`.

    It plays every game that can be solved, with any carryover.

    \b
      jeopardice simulate pig hold-at:20 optimal --games 1000000 --seed 1
      jeopardice simulate farkle optimal optimal --games 100000 --scores 0,200
      jeopardice simulate two-dice-pig optimal hold-at:20 --set end.rule=last-turn
      jeopardice simulate pig optimal hold-at:20 hold-at:25 --games 100000
    """
    from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel

    start = read_numbers(scores, "--scores") or (0,) * len(_several(strategies))
    if len(start) != len(strategies):
        wanted = "two banked scores, A's and B's, such as 0,200" if len(strategies) == 2 else "a score for each player"
        raise InputError(f"--scores: {shown(scores)}: it must be {wanted}")
    rules, players = _players(game, changes, strategies, cache=not no_cache)
    if len(players) > 2:
        from jeopardice.cli.multiplayer import report_simulation

        report_simulation(rules, players, games, seed, start, as_json)
        return
    one, other = players
    with progress_bar("Playing") as progress:
        found = simulate_duel(rules, one, other, SimulationOptions(games, seed, scores=start, progress=progress))
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "a": one.name,
                "b": other.name,
                "games": found.games,
                "seed": seed,
                "scores": start,
                "first": found.first.mean,
                "second": found.second.mean,
                "overall": found.overall.mean,
                "stderr": found.overall.stderr,
                "first_stderr": found.first.stderr,
                "second_stderr": found.second.stderr,
                "expected_turns": found.turns.mean,
                "expected_turns_stderr": found.turns.stderr,
            }
        )
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: {one.name} against {other.name}, {games:,} simulated games")
    for what, sample in (("moving first", found.first), ("second", found.second), ("overall", found.overall)):
        print(f"  {one.name} wins {sample.mean:.4%} (standard error {sample.stderr:.4%}) {what}")
    mean, error = f"{found.turns.mean:.4f}", f"{found.turns.stderr:.4f}"
    print(f"  a game takes {mean} (standard error {error}) turns, both players' turns counted, whoever begins")


def tournament_command(
    game: RulesArgument,
    strategies: Annotated[list[str], typer.Argument(metavar="STRATEGY…", help="Two or more strategies.")],
    players: PlayersOption = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Everyone against everyone, exactly: how often the strategy of the row wins against that of the column.

    \b
      jeopardice tournament pig optimal hold-at:20 hold-at:25 keep-pace:71,21,8
      jeopardice tournament pig optimal hold-at:20 hold-at:25 hold-at:30 --players 3
    """
    from jeopardice.evaluation.duels import tournament_of_duels

    rules, entered = _players(game, with_players(changes, players), strategies, cache=not no_cache, at_tables=True)
    if rules.players > 2:
        from jeopardice.cli.multiplayer import report_tournament

        report_tournament(rules, entered, as_json)
        return
    with progress_bar("Playing") as progress:
        table = tournament_of_duels(rules, entered, progress=progress)
    names = [player.name for player in entered]
    if as_json:
        print_json({"rules": rules.title, "strategies": names, "overall": table.overall, "mean": table.means})
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: how often the row wins against the column")
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda i: -table.means[i])
    print(" " * (width + 4) + "".join(f"{place:>9}" for place in range(1, len(names) + 1)) + "     mean")
    for place, i in enumerate(order, 1):
        cells = "".join(f"{'–' if i == j else f'{table.overall[i][j]:.3%}':>9}" for j in order)
        print(f"{place:>2}  {names[i]:<{width}}{cells}{table.means[i]:>9.3%}")


def best_response_command(
    game: RulesArgument,
    strategy: StrategyArgument,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """The best answer to a strategy, and what it wins: how exploitable is it?

    \b
      jeopardice best-response pig hold-at:20
    """
    from jeopardice.evaluation.duels import best_response

    rules, (played,) = _players(game, changes, [strategy], cache=not no_cache)
    with progress_bar("Solving") as progress:
        found = best_response(rules, played, progress=progress)
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "strategy": played.name,
                "first": found.first,
                "second": found.second,
                "overall": found.overall,
                "exploitability": found.exploitability,
            }
        )
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: the best answer to {played.name}")
    print(f"  wins {found.first:.4%} moving first, {found.second:.4%} second, {found.overall:.4%} overall")
    print(f"  {played.name} can be exploited by {found.exploitability:.4%}: that much the answer wins beyond one half")


def solo_command(
    game: RulesArgument,
    strategy: StrategyArgument,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """How many turns a strategy takes to the goal, playing solo: exactly, with the whole distribution.

    \b
      jeopardice solo pig hold-at:20
      jeopardice solo farkle max-score --json
    """
    from jeopardice.evaluation.duels import solo

    rules, (played,) = _players(game, changes, [strategy], cache=not no_cache, solo=True)
    with progress_bar("Playing") as progress:
        found = solo(rules, played, progress=progress)
        turns = _followed(lambda: found.turns, 0, True)
    if as_json:
        known = {"rules": rules.title, "strategy": played.name, "variance": found.variance}
        print_json({**known, **_turns_as_json(turns), "expected_turns": found.expected})
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: {played.name} solo")
    if turns is None:
        print(
            f"  it takes {number_text(found.expected, 4)} turns on average, variance {number_text(found.variance, 4)}"
        )
    _print_turns(turns, "it takes")


def _several(strategies: list[str]) -> list[str]:
    if len(strategies) < 2:
        raise InputError(f"STRATEGY: {shown(strategies[0])}: at least two strategies are needed")
    return strategies


def check_contest(rules: Rules, strategies: int, *, at_tables: bool) -> None:
    """Found out before best play is solved, not after it."""
    from jeopardice.race.support import carryover_keys, only_two, refuse_keys

    if at_tables and strategies < rules.players != 2:
        needed = f"tables of {rules.players} need at least {rules.players} strategies"
        raise InputError(f"tournament: {strategies} given: {needed}")
    if strategies <= 2:
        only_two(rules)
    elif rules.players > 2:
        refuse_keys(rules, carryover_keys(rules), "three and more strategies")


def _players(
    game: str,
    changes: list[str] | None,
    names: list[str],
    *,
    cache: bool,
    solo: bool = False,
    at_tables: bool = False,
) -> tuple[Rules, list[Strategy]]:
    """The rules, and the strategies by name; best play comes from the cache or from a solution file.

    As many play as there are strategies, unless they meet at tables for as many as the rules say.
    """
    from jeopardice.race.objectives import Objective
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.race import RaceSolution
    from jeopardice.strategies import Optimal, strategy

    players = [strategy(name) for name in names]
    if not solo and not game.endswith(".nc"):
        if len(names) > 2 and not at_tables:
            changes = with_players(changes, len(names))
        check_contest(load_rules(game, changes), len(names), at_tables=at_tables)
    if game.endswith(".nc") or (not solo and any(isinstance(player, Optimal) for player in players)):
        solution = solved(game, changes, Objective("win"), cache=cache).solution
        if not solo and not at_tables and max(2, len(names)) != solution.rules.players:
            raise InputError(f"{game}: a solution for {solution.rules.players} players, not for {len(names)}")
        assert isinstance(solution, RaceSolution | MultiplayerSolution)
        best = Optimal(solution)
        return solution.rules, [best if isinstance(player, Optimal) else player for player in players]
    return load_rules(game, changes), players
