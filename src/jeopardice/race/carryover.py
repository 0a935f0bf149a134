"""What lasts between turns besides the scores: a small machine.

A *mode* is what the mover sees of it: busts in a row of all players, the total to beat, and how many have had their
turn in this round. A bank or a bust leads to a mode of the next player. Which of these a game needs follows from its
rules, so that most games have one mode only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from jeopardice import _core
from jeopardice.common.errors import InputError
from jeopardice.rulebook import Rules

STEAL = {"never": _core.Steal.never, "after-bank": _core.Steal.after_bank, "after-bust": _core.Steal.after_bust}


@dataclass(frozen=True, slots=True)
class Mode:
    """What lasts between turns, as the mover sees it."""

    busts: tuple[int, ...] = (0, 0)
    """Busts in a row, so far as they count: the mover's, then the other players' in playing order."""
    to_beat: int = 0
    """What the player before has banked, in units; 0 where it does not matter."""
    moved: int = 0
    """How many players have had their turn in this round; 0 where it does not matter."""
    favoured: bool = True
    """Where falls below the lowest score end the race: whether the mover then wins, whoever falls."""


@dataclass(frozen=True)
class Modes:
    """The modes of a game for so many players, and where a turn leads from each."""

    rules: Rules
    players: int
    largest_bank: int
    """The most units of a bank that does not reach the goal."""
    bounds: bool = False
    """Whether falls below the lowest score end the race, in favour of one player: for bounds of what they may do."""
    sunk: float = -1.0
    """One player alone: what a fall below the lowest score is worth, for the same; below 0: nobody falls further."""

    @property
    def streak(self) -> int:
        """The busts in a row that are punished; 0: they do not count."""
        return self.rules.bust.streak if self.rules.bust.penalty else 0

    @property
    def _beats(self) -> bool:
        return self.rules.turn.beat_previous and self.players > 1

    @property
    def _rounds(self) -> bool:
        return self.rules.end.rule == "equal-turns" and self.players > 1

    @cached_property
    def all(self) -> tuple[Mode, ...]:
        """Every mode, the first being that of the start; modes with totals to beat follow each other."""
        counts = range(max(1, self.streak))
        seats = range(self.players if self._rounds else 1)
        favours = (True, False) if self.bounds else (True,)
        all_busts = product(counts, repeat=self.players)
        plain = [Mode(busts, 0, moved, favoured) for busts in all_busts for moved in seats for favoured in favours]
        # The player before has just banked, and has no busts in a row.
        after_banks = [mode for mode in plain if self._beats and mode.busts[-1] == 0]
        beaten = [replace(m, to_beat=total) for m in after_banks for total in range(1, self.largest_bank + 1)]
        return (*plain, *beaten)

    @cached_property
    def number(self) -> dict[Mode, int]:
        """The place of each mode among all."""
        return {mode: number for number, mode in enumerate(self.all)}

    def after_bank(self, mode: Mode, total: int) -> Mode:
        """The next player's mode after a bank of so many units."""
        return self._next(mode, 0, total if self._beats else 0)

    def after_bust(self, mode: Mode) -> Mode:
        """The next player's mode after a bust."""
        return self._next(mode, (mode.busts[0] + 1) % max(1, self.streak), 0)

    def _next(self, mode: Mode, busts: int, total: int) -> Mode:
        moved = (mode.moved + 1) % self.players if self._rounds else 0
        return Mode((*mode.busts[1:], busts), total, moved, mode.favoured ^ self.bounds)

    def punished(self, mode: Mode) -> bool:
        """Whether another bust costs the penalty."""
        return self.streak > 0 and mode.busts[0] + 1 == self.streak

    def last_turns(self, mode: Mode) -> int:
        """How many of the other players have a last turn when the mover reaches the goal."""
        rule = self.rules.end.rule if self.players > 1 else "sudden"
        return {"sudden": 0, "last-turn": self.players - 1, "equal-turns": self.players - 1 - mode.moved}[rule]

    def _sinks(self, mode: Mode) -> float:
        """What a fall of the mover below the lowest score is worth to the next player; -1: nobody falls so far.

        A lower score is never worth more (docs/theory/between.md): for the favoured player it is enough not to fall.
        With a first bank, which a score of 0 asks for and a lower one does not, or with a last turn, that is not
        certain.
        """
        if not self.bounds:
            return self.sunk
        if not mode.favoured:
            return 1.0
        certain = self.rules.end.rule == "sudden" and self.rules.turn.first_bank <= self.rules.turn.minimum_bank
        return -1.0 if certain else 0.0

    @cached_property
    def core(self) -> _core.Between:
        """The modes in the core."""
        step = int(self._beats and self.largest_bank > 1)
        modes = [
            _core.Mode(
                least=mode.to_beat + 1,
                banked=self.number[self.after_bank(mode, min(1, self.largest_bank))],
                step=step,
                busted=self.number[self.after_bust(mode)],
                falls=self.punished(mode),
                last_turns=self.last_turns(mode),
                like=self.number[replace(mode, busts=(0,) * self.players)],
                sinks=self._sinks(mode),
                offers=self.number[replace(mode, to_beat=0)],
            )
            for mode in self.all
        ]
        return _core.Between(
            modes,
            loses=bool(self.rules.events.lose_banked),
            beat_previous=self._beats,
            ties_split=self.rules.end.tie == "split",
            steal=STEAL[self.rules.turn.steal if self.players > 1 and self.rules.family != "hog" else "never"],
            offered=sum(mode.to_beat == 0 for mode in self.all),
        )

    def find(self, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1) -> int:
        """The number of a mode, from what a player says of it."""
        busts = busts or (0,) * self.players
        if any(busts) and not self.streak:
            raise InputError(f"busts: {_list(busts)}: this game does not punish busts in a row")
        if len(busts) != self.players:
            words = {1: "one number is needed", 2: "two numbers are needed, the mover's first"}
            many = words.get(self.players, f"{self.players} numbers are needed, the mover's first")
            raise InputError(f"busts: {_list(busts)}: {many}")
        if not all(0 <= count < max(1, self.streak) for count in busts):
            raise InputError(f"busts: {_list(busts)}: busts in a row so far must be from 0 to {self.streak - 1}")
        if to_beat and not self._beats:
            raise InputError(f"to beat: {to_beat}: in this game nobody has to beat the total before")
        if not 1 <= seat <= (self.players if self._rounds else 1):
            allowed = "1 or 2" if self.players == 2 else f"from 1 to {self.players}"
            raise InputError(f'seat: {seat}: it matters only with end.rule = "equal-turns", where it must be {allowed}')
        mode = Mode(busts, to_beat, seat - 1)
        if mode not in self.number:
            raise InputError(f"to beat: {to_beat}: with busts in a row of the player before there is no total to beat")
        return self.number[mode]


def modes_of(rules: Rules, players: int, lowest: int) -> Modes:
    """The modes of a race whose lowest score needs so many units."""
    return Modes(rules, players, max(1, lowest - 1))


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))
