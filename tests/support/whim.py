"""A strategy that the package and the oracle can both play, and rolls in the notation of the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

from jeopardice.strategies.custom import LegalChoice, SeenPosition
from oracles import game as oracle

Faces = tuple[tuple[int, int], ...]


def roll_text(faces: Faces, kinds: int) -> str:
    """Return a roll of the oracle as the package writes it."""
    names = ["*" if face == 0 else str(face) for _, face in faces]
    if kinds == 1:
        return "".join(names)
    return ",".join(chr(ord("A") + kind) + name for (kind, _), name in zip(faces, names, strict=True))


def sorted_faces(text: str) -> str:
    """Return a roll with its dice in order."""
    return ",".join(sorted(text.split(","))) if "," in text or text[:1].isalpha() else "".join(sorted(text))


@dataclass(frozen=True)
class Whim:
    """A strategy whose choices are as good as random, but always the same: it looks at every die."""

    seed: int
    looks_at: str
    every_roll: bool = True
    name: str = "whim"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        """As the package asks."""
        roll = sorted_faces(position.roll or "")
        keys = [self._key(c.total, c.then, sorted_faces(c.keep), c.dice if not position.roll else "") for c in choices]
        return choices[self._pick(position.scores, roll, keys)]

    def as_oracle_asks(self, game: oracle.Game, hand_text: Callable[[oracle.Hand], str]) -> oracle.Strategy:
        """The same for the oracle; a bank that wins is made without asking."""
        goal, family = game.rules.goal, game.rules.family

        def decide(
            state: oracle.State, total: int, hand: oracle.Hand, roll: Faces | None, choices: Sequence[oracle.Choice]
        ) -> int:
            wins = [k for k, c in enumerate(choices) if c.then == "bank" and state.mine + c.total >= goal]
            if wins:
                return max(wins, key=lambda k: choices[k].total)
            seen = {"turn": (), "mover": (state.mine,), "scores": (state.mine, state.theirs)}[self.looks_at]
            text = sorted_faces(roll_text(roll, len(hand))) if roll else ""
            keys = [
                self._key(
                    c.total,
                    c.then,
                    sorted_faces(roll_text(c.keep, len(hand))) if family == "farkle" else "",
                    hand_text(c.hand) if roll is None else "",
                )
                for c in choices
            ]
            return self._pick(seen, text, keys)

        return decide

    @staticmethod
    def _key(total: int, then: str, keep: str, dice: str) -> tuple[int, str, str, str]:
        return total, then, keep, dice

    def _pick(self, scores: tuple[int, ...], roll: str, keys: list[tuple[int, str, str, str]]) -> int:
        def rank(k: int) -> int:
            # Banks more often than not, so that games end.
            luck = crc32(f"{self.seed} {scores} {roll} {keys[k]}".encode())
            return luck >> 2 if keys[k][1] == "bank" else luck

        return min(range(len(keys)), key=rank)
