"""The rows of the support table (`jeopardice.race.support`) about simultaneous play and hidden information."""

from __future__ import annotations

from jeopardice.race.model import has_streak_penalty
from jeopardice.race.questions import CONTESTS, Asked, Unsupported
from jeopardice.rulebook import Rules

_EVERYWHERE: tuple[Asked, ...] = (*CONTESTS, "play", "environment")
_PICTURES: tuple[Asked, ...] = ("surface", "section", "reachable states", "boundaries", "slice")
_MIXED = "both choose at the same moment, and best play randomises: there is no single best choice to show"


def _simultaneous(rules: Rules) -> bool:
    return rules.simultaneous


def _is_hidden(rules: Rules) -> bool:
    return rules.simultaneous and rules.sees != "scores"


def _simultaneous_penalty(rules: Rules) -> bool:
    return rules.simultaneous and has_streak_penalty(rules)


SIMULTANEOUS: tuple[Unsupported, ...] = (
    # Simultaneous play.
    Unsupported(
        _EVERYWHERE,
        "players",
        "simultaneous, not two players",
        lambda rules: rules.simultaneous and rules.players != 2,
        "simultaneous play is for two",
    ),
    Unsupported(
        _EVERYWHERE,
        "end.rule",
        "simultaneous, without equal turns",
        lambda rules: rules.simultaneous and rules.end.rule != "equal-turns",
        'simultaneous play needs "equal-turns"',
    ),
    Unsupported(
        _EVERYWHERE,
        "end.tie",
        "simultaneous, ties are not split",
        lambda rules: rules.simultaneous and rules.end.tie != "split",
        'simultaneous play needs "split"',
    ),
    Unsupported(
        _EVERYWHERE,
        "turn.beat_previous",
        "simultaneous, a total to beat",
        lambda rules: rules.simultaneous and rules.turn.beat_previous,
        "simultaneous play has no previous player",
    ),
    Unsupported(
        _EVERYWHERE,
        "turn.steal",
        "simultaneous, a turn to go on with",
        lambda rules: rules.simultaneous and rules.turn.steal != "never",
        "simultaneous play has no next player",
    ),
    Unsupported(
        CONTESTS,
        "bust.floor",
        "simultaneous, penalties without a floor",
        lambda rules: _simultaneous_penalty(rules) and rules.bust.floor == "none",
        "not supported for simultaneous play, whose states need a lowest score",
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
)
