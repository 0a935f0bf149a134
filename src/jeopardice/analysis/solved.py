"""What a question is asked about: a solution, or a game, which is solved first."""

from __future__ import annotations

import os
from collections.abc import Mapping

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress, part_of
from jeopardice.race.questions import Asked
from jeopardice.race.support import require
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.solutions.protocol import Solution
from jeopardice.solvers.solve import solve

SolvedGame = Solution | GameLike


def solution_of(
    game: SolvedGame, question: Asked, progress: Progress | None = None, threads: int | None = None
) -> tuple[Solution, Progress | None]:
    """The solution of a game for the win, and a callback for later progress; refuses games without an answer."""
    if isinstance(game, str | os.PathLike | Mapping | Rules):
        require(question, rules := rules_of(game))
        return solve(rules, threads=threads, progress=part_of(progress, 0, 0.5)), part_of(progress, 0.5, 1)
    if not hasattr(game, "value_at"):
        wanted = "it must be a solution, the name of a preset, a file, a dictionary or Rules"
        raise InputError(f"game: {shown(game)}: {wanted}")
    require(question, game.rules)
    return game, progress
