"""Tables and distributions of one turn: `table` and `turn`."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from typing import Any

import pytest

from jeopardice.papers import read_paper
from support.cli_runner import advice, assert_types, jeopardice, printed, solved

# table


def test_table_is_table_2_of_busche_and_neller() -> None:
    published = {(n.row, n.column): n.published for n in read_paper("busche-neller").numbers if n.item == "Table 2"}
    lines = [line.split() for line in printed("table", "farkle", "--what", "gain", "--to", "500").splitlines()[1:-2]]
    assert lines[0][:2] == ["0", "446.571"]
    shown = {(line[0], str(dice)): cell for line in lines for dice, cell in zip(range(6, 0, -1), line[1:], strict=True)}
    assert {place: "*" if cell.endswith("*") else cell for place, cell in shown.items()} == published


def test_table_as_json() -> None:
    found = jeopardice("table", "farkle", "--to", "500", "--json").json
    assert found["phases"] == ["6", "5", "4", "3", "2", "1"]
    assert found["left_out"] == []
    cells = {(cell["phase"], cell["turn"]): cell for cell in found["cells"]}
    assert len(cells) == len(found["cells"]) == 6 * 11
    for cell in cells.values():
        assert_types(cell, turn=int, phase=str, value=float, action=str, verdict=str, bust_probability=float)
        assert_types(cell, reachable=bool)
        assert cell["exact"] is None
        assert cell["action"] in ("bank", "roll")
        assert cell["value"] == cell["turn"] if cell["action"] == "bank" else cell["value"] > cell["turn"]
    assert cells["6", 0]["value"] == solved("farkle")["value"]
    assert cells["6", 0]["reachable"]
    assert not cells["5", 0]["reachable"]
    assert cells["3", 300]["value"] == advice("farkle", "--turn", "300", "--dice-left", "3")["value"]


def test_table_as_csv_says_the_same_as_json() -> None:
    found = jeopardice("table", "farkle", "--to", "500", "--json").json["cells"]
    rows = list(csv.DictReader(printed("table", "farkle", "--to", "500", "--format", "csv").splitlines()))
    assert len(rows) == len(found)
    for row, cell in zip(rows, found, strict=True):
        assert (int(row["turn"]), row["phase"], float(row["value"])) == (cell["turn"], cell["phase"], cell["value"])
        assert (row["action"], row["verdict"], row["exact"]) == (cell["action"], cell["verdict"], "")
        assert float(row["bust_probability"]) == cell["bust_probability"]
        assert json.loads(row["reachable"]) == cell["reachable"]


def test_table_as_markdown_says_the_same_as_text() -> None:
    *text, empty, legend = printed("table", "farkle", "--to", "500").splitlines()
    assert (empty, legend) == ("", "b: bank; *: no play reaches this state")
    markdown = printed("table", "farkle", "--to", "500", "--format", "markdown").splitlines()
    assert markdown[1] == "|" + " ---: |" * 7
    rows = [line.strip("|").split("|") for line in [markdown[0], *markdown[2:]]]
    assert [[cell.strip() for cell in row] for row in rows] == [_columns(text[0], line) for line in text]


def _columns(header: str, line: str) -> list[str]:
    """The cells of a line, each right under its heading."""
    ends = [header.index(name) + len(name) for name in ("turn total", "6 dice", "5 dice", "4 dice", "3 dice", "2 dice")]
    starts = [0, *ends]
    return [line[start:end].strip() for start, end in zip(starts, [*ends, None], strict=True)]


@pytest.mark.parametrize(
    ("what", "first", "last"),
    [
        ("value", "446.571", "300.000 b"),
        ("gain", "446.571", "0.000"),
        ("action", "roll", "bank"),
        ("bust", "20.596%", "0.000%"),
    ],
)
def test_table_shows_what_is_asked(what: str, first: str, last: str) -> None:
    lines = printed("table", "farkle", "--what", what, "--to", "300").partition("\n\n")[0].splitlines()
    assert lines[1].split()[:2] == ["0", first]
    assert lines[-1].endswith(f"  {last}")


def test_table_of_a_part() -> None:
    cells = jeopardice("table", "pig", "--from", "18", "--to", "22", "--json").json["cells"]
    assert [(cell["turn"], cell["action"], cell["verdict"]) for cell in cells] == [
        (18, "roll", "best"),
        (19, "roll", "best"),
        (20, "bank", "tied"),
        (21, "bank", "best"),
        (22, "bank", "best"),
    ]
    assert "20.000 b=" in printed("table", "pig", "--from", "20", "--to", "20")


def test_table_starts_and_ends_where_asked() -> None:
    cells = jeopardice("table", "farkle", "--from", "100", "--to", "175", "--json").json["cells"]
    assert {cell["turn"] for cell in cells} == {100, 150}
    # Between two totals: the next one, or an error.
    between = jeopardice("table", "farkle", "--from", "25", "--to", "175", "--json")
    assert between.status == 2 or {cell["turn"] for cell in between.json["cells"]} == {50, 100, 150}


def test_table_ends_by_itself_where_nothing_is_left_to_decide() -> None:
    cells = jeopardice("table", "pig", "--json").json["cells"]
    assert cells[0]["turn"] == 0
    assert cells[-1]["action"] == "bank"
    assert cells[-2]["action"] == "roll"


def test_table_exactly() -> None:
    cells = jeopardice("table", "pig", "--exact", "--json").json["cells"]
    assert cells[0]["exact"] == "492303203/60466176"
    for cell in cells:
        assert float(Fraction(cell["exact"])) == cell["value"]
    rows = list(csv.DictReader(printed("table", "pig", "--exact", "--format", "csv").splitlines()))
    assert [row["exact"] for row in rows] == [cell["exact"] for cell in cells]


def test_table_of_hog_reports_the_number_of_dice() -> None:
    cells = jeopardice("table", "hog", "--json").json["cells"]
    assert (cells[0]["turn"], cells[0]["action"], cells[0]["verdict"]) == (0, "roll 5", "tied")


# turn


def follow(*arguments: str) -> dict[str, Any]:
    """The JSON of `turn`, with what holds for all of it."""
    found = jeopardice("turn", *arguments, "--json").json
    assert_types(found, strategy=str, mean=float, variance=float, bust_probability=float, mean_rolls=float)
    assert_types(found, variance_rolls=float, covariance=float, correlation=(float, type(None)), left_out=list)
    for name in ("points", "rolls"):
        values = [entry[name] for entry in found[name]]
        assert values == sorted(set(values))
        assert sum(entry["probability"] for entry in found[name]) == pytest.approx(1)
        mean = sum(entry[name] * entry["probability"] for entry in found[name])
        square = sum(entry[name] ** 2 * entry["probability"] for entry in found[name])
        suffix = "_rolls" if name == "rolls" else ""
        assert found[f"mean{suffix}"] == pytest.approx(mean)
        assert found[f"variance{suffix}"] == pytest.approx(square - mean**2)
    return found


@pytest.mark.parametrize("preset", ["pig", "hog", "ten-thousand"])
def test_turn_agrees_with_solve(preset: str) -> None:
    found, best = follow(preset), solved(preset)
    assert found["strategy"] == "optimal"
    assert found["mean"] == pytest.approx(best["value"], abs=1e-9)
    assert found["bust_probability"] == pytest.approx(best["bust_probability"], abs=1e-9)
    assert found["not_followed"] == 0


def test_turn_holding_at_20_is_optimal_in_pig() -> None:
    found, best = follow("pig", "--strategy", "hold-at:20"), follow("pig")
    assert {**found, "strategy": "optimal"} == best
    assert [entry["points"] for entry in found["points"]] == [0, 20, 21, 22, 23, 24, 25]


def test_turn_of_a_number_of_rolls() -> None:
    found = follow("pig", "--strategy", "rolls:3")
    assert found["bust_probability"] == pytest.approx(1 - (5 / 6) ** 3)
    assert found["mean"] == pytest.approx(12 * (5 / 6) ** 3)
    assert [entry["rolls"] for entry in found["rolls"]] == [1, 2, 3]


def test_turn_exactly() -> None:
    found = jeopardice("turn", "pig", "--exact", "--json").json
    assert_types(found, exact=dict)
    assert found["exact"]["mean"] == "492303203/60466176"
    for name in ("mean", "variance", "mean_rolls", "variance_rolls", "covariance"):
        assert float(Fraction(found["exact"][name])) == found[name]
    assert float(Fraction(found["exact"]["bust"])) == found["bust_probability"]


def test_turn_with_points_and_rolls_together() -> None:
    found = jeopardice("turn", "pig", "--joint", "--json").json
    assert "joint" not in jeopardice("turn", "pig", "--json").json
    for name in ("points", "rolls"):
        sums: dict[int, float] = {}
        for entry in found["joint"]:
            sums[entry[name]] = sums.get(entry[name], 0) + entry["probability"]
        assert sums == pytest.approx({entry[name]: entry["probability"] for entry in found[name]})


def test_turn_prints_its_distribution() -> None:
    text = printed("turn", "pig")
    assert "8.141795" in text
    assert "62.4541%" in text
    assert "█" in text
