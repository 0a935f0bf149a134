"""Every published number is replayed: it agrees, or it is kept with the right value and a note."""

from __future__ import annotations

import pytest

from replay import Published, agrees, all_published, compute

NUMBERS = list(all_published())


@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_published_number_is_reproduced_or_corrected(number: Published) -> None:
    computed = compute(number)
    if number.correct is None:
        assert agrees(number.published, computed), f"published {number.published}, computed {computed}"
    else:
        assert number.note, "a misprint needs a note"
        assert agrees(number.correct, computed), f"corrected to {number.correct}, computed {computed}"
        assert not agrees(number.published, computed), "no misprint after all"


def test_the_papers_are_covered() -> None:
    assert len(NUMBERS) > 500
