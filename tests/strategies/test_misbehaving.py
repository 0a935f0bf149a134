"""Strategies of a user that misbehave: each is named with the position, and nothing hangs."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from jeopardice.strategies import Choice, Position
from support.cli_runner import assert_refused, changes, jeopardice

PIG = ["pig", *changes(goal=30)]
HERE = "test_misbehaving"


class Holds:
    """Does nothing wrong."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        then = "bank" if position.turn >= 7 else "roll"
        return next(choice for choice in choices if choice.then == then)


class LooksAtBoth(Holds):
    looks_at = "scores"


class Raises(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        if position.turn == 5:
            raise KeyError("five")
        return super().choose(position, choices)


class RaisesWithScores(Holds):
    looks_at = "scores"

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        if position.scores == (12, 9) and position.turn == 5:
            raise KeyError("twelve")
        return super().choose(position, choices)


class RaisesMuch(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise ValueError("much\n\x1b[2J" * 999)


class RaisesWithoutText(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class TextlessError(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise TextlessError


class FindsNothing(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return next(choice for choice in choices if choice.total > 1_000)


class Leaves(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        sys.exit()


class RaisesWhatNobodyCatches(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise GeneratorExit


class Recurses(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return self.choose(position, choices)


class Nothing(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return None


class Number(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return 0


class Array(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return np.zeros(3)


class Cheats(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return Choice("", 100, 100, "bank", "")


class Unspeakable(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class Wordless:
            def __str__(self) -> str:
                raise RuntimeError

            __repr__ = __str__

        return Wordless()


class Incomparable(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class Alone:
            def __eq__(self, other: object) -> bool:
                raise ValueError

            __hash__ = None  # type: ignore[assignment]

        return Alone()


class Moody(Holds):
    asked = 0

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        self.asked += 1
        return choices[self.asked % 2]


class Gambles(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return random.choice(choices)


class LooksTooFar(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return choices[0] if position.scores[1] > 10 else choices[1]


class TakesNoChoices(Holds):
    def choose(self, position: Position) -> Any:  # type: ignore[override]
        return None


class Moves(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        position.turn = 20  # type: ignore[misc]


class Sorts(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        choices.sort()  # type: ignore[attr-defined]


class Endless(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return self.think(2)

    def think(self, seconds: float) -> Any:
        """For ever, as far as a test can wait."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        raise RuntimeError("nobody stopped it")


class Sleeps(Endless):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        time.sleep(2)
        raise RuntimeError("nobody stopped it")


class EndlessWhateverHappens(Endless):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                self.think(end - time.monotonic())
            except Exception:
                continue
        raise RuntimeError("nobody stopped it")


MISBEHAVE: dict[type[Holds], tuple[str, str]] = {
    Raises: ("KeyError: 'five'", "turn total 5"),
    RaisesWithScores: ("KeyError: 'twelve'", "turn total 5, scores (12, 9)"),
    RaisesMuch: ("ValueError: much", "turn total"),
    RaisesWithoutText: ("TextlessError", "turn total"),
    FindsNothing: ("it raised StopIteration", "turn total"),
    Leaves: ("SystemExit", "turn total"),
    RaisesWhatNobodyCatches: ("GeneratorExit", "turn total"),
    Recurses: ("RecursionError", "turn total"),
    Nothing: ("None is not one of the choices", "turn total"),
    Number: ("0 is not one of the choices", "turn total"),
    Array: ("not one of the choices", "turn total"),
    Cheats: ("not one of the choices", "turn total"),
    Unspeakable: ("not one of the choices", "turn total"),
    Incomparable: ("not one of the choices", "turn total"),
    Moody: ("answers differently", "turn total"),
    Gambles: ("answers differently", "turn total"),
    LooksTooFar: ("IndexError", "turn total"),
    TakesNoChoices: ("TypeError", "turn total"),
    Moves: ("FrozenInstanceError", "turn total"),
    Sorts: ("AttributeError", "turn total"),
    Endless: ("no answer within", "turn total"),
    Sleeps: ("no answer within", "turn total"),
    EndlessWhateverHappens: ("no answer within", "turn total"),
}


@pytest.mark.parametrize("kind", MISBEHAVE, ids=lambda kind: kind.__name__)
def test_strategies_that_misbehave(kind: type[Holds], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.strategies.own.PATIENCE", 0.2)
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


class Interrupts(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise KeyboardInterrupt


class Prints(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        print("thinking " * 100)
        return super().choose(position, choices)


def test_what_a_strategy_prints_does_not_get_into_the_result() -> None:
    """With --json there is one object on standard output, nothing else."""
    ran = jeopardice("match", *PIG, f"{HERE}:Prints", "hold-at:7", "--json")
    assert ran.json["overall"] == pytest.approx(0.5, abs=1e-12)


class Copies(Holds):
    """Not the choice itself, but one that says the same."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        found = super().choose(position, choices)
        return Choice(found.keep, found.points, found.total, found.then, found.dice)


class Damages(Holds):
    """Changes what it was given, by force, and answers as ever."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        found = super().choose(position, choices)
        object.__setattr__(position, "turn", 0)
        return found


class NeverBanks(Holds):
    """Not even a win."""

    takes_wins = False

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return next(choice for choice in choices if choice.then == "roll")


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
