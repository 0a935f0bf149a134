"""Simultaneous Hog in the language of PRISM-games: a concurrent stochastic game (`csg`).

Each player is a module that chooses a number of dice; both modules move in the same step, with independent dice. A
player's points to go continue below 0, because the larger total wins. The reward is the first player's share of the
win, paid when the game ends. In a concurrent game both see the whole past, so games with hidden information are none,
nor is Pig, whose players would see each other's rolls before they decide whether to bank.
"""

from __future__ import annotations

from collections.abc import Iterator

from jeopardice.common.errors import InputError
from jeopardice.export.prism import PrismModel
from jeopardice.native.simultaneous import after_busts, first_turn
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solvers.simultaneous import simultaneous_game
from jeopardice.turn import Roll, TurnModel

MOST_STATES = 1_000_000
PLAYERS = ("one", "two")


def prism_simultaneous(rules: Rules) -> PrismModel:
    """A game with all its choices; its value is the first player's chance of winning."""
    require("model", rules)
    turn, core = simultaneous_game(rules)
    states = core.needed**2
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
        f"const int goal = {core.needed};",
        *(line for seat in (1, 2) for line in _module(rules, turn, core.needed, seat)),
        'rewards "won"',
        "    needs1 <= 0 & needs1 < needs2 & !over : 1;",
        "    needs1 <= 0 & needs1 = needs2 & !over : 1/2;",
        "endrewards",
    ]
    return PrismModel("\n".join(lines).replace("OVER", over) + "\n", question)


def _module(rules: Rules, turn: TurnModel, needed: int, seat: int) -> Iterator[str]:
    """One player: a command for each number of dice, and the end of the game."""
    busted = after_busts(rules, turn.unit, needed)
    needs, least = f"needs{seat}", _least(rules, turn)
    yield f"module {PLAYERS[seat - 1]}"
    yield f"    {needs} : [{least}..goal] init goal;"
    if seat == 1:
        yield "    over : bool init false;"
    for roll in turn.phases[0].rolls:
        for guard, bust, here in _cases(needs, busted, turn):
            found = _results(roll, here, needs, bust)
            results = "\n      + ".join(f"{count}/{roll.total} : {then}" for then, count in found)
            yield f"    [roll{seat}_{sum(roll.dice)}] !OVER & {guard} ->\n        {results};"
    ends = "(over' = true)" if seat == 1 else "true"
    yield f"    [end{seat}] OVER -> {ends};"
    yield "endmodule"


def _least(rules: Rules, turn: TurnModel) -> int:
    """The least points to go: those of a roll that wins at once are fewer than those of any throw."""
    return 1 - turn.most_points // turn.unit - bool(rules.events.win)


def _cases(needs: str, busted: list[int], turn: TurnModel) -> Iterator[tuple[str, str, TurnModel]]:
    """What a bust leads to, and the turn, by the points to go."""
    first = first_turn(turn)
    if any(after != before for before, after in enumerate(busted, 1)):
        for before, after in enumerate(busted, 1):
            yield f"{needs} = {before}", f"({needs}' = {after})", first if before == len(busted) else turn
    elif first.bank_from > turn.bank_from:
        yield f"{needs} < goal", "true", turn
        yield f"{needs} = goal", "true", first
    else:
        yield "true", "true", turn


def _results(roll: Roll, turn: TurnModel, needs: str, bust: str) -> Iterator[tuple[str, int]]:
    """What a roll leads to, with how many of its throws."""
    found: dict[str, int] = {}
    least = 0 if turn.rules.turn.keep_on_bust else turn.bank_from
    for outcome in roll.outcomes:
        if outcome.event == "win":
            then = f"({needs}' = {_least(turn.rules, turn)})"
        elif outcome.event == "lose_banked":
            then = f"({needs}' = goal)"
        elif outcome.event or not outcome.options or outcome.options[0].points < least:
            then = bust
        else:
            then = f"({needs}' = {needs} - {outcome.options[0].points // turn.unit})"
        found[then] = found.get(then, 0) + outcome.count
    yield from found.items()
