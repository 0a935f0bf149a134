"""Tables that are no tables, or of another game: one line with the file and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.bad_input import cases
from support.cli_runner import assert_refused, changes, jeopardice, no_hang, printed

PIG = ["pig", *changes(goal=30)]

HEAD = "turn,phase,value,action\n"
LINES = "".join(f"{total},1,{total},{'bank' if total >= 7 else 'roll'}\n" for total in range(40))


@cases(
    empty=("", "no lines"),
    only_the_head=(HEAD, "no lines"),
    no_head=(LINES, "turn"),
    other_columns=("a,b,c\n1,2,3\n", "turn"),
    a_column_less=("turn,phase,value\n0,1,8\n", "action"),
    semicolons=((HEAD + LINES).replace(",", ";"), "turn"),
    a_short_line=(HEAD + "0,1\n" + LINES, "line 2"),
    an_empty_value=(HEAD + "0,1,,roll\n", "line 2: value"),
    a_word_for_a_total=(HEAD + "x,1,8,roll\n", "line 2"),
    a_word_for_a_value=(HEAD + LINES + "40,1,high,roll\n", "line 42"),
    no_number=(HEAD + LINES.replace(",8,bank", ",nan,bank"), "line"),
    infinite=(HEAD + LINES.replace(",8,bank", ",inf,bank"), "line"),
    total_below_nothing=(HEAD + "-5,1,8,bank\n" + LINES, "line 2"),
    total_far_below_nothing=(HEAD + f"-1{'0' * 400},1,8,bank\n", ""),
    enormous_total=(HEAD + f"{'9' * 5000},1,8,roll\n", ""),
    enormous_value=(HEAD + LINES.replace(",8,bank", f",{'9' * 5000},bank"), "line"),
    same_line_twice=(HEAD + LINES + "3,1,3,roll\n", "line 42"),
    other_action=(HEAD + LINES.replace("bank", "hold"), "hold"),
    missing_line=(HEAD + LINES.replace("5,1,5,roll\n", "", 1), "turn total of 5"),
    too_short=(HEAD + "0,1,8,roll\n1,1,8,roll\n", "turn total of"),
    other_phase=(HEAD + LINES.replace(",1,", ",6,"), "turn total of"),
    long_phase=(HEAD + f"0,{'x' * 20_000},1,roll\n" * 2, "line 3"),
    long_field=(HEAD + f"0,1,1,{'x' * 200_000}\n", ""),
    zeros=("\0" * 100, ""),
    binary=(b"\x89PNG\r\n\x1a\n\xff\xfe" * 100, ""),
    one_long_line=("x" * 300_000, ""),
)
def test_tables(given_input: str | bytes, place: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(given_input if isinstance(given_input, bytes) else given_input.encode())
    with no_hang():
        ran = jeopardice("match", *PIG, f"table:{path}", "max-score", "--json")
    assert_refused(ran, place)
    assert "bad.csv" in ran.err


@cases(
    nowhere=("missing.csv", "missing.csv"),
    a_folder=(".", "."),
    nothing=("/dev/null", "/dev/null"),
    a_name_of_control_characters=("\x1b[2J.csv", ".csv"),
    a_name_with_a_zero=("a\0b", "table:"),
    a_long_name=("x" * 5000, "table:"),
)
def test_files_that_are_no_tables(
    given_input: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(jeopardice("match", *PIG, f"table:{given_input}", "max-score"), place)


def test_a_table_for_another_game(tmp_path: Path) -> None:
    path = tmp_path / "farkle.csv"
    path.write_text(printed("table", "farkle", "--format", "csv", "--to", "3000"))
    for game in (PIG, ["hog"]):
        assert_refused(jeopardice("match", *game, f"table:{path}", "max-score"), "farkle.csv")


def test_a_table_that_is_too_short_says_how_to_make_a_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "short.csv"
    path.write_text(printed("table", "farkle", "--format", "csv", "--to", "300"))
    assert_refused(jeopardice("match", "farkle", f"table:{path}", "max-score"), "--to")


def test_a_large_table_is_read_at_once(tmp_path: Path) -> None:
    """The time grows with the lines, not with their square."""
    path = tmp_path / "large.csv"
    path.write_text(HEAD + "".join(f"{t},1,{t},{'bank' if t >= 7 else 'roll'}\n" for t in range(30_000)))
    with no_hang():
        found = jeopardice("match", *PIG, f"table:{path}", "hold-at:7", "--json").json
    assert found["overall"] == pytest.approx(0.5, abs=1e-12)
