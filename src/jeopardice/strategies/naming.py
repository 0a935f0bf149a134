"""Strategies by name."""

from __future__ import annotations

import difflib
import importlib
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout

from jeopardice.common.errors import InputError, shown
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.strategies import builtin
from jeopardice.strategies.base import Strategy
from jeopardice.strategies.card import read_card
from jeopardice.strategies.custom import Chooser, CustomStrategy, error_text
from jeopardice.strategies.table import TableStrategy

StrategyLike = str | Strategy | Chooser
"""The name of a strategy, a strategy, or an object of your own that chooses."""
PLAIN: dict[str, Callable[[], Strategy]] = {
    "optimal": builtin.Optimal,
    "max-score": builtin.MaxScore,
    "best-hold": builtin.BestHold,
}
NUMBERED: dict[str, tuple[int, Callable[..., Strategy]]] = {
    "hold-at": (1, builtin.HoldAt),
    "hold-past": (1, builtin.HoldPast),
    "rolls": (1, builtin.Rolls),
    "dice": (1, builtin.DiceCount),
    "end-race": (2, builtin.EndRace),
    "keep-pace": (3, builtin.KeepPace),
}
FILES: dict[str, Callable[[str], Strategy]] = {"table": TableStrategy.read, "card": read_card}
NAMES = (
    "optimal, max-score, best-hold, hold-at:TOTAL, hold-past:TOTAL, rolls:NUMBER, dice:NUMBER, end-race:END,TOTAL, "
    "keep-pace:END,TOTAL,DIVISOR, table:FILE, card:FILE or MODULE:OBJECT"
)


def optimal(
    solution: RaceSolution | MultiplayerSolution | SimultaneousSolution | HiddenSolution | None = None,
) -> Strategy:
    """Best play, from a solution if it is already known."""
    return builtin.Optimal(solution)


def max_score() -> Strategy:
    """The most expected points in every turn."""
    return builtin.MaxScore()


def hold_at(total: int) -> Strategy:
    """Bank at a turn total or more, or at the goal."""
    return strategy(f"hold-at:{total}")


def strategy(name: StrategyLike) -> Strategy:
    """Return a strategy by its name, such as "max-score" or "hold-at:20", or from an object of yours that chooses."""
    if isinstance(name, Strategy):
        return name
    if not isinstance(name, str):
        return CustomStrategy.of(name)
    if name in PLAIN:
        return PLAIN[name]()
    word, colon, rest = name.partition(":")
    if word in NUMBERED:
        count, make = NUMBERED[word]
        numbers = rest.split(",")
        if len(numbers) != count or not all(re.fullmatch("[1-9][0-9]{0,8}", number) for number in numbers):
            wanted = "a whole number" if count == 1 else f"{count} whole numbers with commas"
            example = ",".join(["20", "21", "8"][:count])
            raise InputError(f"strategy: {shown(name)}: {word} needs {wanted} from 1 on, such as {word}:{example}")
        return make(*map(int, numbers))
    if word in FILES and rest:
        return FILES[word](rest)
    if word.endswith(".py"):
        raise InputError(f"strategy: {shown(name)}: name the module without .py: {shown(word[:-3] + ':' + rest)}")
    if colon and all(part.isidentifier() for part in [*word.split("."), rest]):
        return _imported(word, rest)
    known = [*PLAIN, *NUMBERED, *FILES]
    close = difflib.get_close_matches(word[:80], known, n=1)
    hint = f' (did you mean "{close[0]}"?)' if close and close[0] != word else ""
    raise InputError(f"strategy: {shown(name)}: unknown; choose {NAMES}{hint}")


def _imported(module: str, name: str) -> Strategy:
    """A strategy from a user's module: an object, or an instance of a class."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # modules in the current folder
    try:
        with redirect_stdout(sys.stderr):
            found = getattr(importlib.import_module(module), name)
            chooser = found() if isinstance(found, type) else found
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # anything can happen in a user's module, also sys.exit
        raise InputError(f"strategy: {module}:{name}: {error_text(error)}") from error
    return chooser if isinstance(chooser, Strategy) else CustomStrategy.of(chooser, f"{module}:{name}")
