"""Progress never goes back and reaches the end, whatever the work."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

import jeopardice as jd
from jeopardice.analysis.card_search import card
from jeopardice.analysis.comparison import compare
from jeopardice.common.progress import Progress, part_of, parts_of
from jeopardice.solvers.solve import Question, Work, answer


def solving(
    game: str, changes: dict[str, object], *, certify: bool = False, exact: bool = False
) -> Callable[[Progress], object]:
    question = Question(jd.rules(game).replace(changes), exact=exact, certify=certify)
    return lambda progress: answer(question, Work(progress=progress))


PENALTIES = {"bust.streak": 3, "bust.penalty": 100}

WORKS: dict[str, Callable[[Progress], object]] = {
    "solve": solving("farkle", {"goal": 5000}),
    "stolen turns": solving("farkle", {"goal": 3000, "turn.steal": "after-bank"}),
    "penalties": solving("farkle", {"goal": 1000, **PENALTIES}),
    "certificate": solving("farkle", {"goal": 3000}, certify=True),
    "certificate with penalties": solving("farkle", {"goal": 500, **PENALTIES}, certify=True),
    "fractions": solving("pig", {"goal": 12}, exact=True),
    "three players": solving("farkle", {"goal": 1500, "players": 3}),
    "three players, last turns": solving("pig", {"goal": 20, "players": 3, "end.rule": "last-turn"}),
    "three players, penalties": solving("two-dice-pig", {"goal": 10, "players": 3}, certify=True),
    "card": lambda progress: card(jd.solve("farkle", goal=1500), progress=progress),
    "comparison": lambda progress: compare(
        [jd.rules("two-dice-pig", goal=30), jd.rules("farkle", goal=2000)], games=500, progress=progress
    ),
}


@pytest.mark.parametrize("work", WORKS.values(), ids=list(WORKS))
def test_progress_never_goes_back_and_reaches_the_end(work: Callable[[Progress], object]) -> None:
    reported: list[float] = []
    work(reported.append)
    assert all(earlier <= later for earlier, later in pairwise(reported))
    assert reported[0] >= 0
    assert reported[-1] == pytest.approx(1)


def test_a_part_that_starts_again_waits_until_it_gets_further() -> None:
    reported: list[float] = []
    part = part_of(reported.append, 0.5, 1)
    for done in (0.5, 0.1, 0.4, 0.6, 2):
        part(done)
    assert reported == [0.75, 0.75, 0.75, 0.8, 1]


def test_parts_follow_each_other_by_their_weights() -> None:
    reported: list[float] = []
    first, none, last = parts_of(reported.append, 1, 0, 3)
    for part in (first, none, last, first):
        part(0.5)
    first(1)
    last(1)
    assert reported == [0.125, 0.25, 0.625, 0.625, 0.625, 1]


def test_without_a_callback_there_is_nothing_to_split() -> None:
    assert part_of(None, 0, 1) is None
    assert parts_of(None, 1, 2) == [None, None]
