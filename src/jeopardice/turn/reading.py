"""Dice as people write them: "115346" in any order, "10,3,12" from 10 on, "A1,B5" where dice are not alike.

A die that shows a wild face is a star: "11*346", "10,*,12", "A1,B*".
"""

from __future__ import annotations

import re

from jeopardice.common.errors import InputError, shown
from jeopardice.rulebook import Dice
from jeopardice.turn.dice import Hand, kinds_of
from jeopardice.turn.model import TurnModel, kind_name

RollShown = tuple[Hand, ...]
"""For each face, how many dice of each kind show it; wild faces are together the last."""
WILD = "*"


def read_roll(model: TurnModel, text: str) -> RollShown:
    """A roll, in any order; dice and faces that the game does not have are refused."""
    kinds = len(model.kinds)
    if not text.strip(", \t\n"):
        raise InputError(f"roll: {shown(text)}: no dice given")
    counts = [[0] * kinds for _ in range(model.rules.dice.shown)]
    for kind, face in _tokens(model, text):
        try:
            counts[_place(model.rules.dice, kind, face)][kind] += 1
        except ValueError as error:
            raise InputError(f"roll: {shown(text)}: {error}") from None
    roll = tuple(tuple(shown_by_kind) for shown_by_kind in counts)
    for kind in range(kinds):
        most = model.all_dice[kind]
        rolled = sum(by_kind[kind] for by_kind in roll)
        if rolled > most:
            name = "" if kinds == 1 else f" of kind {kind_name(kind)}"
            raise InputError(f"roll: {shown(text)}: {rolled} dice{name}, but the game has {most}")
    return roll


def dice_in_order(model: TurnModel, text: str) -> list[tuple[int, int]]:
    """The dice of a roll in the order in which they are written: kind and face, a wild face after the last side."""
    read_roll(model, text)
    return [(kind, model.rules.dice.sides + 1 if face == WILD else int(face)) for kind, face in _tokens(model, text)]


def kinds_shown(dice: Dice) -> list[tuple[str, int, list[str]]]:
    """The kinds of dice: name (none where all are alike), how many there are, and what they can show."""
    kinds, hand = kinds_of(dice)
    names = [kind_name(kind) for kind in range(len(kinds))] if len(kinds) > 1 else [""]
    faces = [[*map(str, range(1, dice.sides + 1)), WILD]] * len(kinds)
    seen = [[face for face, weight in zip(*each, strict=False) if weight] for each in zip(faces, kinds, strict=True)]
    return list(zip(names, hand, seen, strict=True))


def read_hand(model: TurnModel, text: str) -> Hand:
    """Dice left to roll: a number, or the letters of their kinds where dice are not alike."""
    kinds = len(model.kinds)
    names = [kind_name(kind) for kind in range(kinds)]
    letters = text.strip().upper()
    if kinds > 1:
        if not letters or set(letters) - set(names):
            raise InputError(f"dice left: {shown(text)}: name each die by its kind, {names[0]} to {names[-1]}")
        return tuple(letters.count(name) for name in names)
    if not re.fullmatch("[0-9]{1,4}", letters) or not 1 <= int(letters) <= model.all_dice[0]:
        raise InputError(f"dice left: {shown(text)}: it must be from 1 to {model.all_dice[0]}")
    return (int(letters),)


def roll_text(model: TurnModel, roll: RollShown) -> str:
    """A roll, or a part of it, as it is written: sorted by face."""
    alike, comma = len(model.kinds) == 1, model.rules.dice.sides > 9
    wild = model.rules.dice.sides + 1
    dice = [
        f"{'' if alike else kind_name(kind)}{WILD if face == wild else face}"
        for face, by_kind in enumerate(roll, 1)
        for kind, count in enumerate(by_kind)
        for _ in range(count)
    ]
    return ("," if comma or not alike else "").join(dice)


def _place(dice: Dice, kind: int, face: str) -> int:
    """The index of a face among all that dice show; ValueError if this kind never shows it."""
    weights = kinds_of(dice)[0][kind]
    if face == WILD and not dice.wild:
        raise ValueError(f'"{WILD}" is a wild face, and the dice have none')
    if face != WILD and not 1 <= int(face) <= dice.sides:
        raise ValueError(f"no die shows {int(face)} (faces are 1 to {dice.sides})")
    place = dice.sides if face == WILD else int(face) - 1
    if not weights[place]:
        how = f' (a wild face is written "{WILD}")' if dice.wild and weights[dice.sides] else ""
        raise ValueError(f"these dice never show {face}{how}")
    return place


def _tokens(model: TurnModel, text: str) -> list[tuple[int, str]]:
    """The kind and the face of each die."""
    kinds = len(model.kinds)
    if kinds > 1:
        names = f"{kind_name(0)}-{kind_name(kinds - 1)}"
        dice = re.findall(r"([A-Z])([0-9]{1,4}|\*)", text.upper())
        if not re.fullmatch(rf"(\s*,?\s*[{names}]([0-9]{{1,4}}|\*))+\s*", text.upper()):
            raise InputError(f'roll: {shown(text)}: the dice are not alike: name each die, such as "A1,B5"')
        return [(ord(kind) - ord("A"), face) for kind, face in dice]
    if re.fullmatch(r"\s*[0-9*]+\s*", text) and model.rules.dice.sides <= 9:
        return [(0, face) for face in text.strip()]
    faces = [face for face in re.split(r"[,\s]+", text.strip()) if face]
    if not all(re.fullmatch(r"[0-9]{1,4}|\*", face) for face in faces):
        how = 'digits, such as "115346"' if model.rules.dice.sides <= 9 else 'numbers with commas, such as "10,3,12"'
        raise InputError(f"roll: {shown(text)}: a roll is {how}")
    return [(0, face) for face in faces]
