"""The rows of the support table (`jeopardice.race.support`) about simultaneous play and hidden information."""

from __future__ import annotations

from jeopardice.race.model import has_no_floor
from jeopardice.race.questions import CONTESTS, Asked, Unsupported
from jeopardice.rulebook import Rules

_EVERYWHERE: tuple[Asked, ...] = (*CONTESTS, "play", "environment")
_PICTURES: tuple[Asked, ...] = ("surface", "section", "reachable states", "boundaries", "slice")
_MIXED = "both choose at the same moment, and best play randomises: there is no single best choice to show"


def _simultaneous(rules: Rules) -> bool:
    return rules.simultaneous


def _is_hidden(rules: Rules) -> bool:
    return rules.simultaneous and rules.sees != "scores"


SIMULTANEOUS: tuple[Unsupported, ...] = (
    # Simultaneous play.
    Unsupported(
        _EVERYWHERE,
        "players",
        "simultaneous, not two players",
        lambda rules: rules.simultaneous and rules.players != 2,
        "three or more players who choose at the same moment have several equilibria, which differ in what each wins",
    ),
    Unsupported(
        _EVERYWHERE,
        "end.rule",
        "simultaneous, without equal turns",
        lambda rules: rules.simultaneous and rules.end.rule != "equal-turns",
        'players who choose at the same moment complete every round: use "equal-turns"',
    ),
    Unsupported(
        _EVERYWHERE,
        "end.tie",
        "simultaneous, ties are not split",
        lambda rules: rules.simultaneous and rules.end.tie != "split",
        'of players who choose at the same moment, none is the first to reach a total: use "split"',
    ),
    Unsupported(
        _EVERYWHERE,
        "turn.beat_previous",
        "simultaneous, a total to beat",
        lambda rules: rules.simultaneous and rules.turn.beat_previous,
        "players who choose at the same moment have no previous player, whose total is to be beaten",
    ),
    Unsupported(
        _EVERYWHERE,
        "turn.steal",
        "simultaneous, stolen turns",
        lambda rules: rules.simultaneous and rules.turn.steal != "never",
        "players who choose at the same moment have no next player, who could continue a turn",
    ),
    Unsupported(
        CONTESTS,
        "bust.floor",
        "hidden information, penalties without a floor",
        lambda rules: _is_hidden(rules) and has_no_floor(rules),
        "a plan for what is not seen lists every score, so there must be a lowest one",
    ),
    Unsupported(
        ("card",),
        "simultaneous",
        "simultaneous",
        _simultaneous,
        "best play may randomise, which a card never does: an opponent who knows the card could exploit it",
    ),
    Unsupported(_PICTURES, "simultaneous", "simultaneous", _simultaneous, _MIXED),
    Unsupported(
        ("mixtures",),
        "simultaneous",
        "not simultaneous",
        lambda rules: not rules.simultaneous,
        "a map of mixtures is for simultaneous play: two players who take turns never mix",
    ),
    Unsupported(
        ("mixtures",),
        "family",
        "of a family other than hog",
        lambda rules: rules.family != "hog",
        'a map of mixtures shows one decision a turn, of family "hog"',
    ),
    Unsupported(
        ("model",),
        "family",
        "simultaneous, of a family other than hog",
        lambda rules: rules.simultaneous and rules.family != "hog",
        "players of a concurrent game would see each other's rolls before they bank",
    ),
    Unsupported(
        ("chain of best play",),
        "simultaneous",
        "simultaneous",
        _simultaneous,
        "best play may mix with irrational probabilities, which a model cannot state; the game itself has a model",
    ),
    Unsupported(
        ("parallel environment",),
        "simultaneous",
        "not simultaneous",
        lambda rules: not rules.simultaneous,
        "for games in turns use jeopardice.envs.zoo",
    ),
    Unsupported(
        ("parallel environment",),
        "family",
        "of a family other than hog",
        lambda rules: rules.family != "hog",
        "a turn consists of several decisions, which the other player must not see: use jeopardice.envs.zoo",
    ),
    # Hidden information.
    Unsupported(
        ("save",),
        "sees",
        "hidden information",
        _is_hidden,
        "what is saved is the chance to win by both scores, which players do not see",
    ),
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
        "players of a concurrent game see everything so far, but here they see less",
    ),
    Unsupported(("play",), "sees", "hidden information", _is_hidden, "at one table all players see everything"),
)
