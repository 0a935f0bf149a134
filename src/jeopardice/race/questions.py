"""What can be asked about a game, and a row of the support table (`jeopardice.race.support`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, get_args

from jeopardice.common.errors import shown
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules

Asked = Literal[
    "best play",
    "fractions",
    "certificate",
    "turn",
    "match",
    "best response",
    "card",
    "profile",
    "surface",
    "section",
    "reachable states",
    "boundaries",
    "slice",
    "mixtures",
    "save",
    "arrays",
    "table of decisions",
    "table of rolls",
    "model",
    "chain of best play",
    "play",
    "environment",
    "best opponent",
    "parallel environment",
    "dice set",
    "dice set in a race",
    "dice set against another",
    "dice race",
]
ASKED: tuple[Asked, ...] = get_args(Asked)
CONTESTS: tuple[Asked, ...] = ("best play", "match", "best response")
MEANINGS: dict[Asked, str] = {
    "best play": "best play",
    "fractions": "`--exact`",
    "certificate": "`--certify`",
    "turn": "`explain`, `table`",
    "match": "`match`, `tournament`, `simulate`",
    "best response": "`best-response`",
    "card": "`card`",
    "profile": "`compare`",
    "surface": "`plot surface`",
    "section": "`plot section`",
    "reachable states": "`plot reachable`",
    "boundaries": "the surfaces of the web app",
    "slice": "the turns of the web app",
    "mixtures": "`plot mixtures`",
    "save": "`solve --save`",
    "arrays": "`export --format netcdf`",
    "table of decisions": "`export --format parquet`",
    "table of rolls": "`export --rolls`",
    "model": "`export --format prism`",
    "chain of best play": "`export --format prism --best-play`",
    "play": "`play`, coach, `review`",
    "environment": "Gymnasium and PettingZoo",
    "best opponent": "Gymnasium against `optimal`",
    "parallel environment": "the parallel environment of PettingZoo",
    "dice set": "`dice-set`",
    "dice set in a race": "`dice-set --for turns` and `--for win`",
    "dice set against another": "`dice-set --for win`",
    "dice race": "`race-report`, and the figures of the dice race",
}


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A row of the table: questions that have no answer for some games."""

    questions: tuple[Asked, ...]
    key: str
    """The key of the rules that the message names, or "objective"."""
    games: str
    """Which games, in words."""
    is_met: Callable[[Rules], bool]
    reason: str
    objectives: tuple[str, ...] = ("win",)

    def message(self, rules: Rules, objective: Objective) -> str:
        """The error message for a game: the key, its value, and why."""
        if self.key == "objective":
            return f"objective: {objective}: {self.reason}"
        value = attrgetter(self.key)(rules)
        written = [str(pattern) for pattern in value] if isinstance(value, tuple) else value
        return f"{rules.where}: {self.key}: {shown(written)}: {self.reason}"
