"""`jeopardice.solve`: any game for any objective."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from jeopardice.common.errors import InputError, JeopardiceWarning
from jeopardice.common.progress import Progress
from jeopardice.native.race import Estimate
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import Rules
from jeopardice.solutions import cache as kept
from jeopardice.solutions.average import AverageSolution, solve_average
from jeopardice.solutions.race import RaceSolution, solve_race
from jeopardice.solutions.simultaneous import AtOnceSolution, solve_at_once
from jeopardice.solutions.turn import TurnSolution, solve_turn

if TYPE_CHECKING:
    from jeopardice.solutions.hidden import BlindSolution

Solution: TypeAlias = "RaceSolution | TurnSolution | AverageSolution | AtOnceSolution | BlindSolution"


@overload
def solve(
    rules: Rules,
    objective: Literal["score"],
    strategy: str = ...,
    *,
    exact: bool = ...,
    progress: Progress | None = ...,
) -> TurnSolution: ...
@overload
def solve(
    rules: Rules,
    objective: Literal["average"],
    strategy: str = ...,
    *,
    exact: bool = ...,
    progress: Progress | None = ...,
) -> AverageSolution: ...
@overload
def solve(
    rules: Rules,
    objective: Literal["win", "turns"] = ...,
    strategy: str = ...,
    *,
    players: int | None = ...,
    exact: bool = ...,
    certify: bool = ...,
    cache: bool = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> RaceSolution: ...
@overload
def solve(
    rules: Rules,
    objective: str | Objective = ...,
    strategy: str = ...,
    *,
    players: int | None = ...,
    exact: bool = ...,
    certify: bool = ...,
    cache: bool = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> Solution: ...
def solve(
    rules: Rules,
    objective: str | Objective = "win",
    strategy: str = "optimal",
    *,
    players: int | None = None,
    exact: bool = False,
    certify: bool = False,
    cache: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solves a game: for the chance to "win", the "score" of a turn, its long-run "average", "turns" or "within:N".

    `exact` computes in fractions; `certify` bounds the error of a race and counts the decisions thereby proven; `cache`
    keeps races in the user's cache folder and looks there first.
    """
    wanted = read_objective(objective)
    if players is not None:
        rules = rules.replace(players=players)
    if not wanted.is_race:
        if certify:
            raise InputError(f"certify: objective {wanted} always carries its error bound")
        solve_one = solve_turn if wanted.name == "score" else solve_average
        return solve_one(rules, strategy, exact=exact, progress=progress)
    if rules.simultaneous and wanted.name == "win":
        if certify or strategy != "optimal":
            raise InputError("simultaneous: best play alone, with its error bound: no certify or strategy")
        if rules.sees != "scores":
            from jeopardice.solvers.hidden import solve_blind  # linear programs, which few games need

            if exact:
                raise InputError(f'exact: sees: "{rules.sees}": blind play is solved in floating point')
            return solve_blind(rules, progress)
        return solve_at_once(rules, threads, progress, exact=exact)
    if cache and not exact:
        return cached_race(rules, wanted, strategy, certify=certify, threads=threads, progress=progress, tell=_warn)[0]
    return solve_race(rules, wanted, strategy, exact=exact, certify=certify, threads=threads, progress=progress)


def _warn(line: str) -> None:
    """What is wrong with the cache, as a warning of Python; the caller of `solve` is two functions further out."""
    warnings.warn(line.removeprefix("note: "), JeopardiceWarning, stacklevel=5)


def cached_race(
    rules: Rules,
    objective: Objective,
    strategy: str = "optimal",
    *,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
    tell: Callable[[str], None] = lambda line: None,
) -> tuple[RaceSolution, bool]:
    """The solution of a race from the cache, or solved and kept there; and whether it was there already."""
    found = kept.find(rules, objective, strategy, tell)
    if found is not None and not (certify and found.certificate is None):
        return found, True
    if found is None:
        checkpoint = kept.checkpoint(rules, objective, strategy, tell) if rules.players > 2 else None
        found = solve_race(
            rules,
            objective,
            strategy,
            threads=threads,
            progress=progress,
            announce=announce,
            checkpoint=checkpoint,
        )
        kept.keep(found, tell)
    if certify and found.certificate is None:
        found = found.certified(progress, threads)
        kept.keep(found, tell)
    return found, False
