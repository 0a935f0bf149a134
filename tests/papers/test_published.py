"""Every published number is replayed: it agrees, or it is kept with the right value and a note."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import jeopardice
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.papers import Paper, Published, paper_names, read_paper, read_papers, reproduce
from jeopardice.papers.agreement import agrees, decimal_text, full_text
from jeopardice.papers.recipes import RECIPES
from jeopardice.papers.run import compute, row_of
from jeopardice.papers.workbench import Workbench
from support.cli_runner import jeopardice as command
from support.paths import DOCS

NUMBERS = [number for paper in read_papers() for number in paper.numbers]


@pytest.mark.usefixtures("shared_papers")
def test_every_published_number_is_reproduced_or_corrected_and_the_kept_report_says_so() -> None:
    """A number that differs needs a correction that agrees and a note, and a correction must correct something."""
    ran = command("reproduce", "--markdown")
    assert [line for line in ran.out.splitlines() if "DIFFERS" in line] == []
    assert ran.status == 0
    assert ran.out.count("**misprint**") == sum(number.correct is not None for number in NUMBERS)
    # The last digit of a number in floating point may differ from machine to machine.
    kept = (DOCS / "reproduction.md").read_text(encoding="utf-8")
    assert _rounded(kept).endswith(_rounded(ran.out))


def _rounded(text: str) -> str:
    return re.sub(r"[0-9]+[.][0-9]{12,}([.]{3})?", lambda number: number[0].rstrip(".")[:14], text)


def test_the_papers_are_covered() -> None:
    assert paper_names() == ("busche-neller", "crocce-mordecki", "louchard", "tijms")
    assert len(NUMBERS) > 500


def test_every_place_in_a_paper_is_named_once() -> None:
    assert len({str(number) for number in NUMBERS}) == len(NUMBERS)


def test_every_recipe_is_asked_for() -> None:
    assert {number.ask["what"] for number in NUMBERS} == set(RECIPES)


def test_only_what_reports_people_knows_of_the_papers() -> None:
    source = Path(jeopardice.__file__).parent
    knowing = {
        path.relative_to(source).parts[0]
        for path in source.rglob("*.py")
        if "jeopardice.papers" in path.read_text(encoding="utf-8")
    }
    assert knowing <= {"papers", "figures", "__init__.py", "cli", "web"}


# Agreement


class Ball:
    """As much of python-flint's arb as is needed: all numbers within a radius m 2^e of a middle m 2^e."""

    def __init__(self, middle: tuple[int, int], radius: tuple[int, int] = (0, 0), finite: bool = True) -> None:
        self.middle, self.radius, self.finite = middle, radius, finite

    def mid(self) -> Ball:
        return Ball(self.middle)

    def rad(self) -> Ball:
        return Ball(self.radius)

    def man_exp(self) -> tuple[int, int]:
        return self.middle

    def is_finite(self) -> bool:
        return self.finite

    def str(self, digits: int) -> str:
        return f"[a ball of {digits} digits]"


@pytest.mark.parametrize(
    ("published", "computed", "dots", "expected"),
    [
        ("0.537", 0.5365001, False, True),
        ("0.537", 0.5364999, False, False),
        ("0.537", 0.5375001, False, False),
        ("0.537", Fraction(5365, 10000), False, True),
        ("0.537", Fraction(5375, 10000), False, True),  # a tie is rounded either way
        ("0.536", 0.5369, False, False),
        ("0.536", 0.5369, True, True),
        ("0.537", 0.5369, True, True),
        ("0.536", Fraction(537, 1000), True, False),
        ("0.538", 0.5369, True, False),
        ("-0.536", -0.5369, True, True),
        ("-0.536", -0.5369, False, False),
        (".6764271125", 0.676427112515, False, True),
        ("5.872 019", Fraction(5872018918, 10**9), False, True),
        ("12", 12, False, True),
        ("12", 13, False, False),
        ("12.0", 12.04, False, True),
        ("12", True, False, False),
        ("0.5", float("nan"), False, False),
        ("0.5", float("inf"), False, False),
        ("1/3", Fraction(1, 3), False, True),
        ("1/3", 1 / 3, False, False),
        ("1/0", 1, False, False),
        ("-", 3, False, False),
        ("", 3, False, False),
        ("", "", False, True),
        ("s", "s", False, True),
        ("s", "r", False, False),
        ("nan", float("nan"), False, False),
        (["20", "21"], ["20", "21"], False, True),
        (["20", "21"], [20, 21], False, True),
        (["20", "21"], (20.4, 21), False, True),
        (["20", "21"], ["20"], False, False),
        (["20"], "20", False, False),
        ("20", ["20"], False, False),
        ("0.50", Ball((1, -1)), False, True),
        ("0.50", Ball((1, -1), (1, -8)), False, True),
        ("0.50", Ball((1, -1), (1, -7)), False, False),
        ("0.50", Ball((1, -1), finite=False), False, False),
    ],
)
def test_a_number_agrees_that_rounds_to_the_print(published: Any, computed: Any, dots: bool, expected: bool) -> None:
    assert agrees(published, computed, dots=dots) is expected


