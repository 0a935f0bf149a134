"""`solve`: any game for any objective. The one place that chooses a solver."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, overload

import jeopardice
from jeopardice.common.errors import InputError, JeopardiceWarning
from jeopardice.common.estimates import Estimate
from jeopardice.common.progress import Progress, part_of
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.support import require
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.solutions import cache as kept
from jeopardice.solutions.average import AverageSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.storage import Stored
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.average import solve_average
from jeopardice.solvers.certify import certify
from jeopardice.solvers.multiplayer import solve_multiplayer
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.simultaneous import solve_simultaneous
from jeopardice.solvers.turn import solve_turn

WIN = Objective("win")
RESTRICTED = ("hold-at", "rolls", "dice")
"""Strategies that are a turn with fewer choices."""


@dataclass(frozen=True)
class Question:
    """What is to be solved."""

    rules: Rules
    objective: Objective = WIN
    strategy: str = "optimal"
    """Best play, or a fixed rule that leaves fewer choices: "hold-at:20", "rolls:5", in Hog "dice:5".

    Objective win: any strategy, which everyone plays.
    """
    exact: bool = False
    certify: bool = False


@dataclass(frozen=True)
class Work:
    """How to solve, and where to report progress, estimates and notes."""

    cache: bool = False
    threads: int | None = None
    progress: Progress | None = None
    announce: Callable[[Estimate], None] = lambda estimate: None
    note: Callable[[str], None] = lambda line: None
    """Called with a line for every event that does not change the result, such as a damaged cache entry."""


@dataclass(frozen=True)
class Answer:
    """A solution, and whether it was cached."""

    solution: Solution
    was_cached: bool = False


@overload
def solve(rules: GameLike, objective: Literal["score"], strategy: str = ..., **options: Any) -> TurnSolution: ...
@overload
def solve(rules: GameLike, objective: Literal["average"], strategy: str = ..., **options: Any) -> AverageSolution: ...
@overload
def solve(rules: GameLike, objective: Literal["turns"], strategy: str = ..., **options: Any) -> RaceSolution: ...
@overload
def solve(rules: GameLike, objective: str | Objective = ..., strategy: str = ..., **options: Any) -> Solution: ...
def solve(
    rules: GameLike,
    objective: str | Objective = "win",
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    cache: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **changes: Any,
) -> Solution:
    """Solve a game: for the chance to "win", the "score" of a turn, its long-run "average", "turns" or "within:N".

    `rules` is the name of a preset, a file or a `Rules` object; other keywords change its keys: `solve("farkle",
    goal=5000, players=3)`. `exact` computes in fractions; `certify` bounds the error of a race and counts the decisions
    that are proven; `cache` keeps races in the user's cache folder and looks there first.
    """
    question = Question(rules_of(rules, **changes), read_objective(objective), strategy, exact, certify)
    return answer(question, Work(cache, threads, progress, note=_warn)).solution


def answer(question: Question, work: Work = Work()) -> Answer:  # noqa: B008 (it is immutable)
    """Answer a question: from the cache, if it is to be used, or solved now."""
    work = replace(work, progress=part_of(work.progress, 0, 1))
    found = _answer(question, work)
    if work.progress:
        work.progress(1.0)
    return found


def _answer(question: Question, work: Work) -> Answer:
    if not is_stored(question) or not work.cache:
        return Answer(_solved(question, work))
    found = kept.find(question.rules, question.objective, question.strategy, work.note)
    if found is not None:
        if found.is_certified or not question.certify:
            return Answer(found, was_cached=True)
        solved: Solution = certify(found, work.progress, work.threads)
    else:
        solved = _solved(question, work)
    assert isinstance(solved, Stored)
    kept.keep(solved, work.note)
    return Answer(solved)


def is_stored(question: Question) -> bool:
    """Whether solutions of this kind are kept in the cache: races in floating point whose players take turns."""
    simultaneous = question.rules.simultaneous and question.objective.name == "win"
    return question.objective.is_race and not question.exact and not simultaneous and not is_self_play(question)


def is_self_play(question: Question) -> bool:
    """Whether a strategy plays itself in a match: it is more than a turn with fewer choices, or the turn is not all."""
    rules, strategy = question.rules, question.strategy
    restricts = strategy.partition(":")[0] in RESTRICTED
    meets = rules.players > 2 or rules.simultaneous or rules.end.rule != "sudden" or rules.turn.steal != "never"
    return strategy != "optimal" and question.objective.name == "win" and (meets or not restricts)


def _solved(question: Question, work: Work) -> Solution:
    rules, objective, strategy, exact = question.rules, question.objective, question.strategy, question.exact
    _check(question)
    if is_self_play(question):
        return jeopardice.SelfPlay.of(rules, strategy, work.threads, work.progress)
    if not objective.is_race:
        solve_one = solve_turn if objective.name == "score" else solve_average
        return solve_one(rules, strategy, exact=exact, progress=work.progress)
    if objective.name != "win" or rules.players == 2:
        if objective.name == "win" and rules.simultaneous:
            return _simultaneous(question, work)
        return solve_race(
            rules,
            objective,
            strategy,
            exact=exact,
            certify=question.certify,
            threads=work.threads,
            progress=work.progress,
            announce=work.announce,
        )
    return _multiplayer(question, work)


def _check(question: Question) -> None:
    """Refuse what the support table lists."""
    rules, objective = question.rules, question.objective
    require("best play", rules, objective)
    if is_self_play(question) and (question.exact or question.certify):
        option, where = ("exact" if question.exact else "certify"), "a match is followed in floating point"
        raise InputError(f"{option}: strategy {question.strategy}: {where}, without a certificate")
    if question.exact:
        require("fractions", rules, objective)
    if question.certify:
        require("certificate", rules, objective)


def _simultaneous(question: Question, work: Work) -> Solution:
    """Solve simultaneous play, which always carries its error bound: `certify` asks for nothing more."""
    rules = question.rules
    if rules.sees == "scores":
        return solve_simultaneous(rules, work.threads, work.progress, exact=question.exact)
    from jeopardice.solvers.hidden import solve_hidden  # linear programs, which take a while to import

    return solve_hidden(rules, work.progress)


def _multiplayer(question: Question, work: Work) -> Solution:
    rules = question.rules
    keeps = work.cache and not question.exact
    checkpoint = kept.checkpoint(rules, question.objective, question.strategy, work.note) if keeps else None
    return solve_multiplayer(
        rules,
        exact=question.exact,
        certify=question.certify,
        threads=work.threads,
        progress=work.progress,
        announce=work.announce,
        checkpoint=checkpoint,
    )


def _warn(line: str) -> None:
    """Warn the caller of `solve`, which is four calls up."""
    warnings.warn(line.removeprefix("note: "), JeopardiceWarning, stacklevel=5)
