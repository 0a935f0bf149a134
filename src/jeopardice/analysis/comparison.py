"""Profiles of several games, side by side (docs/compare.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jeopardice.analysis.compare import Figure, Profile, profile_of
from jeopardice.analysis.seats_profile import seats_profile
from jeopardice.analysis.simultaneous_profile import simultaneous_profile
from jeopardice.analysis.solved import SolvedGame, solution_of
from jeopardice.common.progress import Progress, parts_of
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.games import check_games
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import race_of
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.strategies import Strategy


class Comparison(tuple[Profile, ...], Tabular):
    """The profiles of several games, in their order."""

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(profile.name or profile.rules.where for profile in self)}>"

    def table(self) -> ResultTable:
        """A row for each game, without standard errors."""
        names = ("first_player", "turns", "points", "bust", "decisions", "not_obvious", "lead_changes", "luck")
        rows = []
        for profile in self:
            found = (getattr(profile, name) for name in names)
            rows.append((profile.name, *(cell.value if isinstance(cell, Figure) else cell for cell in found)))
        return ResultTable(("game", *(name.replace("_", " ") for name in names)), rows)


def compare(
    *given: SolvedGame | tuple[str, SolvedGame] | Sequence[SolvedGame | tuple[str, SolvedGame]],
    games: int = 20_000,
    seed: int = 0,
    beginner: str | Strategy | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Return the profile of each game: presets, files, `Rules` or solutions, or (name, game) pairs, or a list of them.

    The beginner, by default one who banks after two rolls, plays by a fixed strategy; `games` are simulated for each
    number that is not exact.
    """
    check_games(games, seed, least=2)
    entries: Sequence[Any] = given[0] if len(given) == 1 and isinstance(given[0], list | tuple) else given
    profiles: list[Profile] = []
    for entry, part in zip(entries, parts_of(progress, *[1.0] * len(entries)), strict=True):
        name, game = entry if isinstance(entry, tuple) else (entry if isinstance(entry, str) else "", entry)
        found, rest = solution_of(game, "profile", part, threads)
        report = rest or (lambda part: None)
        if isinstance(found, SimultaneousSolution):
            profiles.append(simultaneous_profile(name, found, games, seed, beginner, threads, report))
            continue
        if isinstance(found, MultiplayerSolution):
            profiles.append(seats_profile(name, found, games, seed, beginner, threads, report))
            continue
        solution = race_of(found, "profile")
        profiles.append(profile_of(name, solution, games, seed, beginner, threads, report))
    return Comparison(profiles)
