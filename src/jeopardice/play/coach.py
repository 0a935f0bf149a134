"""The coach: every legal move with its chance to win, the reason in a sentence, and the cost of a decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from jeopardice.common.errors import InputError
from jeopardice.common.numbers import Number
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge, text_of
from jeopardice.turn.advice import Action
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.explanation import next_bust

Word = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
SAME = 1e-9
"""Less than this is no loss."""
MARKS: tuple[tuple[float, Word], ...] = ((0.03, "blunder"), (0.01, "mistake"), (0.001, "inaccuracy"))
SIZES: tuple[tuple[float, Word], ...] = (*MARKS, (SAME, "fine"))
"""The least cost, in chance to win, of a decision that is called this; only those in `MARKS` are marked."""


def word_for(cost: float) -> Word:
    """The word for a decision with this cost."""
    return next((word for least, word in SIZES if cost >= least), "best")


@dataclass(frozen=True)
class Hint:
    """A legal move, as the coach sees it."""

    move: str
    action: Action
    probability: float | None = None
    """Where best play mixes: how often it makes this move."""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        action = self.action
        plain = {key: getattr(action, key) for key in ("keep", "points", "then", "dice", "verdict")}
        numbers = {key: float(getattr(action, key)) for key in ("value", "loss", "bust")}
        return {"move": self.move, **plain, **numbers, "probability": self.probability}


@dataclass(frozen=True)
class Coaching:
    """What the coach says about a position."""

    value: float
    """The chance to win of the seat to move under best play."""
    hints: tuple[Hint, ...]
    """Every legal move, the best first."""
    sentences: tuple[str, ...]
    mix: float | None = None
    """Multiplayer: how often best play makes the bolder of two moves of the same value."""
    measure: Literal["chance", "points"] = "chance"
    """Points in the turn, while best play is not known (`jeopardice.play.points`)."""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "value": self.value,
            "measure": self.measure,
            "actions": [{**hint.as_json(), "word": self._word(hint)} for hint in self.hints],
            "sentence": " ".join(self.sentences),
            "sentences": list(self.sentences),
            "mix": self.mix,
        }

    def _word(self, hint: Hint) -> Word:
        loss = float(hint.action.loss)
        # How many points matter is not known before best play is.
        return word_for(loss) if self.measure == "chance" else "best" if loss < SAME else "fine"


def coach(game: Game, judge: Judge) -> Coaching:
    """What to do in a position, and why."""
    if game.over:
        raise InputError("coach: the game is over")
    advice, solved = judge.advice(game), judge.turn(game)
    mixed = judge.mixture(game)
    hints = [Hint(text_of(game, action), action, action.probability) for action in advice.actions]
    if mixed is not None:
        hog = game.table.rules.family == "hog"
        shares = {(one.then, str(one.dice) if hog else ""): one.probability for one in mixed.actions}
        hints = [replace(hint, probability=shares[hint.action.then, hint.action.dice if hog else ""]) for hint in hints]
        hints.sort(key=lambda hint: (-(hint.probability or 0), hint.action.loss))
    mix = getattr(solved, "mix", None)
    return Coaching(float(advice.value), tuple(hints), tuple(sentences(game, solved, hints)), mix)


def sentences(game: Game, solved: SolvedTurn, hints: list[Hint]) -> list[str]:
    """What to do, the value of the alternative, and why."""
    best = hints[0].action
    lines = [f"{action_words(game, best)}: you win {percent(best.value)}."]
    if len(hints) == 1:
        return [*lines, "There is no other move."]
    often = [hint for hint in hints if (hint.probability or 0) > 1e-9]
    if len(often) > 1:
        shares = ", ".join(f"{hint.move} {percent(hint.probability or 0)}" for hint in often)
        simultaneous = game.table.rules.simultaneous
        why = (
            "Any fixed choice could be exploited."
            if simultaneous
            else "All are worth the same to you, not to the others."
        )
        return [f"Randomise: {shares}. You win {percent(best.value)}.", why]
    other = alternative(best, hints)
    if other.verdict == "tied":
        lines.append(f"{action_words(game, other, ing=True)}: just as good.")
        return lines
    lines.append(f"{action_words(game, other, ing=True)}: {percent(other.value)}.")
    if best.then in ("roll", "steal") and other.then == "bank":
        lines.append(_why_roll(game, solved, best, other))
    elif best.then == "bank" and other.then in ("roll", "steal"):
        lines.append(_why_bank(game, solved, best, other))
    return lines


def alternative(best: Action, hints: list[Hint]) -> Action:
    """The alternative to the best move: the best that banks if that rolls, or the other way round; else the next."""
    others = [hint.action for hint in hints[1:]]
    opposite = [action for action in others if (action.then == "bank") != (best.then == "bank")]
    return (opposite or others)[0]


def _why_roll(game: Game, solved: SolvedTurn, best: Action, bank: Action) -> str:
    total = game.turn.total + bank.points
    risk = next_bust(solved, best)
    rolled = f"The roll busts {percent(risk)} of the time" if risk else "The roll cannot bust"
    rivals = [score for seat, score in enumerate(game.scores) if seat != game.mover]
    if game.last_turn:
        return f"{rolled}, but it is the last turn, and {max(rivals):,} must be beaten."
    if not risk:
        return f"{rolled}."
    if game.scores[game.mover] + total > max(rivals):
        return f"{rolled}, but what it can add is worth more than {total:,} in the bank."
    return f"{rolled}, but with {max(rivals):,} against you {total:,} is not enough."


def _why_bank(game: Game, solved: SolvedTurn, bank: Action, roll: Action) -> str:
    if float(bank.value) >= 1:
        return "The bank wins the game."
    lost = "" if game.table.rules.turn.keep_on_bust else f" and lose the {game.turn.total + bank.points:,}"
    return f"The roll would bust {percent(next_bust(solved, roll))} of the time{lost}."


def action_words(game: Game, action: Action, ing: bool = False) -> str:
    """An action in words: as an imperative, or with `ing` as a noun phrase."""
    total, dice = game.turn.total + action.points, dice_words(game, action.dice)
    verb, what = {
        "bank": ("bank", f"{total:,}"),
        "roll": ("roll", dice),
        "end": ("end", "the turn"),
        "steal": ("steal", f"{action.points:,} and {'rolling' if ing else 'roll'} {dice}"),
    }[action.then]
    kept = f"{'setting' if ing else 'set'} aside {_faces(game, action.keep)} and " if action.keep else ""
    words = f"{kept}{verb}{'ing' if ing else ''} {what}"
    return words[0].upper() + words[1:]


def _faces(game: Game, keep: str) -> str:
    """Dice that are set aside, as they lie on the table: "1 1 5"."""
    has_commas = "," in keep or len(game.table.model.kinds) > 1 or game.table.rules.dice.sides > 9
    return "\N{NO-BREAK SPACE}".join(keep.split(",") if has_commas else keep)


def dice_words(game: Game, dice: str) -> str:
    """Dice to roll, as a player says it: "the 3 dice", "the last die", "A and B"."""
    if not dice.isdecimal():
        return dice
    if game.table.rules.family == "hog":
        return f"{dice} {'die' if dice == '1' else 'dice'}"
    if int(dice) == sum(game.table.model.all_dice):
        return {"1": "the die", "2": "both dice"}.get(dice, f"all {dice} dice")
    return "the last die" if dice == "1" else f"the {dice} dice"


def percent(value: Number) -> str:
    """A chance, as a player reads it."""
    return f"{100 * float(value):.1f} %"
