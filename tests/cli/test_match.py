"""Strategy against strategy on the command line: the results, that they fit together, and strategies by every name."""

from __future__ import annotations

from pathlib import Path

import pytest

import jeopardice as jd
from support.cli_runner import CONTESTS, assert_types, changes, jeopardice, jeopardice_process, printed, result

pytestmark = pytest.mark.slow

MIXED = "[[3, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 3]]"
NO_HOT_DICE = {"turn__hot_dice": "false", "turn__first_bank": 300}
WIN = {"turn__minimum_bank": 250, "events__win": '["111"]'}
GAMES: dict[str, tuple[list[str], str, str]] = {
    "pig": (["pig", *changes(goal=50)], "hold-at:20", "rolls:4"),
    "pig to one point": (["pig", *changes(goal=1)], "hold-at:20", "rolls:4"),
    "a least bank": (["pig", *changes(goal=40, turn__minimum_bank=12)], "hold-at:15", "max-score"),
    "a first bank": (["pig", *changes(goal=40, turn__minimum_bank=5, turn__first_bank=15)], "rolls:2", "hold-at:8"),
    "points kept": (["pig", *changes(goal=60, dice__count=2, turn__keep_on_bust="true")], "hold-at:30", "max-score"),
    "a loaded die": (["pig", *changes(goal=40, dice__weights="[2, 1, 1, 1, 1, 1]")], "end-race:30,15", "hold-at:15"),
    "a win": (["pig", *changes(goal=40, dice__count=2, events__win='["66"]')], "keep-pace:30,20,8", "hold-at:20"),
    "hog": (["hog", *changes(goal=40, turn__choose_dice="[1, 8]")], "dice:4", "max-score"),
    "farkle": (["farkle", *changes(goal=1500)], "max-score", "hold-at:300"),
    "no hot dice": (["farkle", *changes(goal=1000, **NO_HOT_DICE)], "hold-at:300", "rolls:2"),
    "farkle with a win": (["farkle", *changes(goal=1000, **WIN)], "max-score", "hold-at:400"),
    "mixed dice": (["farkle", *changes(goal=800, dice__count=3, dice__weights=MIXED)], "hold-at:200", "max-score"),
    "ten-thousand": (["ten-thousand", *changes(goal=1500)], "max-score", "hold-at:300"),
}
every_game = pytest.mark.parametrize("game", GAMES)


# What is printed


def test_match_has_the_keys_of_the_contract() -> None:
    found = result("match", "pig", "hold-at:20", "optimal")
    assert_types(found, rules=str, a=str, b=str, first=float, second=float, overall=float)
    assert_types(found, expected_turns=float, turns_deviation=float, turns=list)
    assert (found["a"], found["b"]) == ("hold-at:20", "optimal")
    assert found["first"] == pytest.approx(0.491657935, abs=1e-9)
    assert found["second"] == pytest.approx(0.428501570, abs=1e-9)


def test_simulate_has_the_keys_of_the_contract() -> None:
    found = result("simulate", "pig", "hold-at:20", "optimal", "--games", "5000", "--seed", "7")
    assert_types(found, first=float, second=float, overall=float, stderr=float, games=int, seed=int)
    assert (found["games"], found["seed"]) == (5000, 7)
    assert found["overall"] == pytest.approx((found["first"] + found["second"]) / 2)
    assert found["stderr"] == pytest.approx(0.5 / 5000**0.5, rel=0.02)


def test_tournament_has_a_row_and_a_column_for_each() -> None:
    names = ["hold-at:20", "optimal", "keep-pace:71,21,8"]
    rules = ["pig", *changes(goal=50)]
    found = result("tournament", *rules, *names)
    assert_types(found, strategies=list, overall=list, mean=list)
    assert found["strategies"] == names
    for i, row in enumerate(found["overall"]):
        for j, chance in enumerate(row):
            assert chance == pytest.approx(result("match", *rules, names[i], names[j])["overall"], abs=1e-12)
            assert chance + found["overall"][j][i] == pytest.approx(1)
        others = [chance for j, chance in enumerate(row) if j != i]
        assert found["mean"][i] == pytest.approx(sum(others) / 2)


def test_best_response_has_what_it_wins() -> None:
    found = result("best-response", "pig", "hold-at:20")
    assert_types(found, strategy=str, first=float, second=float, overall=float, exploitability=float)
    assert found["overall"] == pytest.approx((found["first"] + found["second"]) / 2)
    assert found["exploitability"] == pytest.approx(found["overall"] - 0.5)