def test_a_ball_of_python_flint_agrees_if_all_of_it_does() -> None:
    flint = pytest.importorskip("flint")
    assert agrees("0.333", flint.arb(1) / 3)
    assert not agrees("0.334", flint.arb(1) / 3)
    assert not agrees("0.333", flint.arb(1) / 3 + flint.arb(0, 0.001))
    assert full_text(flint.arb(1) / 3).startswith("[0.33333333333")
    assert [full_text(flint.arb(number)) for number in (0.5, 3, 100)] == ["0.5", "3", "100"]


@pytest.mark.parametrize(
    ("value", "full", "decimal"),
    [
        (Fraction(1, 3), "1/3", "0.33333333333333333..."),
        (Fraction(-2, 3), "-2/3", "-0.66666666666666666..."),
        (Fraction(1, 8), "1/8", "0.125"),
        (Fraction(6), "6", "6"),
        (0.1, "0.1", "0.1"),
        (12, "12", "12"),
        ("s", "s", "s"),
        ([1, "m5", Fraction(1, 2)], "[1, m5, 1/2]", "[1, m5, 0.5]"),
        ((0.25, (1, 2)), "[0.25, [1, 2]]", "[0.25, [1, 2]]"),
        (Ball((1, 0)), "[a ball of 1000 digits]", "[a ball of 17 digits]"),
    ],
)
def test_numbers_are_reported_in_full_and_for_people(value: Any, full: str, decimal: str) -> None:
    assert (full_text(value), decimal_text(value)) == (full, decimal)


# Rows


def printed(published: Any, **more: Any) -> Published:
    return Published("a paper", "Table 1", published, {"what": "value", "rules": "pig"}, **more)


@pytest.mark.parametrize(
    ("number", "state"),
    [
        (printed("8.1418"), "agrees"),
        (printed("8.1417"), "unexplained"),
        (printed("8.1417", note="a remark is no explanation"), "unexplained"),
        (printed("8.1417", correct="8.1418"), "unexplained"),
        (printed("8.1417", correct="8.1418", note="cut off"), "misprint"),
        (printed("8.1417", correct="8.1419", note="wrong as well"), "unexplained"),
        (printed("8.1417", dots=True), "agrees"),
    ],
)
def test_a_wrong_number_is_found_unless_a_correction_and_a_note_explain_it(number: Published, state: str) -> None:
    (row,) = reproduce([Paper("a paper", "A Paper", (number,))])
    assert row.state == state
    assert row.agrees == (state == "agrees")
    assert row.computed == "492303203/60466176"
    assert row.decimal == "8.1417948937270317..."
    assert (row.item, row.note) == ("Table 1", number.note)


def test_rows_name_the_cell_and_what_is_right() -> None:
    row = row_of(printed(["1", "2"], row="a", column="2: 1,1,0", correct=["1"], note="one too many"), ["1"])
    assert (row.item, row.published, row.correct) == ("Table 1 [a; 2: 1,1,0]", "[1, 2]", "[1]")
    assert row.state == "misprint"


def test_progress_is_reported_to_the_end() -> None:
    reported: list[float] = []
    reproduce([Paper("a paper", "A Paper", (printed("8.1418"), printed("8.14")))], reported.append)
    assert reported == [0.5, 1]


def test_work_is_shared_within_a_run() -> None:
    bench = Workbench()
    counter = count(1)
    assert [bench.once("key", lambda: next(counter)) for _ in range(3)] == [1, 1, 1]
    assert bench.once("another", lambda: next(counter)) == 2
    ask = {"rules": "pig", "strategy": "hold-at:20"}
    assert bench.turn(ask) is bench.turn({**ask, "what": "something else"})
    assert bench.turn(ask) is not bench.turn({**ask, "strategy": "hold-at:21"})
    assert bench.turn(ask) is not bench.turn({**ask, "set": {"dice.sides": 8}})


def test_bad_names_are_refused() -> None:
    with pytest.raises(InputError, match="it must be one of busche-neller, crocce-mordecki, louchard, tijms"):
        read_paper("../louchard")
    unknown = Published("a paper", "Table 1", "1", {"what": "nonsense"})
    with pytest.raises(JeopardiceError, match=r'^a paper: Table 1: ask\.what: "nonsense": unknown recipe$'):
        compute(unknown, Workbench())
