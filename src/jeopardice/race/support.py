"""The support table: which question has no answer for which games, and why.

Error messages and docs/support.md come from the same rows, and a test meets each of them. What is not listed is
answered; only the size of a game, or what solving it finds, may still be in the way.
"""

from __future__ import annotations

from jeopardice.common.errors import InputError
from jeopardice.race.model import floor_of, has_no_floor, has_streak_penalty
from jeopardice.race.objectives import Objective
from jeopardice.race.questions import CONTESTS, Asked, Unsupported
from jeopardice.race.support_simultaneous import SIMULTANEOUS
from jeopardice.rulebook import Rules

MOST_PLAYERS = 8
WIN = Objective("win")


def require(question: Asked, rules: Rules, objective: Objective = WIN) -> None:
    """Refuse a question that has no answer for a game."""
    found = refusal(question, rules, objective)
    if found is not None:
        raise InputError(found.message(rules, objective))


def refusal(question: Asked, rules: Rules, objective: Objective = WIN) -> Unsupported | None:
    """The row that refuses a question for a game, if there is one."""
    for row in TABLE:
        if question in row.questions and objective.name in row.objectives and row.is_met(rules):
            return row
    return None


def _every(rules: Rules) -> bool:
    return True


def _has_several(rules: Rules) -> bool:
    return rules.players > 2


def _is_below_0(rules: Rules) -> bool:
    return rules.bust.floor == "none" or floor_of(rules) < 0


_SOLO = ("turns", "within")
_RACES = ("win", *_SOLO)
_TURNS = ("score", "average")
_DICE_RACE = "in the dice race a turn depends only on the points to go"

TABLE: tuple[Unsupported, ...] = (
    # Players.
    Unsupported(
        CONTESTS,
        "players",
        "one player",
        lambda rules: rules.players < 2,
        "objective win needs at least two players",
    ),
    Unsupported(
        (*CONTESTS, "environment"),
        "players",
        f"more than {MOST_PLAYERS} players",
        lambda rules: rules.players > MOST_PLAYERS,
        f"races are solved for up to {MOST_PLAYERS} players",
    ),
    Unsupported(
        ("reachable states",),
        "players",
        "three or more players",
        _has_several,
        "reachable states are shown by two scores and a turn total, but more players have more scores",
    ),
    Unsupported(
        ("model",),
        "players",
        "three or more players",
        _has_several,
        "PRISM has no value for players who each maximise their own chance",
    ),
    Unsupported(
        ("chain of best play",),
        "players",
        "three or more players",
        _has_several,
        "chains are for one or two players",
    ),
    Unsupported(
        ("dice set against another",),
        "players",
        "not two players",
        lambda rules: rules.players != 2,
        "sets of dice are compared in games of two players",
    ),
    *SIMULTANEOUS,
    # Rules.
    Unsupported(
        ("fractions", "model", "chain of best play"),
        "bust.floor",
        "penalties without a floor",
        has_no_floor,
        "without a lowest score there are infinitely many states",
        _RACES,
    ),
    Unsupported(
        ("dice set in a race",),
        "turn.steal",
        "stolen turns",
        lambda rules: rules.turn.steal != "never",
        "not supported for sets of dice in races, where fewer points may be better",
    ),
    Unsupported(
        ("dice set in a race",),
        "bust.floor",
        "penalties below 0, and a first bank",
        lambda rules: has_streak_penalty(rules) and bool(rules.turn.first_bank) and _is_below_0(rules),
        "not supported for sets of dice in races, where fewer points may be better",
    ),
    Unsupported(
        ("reachable states",),
        "family",
        "of a family other than pig",
        lambda rules: rules.family != "pig",
        "reachable states are for the family pig, whose states are two scores and a turn total",
    ),
    Unsupported(
        ("table of rolls",),
        "family",
        "of a family other than farkle",
        lambda rules: rules.family != "farkle",
        "a roll counts as a whole: there are no dice to choose",
        (*_RACES, "score"),
    ),
    Unsupported(
        ("dice set", "dice set in a race"),
        "family",
        "of a family other than farkle",
        lambda rules: rules.family != "farkle",
        'sets of dice are for family "farkle"',
    ),
    # The dice race.
    Unsupported(
        ("dice race",),
        "family",
        "of a family other than pig",
        lambda rules: rules.family != "pig",
        'the dice race is for the family "pig"',
    ),
    Unsupported(
        ("dice race",),
        "turn.first_bank",
        "a first bank above the minimum bank",
        lambda rules: rules.turn.first_bank > rules.turn.minimum_bank,
        f"{_DICE_RACE}; use turn.first_bank = 0",
    ),
    Unsupported(
        ("dice race",),
        "turn.keep_on_bust",
        "a bust keeps the turn total",
        lambda rules: rules.turn.keep_on_bust,
        f"{_DICE_RACE}; use turn.keep_on_bust = false",
    ),
    Unsupported(
        ("dice race",),
        "bust.streak",
        "penalties for busts in a row",
        lambda rules: has_streak_penalty(rules),
        f"{_DICE_RACE}; use bust.streak = 0",
    ),
    Unsupported(
        ("dice race",),
        "events.lose_banked",
        "rolls that lose the banked score",
        lambda rules: bool(rules.events.lose_banked),
        f"{_DICE_RACE}; use events.lose_banked = []",
    ),
    Unsupported(
        ("dice race",),
        "events.win",
        "rolls that win immediately",
        lambda rules: bool(rules.events.win),
        f"{_DICE_RACE}; use events.win = []",
    ),
    # Objectives.
    Unsupported(
        ("certificate", "save", "arrays", "model", "chain of best play"),
        "objective",
        "objectives score and average",
        _every,
        "the objective must be win, turns or within:N",
        _TURNS,
    ),
    Unsupported(
        ("table of decisions", "table of rolls"),
        "objective",
        "objective average",
        _every,
        "tables of decisions are for win, turns, within and score",
        ("average",),
    ),
    Unsupported(
        ("chain of best play",),
        "objective",
        "objective within",
        _every,
        "a chain has no turns to count down",
        ("within",),
    ),
)
