"""Strategies of a user that misbehave: each is named with the position, and nothing hangs."""

from __future__ import annotations

import pytest

from support import misbehaving as wrong
from support.cli_runner import assert_refused, changes, jeopardice

PIG = ["pig", *changes(goal=30)]
HERE = "support.misbehaving"


MISBEHAVE: dict[type[wrong.Holds], tuple[str, str]] = {
    wrong.Raises: ("KeyError: 'five'", "turn total 5"),
    wrong.RaisesWithScores: ("KeyError: 'twelve'", "turn total 5, scores (12, 9)"),
    wrong.RaisesMuch: ("ValueError: much", "turn total"),
    wrong.RaisesWithoutText: ("TextlessError", "turn total"),
    wrong.FindsNothing: ("it raised StopIteration", "turn total"),
    wrong.Leaves: ("SystemExit", "turn total"),
    wrong.RaisesWhatNobodyCatches: ("GeneratorExit", "turn total"),
    wrong.Recurses: ("RecursionError", "turn total"),
    wrong.Nothing: ("None is not one of the choices", "turn total"),
    wrong.Number: ("0 is not one of the choices", "turn total"),
    wrong.Array: ("not one of the choices", "turn total"),
    wrong.Cheats: ("not one of the choices", "turn total"),
    wrong.Unspeakable: ("not one of the choices", "turn total"),
    wrong.Incomparable: ("not one of the choices", "turn total"),
    wrong.Moody: ("answers differently", "turn total"),
    wrong.Gambles: ("answers differently", "turn total"),
    wrong.LooksTooFar: ("IndexError", "turn total"),
    wrong.TakesNoChoices: ("TypeError", "turn total"),
    wrong.Moves: ("FrozenInstanceError", "turn total"),
    wrong.Sorts: ("AttributeError", "turn total"),
    wrong.Endless: ("no answer within", "turn total"),
    wrong.Sleeps: ("no answer within", "turn total"),
    wrong.EndlessWhateverHappens: ("no answer within", "turn total"),
}


@pytest.mark.parametrize("kind", MISBEHAVE, ids=lambda kind: kind.__name__)
def test_strategies_that_misbehave(kind: type[wrong.Holds], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.strategies.custom.PATIENCE", 0.2)
    what, position = MISBEHAVE[kind]
    name = f"{HERE}:{kind.__name__}"
    ran = jeopardice("match", *changes(goal=15), "pig", name, "max-score", "--json")
    assert_refused(ran, name)
    assert what in ran.err
    assert position in ran.err


@pytest.mark.parametrize(
    ("game", "position"),
    [
        (["hog"], "turn total 0"),
        (["farkle"], "roll 666666"),
        (["ten-thousand"], "roll"),
    ],
    ids=lambda words: words if isinstance(words, str) else " ".join(words),
)
def test_strategies_that_misbehave_in_every_family(game: list[str], position: str) -> None:
    ran = jeopardice("match", *game, f"{HERE}:Nothing", "max-score")
    assert_refused(ran, f"{HERE}:Nothing")
    assert position in ran.err


def test_a_strategy_that_raises_an_interrupt_stops_in_one_line() -> None:
    ran = jeopardice("match", *PIG, f"{HERE}:Interrupts", "max-score")
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert ran.status in (2, 130)


def test_what_a_strategy_prints_does_not_get_into_the_result() -> None:
    """With --json there is one object on standard output, nothing else."""
    ran = jeopardice("match", *PIG, f"{HERE}:Prints", "hold-at:7", "--json")
    assert ran.json["overall"] == pytest.approx(0.5, abs=1e-12)


def test_an_equal_choice_is_as_good() -> None:
    found = jeopardice("match", *PIG, f"{HERE}:Copies", "hold-at:7", "--json").json
    assert found["overall"] == pytest.approx(0.5, abs=1e-12)


def test_a_strategy_that_changes_its_position_by_force_is_named_or_harmless() -> None:
    ran = jeopardice("match", *PIG, f"{HERE}:Damages", "hold-at:7", "--json")
    assert f"{HERE}:Damages" in ran.err if ran.status == 2 else ran.json["overall"] == pytest.approx(0.5, abs=1e-12)


def test_a_strategy_that_never_banks_is_simulated_as_it_is_matched() -> None:
    """Or it is refused by both: it never wins."""
    names = (f"{HERE}:NeverBanks", "hold-at:7", "--json")
    exact, chance = jeopardice("match", *PIG, *names), jeopardice("simulate", *PIG, *names, "--games", "20000")
    assert exact.status == chance.status
    if exact.status == 0:
        assert abs(exact.json["overall"] - chance.json["overall"]) <= 3 * chance.json["stderr"] + 1e-9
