"""`jeopardice race-report`: the solo race, with certified digits."""

from __future__ import annotations

import csv
import io
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import GameOptions, JsonOption, SetOption
from jeopardice.cli.terminal import page_width
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from flint import arb, fmpq

    from jeopardice.papers.dice_race.long_runs import LongRun
    from jeopardice.papers.dice_race.report import RaceReport

SHOWN = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def race_report_command(
    game: Annotated[str, typer.Argument(metavar="RULES", help="A preset's name or a rules file.")] = "pig",
    to: Annotated[int, typer.Option(help="Compute races of up to this many points.")] = 1000,
    target: Annotated[
        int | None, typer.Option(help="Compare strategies for a race of this many points (default: the game's goal).")
    ] = None,
    far: Annotated[
        int, typer.Option(help="Where two thresholds alternate forever: follow them up to this many points.")
    ] = 20_000,
    table: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write a table with a row for each number of points to go."),
    ] = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Analyse how a solo player reaches a target in the fewest turns, for any game of the family pig.

    Proven best thresholds, expected turns and variance with certified digits and their limits, where no threshold is
    best, and the strategies of Louchard's paper (docs/dice-race.md).

    \b
      jeopardice race-report pig
      jeopardice race-report pig --to 20000 --csv pig.csv      56 digits of K1, all thresholds with their leads
      jeopardice race-report pig --set dice.sides=8 --to 3000
      jeopardice race-report big-pig --target 200 --json
    """
    from jeopardice.papers.dice_race.report import race_report

    if table is not None:
        check_file("--csv", table)
    rules = GameOptions(game, changes).rules
    with progress_bar("Following races") as progress:
        report = race_report(rules, to, target, far, progress)
    if table is not None:
        _write_table(report, table)
    if as_json:
        print_json(_as_json(report))
    else:
        _print(report)


def _write_table(report: RaceReport, path: Path) -> None:
    from jeopardice.common.files import write_whole

    text = io.StringIO()
    rows = report.rows()
    first = next(rows)
    writer = csv.DictWriter(text, list(first), lineterminator="\n")
    writer.writeheader()
    for row in (first, *rows):
        writer.writerow(row | {"tied": " ".join(map(str, row["tied"])) if isinstance(row["tied"], list) else ""})
    write_whole(path, text.getvalue(), "--csv: ")


def _as_json(report: RaceReport) -> dict[str, object]:
    from jeopardice.papers.dice_race.digits import digits

    best, turn, unit = report.best, report.turn, report.turn.unit
    limit, free_limit = report.limit, report.optimum.limits()
    return {
        "rules": turn.rules.title,
        "to": report.to * unit,
        "mean": str(turn.mean * unit),
        "thresholds_in_the_end": [k * unit for k in report.free],
        "settled_from": None if best.settled_from is None else best.settled_from * unit,
        "runs": [{"from": n * unit, "threshold": k * unit, "length": length * unit} for n, k, length in report.runs],
        "tied": [n * unit for n in report.tied],
        "expected": digits(best.expected(report.to), 60),
        "variance": digits(report.course.variances[report.to], 60),
        "variance_rate": None if report.variance_rate is None else digits(report.variance_rate, 15),
        "limit": None if limit is None else digits(limit, 80),
        "optimum": {
            "expected": digits(report.optimum.expected(report.to), 60),
            "limit": None if free_limit is None else digits(free_limit, 80),
            "proven": report.optimum.proven,
            "threshold_from": None if report.optimum.decided_from is None else report.optimum.decided_from * unit,
            "departures": [
                {
                    "points": d.n * unit,
                    "rolls_at": [t * unit for t in d.rolls_at],
                    "banks_at": [t * unit for t in d.banks_at],
                    "threshold": d.threshold * unit,
                    "gain": digits(d.gain, 15),
                }
                for d in report.optimum.departures
            ],
        },
        "first_player": float(report.counts.first_player[report.to]),
        "first_player_constant": None if report.advantage is None else digits(report.advantage, 12),
        "turns": [{"turns": j, "probability": float(p)} for j, p in enumerate(report.counts.chances[report.to]) if p],
        "relative_error": report.counts.relative_error,
        "long_run": None if report.far is None else _far_as_json(report, report.far),
        "target": report.target * unit,
        "strategies": [
            {
                "number": p.strategy.number,
                "strategy": p.strategy.says,
                "expected": digits(p.expected, 30),
                "variance": digits(p.variance, 30),
                "first_player": p.first_player,
            }
            for p in report.played
        ],
        "looking": report.looking,
    }


def _far_as_json(report: RaceReport, far: LongRun) -> dict[str, object]:
    unit = report.turn.unit
    return {
        "from": far.first * unit,
        "to": far.to * unit,
        "mean_period": None if far.mean_period is None else far.mean_period * unit,
        "lengths": {
            str(k * unit): {str(n * unit): times for n, times in found.items()} for k, found in far.lengths.items()
        },
        "commonest_pattern": report.commonest and [k * unit for k in report.commonest.thresholds],
        "can_settle": None if report.settling is None else not report.settling.impossible,
    }


def _print(report: RaceReport) -> None:
    turn, unit = report.turn, report.turn.unit
    points = f"{report.to * unit:,} point{'s' if report.to * unit > 1 else ''}"
    print(f"{turn.rules.title or 'The game'}: the solo race, for up to {points}")
    print("\nOne turn")
    holds = " or ".join(f"{k * unit:,}" for k in report.free)
    print(f"  {_decimal(turn.mean * unit, 15)} points on average at most, holding at {holds}{_exact(turn.mean * unit)}")
    for k in report.free:
        ends = turn.threshold(k)
        print(f"  at {k * unit:,} the variance is {_decimal(ends.variance * unit**2, 12)}; {float(ends.bust):.4%} bust")
    _print_thresholds(report)
    _print_table(report)
    _print_optimum(report)
    if report.far is not None:
        _print_far(report, report.far)
    _print_limits(report)
    _print_strategies(report)


def _print_thresholds(report: RaceReport) -> None:
    best, unit = report.best, report.turn.unit
    print("\nThe best threshold (points to go: hold at)")
    last = best.to if best.settled_from is None else best.settled_from - 1
    runs = [(n, k, min(length, last + 1 - n)) for n, k, length in report.runs if n <= last]
    words = []
    for goes, group in groupby(runs, key=lambda run: run[1] == run[0] or run[0] + run[2] - 1 == run[1]):
        found = list(group)
        if goes and len(found) > 1:
            words.append(f"{_span(found[0][0], found[-1][0] + found[-1][2] - 1, unit)}: the goal")
        else:
            words += [f"{_span(n, n + length - 1, unit)}: {k * unit:,}" for n, k, length in found]
    _print_wrapped(words)
    if best.settled_from is not None:
        holds = " or ".join(f"{k * unit:,}" for k in report.free)
        print(f"  from {best.settled_from * unit:,} on: {holds}, forever (proven)")
    if report.tied:
        many = "" if len(report.tied) < 6 else f" and {len(report.tied) - 5:,} more"
        print(f"  exactly as good as another at {', '.join(f'{n * unit:,}' for n in report.tied[:5])}{many}")
    elif report.unproven:
        print(f"  {report.unproven:,} of them could not be distinguished from the second best")
    elif report.smallest_lead is not None:
        n, lead = report.smallest_lead
        print(f"  each is better than any other threshold; the smallest lead is {_short(lead)} turns, at {n * unit:,}")


def _print_table(report: RaceReport) -> None:
    from jeopardice.papers.dice_race.digits import digits

    unit = report.turn.unit
    print("\n  points to go   expected turns          variance                first player")
    for n in dict.fromkeys([*(n for n in SHOWN if n < report.to), *_thousands(report.to), report.to]):
        expected, variance = (digits(x, 18) for x in (report.best.expected(n), report.course.variances[n]))
        print(f"  {n * unit:>12,}   {expected:<22}  {variance:<22}  {report.counts.first_player[n]:.10%}")
    print("  (first player: the first of two players' chance to win if both play like this and ignore each other)")


def _print_optimum(report: RaceReport) -> None:
    best, unit = report.optimum, report.turn.unit
    print("\nAny way to play a turn")
    for d in best.departures:
        rolls = ", ".join(_span(*stretch, unit) for stretch in _stretches(d.goes_on_from))
        print(
            f"  at {d.n * unit:,}: bank from {d.banks_at[0] * unit:,} on, but roll at {rolls}: "
            f"{_short(d.gain)} turns better than to hold at {d.threshold * unit:,}"
        )
    where = "for any other number of points" if best.departures else "for any number of points"
    if best.undecided:
        print(f"  at {len(best.undecided):,} other numbers of points it is undecided whether a threshold is best")
    elif best.decided_from is not None:
        print(f"  {where}, however large, a threshold is best (proven)")
    else:
        print(f"  {where} up to {(len(best.excesses) - 1) * unit:,} a threshold is best (proven)")


def _print_far(report: RaceReport, far: LongRun) -> None:
    from flint import arb

    unit = report.turn.unit
    print(f"\nTwo thresholds forever ({far.first * unit:,} to {far.to * unit:,} points to go, each of them certain)")
    for k, lengths in far.lengths.items():
        counts = ", ".join(f"{length * unit} ({times:,} times)" for length, times in lengths.items())
        print(f"  runs of {k * unit:,}: {counts}")
    if far.mean_period is not None:
        print(f"  they repeat every {far.mean_period * unit:.5f} points on average")
    for k, (size, period) in report.roots.items():
        fades, long = _short(size ** (arb(1) / unit), 8), _short(period * unit, 8)
        print(f"  with {k * unit:,} only, swings would fade by a factor of {fades} a point, with a period of {long}")
    if report.settling is not None and report.commonest is not None:
        runs = [f"{len(list(group)) * unit} of {k * unit:,}" for k, group in groupby(report.commonest.thresholds)]
        verdict = "impossible (proven)" if report.settling.impossible else "not ruled out"
        print(f"  {' and '.join(runs)}, repeated forever: {verdict}")


def _print_limits(report: RaceReport) -> None:
    from jeopardice.papers.dice_race.digits import digits

    print("\nIn the long run (n points, m the mean of a turn)")
    limit, free = report.limit, report.optimum.limits()
    if limit is not None:
        print(f"  expected turns - n/m: {digits(limit, 60)}  (thresholds)")
    if free is not None:
        print(f"                        {digits(free, 60)}  (any way to play a turn)")
    if report.variance_rate is not None and report.advantage is not None:
        print(f"  variance / n:         {digits(report.variance_rate, 9)}")
        print(f"  first player:         (1 + c/sqrt(n))/2 with c = {digits(report.advantage, 7)}")
    s = report.shape
    print(f"  turns for {report.to * report.turn.unit:,}: skewness {s.skewness:.4f}; chances differ from a normal")
    print(f"    distribution by {s.from_normal:.1e} at most, with the skewness by {s.from_skewed:.1e},")
    print(f"    with the kurtosis, too, by {s.from_edgeworth:.1e}")


def _print_strategies(report: RaceReport) -> None:
    from jeopardice.papers.dice_race.digits import digits

    print(f"\nStrategies for {report.target * report.turn.unit:,} points (numbers as in Louchard's paper)")
    lines = [
        (p.strategy.number, p.strategy.says, digits(p.expected, 13), digits(p.variance, 11), p.first_player)
        for p in report.played
    ]
    if report.looking is not None:
        lines.append((5, "two players who see each other's scores and play best", "", "", report.looking))
    width = max(len(says) for _, says, *_ in lines)
    print(f"      {'':{width}}  expected turns   variance       first player")
    for number, says, expected, variance, first in sorted(lines):
        print(f"  {number}   {says:{width}}  {expected:<15}  {variance:<13}  {first:.6%}")


def _thousands(to: int) -> list[int]:
    """Rows of a table beyond 500: 1,000, 2,000, 5,000, …"""
    return [nice * 10**power for power in range(3, 8) for nice in (1, 2, 5) if nice * 10**power < to]


def _span(first: int, last: int, unit: int) -> str:
    return f"{first * unit:,}" if first == last else f"{first * unit:,}–{last * unit:,}"


def _stretches(numbers: tuple[int, ...]) -> list[tuple[int, int]]:
    """Numbers as stretches without a gap."""
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found


def _print_wrapped(words: list[str]) -> None:
    text = "; ".join(word.replace(" ", "\u00a0") for word in words)  # not to be broken
    for line in wrap(text, page_width(110), initial_indent="  ", subsequent_indent="  "):
        print(line.replace("\u00a0", " "))


def _short(ball: arb, most: int = 6) -> str:
    from jeopardice.papers.dice_race.digits import digits

    return digits(ball, most)


def _decimal(fraction: fmpq, digits: int) -> str:
    from flint import arb

    return _short(arb(fraction), digits)


def _exact(fraction: fmpq) -> str:
    text = str(fraction)
    return f" (exactly {text})" if len(text) <= 40 else ""