def test_best_response_to_several_has_each_seat() -> None:
    found = result("best-response", "pig", "--set", "goal=20", "hold-at:20", "hold-at:10")
    alike = result("best-response", "pig", "--set", "goal=20", "--set", "players=3", "hold-at:20")
    assert found["strategies"] == ["hold-at:20", "hold-at:10"]
    assert alike["strategies"] == ["hold-at:20", "hold-at:20"]
    for one in (found, alike):
        assert one["overall"] == pytest.approx(sum(one["values"]) / 3)
        assert one["exploitability"] == pytest.approx(one["overall"] - 1 / 3)
    assert "more than a fair share" in printed("best-response", "pig", "--set", "goal=20", "hold-at:20", "hold-at:10")


def test_alone_has_the_distribution() -> None:
    found = result("alone", "pig", "hold-at:20")
    assert_types(found, strategy=str, expected_turns=float, variance=float, turns_deviation=float, turns=list)
    assert found["expected_turns"] == pytest.approx(12.636769, abs=1e-6)  # Tijms 2007
    assert found["turns_deviation"] == pytest.approx(found["variance"] ** 0.5)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["match", "pig", "hold-at:20", "optimal"], ["49.1658% moving first", "42.8502% second", "46.0080% overall"]),
        (["match", "pig", "optimal", "optimal"], ["53.0593% moving first", "50.0000% overall", "even"]),
        (
            ["simulate", "pig", "hold-at:20", "optimal", "--games", "1000"],
            ["1,000 simulated games", "overall"],
        ),
        (["tournament", "pig", "optimal", "hold-at:20"], ["53.992%", "46.008%", "mean"]),
        (["best-response", "pig", "hold-at:20"], ["58.7368%", "52.2382%", "55.4875%"]),
        (["alone", "pig", "hold-at:20"], ["12.6368 turns", "4.4502", "hold-at:20"]),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_results_in_words(arguments: list[str], reported: list[str]) -> None:
    text = printed(*arguments)
    for words in reported:
        assert words in text


def test_best_response_reports_in_words_how_exploitable_the_strategy_is() -> None:
    """That is what the help asks."""
    assert "5.4875%" in printed("best-response", "pig", "hold-at:20").replace("55.4875%", "")


@pytest.mark.parametrize("command", ["simulate"])
def test_a_real_process_says_the_same(command: str) -> None:
    arguments = [command, "pig", *CONTESTS[command], "--json"]
    ran = jeopardice_process(*arguments)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == jeopardice(*arguments).out


