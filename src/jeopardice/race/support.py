"""The support table: which question has no answer for which games, and why.

Error messages and docs/support.md come from the same rows, and a test meets each of them. What is not listed is
answered; only the size of a game, or what solving it finds, may still be in the way.
"""

from __future__ import annotations

from jeopardice.common.errors import InputError
from jeopardice.race.model import floor_of, has_streak_penalty
from jeopardice.race.objectives import Objective
from jeopardice.race.questions import Asked, Unsupported
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


def _simultaneous(rules: Rules) -> bool:
    return rules.simultaneous


def _has_several(rules: Rules) -> bool:
    return rules.players > 2


def _is_hidden(rules: Rules) -> bool:
    return rules.simultaneous and rules.sees != "scores"


def _is_below_0(rules: Rules) -> bool:
    return rules.bust.floor == "none" or floor_of(rules) < 0


def _simultaneous_penalty(rules: Rules) -> bool:
    return rules.simultaneous and has_streak_penalty(rules)


_CONTESTS: tuple[Asked, ...] = ("best play", "match", "best response")
_ALL: tuple[Asked, ...] = (*_CONTESTS, "play", "environment")
_PICTURES: tuple[Asked, ...] = ("surface", "section", "reachable states", "boundaries", "slice")
_SOLO = ("turns", "within")
_RACES = ("win", *_SOLO)
_TURNS = ("score", "average")
_DICE_RACE = "in the dice race a turn depends only on the points to go"
_MIXED = "both choose at the same moment, and best play randomises: there is no single best choice to show"

