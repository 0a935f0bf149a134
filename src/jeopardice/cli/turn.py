"""`jeopardice turn`: what one turn brings under a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import chance_bars, fraction_text, number_text, print_json, progress_bar
from jeopardice.cli.options import ExactOption, GameOptions, command, left_out_note

if TYPE_CHECKING:
    from jeopardice.evaluation.turn_distribution import TurnDistribution


@command
def turn_command(
    *,
    strategy: Annotated[
        str, typer.Option(help="optimal, hold-at:TOTAL (bank at it or more) or rolls:NUMBER.")
    ] = "optimal",
    exact: ExactOption = False,
    joint: Annotated[
        bool, typer.Option("--joint", help="JSON: also the joint distribution of points and rolls.")
    ] = False,
    game: GameOptions,
) -> None:
    """Print the exact distribution of a turn's points and number of rolls under a strategy.

    \b
      jeopardice turn farkle
      jeopardice turn pig --strategy hold-at:20
      jeopardice turn pig --strategy rolls:5 --exact --json --joint
    """
    from jeopardice.evaluation.turn_distribution import turn_distribution
    from jeopardice.solvers.solve import solve

    rules = game.rules
    with progress_bar("Solving") as progress:
        solution = solve(rules, "score", strategy, exact=exact, progress=progress)
    with progress_bar("Computing the distribution") as progress:
        distribution = turn_distribution(solution, progress)
    left_out = left_out_note(rules)
    if game.as_json:
        print_json({"strategy": strategy, **_as_json(distribution, exact=exact, joint=joint), "left_out": left_out})
    else:
        _print(distribution, rules.title, strategy)


def _as_json(found: TurnDistribution, *, exact: bool, joint: bool) -> dict[str, object]:
    result: dict[str, object] = {
        "mean": found.mean,
        "variance": found.variance,
        "bust_probability": found.bust,
        "mean_rolls": found.mean_rolls,
        "variance_rolls": found.variance_rolls,
        "covariance": found.covariance,
        "correlation": found.correlation,
        "not_followed": found.rest,
        "points": [{"points": points, "probability": chance} for points, chance in found.points.items()],
        "rolls": [{"rolls": rolls, "probability": chance} for rolls, chance in found.rolls.items()],
    }
    if exact:
        names = ("mean", "variance", "bust", "mean_rolls", "variance_rolls", "covariance")
        result["exact"] = {name: fraction_text(getattr(found, name)) for name in names}
    if joint:
        together = found.joint.items()
        result["joint"] = [{"points": p, "rolls": r, "probability": chance} for (p, r), chance in together]
    return result


def _print(found: TurnDistribution, title: str, strategy: str) -> None:
    print(f"{title or 'One turn'}, strategy {strategy}")
    spread, spread_rolls = float(found.variance) ** 0.5, float(found.variance_rolls) ** 0.5
    print(f"  points  {number_text(found.mean, 6)} on average, standard deviation {number_text(spread, 6)}")
    print(f"  rolls   {number_text(found.mean_rolls, 6)} on average, standard deviation {number_text(spread_rolls, 6)}")
    print(f"  busts   {float(found.bust):.4%} of turns")
    if found.correlation is not None:
        print(f"  correlation of points and rolls {found.correlation:.6f}")
    print("\n  points   chance")
    chance_bars(found.points, 60)
