"""Sweeps: what the file spans, what the table says, and what the command tells."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.rulebook import rules_hash
from jeopardice.solvers.race import solve_race
from jeopardice.sweep import Processes, read_spec, run_sweep
from jeopardice.sweep.spec import Spec
from support.cli_runner import assert_refused, assert_types, jeopardice, jeopardice_process, printed
from support.paths import ROOT
from support.sweeping import file_names, rows_of, swept_here, written

FARKLE = 'base = "farkle"\nobjectives = ["score"]\n'
PIG = 'base = "pig"\nobjectives = ["win"]\n'
GRID = "[grid]\ngoal = [10, 20]\n"


def spec_of(folder: Path, text: str) -> Spec:
    return read_spec(written(folder, text))


def goals(spec: Spec) -> list[int]:
    return [variant.rules.goal for variant in spec.variants if variant.rules]


# What the file spans


def test_a_grid_is_all_combinations_in_order(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, PIG + '[grid]\ngoal = [30, 20]\n"turn.minimum_bank" = [0, 5, 10]\n')
    assert spec.keys == ("goal", "turn.minimum_bank")
    assert [v.values for v in spec.variants] == [(30, 0), (30, 5), (30, 10), (20, 0), (20, 5), (20, 10)]
    pig = jd.rules("pig")
    assert [v.rules for v in spec.variants] == [
        pig.replace({"goal": goal, "turn.minimum_bank": least}) for goal in (30, 20) for least in (0, 5, 10)
    ]
    assert [v.index for v in spec.variants] == list(range(6))


@pytest.mark.parametrize(
    "text",
    [
        '[grid]\n"turn.minimum_bank" = [0, 5]\n"scoring.51" = [60, 70]\n',
        '[grid]\nturn.minimum_bank = [0, 5]\nscoring."15" = [60, 70]\n',
        "[grid.turn]\nminimum_bank = [0, 5]\n[grid.scoring]\n15 = [60, 70]\n",
    ],
)
def test_dotted_keys_may_be_written_in_every_way_that_toml_has(tmp_path: Path, text: str) -> None:
    spec = spec_of(tmp_path, FARKLE + text)
    assert spec.keys == ("turn.minimum_bank", "scoring.15")
    assert [v.values for v in spec.variants] == [(0, 60), (0, 70), (5, 60), (5, 70)]
    assert spec.variants[3].rules == jd.rules("farkle").replace({"turn.minimum_bank": 5, "scoring.15": 70})


def test_a_list_names_its_rule_sets_and_shows_what_the_base_says(tmp_path: Path) -> None:
    entries = '[[list]]\ntitle = "Short"\ngoal = 2000\n[[list]]\nturn.full_bust = 500\n'
    spec = spec_of(tmp_path, FARKLE + entries)
    assert [v.title for v in spec.variants] == ["Short", "Farkle"]
    assert spec.keys == ("goal", "turn.full_bust")
    assert [v.values for v in spec.variants] == [(2000, 0), (10000, 500)]


def test_draws_are_the_same_each_time_and_more_of_them_keep_the_first(tmp_path: Path) -> None:
    draws = "[random]\ncount = {}\nseed = {}\ngoal = {{ from = 10, to = 50, step = 20 }}\nturn.minimum_bank = [0, 7]\n"
    few, again, more, other = (
        [v.values for v in spec_of(tmp_path, PIG + draws.format(count, seed)).variants]
        for count, seed in ((40, 1), (40, 1), (60, 1), (40, 2))
    )
    assert few == again == more[:40]
    assert few != other
    assert set(few) == {(goal, least) for goal in (10, 30, 50) for least in (0, 7)}
    # The numbers themselves, so that another version of Python draws the same.
    assert few[:4] == [(10, 7), (50, 0), (30, 0), (30, 7)]


def test_list_grid_and_draws_follow_one_another(tmp_path: Path) -> None:
    draws = "[random]\ncount = 2\nseed = 0\ngoal = [99]\n"
    assert goals(spec_of(tmp_path, PIG + draws + GRID + "[[list]]\ngoal = 5\n")) == [5, 10, 20, 99, 99]


def test_the_base_may_be_a_file_beside_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "house.toml").write_text(jd.rules("pig").replace(title="House").to_toml())
    monkeypatch.chdir(tmp_path)
    spec = spec_of(folder, 'base = "house.toml"\nobjectives = ["score"]\n' + GRID)
    assert [v.title for v in spec.variants] == ["House", "House"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "[grid], [[list]] or [random]"),
        (PIG, "[grid], [[list]] or [random]"),
        (GRID, "base: missing"),
        ('base = "pog"\nobjectives = ["win"]\n' + GRID, 'did you mean "pig"?'),
        ('base = "no.toml"\nobjectives = ["win"]\n' + GRID, "no.toml"),
        ("base = 3\n" + GRID, "base: 3"),
        ('base = "pig"\n' + GRID, "objectives: missing"),
        ('base = "pig"\nobjectives = []\n' + GRID, "objectives: []"),
        ('base = "pig"\nobjectives = ["wim"]\n' + GRID, 'objectives: "wim"'),
        ('base = "pig"\nobjectives = ["win", "win"]\n' + GRID, "objectives: win: given twice"),
        ('base = "pig"\nobjectives = ["within:0"]\n' + GRID, "within:0"),
        ("certify = 1\n" + PIG + GRID, "certify: 1"),
        ("gird = 1\n" + PIG + GRID, "gird: unknown key"),
        (PIG + "grid = 5\n", "grid: 5"),
        (PIG + "[grid]\n", "grid: empty"),
        (PIG + "[grid]\ngoal = 5\n", "grid.goal: 5"),
        (PIG + "[grid]\ngoal = []\n", "grid.goal: []"),
        (PIG + '[grid]\ngoal = [5, "x"]\n', 'grid.goal: "x": it must be a whole number'),
        (PIG + "[grid]\ngaol = [5]\n", 'gaol: unknown key (did you mean "goal"?)'),
        (PIG + "[grid]\nturn.minimum = [5]\n", 'turn.minimum: unknown key (did you mean "turn.minimum_bank"?)'),
        (PIG + "[grid]\nturn = [5]\n", "turn: a section, not a key"),
        (PIG + '[grid]\n"turn.minimum_bank" = [5]\nturn.minimum_bank = [6]\n', "turn.minimum_bank: given twice"),
        (PIG + '[grid]\nscoring."1x" = [5]\n', "scoring.1x: digits and letters"),
        (PIG + "[grid]\nscoring = [5]\n", "grid.scoring: 5"),
        (PIG + '[grid]\nscoring = [{ "1" = 0 }]\n', "grid.scoring.1: 0"),
        (PIG + f"[grid]\ngoal = {list(range(1, 400))}\nturn.minimum_bank = {list(range(300))}\n", "119700 rule sets"),
        (PIG + "list = 5\n", "list: 5"),
        (PIG + "list = []\n", "list: []"),
        (PIG + "[random]\ncount = 0\nseed = 1\ngoal = [5]\n", "random.count: 0"),
        (PIG + "[[list]]\ngoal = 5\n[[list]]\ngoal = [5]\n", "list 2: goal: [5]"),
        (PIG + "random = 5\n", "random: 5"),
        (PIG + "[random]\nseed = 1\ngoal = [5]\n", "random.count: missing"),
        (PIG + "[random]\ncount = 5\ngoal = [5]\n", "random.seed: missing"),
        (PIG + "[random]\ncount = 1000000\nseed = 1\ngoal = [5]\n", "random.count: 1000000"),
        (PIG + "[random]\ncount = 5\nseed = 1\ngoal = { from = 5 }\n", "a range is"),
        (PIG + "[random]\ncount = 5\nseed = 1\ngoal = { from = 5, to = 4 }\n", "from 5 to 4: the range is empty"),
        (PIG + "[random]\ncount = 5\nseed = 1\ngoal = { from = 0, to = 4 }\n", "random.goal: 0"),
        (PIG + "[random]\ncount = 5\nseed = 1\ngoal = { from = 1, to = 4, step = 0 }\n", "random.goal.step: 0"),
        (PIG + "[grid\n", "not valid TOML"),
        ("a." * 50 + "b = 1", "more than 20 parts"),
        ("x = " + "[" * 5000, "spec.toml"),
    ],
)
def test_a_spec_that_is_wrong_is_refused_in_one_line(tmp_path: Path, text: str, place: str) -> None:
    path = written(tmp_path, text)
    ran = jeopardice("sweep", str(path), "--out", str(tmp_path / "table.parquet"))
    assert_refused(ran, place)
    assert "spec.toml" in ran.err
    assert file_names(tmp_path) == {"spec.toml"}


def test_arguments_that_are_wrong_are_refused_in_one_line(tmp_path: Path) -> None:
    spec = str(written(tmp_path, PIG + GRID))
    out = ("--out", str(tmp_path / "table.parquet"))
    (tmp_path / "mine.parquet").write_text("precious")
    (tmp_path / "folder.parquet").mkdir()
    for arguments, place in [
        (["no.toml", *out], "no.toml"),
        ([str(tmp_path), *out], str(tmp_path)),
        ([spec], "--out"),
        ([spec, "--out", str(tmp_path / "table.csv")], "must end with .parquet"),
        ([spec, "--out", str(tmp_path / "mine.parquet")], "not the table of a sweep"),
        ([spec, "--out", str(tmp_path / "folder.parquet")], "it is a folder"),
        ([spec, "--out", str(tmp_path / "no" / "table.parquet")], "no folder"),
        ([spec, "--out", "x" * 5000 + ".parquet"], "--out"),
        ([spec, *out, "--executor", "threads"], "threads"),
        ([spec, *out, "--executor", "dask"], "--scheduler: missing"),
        ([spec, *out, "--executor", "dask", "--scheduler", "tcp://x:1", "--workers", "2"], "--workers: 2"),
        ([spec, *out, "--executor", "dask", "--scheduler", "nonsense://"], "--scheduler"),
        ([spec, *out, "--scheduler", "tcp://x:1"], "--scheduler"),
        ([spec, *out, "--workers", "0"], "--workers: 0"),
    ]:
        assert_refused(jeopardice("sweep", *arguments), place)
    assert (tmp_path / "mine.parquet").read_text() == "precious"
    assert file_names(tmp_path) == {"spec.toml", "mine.parquet", "folder.parquet"}


# What the table says


def test_the_values_are_those_of_solve(tmp_path: Path) -> None:
    text = 'base = "pig"\nobjectives = ["score", "win", "turns", "within:5", "average"]\ncertify = true\n'
    swept, _ = swept_here(tmp_path, text + "[grid]\ngoal = [30, 20]\nturn.minimum_bank = [0, 6]\n")
    assert (swept.rows, swept.done, swept.skipped, swept.failed) == (4, 4, 0, 0)
    rows = rows_of(tmp_path / "table.parquet")
    assert list(rows[0]) == [
        *("index", "rules_hash", "title", "goal", "turn.minimum_bank"),
        *("score", "score_error_bound", "score_bust_probability"),
        *("win", "win_error_bound", "win_first_player"),
        *("turns", "turns_error_bound", "within_5", "within_5_error_bound"),
        *("average", "average_error_bound", "average_bust_probability", "error"),
    ]
    for index, row in enumerate(rows):
        rules = jd.rules("pig").replace({key: row[key] for key in ("goal", "turn.minimum_bank")})
        assert (row["index"], row["rules_hash"], row["title"]) == (index, rules_hash(rules), rules.title)
        score, average = jd.solve(rules, "score"), jd.solve(rules, "average")
        win, turns = solve_race(rules, certify=True), jd.solve(rules, "turns", certify=True)
        within = solve_race(rules, "within:5", certify=True)
        solutions: dict[str, jd.Solution]
        solutions = {"score": score, "win": win, "turns": turns, "within_5": within, "average": average}
        for name, solution in solutions.items():
            assert row[name] == solution.value
            assert row[f"{name}_error_bound"] == solution.error_bound
            assert solution.error_bound is not None
        assert row["score_bust_probability"] == score.bust_probability
        assert row["average_bust_probability"] == average.bust_probability
        assert row["win_first_player"] == win.seats[0]
        assert row["error"] is None


def test_a_rule_set_that_fails_is_a_row_with_an_error(tmp_path: Path) -> None:
    text = 'base = "farkle"\nobjectives = ["score", "win"]\n[grid]\nturn.leave = [["5"], []]\n'
    swept, solved = swept_here(tmp_path, text + f'turn.set_aside = ["any", "all"]\ngoal = [500, {10**9}]\n')
    assert (swept.rows, swept.done, len(solved)) == (8, 6, 6)
    rows = rows_of(tmp_path / "table.parquet")
    assert swept.failed == sum(row["error"] is not None for row in rows)
    for row in rows:
        if row["turn.set_aside"] == "any" and row["turn.leave"] == '["5"]':
            assert "turn.leave" in row["error"]
            assert row["rules_hash"] is row["score"] is row["win"] is None
        else:
            assert row["score"] > 0
        assert "\n" not in (row["error"] or "")
    endless = [row for row in rows if row["goal"] > 500 and row["score"]]
    assert len(endless) == 3
    assert all(row["error"].startswith("win: ") and row["win"] is None for row in endless)
    assert swept.first_error == rows[0]["error"]


def test_values_of_several_kinds_are_text(tmp_path: Path) -> None:
    text = FARKLE + '[grid]\nturn.hot_dice = [true, "forced"]\nturn.keep_on_bust = [true, false]\n'
    more = "[[list]]\ndice.weights = [2, 1, 1, 1, 1, 0.5]\n[[list]]\nscoring.xx = 60\n"
    swept_here(tmp_path, text + more)
    rows = rows_of(tmp_path / "table.parquet")
    assert [row["turn.hot_dice"] for row in rows] == ["true", "true", "true", "true", "forced", "forced"]
    assert [row["turn.keep_on_bust"] for row in rows] == [False, False, True, False, True, False]
    assert [row["dice.weights"] for row in rows] == ["[2, 1, 1, 1, 1, 0.5]"] + ["[]"] * 5
    assert [row["scoring.xx"] for row in rows] == [None, 60, None, None, None, None]


def test_games_that_are_the_same_are_solved_once(tmp_path: Path) -> None:
    text = PIG + "[[list]]\ntitle = 'One'\ngoal = 20\n[[list]]\ntitle = 'Other'\ngoal = 20\n" + GRID
    swept, solved = swept_here(tmp_path, text)
    assert (swept.rows, swept.done, len(solved)) == (4, 4, 2)
    rows = rows_of(tmp_path / "table.parquet")
    assert [row["title"] for row in rows] == ["One", "Other", "Pig", "Pig"]
    assert rows[0]["win"] == rows[1]["win"] == rows[3]["win"] != rows[2]["win"]


# What the command tells


def test_processes_give_the_same_table_and_json_reports_what_was_done(tmp_path: Path) -> None:
    spec = written(tmp_path, PIG + "[grid]\ngoal = [10, 12, 14, 16, 18, 20]\nplayers = [2, 3]\n")
    first, second = tmp_path / "first.parquet", tmp_path / "second.parquet"
    run_sweep(read_spec(spec), second, Processes(1))
    ran = jeopardice("sweep", str(spec), "--out", str(first), "--workers", "2", "--json")
    found = ran.json
    assert_types(found, rows=int, done=int, skipped=int, failed=int, out=str, seconds=float)
    failed = sum(row["error"] is not None for row in rows_of(first))
    assert [found[key] for key in ("rows", "done", "skipped", "failed")] == [12, 12, 0, failed]
    assert found["out"] == str(first)
    assert ran.err == ""
    assert first.read_bytes() == second.read_bytes()
    assert file_names(tmp_path) == {"spec.toml", "first.parquet", "second.parquet"}


def test_a_script_needs_no_guard_and_shadows_nothing(tmp_path: Path) -> None:
    """Workers do not run the script again, and do not import what lies in the folder."""
    written(tmp_path, PIG + GRID)
    (tmp_path / "queue.py").write_text("raise SystemExit('shadowed')")
    script = written(
        tmp_path,
        "from jeopardice.sweep import *\nprint(run_sweep(read_spec('spec.toml'), 't.parquet', Processes(2)).done)\n",
        "script.py",
    )
    command = [sys.executable, "-P", str(script)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "2\n", "")


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    spec = written(tmp_path, PIG + "[grid]\ngoal = [10, 20]\nturn.leave = [[], ['1']]\n")
    out = tmp_path / "t.parquet"
    lines = printed("sweep", str(spec), "--out", str(out)).splitlines()
    assert lines[0] == f"{out}: 4 rule sets"
    assert re.fullmatch(r"  2 solved in [0-9.]+ s", lines[1])
    assert lines[2].startswith("  2 with an error, see the column error; the first: ")
    assert "turn.leave" in lines[2]
    assert "0 solved" in (again := printed("sweep", str(spec), "--out", str(out)))
    assert "2 solved before" in again


def test_help_has_an_example_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed("sweep", "--help")
    assert "\n  sweep " in printed("--help")
    shown = re.search(r"A spec:\n(.*?)\n\n", text, re.DOTALL)
    assert shown
    spec = spec_of(tmp_path, shown[1].replace("    ", ""))
    assert len(spec.variants) == 6
    line = re.search(r"jeopardice sweep (examples/\S+)", text)
    assert line
    assert len(read_spec(ROOT / line[1]).variants) == 24


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "sweeps").glob("*.toml")), ids=lambda path: path.name)
def test_examples_are_right(path: Path) -> None:
    spec = read_spec(path)
    assert spec.variants
    assert all(variant.error is None for variant in spec.variants)


def test_the_specs_in_the_documentation_are_right(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        assert all(variant.error is None for variant in spec_of(tmp_path, block).variants)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    ran = jeopardice_process("sweep", "--help", PYTHONPROFILEIMPORTTIME="1")
    assert ran.status == 0
    assert not re.search(r"\| +(pyarrow|numpy|distributed|h5py)\b", ran.err)
