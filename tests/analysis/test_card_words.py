"""A card in words and on paper: what it says can be done, what it shows can happen, and it fits on the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.card_text import how_to_use, worked_example, worth_table
from jeopardice.analysis.cards import score_card
from jeopardice.figures.card_page import save_page
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import Card, DiceCard
from support.cli_runner import jeopardice


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_nothing_is_banked_that_the_rules_forbid() -> None:
    rules = jd.rules("pig").replace({"turn.minimum_bank": 25, "turn.first_bank": 40})
    words, example = how_to_use(Card({1: {0: 18, 8: 0}}), rules), worked_example(Card({1: {0: 18, 8: 0}}), rules)
    assert words[0].startswith("Bank with a turn total of 25 or more")
    assert any("25" in sentence and "cannot be banked" in sentence for sentence in words)
    assert any("40" in sentence and "cannot be banked" in sentence for sentence in words)
    [banked] = re.findall(r"(?:at|reach) ([0-9,]+): bank", " ".join(example))
    assert number(banked) >= 40


def test_nothing_to_lose_is_said_only_where_it_is_so() -> None:
    never = Card({1: {8: 0}})
    for keep, said in ((True, True), (False, False)):
        [sentence] = how_to_use(never, jd.rules("pig").replace({"turn.keep_on_bust": keep}))
        assert ("nothing to lose" in sentence) == said
    assert worked_example(never, jd.rules("pig")) == []


@pytest.mark.parametrize("goal", [12, 26, 30, 100])
def test_an_example_of_pig_stays_below_the_goal_and_can_occur(goal: int) -> None:
    lines = worked_example(Card({1: {0: 20, 8: 0}}), jd.rules("pig").replace(goal=goal))
    totals = [number(text) for text in re.findall(r"(?:total is|at|reach) ([0-9,]+)", " ".join(lines))]
    assert all(1 < total < goal for total in totals)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn.hot_dice": False},
        {"goal": 700},
        {"goal": 300},
        {"turn.first_bank": 1000},
        {"turn.minimum_bank": 500},
        {"dice.sides": 12},
        {},
    ],
)
def test_an_example_of_farkle_can_occur(changes: dict[str, object]) -> None:
    rules = jd.rules("farkle").replace(changes)
    card = Card(score_card(solve_turn(jd.rules("farkle"))).rows)
    lines = worked_example(card, rules)
    if not lines:
        return
    [(before, roll)] = re.findall(r"total is ([0-9,]+), and you roll ([0-9,]+)\.", lines[0])
    assert rules.turn.hot_dice or number(before) == 0
    assert len(roll.split(",") if "," in roll else roll) == rules.dice.count
    sums = [re.findall(r"(\S+): total ([0-9,]+),", line) for line in lines[1:-1]]
    after = {keep: number(total) for [(keep, total)] in sums}
    assert all(total < rules.goal for total in after.values())
    if lines[-1].endswith("bank."):
        kept = lines[-1].split()[1]
        assert after[kept] >= max(rules.turn.minimum_bank, rules.turn.first_bank)


def test_one_die_and_one_number() -> None:
    ran = jeopardice("card", "hog", "--set", "goal=1")
    assert "1 number to memorise." in ran.out
    assert "-0.0000%" not in ran.out
    [line] = worked_example(DiceCard(1), jd.rules("hog"))
    assert line.endswith("roll 1 die.")


def test_a_row_that_is_never_banked_says_so() -> None:
    header, lines = worth_table(Card({2: {50: 0}, 1: {0: 100, 50: 0}}))
    assert header == ["dice left", "bank", "+50"]
    assert lines == [["2", "never", "0"], ["1", "100", "0"]]


def test_which_of_equal_dice_stay_is_said_where_they_differ() -> None:
    weights = [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [2, 1, 1, 1, 1, 1]]
    loaded = jd.rules("farkle").replace({"dice.count": 3, "dice.weights": weights})
    card = Card({1: {0: 100, 50: 0}})
    assert any("B than A" in sentence for sentence in how_to_use(card, loaded))
    assert not any("B than A" in sentence for sentence in how_to_use(card, jd.rules("farkle")))


@pytest.mark.parametrize("title", ["Dice for $1 or $2", "Long " * 39, "W" * 190, "掷骰子"])
@pytest.mark.filterwarnings("ignore:Glyph")
def test_any_title_fits_on_the_page(title: str, tmp_path: Path) -> None:
    rules = jd.rules("pig").replace(title=title)
    save_page(PricedCard(Card({1: {0: 20, 8: 0}}, {1: 70}), 0.49, 0.45), rules, tmp_path / "card.svg")
    assert (tmp_path / "card.svg").read_text().startswith("<?xml")


def test_the_back_promises_an_example_only_if_there_is_one(tmp_path: Path) -> None:
    for card, promised in ((Card({1: {8: 0}}), False), (Card({1: {0: 20, 8: 0}}), True)):
        save_page(PricedCard(card, 0.5, 0.5), jd.rules("pig"), tmp_path / "card.svg")
        assert ("and an example" in (tmp_path / "card.svg").read_text()) == promised


def test_columns_do_not_touch_however_many_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn: list[Figure] = []
    save = Figure.savefig

    def savefig(self: Figure, *arguments: Any, **options: Any) -> None:
        drawn.append(self)
        save(self, *arguments, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    rows = {n: {50 * worth: 9000 - 450 * worth if worth < 16 else 0 for worth in range(17)} for n in (7, 6, 5)}
    card = Card(rows, dict.fromkeys(rows, 9500), dict.fromkeys(rows, 9500))
    save_page(PricedCard(card, 0.49, 0.45), jd.rules("farkle"), tmp_path / "card.svg")
    renderer = FigureCanvasAgg(drawn[0]).get_renderer()  # type: ignore[no-untyped-call]
    boxes = [text.get_window_extent(renderer) for text in drawn[0].axes[0].texts if text.get_text()]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_a_card_that_cannot_be_saved_names_its_place(tmp_path: Path) -> None:
    for name in ("card.json", "card.svg"):
        (tmp_path / name).mkdir()
        ran = jeopardice("card", "pig", "--save", str(tmp_path / name))
        assert ran.status != 0
        assert ran.err.startswith("jeopardice: --save: ")
        assert f'{name}": it is a folder' in ran.err
        assert ran.err.count("\n") == 1


def test_worths_beyond_reason_are_refused(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text(f'{{"format": "jeopardice card 1", "rows": {{"1": {{"{10**30}": 0}}}}}}')
    ran = jeopardice("match", "pig", f"card:{tmp_path / 'card.json'}", "optimal")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
