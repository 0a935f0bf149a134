"""The meaning of each key of the rules file, for the reference (docs/rules.md) and the program's texts."""

from __future__ import annotations

from collections.abc import Iterable

MEANINGS: dict[str, str] = {
    "title": "what the game is called",
    "source": "where its rules come from",
    "note": "what is disputed, or worth knowing",
    "family": '`"pig"`, `"hog"` or `"farkle"`, see below',
    "goal": "points to reach",
    "players": "how many play; `--players` on the command line",
    "simultaneous": (
        "two players: both play their turn at the same moment, neither seeing the other's "
        '(`end.rule = "equal-turns"`, `end.tie = "split"`)'
    ),
    "sees": (
        "with `simultaneous`: what a player sees of the other: the scores, only the number of dice "
        '(`"dice"`), or `"nothing"` ([hidden.md](hidden.md))'
    ),
    "dice.count": "how many dice (hog: the most that may be rolled, unless `choose_dice` says otherwise)",
    "dice.sides": "the faces are 1 to `sides`",
    "dice.weights": "weights of the faces: one list for all dice, or one list for each die; empty: fair dice",
    "dice.wild": (
        'wild faces ("jokers"): one list for all dice, `wild = [1]`, or one list for each die, `wild '
        "= [[1], [], [], [], [], []]`"
    ),
    "turn.set_aside": (
        '`"any"` scoring dice may be set aside, at least one pattern; `"all"`: every die that can score must be'
    ),
    "turn.leave": 'with `"all"`: scoring dice that may still be left, e.g. `["5", "1", "55", "51"]`',
    "turn.hot_dice": (
        'when all dice are set aside, all may be rolled again; `false`: the player must bank; `"forced"`: as '
        "`true`, and when all dice just rolled can score, all must be set aside"
    ),
    "turn.minimum_bank": "a bank needs at least this turn total",
    "turn.first_bank": "the same while the banked score is 0",
    "turn.beat_previous": "a bank must exceed the previous player's banked turn total (0 after a bust)",
    "turn.full_bust": "points when all dice are rolled and none scores; they count as all set aside",
    "turn.full_bust_rolls": '`"first"`: only the first roll of a turn',
    "turn.single_die_bonus": (
        "extra points for the 1st, 2nd, … time in a turn that exactly one die is rolled and scores; "
        "after the end of the list, nothing"
    ),
    "turn.keep_on_bust": "a bust ends the turn, and the turn total is kept",
    "turn.steal": '`"after-bank"`, `"after-bust"`: the next player may continue with the dice left and the turn total',
    "turn.choose_dice": "`[fewest, most]` dice to roll; empty means `[1, dice.count]`",
    "bust.streak": "after this many busts in a row (then the count starts again) …",
    "bust.penalty": "… lose this many banked points …",
    "bust.floor": '… but never below this; `"none"`: no lowest score',
    "events.bust": 'the roll is a bust; families pig and hog: `["1"]` unless the file says otherwise',
    "events.lose_banked": "the turn ends and the banked score becomes 0",
    "events.win": "the roll wins immediately",
    "end.rule": (
        '`"sudden"`: the first to reach the goal wins; `"last-turn"`: then every other player has one more turn and '
        'the highest total wins; `"equal-turns"`: the round is completed, the highest total wins'
    ),
    "end.tie": (
        'who wins if the highest totals are equal: the first to reach the goal, or `"split"`: all of them, in equal '
        "parts"
    ),
}

IN_A_GAME: dict[str, str] = {
    "simultaneous": "that both play at the same moment",
    "sees": "what the players see of each other",
    "turn.first_bank": "the points that a first bank needs",
    "turn.beat_previous": "the previous player's bank, which must be beaten",
    "turn.steal": "that a turn may be continued by the next player",
    "bust.streak": "busts in a row",
    "bust.penalty": "busts in a row",
    "bust.floor": "the lowest score",
    "events.win": "rolls that win immediately",
    "end.rule": "the last turns after a player has reached the goal",
    "end.tie": "ties",
}
"""What an answer may not consider, as players say it."""


def in_a_game(keys: Iterable[str]) -> list[str]:
    """What these keys are about, as players say it, each once."""
    return list(dict.fromkeys(IN_A_GAME[key] for key in keys))
