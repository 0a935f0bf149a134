"""Simultaneous Hog in the language of PRISM-games: a concurrent stochastic game (`csg`).

Each player is a module that chooses a number of dice; both modules move in the same step, with independent dice. A
player's points to go continue below 0, because the larger total wins. The reward is the first player's share of the
win, paid when the game ends. In a concurrent game both see the whole past, which excludes hidden information, and Pig,
whose players would see each other's rolls before they decide whether to bank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jeopardice.common.errors import InputError
from jeopardice.export.prism import PrismModel
from jeopardice.native.simultaneous import first_turn
from jeopardice.race.standings import Standings
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solvers.simultaneous import simultaneous_game
from jeopardice.turn import Roll, TurnModel

MOST_STATES = 1_000_000
PLAYERS = ("one", "two")


def prism_simultaneous(rules: Rules) -> PrismModel:
    """A game with all its choices; its value is the first player's chance of winning."""
    require("model", rules)
    standings, turn, _ = simultaneous_game(rules)
    states = standings.count**2
    if states > MOST_STATES:
        allowed = f"a model is written for at most {MOST_STATES:,}: give a lower goal"
        raise InputError(f"{rules.where}: goal: {rules.goal}: about {states:,} states: {allowed}")
    question = '<<one>> R{"won"}max=? [ F over ]'
    over = "(needs1 <= 0 | needs2 <= 0)"
    lines = [
        f"// {rules.title or 'The game'} to {rules.goal}, both at the same moment.",
        f"// The value of the game: {question}",
        "csg",
        *(f"player {name} {name} endplayer" for name in PLAYERS),
        f"const int goal = {standings.needed};",
        *(line for seat in (1, 2) for line in _module(standings, turn, seat)),
        'rewards "won"',
        "    needs1 <= 0 & needs1 < needs2 & !over : 1;",
        "    needs1 <= 0 & needs1 = needs2 & !over : 1/2;",
        "endrewards",
    ]
    return PrismModel("\n".join(lines).replace("OVER", over) + "\n", question)


def _module(standings: Standings, turn: TurnModel, seat: int) -> Iterator[str]:
    """One player: a command for each number of dice, and the end of the game."""
    player = _Player(standings, seat)
    yield f"module {PLAYERS[seat - 1]}"
    yield f"    {player.needs} : [{_least(turn)}..{_most(standings)}] init goal;"
    if standings.counts > 1:
        yield f"    {player.busts} : [0..{standings.counts - 1}] init 0;"
    if seat == 1:
        yield "    over : bool init false;"
    for roll in turn.phases[0].rolls:
        for guard, standing, here in _cases(player, turn):
            found = _results(roll, here, player, standing)
            results = "\n      + ".join(f"{count}/{roll.total} : {then}" for then, count in found)
            yield f"    [roll{seat}_{sum(roll.dice)}] !OVER & {guard} ->\n        {results};"
    ends = "(over' = true)" if seat == 1 else "true"
    yield f"    [end{seat}] OVER -> {ends};"
    yield "endmodule"


@dataclass(frozen=True)
class _Player:
    """The variables of a player."""

    standings: Standings
    seat: int

    @property
    def needs(self) -> str:
        """The points to go."""
        return f"needs{self.seat}"

    @property
    def busts(self) -> str:
        """The busts in a row."""
        return f"busts{self.seat}"

    def with_needs(self, needs: str, busts: int = 0) -> str:
        """The update to these points to go."""
        found = f"({self.needs}' = {needs})"
        return found + (f" & ({self.busts}' = {busts})" if self.standings.counts > 1 else "")

    def at(self, standing: int) -> str:
        """The update to a standing, or to the goal and the units beyond it."""
        if standing <= 0:
            return self.with_needs(str(standing))
        return self.with_needs(str(self.standings.units(standing)), self.standings.busts(standing))

    def busted(self, standing: int | None, kept: int) -> str:
        """The update after a bust that keeps these units, from a standing where busts in a row count."""
        if standing is not None:
            return self.at(self.standings.after_bust(standing, kept))
        return self.with_needs(f"{self.needs} - {kept}") if kept else "true"

    def lost(self, standing: int | None) -> str:
        """The update after everything banked is lost."""
        return self.with_needs("goal") if standing is None else self.at(self.standings.after_loss(standing))

    def stands(self, standing: int) -> str:
        """The guard that this is the player's standing."""
        found = f"{self.needs} = {self.standings.units(standing)}"
        return found + (f" & {self.busts} = {self.standings.busts(standing)}" if self.standings.counts > 1 else "")


def _most(standings: Standings) -> str:
    """The most points to go: those of the lowest score."""
    return "goal" if standings.lowest == standings.needed else str(standings.lowest)


def _least(turn: TurnModel) -> int:
    """The least points to go: those of a roll that wins immediately are fewer than those of any throw."""
    return 1 - turn.most_points // turn.unit - bool(turn.rules.events.win)


def _cases(player: _Player, turn: TurnModel) -> Iterator[tuple[str, int | None, TurnModel]]:
    """The turn and, where busts in a row count, the standing that it begins at."""
    first, standings = first_turn(turn), player.standings
    if standings.streak:
        for standing in range(1, standings.count + 1):
            yield player.stands(standing), standing, first if standings.units(standing) == standings.needed else turn
    elif first.bank_from > turn.bank_from:
        yield f"{player.needs} < goal", None, turn
        yield f"{player.needs} = goal", None, first
    else:
        yield "true", None, turn


def _results(roll: Roll, turn: TurnModel, player: _Player, standing: int | None) -> Iterator[tuple[str, int]]:
    """What a roll leads to, with how many of its throws."""
    found: dict[str, int] = {}
    for outcome in roll.outcomes:
        points = 0 if outcome.event or not outcome.options else outcome.options[0].points
        if outcome.event == "win":
            then = player.with_needs(str(_least(turn)))
        elif outcome.event == "lose_banked":
            then = player.lost(standing)
        elif points >= max(1, turn.bank_from):
            then = player.with_needs(f"{player.needs} - {points // turn.unit}")
        else:
            then = player.busted(standing, points // turn.unit if turn.rules.turn.keep_on_bust else 0)
        found[then] = found.get(then, 0) + outcome.count
    yield from found.items()
