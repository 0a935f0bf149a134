"""Random small games that combine every key of a rules file.

A game is drawn from a number, so that each can be drawn again. Games are small enough for brute force but rich: keys
that do not fit together often meet, point units do not divide the goal, faces never occur, and minimum banks are out of
a roll's reach. Some documents are no legal games; whoever draws them must expect that.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

Document = dict[str, Any]


def random_game(number: int) -> Document:
    """The game of a number."""
    draw = Random(number)
    family = draw.choice(["farkle", "farkle", "farkle", "pig", "pig", "hog"])
    sides = draw.randint(2, 6)
    count = draw.randint(1, 3 if sides <= 3 else 2)
    scale = draw.choice([1, 1, 1, 1, 2, 3, 50]) if family == "farkle" else 1  # elsewhere the faces are the points
    document: Document = {
        "family": family,
        "goal": draw.randint(1, 9 if family == "farkle" else 12) * scale + draw.choice([0, 0, draw.randrange(scale)]),
        "dice": _dice(draw, family, sides, count),
    }
    if family == "farkle" or draw.random() < 0.3:
        document["scoring"] = _scoring(draw, family, sides, count, scale)
    for section, keys in (
        ("turn", _turn(draw, family, sides, count, scale)),
        ("bust", _bust(draw, scale)),
        ("events", _events(draw, family, sides, count)),
        ("end", _end(draw)),
    ):
        if keys:
            document[section] = keys
    return document


def toml_text(document: Document) -> str:
    """A document as a rules file."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in document.items() if not isinstance(value, dict)]
    for section, keys in document.items():
        if isinstance(keys, dict):
            lines += ["", f"[{section}]"]
            lines += [f"{json.dumps(key) if section == 'scoring' else key} = {json.dumps(keys[key])}" for key in keys]
    return "\n".join(lines) + "\n"


def _pattern(draw: Random, sides: int, most: int, size: int = 0) -> str:
    size = size or min(most, draw.choice([1, 1, 1, 2, 2, 3]))
    if draw.random() < 0.65:
        return "".join(sorted(str(draw.randint(1, sides)) for _ in range(size)))
    letters = [draw.choice("xyz"[:sides]) for _ in range(size)]
    return "".join(sorted(letters, key=lambda letter: (-letters.count(letter), letter)))


def _dice(draw: Random, family: str, sides: int, count: int) -> Document:
    dice: Document = {"count": count, "sides": sides}

    def weights() -> list[int]:
        found = [draw.choice([0, 1, 1, 2, 3]) for _ in range(sides)]
        return found if any(found) else [1] * sides

    def wild() -> list[int]:
        return sorted(draw.sample(range(1, sides + 1), draw.choice([0, 1, 1, 2])))

    if family != "farkle" and sides > 3 and draw.random() < 0.15:
        unit = draw.choice([2, 3])
        dice["weights"] = [int(face == 1 or face % unit == 0) for face in range(1, sides + 1)]
    elif draw.random() < 0.3:
        dice["weights"] = [weights() for _ in range(count)] if draw.random() < 0.4 else weights()
    if family == "farkle" and draw.random() < 0.15:
        dice["wild"] = [wild() for _ in range(count)] if draw.random() < 0.4 else wild()
    return dice


def _scoring(draw: Random, family: str, sides: int, count: int, scale: int) -> dict[str, int]:
    def points() -> int:
        return draw.randint(1, 6) * scale

    if family == "farkle":
        found = {_pattern(draw, sides, count): points() for _ in range(draw.randint(1, 4))}
        if draw.random() < 0.5:
            found[str(draw.randint(1, sides))] = points()
        return found
    whole = count if family == "pig" else draw.randint(1, count)
    return {_pattern(draw, sides, count, whole): points() for _ in range(draw.randint(1, 2))}


def _turn(draw: Random, family: str, sides: int, count: int, scale: int) -> Document:
    turn: Document = {}

    def sometimes(chance: float) -> bool:
        return draw.random() < chance

    if family == "farkle":
        if sometimes(0.25):
            turn["set_aside"] = "all"
            if sometimes(0.6):
                turn["leave"] = [_pattern(draw, sides, count) for _ in range(draw.randint(1, 2))]
        if sometimes(0.4):
            turn["hot_dice"] = draw.choice([False, "forced"])
        if sometimes(0.2):
            turn["full_bust"] = draw.randint(1, 4) * scale
            if sometimes(0.5):
                turn["full_bust_rolls"] = "first"
        if sometimes(0.2):
            turn["single_die_bonus"] = [draw.randint(1, 4) * scale for _ in range(draw.randint(1, 2))]
    if family == "hog" and sometimes(0.4):
        fewest = draw.randint(1, count)
        turn["choose_dice"] = [fewest, draw.randint(fewest, count)]
    if sometimes(0.25):
        turn["minimum_bank"] = draw.randint(1, 9) * scale
    if sometimes(0.25):
        turn["first_bank"] = draw.randint(1, 9) * scale
    if sometimes(0.25):
        turn["beat_previous"] = True
    if sometimes(0.3):
        turn["keep_on_bust"] = True
    if sometimes(0.25):
        turn["steal"] = draw.choice(["after-bank", "after-bust"])
    return turn


def _bust(draw: Random, scale: int) -> Document:
    if draw.random() < 0.6:
        return {}
    bust: Document = {"streak": draw.choice([1, 1, 2, 2, 3]), "penalty": draw.randint(1, 4) * scale}
    floor = draw.choice([None, None, "none", *range(-3, 4)])
    if floor is not None:
        bust["floor"] = floor if floor == "none" else floor * scale
    return bust


def _events(draw: Random, family: str, sides: int, count: int) -> Document:
    events: Document = {}
    chances = {"bust": 0.15 if family == "farkle" else 0.6, "lose_banked": 0.2, "win": 0.15}
    for name, chance in chances.items():
        if draw.random() < chance:
            events[name] = [_pattern(draw, sides, count) for _ in range(draw.choice([1, 1, 1, 2]))]
    return events


def _end(draw: Random) -> Document:
    if draw.random() < 0.45:
        return {}
    end: Document = {"rule": draw.choice(["last-turn", "equal-turns"])}
    if draw.random() < 0.6:
        end["tie"] = "split"
    return end
