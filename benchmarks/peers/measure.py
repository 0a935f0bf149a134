"""Contenders side by side: each solves the same game in turn, several times over, and its best time counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What a contender found, and how long it took."""

    value: float
    seconds: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A program that solves a game."""

    name: str
    solve: Callable[[], Answer]
    within: float = 1e-12
    """How far its value may be from that of the first contender."""


def timed(solve: Callable[[], float], note: str = "") -> Answer:
    """A calculation with its CPU time, which other programs on the machine change less than the wall time."""
    began = time.process_time()
    value = solve()
    return Answer(value, time.process_time() - began, note)


def side_by_side(title: str, contenders: Sequence[Contender], rounds: int) -> list[Answer]:
    """Prints and returns the best answer of each contender; values that do not agree end the run."""
    columns = zip(*([contender.solve() for contender in contenders] for _ in range(rounds)), strict=True)
    best = [min(answers, key=lambda answer: answer.seconds) for answers in columns]
    print(
        f"{title}; best of {rounds}", f"  {'':<44} {'value':>18} {'differs':>8} {'seconds':>10} {'ratio':>9}", sep="\n"
    )
    for contender, answer in zip(contenders, best, strict=True):
        differs, ratio = answer.value - best[0].value, answer.seconds / best[0].seconds
        figures = f"{answer.value:18.15f} {differs:8.0e} {answer.seconds:10.5f} {ratio:9.3g}"
        print(f"  {contender.name:<44} {figures}  {answer.note}".rstrip(), flush=True)
        if abs(differs) > contender.within:
            raise SystemExit(f"{title}: {contender.name}: {answer.value!r} is not {best[0].value!r}")
    return best
