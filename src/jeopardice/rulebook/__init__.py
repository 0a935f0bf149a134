"""What the game is: the rules file, read, checked and written, and the presets."""

from jeopardice.rulebook.catalogue import GameLike, presets, rules
from jeopardice.rulebook.game import Rules, changed_rules, parse_rules, read_rules, rules_from
from jeopardice.rulebook.loaded import LoadedDie, loaded_dice
from jeopardice.rulebook.model import Bust, Dice, End, Events, Turn
from jeopardice.rulebook.patterns import Pattern, parse_pattern
from jeopardice.rulebook.summary import special
from jeopardice.rulebook.writing import rules_hash

__all__ = [
    "Bust",
    "Dice",
    "End",
    "Events",
    "GameLike",
    "LoadedDie",
    "Pattern",
    "Rules",
    "Turn",
    "changed_rules",
    "loaded_dice",
    "parse_pattern",
    "parse_rules",
    "presets",
    "read_rules",
    "rules",
    "rules_from",
    "rules_hash",
    "special",
]
