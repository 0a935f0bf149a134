"""`simulate` and `tournament`: strategies in simulated games, and everyone against everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar, race_title
from jeopardice.cli.contests import StrategiesArgument, check_several, entered
from jeopardice.cli.options import (
    SeatOption,
    SolvedGameOptions,
    TableOptions,
    ToBeatOption,
    assumed_note,
    command,
    read_numbers,
)
from jeopardice.cli.simultaneous_contests import print_simulation
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.evaluation.multiplayer import MultiplayerTournament
    from jeopardice.evaluation.simulation import MultiplayerSimulation, Simulation
    from jeopardice.rulebook import Rules


@command
def simulate_command(
    *,
    strategies: StrategiesArgument,
    games: Annotated[int, typer.Option(help="How many games; the players take turns going first.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    scores: Annotated[
        str | None, typer.Option(metavar="A,B", help="The banked scores that A and B begin with, such as 0,200.")
    ] = None,
    busts: Annotated[
        str | None, typer.Option(metavar="A,B", help="Their busts in a row at the start, where these are penalised.")
    ] = None,
    to_beat: ToBeatOption = 0,
    seat: SeatOption = 1,
    game: SolvedGameOptions,
) -> None:
    """Simulate strategies against each other, roll by roll, with standard errors: a check of `match`.

    \b
      jeopardice simulate pig hold-at:20 optimal --games 1000000 --seed 1
      jeopardice simulate farkle optimal optimal --games 100000 --scores 0,200
      jeopardice simulate zilch optimal max-score --games 100000 --scores 3000,4000 --busts 2,0
      jeopardice simulate two-dice-pig optimal hold-at:20 --set end.rule=last-turn
      jeopardice simulate pig optimal hold-at:20 hold-at:25 --games 100000
    """
    from jeopardice.evaluation.matches import simulate
    from jeopardice.evaluation.simulation import Simulation
    from jeopardice.race.objectives import Objective
    from jeopardice.race.positions import Position

    check_several(strategies)
    start = read_numbers(scores, "--scores") or (0,) * len(strategies)
    if len(start) != len(strategies):
        wanted = "two banked scores, A's and B's, such as 0,200" if len(strategies) == 2 else "a score for each player"
        raise InputError(f"--scores: {shown(scores)}: it must be {wanted}")
    rules, players = entered(game, strategies)
    at = Position(start, busts=read_numbers(busts, "--busts"), to_beat=to_beat, seat=seat)
    with progress_bar("Playing") as progress:
        found = simulate(
            rules,
            *players,
            games=games,
            seed=seed,
            scores=start,
            busts=at.busts,
            to_beat=to_beat,
            seat=seat,
            progress=progress,
        )
    given = assumed_note(rules, at, Objective("win")) if any(start) or at != Position(start) else []
    names = [player.name for player in players]
    if game.as_json:
        asked = {"games": found.games, "seed": seed, "scores": start, "assumed": given}
        turns = {"expected_turns": found.turns.mean, "expected_turns_stderr": found.turns.stderr}
        numbers = _two_as_json(found, names) if isinstance(found, Simulation) else _seats_as_json(found, names)
        print_json({"rules": rules.title, **asked, **numbers, **turns})
    elif isinstance(found, Simulation):
        (print_simulation if rules.simultaneous else _print_two)(found, names, rules)
    else:
        _print_seats(found, names, rules)


def _two_as_json(found: Simulation, names: list[str]) -> dict[str, object]:
    samples = {"first": found.first, "second": found.second, "overall": found.overall}
    errors = {"stderr": found.overall.stderr, "first_stderr": found.first.stderr, "second_stderr": found.second.stderr}
    return {"a": names[0], "b": names[1], **{name: sample.mean for name, sample in samples.items()}, **errors}


def _print_two(found: Simulation, names: list[str], rules: Rules) -> None:
    print(f"{race_title(rules)}: {names[0]} against {names[1]}, {found.games:,} simulated games")
    for what, sample in (("moving first", found.first), ("second", found.second), ("overall", found.overall)):
        print(f"  {names[0]} wins {sample.mean:.4%} (standard error {sample.stderr:.4%}) {what}")
    mean, error = f"{found.turns.mean:.4f}", f"{found.turns.stderr:.4f}"
    print(f"  a game takes {mean} (standard error {error}) turns of both players, averaged over who starts")


def _seats_as_json(found: MultiplayerSimulation, names: list[str]) -> dict[str, object]:
    first, overall = found.beginning[0], found.overall
    return {
        "strategies": names,
        "values": [sample.mean for sample in first],
        "values_stderr": [sample.stderr for sample in first],
        "overall": [sample.mean for sample in overall],
        "stderr": [sample.stderr for sample in overall],
    }


def _print_seats(found: MultiplayerSimulation, names: list[str], rules: Rules) -> None:
    print(f"{race_title(rules)}: {len(names)} players, {found.games:,} simulated games")
    width = max(map(len, names)) + 2
    print(f"  {'':{width}}{'if the first begins':>26}{'averaged over who starts':>26}")
    for name, first, overall in zip(names, found.beginning[0], found.overall, strict=True):
        cells = (f"{sample.mean:.4%} ± {sample.stderr:.4%}" for sample in (first, overall))
        print(f"  {name:<{width}}" + "".join(f"{cell:>26}" for cell in cells))
    turns = f"{found.turns.mean:.4f} (standard error {found.turns.stderr:.4f})"
    print(f"  a game takes {turns} turns of all players, averaged over who starts; ± is the standard error")


@command
def tournament_command(
    *,
    strategies: Annotated[list[str], typer.Argument(metavar="STRATEGY…", help="Two or more strategies.")],
    game: TableOptions,
) -> None:
    """Play all strategies against each other, exactly: how often each row's strategy beats each column's.

    \b
      jeopardice tournament pig optimal hold-at:20 hold-at:25 keep-pace:71,21,8
      jeopardice tournament pig optimal hold-at:20 hold-at:25 hold-at:30 --players 3
    """
    from jeopardice.evaluation.matches import tournament
    from jeopardice.evaluation.multiplayer import MultiplayerTournament

    rules, players = entered(game, strategies, at_tables=True)
    with progress_bar("Playing") as progress:
        found = tournament(rules, players, progress=progress)
    names = [player.name for player in players]
    if isinstance(found, MultiplayerTournament):
        _report_tables(found, names, rules, game.as_json)
        return
    if game.as_json:
        print_json({"rules": rules.title, "strategies": names, "overall": found.overall, "mean": found.means})
        return
    print(f"{race_title(rules)}: how often the row wins against the column")
    width = max(map(len, names))
    order = sorted(range(len(names)), key=lambda i: -found.means[i])
    print(" " * (width + 4) + "".join(f"{place:>9}" for place in range(1, len(names) + 1)) + "     mean")
    for place, i in enumerate(order, 1):
        cells = "".join(f"{'–' if i == j else f'{found.overall[i][j]:.3%}':>9}" for j in order)
        print(f"{place:>2}  {names[i]:<{width}}{cells}{found.means[i]:>9.3%}")


def _report_tables(found: MultiplayerTournament, names: list[str], rules: Rules, as_json: bool) -> None:
    """A tournament at tables of three or more."""
    if as_json:
        tables = [{"strategies": [names[k] for k in who], "overall": overall} for who, overall in found.tables]
        print_json({"rules": rules.title, "strategies": names, "tables": tables, "mean": found.means})
        return
    print(f"{race_title(rules)}: every table of {rules.players}, averaged over all seating orders")
    for who, overall in sorted(found.tables, key=lambda table: -max(table[1])):
        ranked = sorted(zip(overall, who, strict=True), reverse=True)
        print("  " + ", ".join(f"{names[k]} {chance:.3%}" for chance, k in ranked))
    width = max(map(len, names))
    print(f"\n  {'mean over all tables':<{width + 4}}")
    for place, k in enumerate(sorted(range(len(names)), key=lambda k: -found.means[k]), 1):
        print(f"  {place:>2}  {names[k]:<{width}}{found.means[k]:>10.3%}")
