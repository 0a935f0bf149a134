"""`jeopardice compare`: one page of text, JSON, and a page for a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.cli.compare import split_variant
from jeopardice.evaluation.duels import match_duel
from support.cli_runner import assert_refused, assert_types, changes, jeopardice, printed

pytestmark = pytest.mark.slow

FEW = ["--games", "400"]
SMALL = changes(goal=60)
FIGURES = (
    "first_player",
    "advantage",
    "komi_value",
    "expected_turns",
    "turns_deviation",
    "points_per_turn",
    "bust_probability",
    "lone_turn_points",
    "lone_turn_bust_probability",
    "decisions",
    "not_obvious",
    "obvious_cost",
    "optimal_against_max_score",
    "optimal_against_beginner",
    "max_score_against_beginner",
    "lead_changes",
    "luck",
)


def compared(*arguments: str) -> dict[str, Any]:
    """The JSON of `compare`, with what holds for all of it."""
    found = jeopardice("compare", *arguments, *FEW, "--json").json
    assert_types(found, games=list, disagreements=list, seed=int)
    assert len(found["disagreements"]) == len(found["games"]) - 1
    for game in found["games"]:
        assert_types(game, name=str, rules=str, goal=int, komi=int, komi_table=list, turns=list, beginner=str)
        for key in FIGURES:
            assert_types(game[key], value=float, stderr=(float, type(None)))
        for key in ("first_player", "advantage", "komi_value", "lone_turn_points"):
            assert game[key]["stderr"] is None
        for key in ("not_obvious", "lead_changes"):
            assert game[key]["stderr"] > 0
        assert sum(row["probability"] for row in game["turns"]) == pytest.approx(1)
        assert sum(game["lead_changes_distribution"]) == pytest.approx(1)
    return found


def test_a_variant_written_in_place() -> None:
    found = compared("pig", "pig+turn.minimum_bank=10", "pig+end.rule=last-turn+end.tie=split", *SMALL)
    plain, least, last = found["games"]
    assert [game["name"] for game in found["games"]] == [
        "pig",
        "pig+turn.minimum_bank=10",
        "pig+end.rule=last-turn+end.tie=split",
    ]
    pig = jd.rules("pig").replace(goal=60)
    for game, changed in ((plain, {}), (least, {"turn.minimum_bank": 10}), (last, {"end.rule": "last-turn"})):
        rules = pig.replace({**changed, **({"end.tie": "split"} if game is last else {})})
        assert game["first_player"]["value"] == jd.solve(rules).value
    assert plain["expected_turns"]["stderr"] is None
    assert last["expected_turns"]["stderr"] is None
    assert all(entry["comparable"] for entry in found["disagreements"])


def test_the_same_seed_gives_the_same_numbers() -> None:
    arguments = ("two-dice-pig", *SMALL)
    assert compared(*arguments, "--seed", "5") == compared(*arguments, "--seed", "5")
    assert compared(*arguments, "--seed", "5") != compared(*arguments, "--seed", "6")


@pytest.mark.parametrize("games", [["pig"], ["pig", "hog"], ["pig", *["pig+turn.minimum_bank=12"] * 6]], ids=len)
def test_the_text_is_one_page_wide(games: list[str]) -> None:
    text = printed("compare", *games, *SMALL, *FEW)
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("The first player wins") == -(-len(games) // 4)
    for game in games[1:2]:
        assert f"{game} for players of pig" in text


def test_text_and_json_agree() -> None:
    game = compared("pig", *SMALL)["games"][0]
    text = printed("compare", "pig", *SMALL, *FEW)
    for key in ("first_player", "advantage", "optimal_against_max_score", "optimal_against_beginner"):
        assert f"{100 * game[key]['value']:.2f}%" in text
    assert f"{game['expected_turns']['value']:.2f}" in text
    assert "a beginner (rolls:2)" in text


class Tags(HTMLParser):
    """What a page is made of, and whether all of it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "br", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    printed("compare", "pig", "pig+turn.minimum_bank=12", "hog", *SMALL, *FEW, "--html", str(path))
    text = path.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert tags.seen.count("svg") == 5
    assert not {"script", "link", "img", "iframe"} & set(tags.seen)
    assert not re.search(r"url\((?!#)|@import", text)
    for name, value in tags.attributes:
        assert name != "src"
        assert not (name.endswith("href") and not value.startswith("#"))
    ids = [value for name, value in tags.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert "pig" in text
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    rules = tmp_path / "a <b> & c.toml"
    rules.write_text(jd.rules("pig").replace(goal=10).to_toml())
    page = tmp_path / "page.html"
    text = printed("compare", str(rules), "piglet", *FEW, "--html", str(page))
    assert "a <b> & c" in text
    assert "a &lt;b&gt; &amp; c" in page.read_text(encoding="utf-8")


def test_saved_solutions_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "pig.nc"
    assert jeopardice("solve", "pig", *SMALL, "--save", str(path)).status == 0
    found = compared(str(path))["games"][0]
    assert found == {**compared("pig", *SMALL)["games"][0], "name": "pig"}


def test_a_beginner_of_your_choice() -> None:
    game = compared("pig", *SMALL, "--beginner", "hold-at:5")["games"][0]
    assert game["beginner"] == "hold-at:5"
    rules = jd.rules("pig").replace(goal=60)
    assert game["optimal_against_beginner"]["value"] == pytest.approx(match_duel(rules, "optimal", "hold-at:5").overall)


def test_variants_are_read_off_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert split_variant("farkle+goal=5000+turn.minimum_bank=300") == ("farkle", ["goal=5000", "turn.minimum_bank=300"])
    assert split_variant('pig+events.bust=["1"]') == ("pig", ['events.bust=["1"]'])
    assert split_variant("a+b.toml") == ("a+b.toml", [])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pig+goal=5").write_text("")
    assert split_variant("pig+goal=5") == ("pig+goal=5", [])


@pytest.mark.parametrize(
    ("arguments", "place", "status"),
    [
        ([], "RULES", 2),
        (["farkel"], "farkel", 2),
        (["pig", "pig+gaol=5"], "gaol", 2),
        (["pig+goal=many"], "goal", 2),
        (["pig", "--games", "1"], "games", 2),
        (["pig", "--seed", "-1"], "seed", 2),
        (["pig", "--beginner", "chess"], "chess", 2),
        (["pig", "--beginner", "optimal"], "--beginner", 2),
        (["pig", "--beginner", "dice:2"], "dice:2", 2),
        (["pig", "--html", "no/such/folder.html"], "--html", 2),
        (["pig", "--html", "."], "--html", 2),
        (["pig"] * 13, "13", 2),
        (["pig", "farkle+goal=10000000"], "farkle+goal=10000000", 1),
        (["missing.nc"], "missing.nc", 2),
        (["pig", "hog", "--beginner", "rolls:2"], "rolls:2", 2),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_is_named(arguments: list[str], place: str, status: int) -> None:
    assert_refused(jeopardice("compare", *arguments, *([] if "--games" in arguments else FEW)), place, status)