@pytest.mark.parametrize("command", CONTESTS)
def test_no_cache_keeps_nothing(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE", str(tmp_path / "cache"))
    names = ["optimal" if name == "hold-at:20" else name for name in CONTESTS[command]]
    anew = result(command, "pig", *changes(goal=30), *names, "--no-cache")
    assert not list(tmp_path.rglob("*.nc"))
    kept = [result(command, "pig", *changes(goal=30), *names) for _ in range(2)]
    assert anew == kept[0] == kept[1]


# That the results fit together


@every_game
def test_a_match_and_its_mirror_image(game: str) -> None:
    rules, a, b = GAMES[game]
    one, other = result("match", *rules, a, b), result("match", *rules, b, a)
    assert one["overall"] == pytest.approx((one["first"] + one["second"]) / 2, abs=1e-15)
    assert one["first"] + other["second"] == pytest.approx(1, abs=1e-12)
    assert one["second"] + other["first"] == pytest.approx(1, abs=1e-12)
    assert 0 < one["second"] <= one["first"] < 1
    for found in (one, other):
        chances = [row["probability"] for row in found["turns"]]
        assert [row["turns"] for row in found["turns"]] == list(range(1, len(chances) + 1))
        assert sum(chances) == pytest.approx(1, abs=1e-11)
        # The player who begins has the odd turns, and wins in no other.
        assert sum(chances[::2]) == pytest.approx(found["first"], abs=1e-11)
        mean = sum(turns * chance for turns, chance in enumerate(chances, 1))
        assert found["expected_turns"] == pytest.approx(mean, rel=1e-12)


@every_game
def test_best_play_against_itself_is_what_solve_says(game: str) -> None:
    rules, _, _ = GAMES[game]
    found = result("match", *rules, "optimal", "optimal")
    value = result("solve", *rules)["value"]
    assert found["first"] == pytest.approx(value, abs=1e-12)
    assert found["second"] == pytest.approx(1 - value, abs=1e-12)


@every_game
def test_simulation_agrees_within_three_standard_errors(game: str) -> None:
    rules, a, b = GAMES[game]
    one, other = result("match", *rules, a, b), result("match", *rules, b, a)
    chance = result("simulate", *rules, a, b, "--games", "40000", "--seed", "20")
    for key, error in (("first", "first_stderr"), ("second", "second_stderr"), ("overall", "stderr")):
        assert abs(chance[key] - one[key]) <= 3 * chance[error]
        assert chance[error] > 0
    turns = (one["expected_turns"] + other["expected_turns"]) / 2
    assert abs(chance["expected_turns"] - turns) <= 3 * chance["expected_turns_stderr"]


@every_game
def test_the_best_answer_wins_no_less_than_anything_else(game: str) -> None:
    rules, a, b = GAMES[game]
    answer = result("best-response", *rules, a)
    for other in ("optimal", b):
        found = result("match", *rules, other, a)
        assert answer["first"] >= found["first"] - 1e-12
        assert answer["second"] >= found["second"] - 1e-12
    best = result("best-response", *rules, "optimal")
    assert best["first"] == pytest.approx(result("solve", *rules)["value"], abs=1e-12)


@every_game
def test_alone_takes_as_long_as_solve_says(game: str) -> None:
    """Where there are dice to choose, `solve` chooses them for the objective, and cannot do worse."""
    rules, *names = GAMES[game]
    family = jd.rules(rules[0]).family
    for name in (*names, "optimal"):
        if name.startswith(("end-race", "keep-pace")):
            continue
        found = result("alone", *rules, name)
        chances = [row["probability"] for row in found["turns"]]
        assert sum(chances) == pytest.approx(1, abs=1e-11)
        if name == "max-score":
            continue
        turns = result("solve", *rules, "--objective", "turns", "--strategy", name)["value"]
        within = result("solve", *rules, "--objective", "within:3", "--strategy", name)["value"]
        if family != "farkle" or name == "optimal":
            assert found["expected_turns"] == pytest.approx(turns, abs=1e-10)
        assert found["expected_turns"] >= turns - 1e-10
        if family != "farkle" and name != "optimal":
            assert sum(chances[:3]) == pytest.approx(within, abs=1e-12)
        assert sum(chances[:3]) <= within + 1e-12


@pytest.mark.parametrize("name", ["hold-at:300", "rolls:2"])
def test_what_a_rule_leaves_open_is_played_for_the_objective_by_solve(name: str) -> None:
    """A rule for when to bank says nothing of the dice to keep: in matches they are kept for points."""
    rules = ["farkle", *changes(goal=2000)]
    turns = result("solve", *rules, "--objective", "turns", "--strategy", name)["value"]
    alone = result("alone", *rules, name)["expected_turns"]
    assert turns <= alone + 1e-10
    assert turns == pytest.approx(alone, rel=0.01)


@pytest.mark.parametrize("game", ["pig", "hog", "mixed dice", "a first bank"])
def test_the_same_seed_gives_the_same_games(game: str) -> None:
    rules, a, b = GAMES[game]
    same, again, another = (
        result("simulate", *rules, a, b, "--games", "2001", "--seed", seed) for seed in ("5", "5", str(2**64 - 1))
    )
    assert same == again
    assert same != {**another, "seed": 5}


def test_few_games_are_not_said_to_be_certain() -> None:
    """One game of each is no reason for a standard error of nothing."""
    found = result("simulate", "pig", "hold-at:20", "optimal", "--games", "2")
    assert found["stderr"] != 0


def test_a_strategy_that_hardly_ever_wins() -> None:
    """Whoever must throw a six, once in a million: the chance is reported though the games are long."""
    rules = ["pig", *changes(goal=6, dice__weights=f"[{10**6}, 0, 0, 0, 0, 1]")]
    found = result("match", *rules, "hold-at:6", "rolls:1")
    assert found["first"] == pytest.approx(1 / (2 - 1 / (10**6 + 1)), abs=1e-9)
    assert result("alone", *rules, "hold-at:6")["expected_turns"] == pytest.approx(10**6 + 1, rel=1e-6)
