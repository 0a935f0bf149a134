"""Strategies of a user, most of which misbehave."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from jeopardice.strategies import LegalChoice, SeenPosition


class Holds:
    """Does nothing wrong."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        then = "bank" if position.turn >= 7 else "roll"
        return next(choice for choice in choices if choice.then == then)


class LooksAtBoth(Holds):
    looks_at = "scores"


class Raises(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        if position.turn == 5:
            raise KeyError("five")
        return super().choose(position, choices)


class RaisesWithScores(Holds):
    looks_at = "scores"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        if position.scores == (12, 9) and position.turn == 5:
            raise KeyError("twelve")
        return super().choose(position, choices)


class RaisesMuch(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        raise ValueError("much\n\x1b[2J" * 999)


class RaisesWithoutText(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        class TextlessError(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise TextlessError


class FindsNothing(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return next(choice for choice in choices if choice.total > 1_000)


class Leaves(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        sys.exit()


class RaisesWhatNobodyCatches(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        raise GeneratorExit


class Recurses(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return self.choose(position, choices)


class Nothing(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return None


class Number(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return 0


class Array(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return np.zeros(3)


class Cheats(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return LegalChoice("", 100, 100, "bank", "")


class Unspeakable(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        class Wordless:
            def __str__(self) -> str:
                raise RuntimeError

            __repr__ = __str__

        return Wordless()


class Incomparable(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        class Alone:
            def __eq__(self, other: object) -> bool:
                raise ValueError

            __hash__ = None  # type: ignore[assignment]

        return Alone()


class Moody(Holds):
    asked = 0

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        self.asked += 1
        return choices[self.asked % 2]


class Gambles(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return random.choice(choices)


class LooksTooFar(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return choices[0] if position.scores[1] > 10 else choices[1]


class TakesNoChoices(Holds):
    def choose(self, position: SeenPosition) -> Any:  # type: ignore[override]
        return None


class Moves(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        position.turn = 20  # type: ignore[misc]


class Sorts(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        choices.sort()  # type: ignore[attr-defined]


class Endless(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return self.think(2)

    def think(self, seconds: float) -> Any:
        """For ever, as far as a test can wait."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        raise RuntimeError("nobody stopped it")


class Sleeps(Endless):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        time.sleep(2)
        raise RuntimeError("nobody stopped it")


class EndlessWhateverHappens(Endless):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                self.think(end - time.monotonic())
            except Exception:
                continue
        raise RuntimeError("nobody stopped it")


class Interrupts(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        raise KeyboardInterrupt


class Prints(Holds):
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        print("thinking " * 100)
        return super().choose(position, choices)


class Copies(Holds):
    """Not the choice itself, but one that says the same."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        found = super().choose(position, choices)
        return LegalChoice(found.keep, found.points, found.total, found.then, found.dice)


class Damages(Holds):
    """Changes what it was given, by force, and answers as ever."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        found = super().choose(position, choices)
        object.__setattr__(position, "turn", 0)
        return found


class NeverBanks(Holds):
    """Not even a win."""

    takes_wins = False

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return next(choice for choice in choices if choice.then == "roll")
