"""Reports on three and more players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.cli.common import number_text, print_json, progress_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jeopardice.analysis.fairness import HeadStart
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.strategies import Strategy


def report_fairness(solution: MultiplayerSolution, as_json: bool) -> None:
    """What each seat is worth, and the head starts that make up for it."""
    from jeopardice.analysis.fairness import multiplayer_fairness

    with progress_bar("Following games") as progress:
        found = multiplayer_fairness(solution, progress)
    if as_json:
        print_json(
            {
                "rules": solution.rules.title,
                "players": solution.rules.players,
                "first_player": found.chances[0],
                "values": found.chances,
                "komi": found.fairest.points,
                "komi_value": found.fairest.chances,
                "komi_single": [
                    {"seat": seat, "komi": head.points[seat - 1], "values": head.chances}
                    for seat, head in enumerate(found.single, 2)
                ],
                "expected_turns": found.expected_turns,
            }
        )
        return
    rules = solution.rules
    title, goal = rules.title or "The game", f"{rules.goal:,}"
    print(f"{title}: {rules.players} players, each maximises their own chance of winning, to {goal}\n")
    width = 20
    print(f"  {'':{width}}" + "".join(f"{f'seat {seat}':>12}" for seat in range(1, rules.players + 1)))
    _row("chance to win", [f"{chance:.4%}" for chance in found.chances], width)
    print("\n  the fairest head starts")
    _head_start("for all", found.fairest, width)
    print("\n  a head start for a single seat that brings it to an equal share")
    for seat, head in enumerate(found.single, 2):
        _head_start(f"for seat {seat}", head, width)
    if found.expected_turns is not None:
        print(f"\n  a game takes {number_text(found.expected_turns, 4)} turns on average, everybody's counted")


def _row(label: str, cells: Sequence[str], width: int) -> None:
    print(f"  {label:<{width}}" + "".join(f"{cell:>12}" for cell in cells))


def _head_start(label: str, head: HeadStart, width: int) -> None:
    _row(label, [f"{points:,}" for points in head.points], width)
    _row("", [f"{chance:.4%}" for chance in head.chances], width)


def report_match(rules: Rules, strategies: Sequence[Strategy], as_json: bool) -> None:
    """Three or more strategies against each other."""
    from jeopardice.evaluation.multiplayer import match_multiplayer

    with progress_bar("Playing") as progress:
        found = match_multiplayer(rules, strategies, progress=progress)
    names = [player.name for player in strategies]
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "strategies": names,
                "values": found.chances,
                "overall": found.overall,
                "expected_turns": found.expected_turns,
                "seatings": [
                    {"order": [names[number] for number in order], "values": chances}
                    for order, chances in found.seatings
                ],
            }
        )
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: {len(names)} players, each with a strategy")
    width = max(len("in this order"), *map(len, names)) + 2
    print(f"  {'':{width}}" + f"{'in this order':>15}{'in any order':>15}")
    for name, chance, overall in zip(names, found.chances, found.overall, strict=True):
        print(f"  {name:<{width}}{chance:>15.4%}{overall:>15.4%}")
    print(f"  a game in this order takes {number_text(found.expected_turns, 4)} turns, everybody's counted")


def report_simulation(
    rules: Rules, strategies: Sequence[Strategy], games: int, seed: int, scores: Sequence[int], as_json: bool
) -> None:
    """Simulated games of three or more strategies."""
    from jeopardice.evaluation.simulation import SimulationOptions, simulate_multiplayer

    with progress_bar("Playing") as progress:
        found = simulate_multiplayer(
            rules, strategies, SimulationOptions(games, seed, scores=scores, progress=progress)
        )
    names = [player.name for player in strategies]
    if as_json:
        print_json(
            {
                "rules": rules.title,
                "strategies": names,
                "games": found.games,
                "seed": seed,
                "scores": scores,
                "values": [sample.mean for sample in found.beginning[0]],
                "values_stderr": [sample.stderr for sample in found.beginning[0]],
                "overall": [sample.mean for sample in found.overall],
                "stderr": [sample.stderr for sample in found.overall],
                "expected_turns": found.turns.mean,
                "expected_turns_stderr": found.turns.stderr,
            }
        )
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: {len(names)} players, {games:,} simulated games")
    width = max(map(len, names)) + 2
    print(f"  {'':{width}}{'if the first begins':>26}{'whoever begins':>26}")
    for name, first, overall in zip(names, found.beginning[0], found.overall, strict=True):
        cells = (f"{sample.mean:.4%} ± {sample.stderr:.4%}" for sample in (first, overall))
        print(f"  {name:<{width}}" + "".join(f"{cell:>26}" for cell in cells))
    turns = f"{found.turns.mean:.4f} (standard error {found.turns.stderr:.4f})"
    print(f"  a game takes {turns} turns, everybody's counted, whoever begins; after ± stands a standard error")


def report_tournament(rules: Rules, strategies: Sequence[Strategy], as_json: bool) -> None:
    """A tournament at tables of three or more."""
    from jeopardice.evaluation.multiplayer import tournament_of_tables

    with progress_bar("Playing") as progress:
        found = tournament_of_tables(rules, strategies, progress=progress)
    names = [player.name for player in strategies]
    if as_json:
        tables = [{"strategies": [names[k] for k in who], "overall": overall} for who, overall in found.tables]
        print_json({"rules": rules.title, "strategies": names, "tables": tables, "mean": found.means})
        return
    print(f"{rules.title or 'The race'} to {rules.goal:,}: every table of {rules.players}, in any order of play")
    for who, overall in sorted(found.tables, key=lambda table: -max(table[1])):
        ranked = sorted(zip(overall, who, strict=True), reverse=True)
        print("  " + ", ".join(f"{names[k]} {chance:.3%}" for chance, k in ranked))
    width = max(map(len, names))
    print(f"\n  {'mean over all tables':<{width + 4}}")
    for place, k in enumerate(sorted(range(len(names)), key=lambda k: -found.means[k]), 1):
        print(f"  {place:>2}  {names[k]:<{width}}{found.means[k]:>10.3%}")