TABLE: tuple[Unsupported, ...] = (
    # Players.
    Unsupported(
        _CONTESTS,
        "players",
        "one player",
        lambda rules: rules.players < 2,
        "objective win needs at least two players",
    ),
    Unsupported(
        (*_CONTESTS, "environment"),
        "players",
        f"more than {MOST_PLAYERS} players",
        lambda rules: rules.players > MOST_PLAYERS,
        f"races are solved for up to {MOST_PLAYERS} players",
    ),
    Unsupported(
        ("fixed strategy",),
        "players",
        "three and more players",
        _has_several,
        "with three and more players only best play is solved; see match",
    ),
    Unsupported(
        ("fractions",),
        "players",
        "three and more players",
        _has_several,
        "best play of three and more players may mix with irrational chances, which are no fractions",
    ),
    Unsupported(
        ("profile", "surface", "section", "reachable states", "boundaries"),
        "players",
        "three and more players",
        _has_several,
        "this is for games of two players",
    ),
    Unsupported(
        ("model",),
        "players",
        "three and more players",
        _has_several,
        "PRISM has no value for players who each maximise their own chance",
    ),
    Unsupported(
        ("chain of best play",),
        "players",
        "three and more players",
        _has_several,
        "a chain is of one or two players",
    ),
    Unsupported(
        ("dice set against another",),
        "players",
        "not two players",
        lambda rules: rules.players != 2,
        "sets of dice are compared in games of two players",
    ),
    # Simultaneous play.
    Unsupported(
        _ALL,
        "players",
        "simultaneous, not two players",
        lambda rules: rules.simultaneous and rules.players != 2,
        "simultaneous play is for two",
    ),
    Unsupported(
        _ALL,
        "end.rule",
        "simultaneous, without equal turns",
        lambda rules: rules.simultaneous and rules.end.rule != "equal-turns",
        'simultaneous play needs "equal-turns"',
    ),
    Unsupported(
        _ALL,
        "end.tie",
        "simultaneous, ties are not split",
        lambda rules: rules.simultaneous and rules.end.tie != "split",
        'simultaneous play needs "split"',
    ),
    Unsupported(
        _ALL,
        "turn.beat_previous",
        "simultaneous, a total to beat",
        lambda rules: rules.simultaneous and rules.turn.beat_previous,
        "simultaneous play has no previous player",
    ),
    Unsupported(
        _ALL,
        "turn.steal",
        "simultaneous, a turn to go on with",
        lambda rules: rules.simultaneous and rules.turn.steal != "never",
        "simultaneous play has no next player",
    ),
    Unsupported(
        _CONTESTS,
        "turn.keep_on_bust",
        "simultaneous, a bust keeps the turn total and costs a penalty",
        lambda rules: _simultaneous_penalty(rules) and rules.turn.keep_on_bust,
        "not supported for simultaneous play with penalties",
    ),
    Unsupported(
        _CONTESTS,
        "bust.floor",
        "simultaneous, penalties without a floor",
        lambda rules: _simultaneous_penalty(rules) and rules.bust.floor == "none",
        "not supported for simultaneous play, whose states need a lowest score",
    ),
    Unsupported(
        ("fixed strategy",),
        "simultaneous",
        "simultaneous",
        _simultaneous,
        "in simultaneous play only best play is solved; see match",
    ),
    Unsupported(
        ("fractions",),
        "family",
        "simultaneous, of another family than hog",
        lambda rules: rules.simultaneous and rules.family != "hog",
        'simultaneous play in fractions is for "hog"',
    ),
    Unsupported(
        ("fractions",),
        "bust.penalty",
        "simultaneous, with penalties",
        _simultaneous_penalty,
        "in simultaneous play fractions are not supported with penalties",
    ),
    Unsupported(
        ("fractions",),
        "events.lose_banked",
        "simultaneous, rolls that lose the banked score",
        lambda rules: rules.simultaneous and bool(rules.events.lose_banked),
        "in simultaneous play fractions are not supported with penalties",
    ),
    Unsupported(("card",), "simultaneous", "simultaneous", _simultaneous, _MIXED),
    Unsupported(("save",), "simultaneous", "simultaneous", _simultaneous, "only races in turns are saved"),
    Unsupported(_PICTURES, "simultaneous", "simultaneous", _simultaneous, _MIXED),
    Unsupported(
        ("mixtures",),
        "simultaneous",
        "not simultaneous",
        lambda rules: not rules.simultaneous,
        "mixtures are of simultaneous play: players who take turns never mix",
    ),
    Unsupported(
        ("mixtures",),
        "family",
        "of another family than hog",
        lambda rules: rules.family != "hog",
        'a map of mixtures shows one decision a turn, of family "hog"',
    ),
    Unsupported(
        ("model",),
        "family",
        "simultaneous, of another family than hog",
        lambda rules: rules.simultaneous and rules.family != "hog",
        "players of a concurrent game would see each other's rolls before they bank",
    ),
    Unsupported(
        ("chain of best play",),
        "simultaneous",
        "simultaneous",
        _simultaneous,
        "best play may mix with irrational chances, which a model has no numbers for; the game itself has a model",
    ),
    Unsupported(
        ("parallel environment",),
        "simultaneous",
        "not simultaneous",
        lambda rules: not rules.simultaneous,
        "agents who take turns are in jeopardice.envs.zoo",
    ),
    Unsupported(
        ("parallel environment",),
        "family",
        "of another family than hog",
        lambda rules: rules.family != "hog",
        "a turn is several decisions, which the other must not see: use jeopardice.envs.zoo",
    ),
    # Hidden information.
    Unsupported(
        ("fractions",),
        "sees",
        "hidden information",
        _is_hidden,
        "hidden information is solved in floating point",
    ),
    Unsupported(
        ("turn", "table of decisions", "profile"),
        "sees",
        "hidden information",
        _is_hidden,
        "decisions do not follow from the scores, which players do not see",
    ),
    Unsupported(
        ("best opponent",),
        "sees",
        "hidden information",
        _is_hidden,
        "best play remembers all rounds, which an environment does not show",
    ),
    Unsupported(
        ("model",),
        "sees",
        "hidden information",
        _is_hidden,
        "players of a concurrent game see the whole past, and here they see less",
    ),
    Unsupported(("play",), "sees", "hidden information", _is_hidden, "at one table all players see everything"),
    # Rules.
    Unsupported(
        ("fractions", "model", "chain of best play"),
        "bust.floor",
        "penalties without a floor",
        lambda rules: has_streak_penalty(rules) and rules.bust.floor == "none",
        "scores without a lowest one make infinitely many states",
        _RACES,
    ),
    Unsupported(
        ("fixed strategy",),
        "end.rule",
        "last turns",
        lambda rules: rules.end.rule != "sudden",
        "a fixed strategy does not say what to do in a last turn",
    ),
    Unsupported(
        ("fixed strategy",),
        "turn.steal",
        "turns that go on with the previous player's",
        lambda rules: rules.turn.steal != "never",
        "a fixed strategy does not say when to go on with the turn of another",
    ),
    Unsupported(
        ("dice set in a race",),
        "turn.steal",
        "turns that go on with the previous player's",
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
        "of another family than pig",
        lambda rules: rules.family != "pig",
        "reachable states are for the family pig, whose states are two scores and a turn total",
    ),
    Unsupported(
        ("table of rolls",),
        "family",
        "of another family than farkle",
        lambda rules: rules.family != "farkle",
        "a roll counts as a whole: there are no dice to choose",
        (*_RACES, "score"),
    ),
    Unsupported(
        ("dice set", "dice set in a race"),
        "family",
        "of another family than farkle",
        lambda rules: rules.family != "farkle",
        'sets of dice are for family "farkle"',
    ),
    # The dice race.
    Unsupported(
        ("dice race",),
        "family",
        "of another family than pig",
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
        "rolls that win at once",
        lambda rules: bool(rules.events.win),
        f"{_DICE_RACE}; use events.win = []",
    ),
    # Objectives.
    Unsupported(
        ("certificate", "save", "arrays", "model", "chain of best play"),
        "objective",
        "objectives score and average",
        _every,
        "this is for races: win, turns and within",
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
