"""`jeopardice reproduce`: every published number beside ours, and an exit status that can be trusted."""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from pathlib import Path

import pytest

from jeopardice.papers import paper_names, read_paper
from support.cli_runner import Ran, assert_refused, assert_types, jeopardice, printed
from support.reproduced import Reproduce

pytestmark = pytest.mark.slow

RIGHT = """
[[number]]
item      = "Section 1, value of Pig"
published = "8.1418"
ask       = { what = "value", rules = "pig" }

[[number]]
item      = "Section 1, value of Pig, again"
published = "8.141"
dots      = true
ask       = { what = "value", rules = "pig" }
"""
WRONG = """
[[number]]
item      = "Section 2, value of Pig"
published = "8.1518"
ask       = { what = "value", rules = "pig" }
"""
EXPLAINED = f"""{WRONG}
correct = "8.1418"
note    = "a 5 for a 4 | see *there*"
"""
RACE = """
[[number]]
item      = "Section 3, the end of Pig"
published = "0.857"
ask       = { what = "race", rules = "pig", objective = "win", scores = [98, 98] }
"""
TABLE = """
[[table]]
item    = "Table 1"
ask     = { what = "frequency", rules = "ten-thousand" }
columns = ["configuration", "1", "2"]
rows    = [["2,0,0", "", "1"]]
"""


