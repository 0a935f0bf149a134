"""How a game is played, for a newcomer: sentences made from its rules."""

from __future__ import annotations

from typing import Any

from jeopardice.play.record import MOST_SEATS
from jeopardice.rulebook import Rules
from jeopardice.rulebook.patterns import Pattern
from jeopardice.turn.reading import kinds_shown

COUNTS = ("no", "one", "two", "three", "four", "five", "six")
Said = dict[str, object]
"""Sentences, each with whether it holds."""


def how_to_play(rules: Rules) -> tuple[str, ...]:
    """What a player does in a turn, what a bust is, what is special about the game, and who wins."""
    said = {**_turn(rules), **_special_rolls(rules), **_between_turns(rules), **_end(rules)}
    return tuple(sentence for sentence, holds in said.items() if holds)


def scoring_list(rules: Rules) -> list[dict[str, Any]]:
    """What scores: each pattern with its points, as the rules file has them."""
    return [{"pattern": str(pattern), "points": points} for pattern, points in rules.scoring]


def most_seats(rules: Rules) -> int:
    """The largest number of seats at the table."""
    return 2 if rules.simultaneous else MOST_SEATS


def _turn(rules: Rules) -> Said:
    count, bust = rules.dice.count, rules.events.bust
    lost = "is a bust: it loses the turn total"
    if rules.turn.keep_on_bust:
        lost = "ends the turn, and the turn total is kept"
    if rules.family == "farkle":
        all_dice = "the die" if count == 1 else f"all {count} dice"
        begin = f"Roll {all_dice}, set aside dice that score, then roll the rest or bank the turn total."
        return {begin: True, f"A roll that scores nothing {lost}.": True, **_setting_aside(rules)}
    also = " (some rolls have special points)" if rules.scoring else ""
    if rules.family == "pig":
        dice, sum_ = ("the die", "what it shows") if count == 1 else (f"the {count} dice", "their sum")
        begin = f"Roll {dice} as often as you like: each roll adds {sum_} to the turn total{also}. Bank to keep it."
        return {begin: True, f"{_shown(bust)} {lost}.": bust}
    fewest, most = rules.dice_to_choose
    number = f"{most}" if fewest == most else f"{fewest} to {most}"
    begin = f"Choose how many dice to roll, {number}, once a turn: you score their sum{also}."
    return {begin: True, f"{_shown(bust)} scores nothing at all.": bust}


def _setting_aside(rules: Rules) -> Said:
    turn, count = rules.turn, rules.dice.count
    left = f" (only {_any_of(turn.leave)} may be left)" if turn.leave else ""
    bonuses = ", then ".join(f"{bonus:,}" for bonus in turn.single_die_bonus)
    nothing = f"{'If' if turn.full_bust_rolls == 'any' else 'If in the first roll'} all {count} dice score nothing"
    return {
        f"Every die that scores must be set aside{left}.": turn.set_aside == "all",
        "When all dice are set aside, all may be rolled again.": turn.hot_dice is not False,
        "When a whole roll scores, all of it must be set aside.": turn.hot_dice == "forced",
        "When all dice are set aside, the turn must be banked.": turn.hot_dice is False,
        f"{nothing}, that is {turn.full_bust:,} points and no bust.": turn.full_bust,
        f"A single die that is rolled and scores adds {bonuses} points.": bonuses,
    }


def _special_rolls(rules: Rules) -> Said:
    events, kinds = rules.events, kinds_shown(rules.dice)
    same = len({tuple(faces) for _, _, faces in kinds}) == 1
    named = [f"{name} ({count}{'' if same else ' with ' + ' '.join(faces)})" for name, count, faces in kinds]
    return {
        f"{_shown(events.bust)} is a bust, whatever else it scores.": events.bust and rules.family == "farkle",
        f"{_shown(events.lose_banked)} loses every banked point, too.": events.lose_banked,
        f"{_shown(events.win)} wins the game immediately.": events.win,
        f"There are several kinds of dice, marked with a letter: {', '.join(named)}. It matters which of them you set "
        "aside.": len(kinds) > 1,
        "A * stands for any face in a combination of two or more dice; by itself it scores nothing.": rules.dice.wild,
    }


def _between_turns(rules: Rules) -> Said:
    turn, bust, steal = rules.turn, rules.bust, "never" if rules.family == "hog" else rules.turn.steal
    floor = ", even below 0" if bust.floor == "none" else f", but never below {bust.floor:,}" if bust.floor else ""
    several = f"{bust.streak} busts in a row cost" if bust.streak > 1 else "A bust costs"
    return {
        f"A bank needs {turn.minimum_bank:,} points or more.": turn.minimum_bank,
        f"While you have no points, a bank needs {turn.first_bank:,} or more.": turn.first_bank > turn.minimum_bank,
        "A bank must exceed what the previous player has just banked.": turn.beat_previous,
        "After a bank the next player may continue with the dice that are left and with that turn total, instead of "
        "starting a new turn; the player who has banked keeps the points.": steal == "after-bank",
        "After a bust the next player may continue with the dice that were rolled and with the turn total before that "
        "roll, instead of starting a new turn.": steal == "after-bust",
        "Both play at the same moment, hidden from each other.": rules.simultaneous,
        "Neither player sees the other's points.": rules.sees != "scores",
        f"{several} {bust.penalty:,} banked points{floor}.": bust.streak and bust.penalty,
    }


def _end(rules: Rules) -> Said:
    goal = f"{rules.goal:,}"
    end = {
        "sudden": f"First to {goal} wins.",
        "last-turn": f"When a player reaches {goal}, all others have one more turn, and the highest score wins.",
        "equal-turns": f"When a player reaches {goal}, the round is completed, and the highest score wins.",
    }[rules.end.rule]
    return {f"{end} A tie is shared." if rules.end.tie == "split" else end: True}


def _shown(patterns: tuple[Pattern, ...]) -> str:
    return f"A roll with {_any_of(patterns)}"


def _any_of(patterns: tuple[Pattern, ...]) -> str:
    words = [_named(pattern) for pattern in patterns]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def _named(pattern: Pattern) -> str:
    """A pattern as a player says it: "a 1", "two 6s", "three alike"."""
    size = len(pattern)
    number = COUNTS[size] if size < len(COUNTS) else str(size)
    if len(pattern.repeats) == 1:
        return f"{number} alike"
    if len(set(pattern.faces)) == 1:
        return f"a {pattern.faces[0]}" if size == 1 else f"{number} {pattern.faces[0]}s"
    return " ".join(map(str, pattern.faces)) if pattern.faces else str(pattern)
