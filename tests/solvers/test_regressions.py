"""Games that were once answered wrongly: each is compared with the oracle, and the known ones with their numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel
from jeopardice.strategies.custom import LegalChoice, SeenPosition
from support.comparison import compare
from support.paths import REGRESSIONS
from support.random_games import Document


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_answer_is_within_the_bounds_of_the_oracle(path: Path) -> None:
    document = tomllib.loads(path.read_text())
    verdict = compare(document, most_nodes=2_000_000, seconds=120)
    assert (verdict.outcome, verdict.wrong) == ("compared", [])


def game(name: str) -> jd.Rules:
    return jd.rules(tomllib.loads((REGRESSIONS / f"{name}.toml").read_text()))


def test_a_penalty_is_paid_after_a_kept_bust_in_a_last_turn() -> None:
    """A turn scores 1 with probability 1/5. In a last turn at 0 against 1, a total of 1 is banked for half a win.

    So whoever reaches 1 first has 1 - 1/10 = 9/10: W = 1/5 * 9/10 + 4/5 * (1 - W).
    """
    race = jd.solve(game("penalty-after-a-kept-bust-in-a-last-turn"))
    assert race.value == pytest.approx((0.18 + 0.8) / 1.8, abs=1e-14)
    actions = {action.then: action.value for action in race.advise((0, 1), turn=1).actions}
    assert actions == pytest.approx({"bank": 0.5, "roll": 0.2}, abs=1e-14)


def test_a_last_turn_is_counted_from_the_scores_and_not_from_the_goal() -> None:
    """The goal of 3 is no multiple of the unit 2: from 2 against 4, a bank of 4 makes 6 and wins."""
    race = jd.solve(game("goal-between-two-units"))
    actions = {action.then: action.value for action in race.advise((2, 4), turn=4).actions}
    assert actions == pytest.approx({"bank": 1.0, "roll": 0.5}, abs=1e-14)


def test_a_penalty_can_take_a_winning_total_back() -> None:
    """At 4 + 1 a bank wins. A roll that busts keeps 1 and loses 2."""
    race = jd.solve(game("penalty-at-a-winning-total"))
    actions = {action.then: action.value for action in race.advise((4, 1), busts=(1, 0), roll="1").actions}
    after = 1 - float(race.value_at((1, 3), busts=(0, 0)))
    assert actions == pytest.approx({"bank": 1.0, "roll": 0.5 + 0.5 * after}, abs=1e-12)
    assert actions["roll"] == pytest.approx(0.82915, abs=1e-5)


class BankAtOnce:
    """Banks whenever it can."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        return next((choice for choice in choices if choice.then == "bank"), choices[0])


class LooksAtEveryDie(BankAtOnce):
    every_roll = True


@pytest.mark.parametrize("chooser", [BankAtOnce(), LooksAtEveryDie()], ids=["merged rolls", "every roll"])
@pytest.mark.parametrize(
    ("name", "first"),
    [
        # 1/4 wins at once, 1/4 scores 2 of 4: W = 1/4 + 1/4 (1 - S) + 1/2 (1 - W), and so on from 2 to go.
        ("pattern-that-always-wins", 16 / 27),
        # A 2 wins, a 3 makes 2, which is no first bank, so that the next roll decides.
        ("pattern-that-always-wins-and-a-first-bank", 0.6496655518394648),
    ],
)
def test_own_strategies_where_a_pattern_scores_only_beside_a_win(name: str, first: float, chooser: BankAtOnce) -> None:
    rules = game(name)
    assert match_duel(rules, chooser, chooser).first == pytest.approx(first, abs=1e-14)
    assert match_duel(rules, "hold-at:1", "hold-at:1").first == pytest.approx(first, abs=1e-14)
    simulated = simulate_duel(rules, chooser, chooser, SimulationOptions(games=20_000, seed=1))
    assert abs(simulated.first.mean - first) < 4 * simulated.first.stderr


def test_games_in_which_every_roll_ends_the_turn_are_simulated() -> None:
    """Heads wins, tails busts: 1/2 + 1/8 + … = 2/3."""
    rules = game("every-roll-ends-the-turn")
    assert match_duel(rules, "hold-at:1", "hold-at:1").first == pytest.approx(2 / 3, abs=1e-14)
    for player in ("hold-at:1", "optimal"):
        simulated = simulate_duel(rules, player, player, SimulationOptions(games=20_000, seed=1))
        assert abs(simulated.first.mean - 2 / 3) < 4 * simulated.first.stderr


def test_scores_that_cannot_be_banked_are_refused() -> None:
    race = jd.solve(jd.rules({"goal": 250, "dice": {"count": 2}, "scoring": {"1": 100, "5": 50}}))
    with pytest.raises(jd.InputError, match="scores: 3: banked scores of this game are multiples of 50"):
        race.advise((3, 50))
    with pytest.raises(jd.InputError, match="scores: 75: banked scores"):
        simulate_duel(race.rules, "optimal", "optimal", SimulationOptions(games=2, scores=(0, 75)))


def test_a_dropped_cache_entry_is_a_warning(own_cache: Path) -> None:
    rules = jd.rules(dict[str, object](family="pig", goal=7, dice={"count": 1, "sides": 3}))
    value = jd.solve(rules, cache=True).value
    (entry,) = own_cache.glob("*.nc")
    entry.write_bytes(b"damaged")
    with pytest.warns(jd.JeopardiceWarning, match=entry.name):
        assert jd.solve(rules, cache=True).value == value


@pytest.mark.parametrize("total", [20, 60, 132])
def test_whoever_leaves_a_turn_to_steal_is_never_safe(total: int) -> None:
    """The next player goes on with the total, and a bust keeps it: that is more than the bank, however large."""
    document: Document = {
        "family": "pig",
        "goal": 5,
        "dice": {"count": 1, "sides": 3, "weights": [1, 1, 1]},
        "turn": {"keep_on_bust": True, "steal": "after-bank"},
        "events": {"bust": ["1"]},
        "end": {"rule": "equal-turns"},
    }
    actions = jd.solve(jd.rules(document)).advise((0, 3), turn=total).actions
    assert next(action.value for action in actions if action.then == "bank") == pytest.approx(0, abs=1e-14)
