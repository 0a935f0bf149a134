"""Games in the language of the model checker PRISM, which Storm and PRISM-games read as well.

One player (objectives turns and within:N) is an MDP, two players are a turn-based stochastic game (`smg`). Points are
counted in the game's unit. A state has the banked scores, the turn total and the phase of the turn; where a roll leaves
a choice of dice to keep, its outcome waits in `outcome`. Totals are followed to `enough`, where a bank wins: rolling
on is never better there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jeopardice.common.errors import InputError
from jeopardice.common.files import write_whole
from jeopardice.export.prism_rules import NAMES, WON_BY_BOTH, PrismGame
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.turn import Option, Roll

MOST_STATES = 10_000_000
"""States of a model, as estimated."""


@dataclass(frozen=True)
class PrismModel:
    """A model, and the property that asks for the value of the game."""

    text: str
    question: str


def prism_model(game: GameLike, objective: str | Objective = "win") -> PrismModel:
    """A game with all its choices; its value is that of `solve`."""
    rules = rules_of(game)
    model = PrismGame.of(rules, read_objective(objective))
    states = _states(model)
    if states > MOST_STATES:
        allowed = f"a model is written for at most {MOST_STATES:,}: give a lower goal"
        raise InputError(f"{rules.where}: goal: {rules.goal}: about {states:,} states: {allowed}")
    lines = [
        *model.head("smg" if model.players == 2 else "mdp"),
        *_owners(model),
        "module game",
        *(f"    {line}" for line in model.variables()),
        *_outcome_variable(model),
        *(line for seat in model.seats for line in _commands(model, seat)),
        *([f"    [over] winner = {WON_BY_BOTH} -> 1/2 : (winner' = 1) + 1/2 : (winner' = 2);"] if model.lasts else []),
        f"    [over] {model.over} -> true;",
        "endmodule",
        *model.rewards(),
    ]
    return PrismModel("\n".join(lines) + "\n", model.question)


def write_prism(model: PrismModel, path: str | Path) -> None:
    """Write a model, and beside it its property in a file of the same name that ends with .props."""
    place = Path(path)
    if place.suffix == ".props":
        raise InputError(f"{path}: the name of a model must not end with .props, which is for its property")
    write_whole(place, model.text)
    write_whole(place.with_suffix(".props"), f"{model.question}\n")


def _waiting(game: PrismGame) -> dict[tuple[Option, ...], int]:
    """The outcomes that leave a choice, numbered from 1."""
    found: dict[tuple[Option, ...], int] = {}
    for outcome in game.turn.outcomes:
        if not outcome.event and len(outcome.options) > 1:
            found.setdefault(outcome.options, len(found) + 1)
    return found


def _states(game: PrismGame) -> int:
    """About how many states there are."""
    scores, race = game.race.lowest, game.race
    totals = max(scores / 2, race.first_bank_from)
    waiting = sum(len(o.options) > 1 for o in game.turn.outcomes) + len(game.turn.phases)
    lasting = max(1, game.streak) ** game.players * max(1, game.objective.turns)
    if game.steals != "never":
        lasting *= 1 + scores * len(game.turn.phases)
    if game.beats:
        lasting *= scores
    if game.lasts:
        totals += 2 * game.past
    return int(game.players * scores**game.players * totals * waiting * lasting)


def _owners(game: PrismGame) -> Iterator[str]:
    """Two players: who makes which moves."""
    for seat in game.seats if game.players == 2 else ():
        moves = dict.fromkeys(line.split("]")[0].strip() + "]" for line in _commands(game, seat) if "[" in line)
        yield f"player {NAMES[seat]} {', '.join([*moves, *(['[over]'] if seat == 1 else [])])} endplayer"


def _outcome_variable(game: PrismGame) -> Iterator[str]:
    if waiting := _waiting(game):
        yield f"    outcome : [0..{len(waiting)}] init 0; // a roll that leaves a choice of dice to keep"


def _commands(game: PrismGame, seat: int) -> Iterator[str]:
    """All moves of a seat."""
    waiting = _waiting(game)
    idle = [game.moves(seat), *(["outcome = 0"] if waiting else [])]
    yield _command(game.label(seat, "bank"), [*idle, *game.may_bank(seat)], [("", game.after(seat, "bank"))])
    if game.steals != "never":
        yield _command(game.label(seat, "steal"), [*idle, *game.may_steal()], [("", game.stolen())])
    for q, phase in enumerate(game.turn.phases):
        here = [*idle, *game.in_phase(q)]
        for roll in phase.rolls:
            name = "roll" if len(phase.rolls) == 1 else f"roll_{game.turn.hand_name(roll.dice)}"
            results = [
                (f"{count}/{roll.total}", then) for then, count in _results(game, seat, q, roll, waiting).items()
            ]
            yield _command(game.label(seat, name), [*here, game.may_roll(seat)], results)
        if not phase.rolls:  # nothing to roll and too little to bank is a bust
            stuck = [*here, f"total < {game.least(seat)}"]
            yield _command(game.label(seat, "end"), stuck, [("", game.after(seat, "bust", q))])
    for options, number in waiting.items():
        for option in options:
            kept = f"{game.gained(seat, option)} & (outcome' = 0)"
            yield _command(game.label(seat, "keep"), [game.moves(seat), f"outcome = {number}"], [("", kept)])


def _results(game: PrismGame, seat: int, q: int, roll: Roll, waiting: dict[tuple[Option, ...], int]) -> dict[str, int]:
    """What a roll leads to, with how many of its throws."""
    found: dict[str, int] = {}
    for outcome in roll.outcomes:
        if outcome.event or not outcome.options:
            then = game.after(seat, outcome.event or "bust", q)
        elif len(outcome.options) > 1:
            then = game.rolled(f"(outcome' = {waiting[outcome.options]})")
        else:
            then = game.rolled(game.gained(seat, outcome.options[0]))
        found[then] = found.get(then, 0) + outcome.count
    return found


def _command(label: str, guards: list[str], results: list[tuple[str, str]]) -> str:
    """A line, or several where there are several results."""
    guard = " & ".join(guards)
    if len(results) == 1:
        return f"    [{label}] {guard} -> {results[0][1]};"
    lines = "\n      + ".join(f"{chance} : {then}" for chance, then in results)
    return f"    [{label}] {guard} ->\n        {lines};"
