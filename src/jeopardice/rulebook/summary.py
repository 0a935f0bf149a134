"""What is special about a game, in a few words that follow from its rules.

Nothing here is written for one game: your own file is described like a preset. What most games of a family share
(six fair dice, a single 1 for 100, three 4s for 400) is left out.
"""

from __future__ import annotations

from jeopardice.rulebook.game import Rules
from jeopardice.rulebook.patterns import Pattern

Scoring = dict[Pattern, int]
USUAL = {(1,): 100, (5,): 50, (1, 1, 1): 1000} | {(face,) * 3: 100 * face for face in range(2, 7)}
"""What single dice and three alike are worth in most games."""
NAMED = {(2, 2, 2): "three pairs", (3, 3): "two triplets", (4, 2): "four and a pair"}
"""Patterns of letters that players have a name for."""


def special(rules: Rules) -> tuple[str, ...]:
    """What distinguishes the game, one phrase each: dice, points, turn, busts, events, end."""
    points = _combinations(rules) if rules.family == "farkle" else _whole_rolls(rules)
    return (*_dice(rules), *points, *_turn(rules), *_between(rules))


def _dice(rules: Rules) -> list[str]:
    dice, (fewest, most) = rules.dice, rules.dice_to_choose
    number = f"{most}" if fewest == most else f"{fewest} to {most}"
    loaded = " loaded" if len(dice.weights) == 1 else ""
    faces = {sum(1 for weight in die if weight) for die in dice.each}  # a face without weight is none
    sides = f" of {faces.pop()} sides" if len(faces) == 1 and faces != {6} else ""
    alike = ", not all alike" if len(dice.weights) > 1 else ""
    text = f"{number}{loaded} {'die' if most == 1 else 'dice'}{sides}{alike}"
    return [] if text == "6 dice" and rules.family == "farkle" else [text]


def _whole_rolls(rules: Rules) -> list[str]:
    if len(rules.scoring) > 6:
        return [f"special points for {len(rules.scoring)} rolls"]
    return [", ".join(f"{pattern} = {points}" for pattern, points in rules.scoring)] if rules.scoring else []


def _combinations(rules: Rules) -> list[str]:
    scoring = dict(rules.scoring)
    usual = {Pattern(faces=faces): points for faces, points in USUAL.items()}
    found = {pattern: points for pattern, points in scoring.items() if len(pattern) in (1, 3)}
    odd = [pattern for pattern in {**usual, **found} if usual.get(pattern) != found.get(pattern)]
    if len(odd) > 2:
        return [f"{len(scoring)} scoring combinations"]
    phrases = [f"{pattern} = {found.get(pattern, 'nothing')}" for pattern in odd]
    rest = {pattern: points for pattern, points in scoring.items() if pattern not in found}
    phrases += _alike(rest, scoring, rules.dice.sides) + _named(rest, rules.dice.sides)
    phrases += [f"{pattern} = {points}" for pattern, points in rest.items()]
    return phrases or ["only 1s, 5s and three alike score"]


def _alike(rest: Scoring, scoring: Scoring, sides: int) -> list[str]:
    """Four and more alike; removes them from `rest`."""
    worth: dict[int, str] = {}
    for dice in sorted({len(pattern) for pattern in rest}):
        any_face = Pattern(repeats=(dice,))
        each = {Pattern(faces=(f,) * dice): Pattern(faces=(f,) * 3) for f in range(1, sides + 1)}
        if any_face in rest:
            worth[dice] = str(rest.pop(any_face))
        elif all(pattern in rest and three in scoring for pattern, three in each.items()):
            times = {rest[pattern] / scoring[three] for pattern, three in each.items()}
            if len(times) == 1:
                worth[dice] = f"×{times.pop():g}"
                for pattern in each:
                    del rest[pattern]
    if len(worth) > 1 and all(text == f"×{2 ** (dice - 3)}" for dice, text in worth.items()):
        return ["each die beyond three alike doubles"]
    return [f"{', '.join(map(str, worth))} alike = {', '.join(worth.values())}"] if worth else []


def _named(rest: Scoring, sides: int) -> list[str]:
    """Straights, pairs and triplets; removes them from `rest`."""
    names: dict[Pattern, str] = {}
    for pattern in rest:
        faces = pattern.faces
        if len(faces) > 3 and faces == tuple(range(faces[0], faces[-1] + 1)):
            names[pattern] = "straight" if len(faces) == sides else f"straight {faces[0]}–{faces[-1]}"
        elif pattern.repeats in NAMED:
            names[pattern] = NAMED[pattern.repeats]
    return [f"{name} = {rest.pop(pattern)}" for pattern, name in names.items()]


def _turn(rules: Rules) -> list[str]:
    turn, dice = rules.turn, rules.dice.count
    left = f" (but {_any_of(turn.leave)})" if turn.leave else ""
    said = {
        f"all that scores is set aside{left}": turn.set_aside == "all",
        "no hot dice": turn.hot_dice is False,
        "when all dice score, all are set aside": turn.hot_dice == "forced",
        f"bank {turn.minimum_bank} or more": turn.minimum_bank > 0,
        f"first bank {turn.first_bank} or more": turn.first_bank > 0,
        "bank more than the previous player": turn.beat_previous,
        f"{dice} dice that score nothing = {turn.full_bust}": turn.full_bust and turn.full_bust_rolls == "any",
        f"a first roll that scores nothing = {turn.full_bust}": turn.full_bust and turn.full_bust_rolls == "first",
        f"a single die that scores adds {', '.join(map(str, turn.single_die_bonus))}": turn.single_die_bonus,
        "a bust keeps the points": turn.keep_on_bust,
        f"the next player may continue {turn.steal.replace('-', ' a ')}": turn.steal != "never",
        "all play simultaneously": rules.simultaneous,
        "players see only each other's number of dice": rules.sees == "dice",
        "players see nothing of each other": rules.sees == "nothing",
    }
    return [phrase for phrase, holds in said.items() if holds]


def _between(rules: Rules) -> list[str]:
    bust, events, end = rules.bust, rules.events, rules.end
    lowest = "" if bust.floor == 0 else f", down to {bust.floor}" if bust.floor != "none" else ", below 0 too"
    busts = f"{bust.streak} busts in a row cost" if bust.streak > 1 else "a bust costs"
    said = {
        f"{_any_of(events.bust)} busts": events.bust,
        f"{_any_of(events.lose_banked)} loses the banked score": events.lose_banked,
        f"{_any_of(events.win)} wins": events.win,
        f"{busts} {bust.penalty}{lowest}": bust.streak and bust.penalty,
        "a last turn for the others": end.rule == "last-turn",
        "the round is completed": end.rule == "equal-turns",
        "ties are split": end.tie == "split",
    }
    return [phrase for phrase, holds in said.items() if holds]


def _any_of(patterns: tuple[Pattern, ...]) -> str:
    """A list of patterns in words; a pattern with commas is in brackets."""
    words = [f"({text})" if "," in text[:-1] else text for text in map(str, patterns)]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