@pytest.fixture
def my_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file for numbers of our own, the only paper there is."""
    monkeypatch.setattr("jeopardice.papers.catalogue._folder", lambda: tmp_path)
    return tmp_path / "mine.toml"


def write(path: Path, *numbers: str) -> None:
    path.write_text("\n".join(['paper = "Mine 2020, A paper"', *numbers]))


@pytest.fixture(scope="module")
def tijms(tmp_path_factory: pytest.TempPathFactory, shared_reproduce: Reproduce) -> tuple[Ran, str]:
    """The numbers of a whole paper, and their page."""
    file = tmp_path_factory.mktemp("tijms") / "tijms.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jeopardice.papers.reproduce", shared_reproduce)
        ran = jeopardice("reproduce", "tijms", "--html", str(file), "--json")
    return ran, file.read_text()


def test_a_page_has_every_number_and_the_figures_of_the_paper(tijms: tuple[Ran, str]) -> None:
    ran, page = tijms
    for row in ran.json["rows"]:
        assert escape(row["item"]) in page
        assert escape(row["decimal"]) in page
    assert page.count('class="misprint"') == ran.json["misprints"]
    assert page.count('src="data:image/png;base64,') == 1
    assert "http" not in page


def test_a_page_that_cannot_be_written_is_refused(my_paper: Path) -> None:
    write(my_paper, RIGHT)
    for wrong in (my_paper.with_name("page.txt"), my_paper.parent / "nowhere" / "page.html", my_paper.parent):
        assert jeopardice("reproduce", "mine", "--html", str(wrong)).status == 2


def test_help_has_examples_and_names_every_paper() -> None:
    text = printed("reproduce", "--help")
    assert "  jeopardice reproduce " in text
    for word in (*paper_names(), "--json", "--markdown", "--only-different"):
        assert word in text


def test_json_has_a_row_for_every_number(tijms: tuple[Ran, str]) -> None:
    ran, _ = tijms
    found, numbers = ran.json, read_paper("tijms").numbers
    assert ran.err == ""
    assert [row["item"] for row in found["rows"]] == [number.where for number in numbers]
    for row in found["rows"]:
        assert_types(row, paper=str, item=str, published=str, computed=str, decimal=str, agrees=bool, note=str)
        assert_types(row, correct=(str, type(None)), state=str, dots=bool)
        assert row["paper"] == "tijms"
        assert row["agrees"] == (row["state"] == "agrees")
        assert row["agrees"] or (row["note"] and row["correct"])
    wrong = [row["correct"] for row in found["rows"] if not row["agrees"]]
    assert wrong == ["[5, 6]", "0.9630", "12.637", "[0.172, 0.151, 0.676]"]
    assert (found["agree"], found["misprints"], found["unexplained"]) == (len(numbers) - 4, 4, 0)
    (paper,) = found["papers"]
    assert paper == {"name": "tijms", "title": read_paper("tijms").title, "numbers": len(numbers)}


def test_only_different_shows_what_differs_and_counts_everything(my_paper: Path) -> None:
    write(my_paper, RIGHT, EXPLAINED)
    found = jeopardice("reproduce", "mine", "--only-different", "--json").json
    assert [row["item"] for row in found["rows"]] == ["Section 2, value of Pig"]
    assert (found["agree"], found["misprints"]) == (2, 1)
    text = printed("reproduce", "mine", "--only-different")
    assert "agrees" not in text
    assert text.count("misprint\n") == 1
    assert "2 agree, 1 is a misprint" in text


def test_computed_numbers_have_all_digits(my_paper: Path) -> None:
    write(my_paper, RIGHT, RACE)
    found = jeopardice("reproduce", "mine", "--json").json
    first, cut_off, race_row = found["rows"]
    assert Fraction(first["computed"]) == Fraction(492303203, 60466176)
    assert (cut_off["published"], cut_off["dots"], cut_off["agrees"]) == ("8.141", True, True)
    assert race_row["computed"] == repr(float(race_row["computed"]))


def test_text_shows_both_numbers_and_the_note(my_paper: Path) -> None:
    write(my_paper, RIGHT, EXPLAINED, TABLE)
    lines = printed("reproduce", "mine").splitlines()
    assert lines[0] == "Mine 2020, A paper"
    assert lines[1].split() == ["Item", "Published", "Computed"]
    assert re.split(" {2,}", lines[2]) == ["Section 1, value of Pig", "8.1418", "8.1417948937270317...", "agrees"]
    assert re.split(" {2,}", lines[3])[1] == "8.141..."
    assert re.split(" {2,}", lines[4])[-1] == "misprint"
    assert lines[5] == "    right: 8.1418; a 5 for a 4 | see *there*"
    assert re.split(" {2,}", lines[6]) == ["Table 1 [2,0,0; 1]", "(empty)", "(empty)", "agrees"]
    assert re.split(" {2,}", lines[7]) == ["Table 1 [2,0,0; 2]", "1", "1", "agrees"]
    assert lines[-1] == (
        "5 numbers of Mine 2020: 4 agree, 1 is a misprint (a note says what is right), none is unexplained."
    )


def test_long_text_is_folded(my_paper: Path) -> None:
    note = '[[number]]\nitem = "{0}"\npublished = "8.1418"\nnote = "{0}"\nask = {{ what = "value", rules = "pig" }}'
    write(my_paper, note.format("many words " * 30))
    text = printed("reproduce", "mine")
    assert max(map(len, text.splitlines())) <= 110
    assert text.count("many words") > 50


def test_markdown_is_a_table(my_paper: Path) -> None:
    write(my_paper, RIGHT, EXPLAINED)
    lines = printed("reproduce", "--markdown").splitlines()
    assert lines[0] == "## Mine 2020, A paper"
    assert lines[2] == "| item | published | computed | agrees | note |"
    assert lines[4] == "| Section 1, value of Pig | 8.1418 | 8.1417948937270317... | yes |  |"
    assert lines[6].endswith("| **misprint** | right: 8.1418; a 5 for a 4 \\| see \\*there\\* |")
    assert lines[-1].startswith("3 numbers of Mine 2020: 2 agree")
    different = printed("reproduce", "--markdown", "--only-different")
    assert "Section 1" not in different
    assert "Section 2" in different


@pytest.mark.parametrize("form", [[], ["--markdown"], ["--json"], ["--only-different"]])
def test_a_wrong_number_without_a_note_is_reported_by_the_exit_status(my_paper: Path, form: list[str]) -> None:
    write(my_paper, RIGHT, WRONG)
    ran = jeopardice("reproduce", *form)
    assert (ran.status, ran.err) == (1, "")
    if form == ["--json"]:
        assert '"unexplained": 1' in ran.out
        assert '"agrees": false' in ran.out
    else:
        assert "DIFFERS" in ran.out
        assert "none is a misprint, 1 DIFFERS." in ran.out
    write(my_paper, RIGHT, EXPLAINED)
    assert jeopardice("reproduce", *form).status == 0


def test_a_note_or_a_correction_alone_explains_nothing(my_paper: Path) -> None:
    for more in ('note = "so it is"', 'correct = "8.1418"', 'correct = "8.1419"\nnote = "wrong again"'):
        write(my_paper, f"{WRONG}{more}")
        assert jeopardice("reproduce", "mine").status == 1


@pytest.mark.parametrize("name", ["nobody", "", "../tijms", "tijms.toml"])
def test_a_paper_that_is_not_there_is_refused(name: str) -> None:
    ran = jeopardice("reproduce", name)
    assert_refused(ran, "PAPER")
    assert ", ".join(paper_names()) in ran.err


def test_two_forms_at_once_are_refused() -> None:
    assert_refused(jeopardice("reproduce", "tijms", "--markdown", "--json"), "--markdown")
    assert_refused(jeopardice("reproduce", "tijms", "louchard"), "louchard")


def test_a_file_that_is_wrong_is_reported_in_one_line(my_paper: Path) -> None:
    write(my_paper, RIGHT.replace('"value"', '"nonsense"'))
    assert_refused(jeopardice("reproduce"), "nonsense", status=1)
    write(my_paper, TABLE, '[[table.correction]]\nrow = "0"\ncolumn = "1"\ncorrect = "2"\nnote = "no such row"')
    assert_refused(jeopardice("reproduce"), "Table 1", status=1)


def test_colour_is_for_a_terminal(my_paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(my_paper, RIGHT)
    assert "\x1b[" not in printed("reproduce")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32magrees\x1b[0m" in printed("reproduce")
