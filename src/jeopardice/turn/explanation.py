"""Why an action is best: what a bank and a roll are worth, what a bust costs, and what is gained otherwise.

A roll that loses the turn with chance p is worth  p Z + (1 - p) G,  Z being what a bust leaves and G the value if
it goes well. It beats a bank of worth B exactly if  (1 - p) (G - B) > p (B - Z):  the possible gain outweighs
the possible loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from jeopardice.common.numbers import Number
from jeopardice.turn import Event
from jeopardice.turn.advice import Action, Advice, advise_start, advise_turn
from jeopardice.turn.decisions import SolvedTurn

Measure = Literal["chance", "points", "turns"]


@dataclass(frozen=True)
class Gamble:
    """What the next roll of an action means."""

    action: Action
    bust: Number
    """The chance that the next roll ends the turn with nothing."""
    if_bust: Number
    """What is left then."""
    if_not: Number
    """The average value if it goes well."""


@dataclass(frozen=True)
class Explanation:
    """One decision, explained."""

    advice: Advice
    bank: Action | None
    """The best way to bank, if there is one."""
    gamble: Gamble | None
    """The best way to roll on, if there is one."""
    sentences: tuple[str, ...]
    stolen: Gamble | None = None
    """Where a turn may be stolen: what continuing it means."""


def explain(
    solved: SolvedTurn,
    turn: int = 0,
    roll: str | None = None,
    dice_left: str | None = None,
    singles: int = 0,
    *,
    offer: tuple[str, int] | None = None,
    measure: Measure = "chance",
) -> Explanation:
    """Explain the best action in a position of a solved turn, or whether to continue the turn that is offered."""
    advice = advise_start(solved, *offer, singles) if offer else advise_turn(solved, turn, roll, dice_left, singles)
    if not advice.actions:
        word = "wins" if advice.event == "win" else "busts"
        return Explanation(advice, None, None, (f"{roll} {word}: there is nothing to decide.",))
    bank = next((action for action in advice.actions if action.then == "bank"), None)
    rolling, stealing = (next((a for a in advice.actions if a.then == then), None) for then in ("roll", "steal"))
    gamble = _gamble(solved, rolling, turn) if rolling else None
    stolen = _gamble(solved, stealing, turn) if stealing else None
    return Explanation(advice, bank, gamble, tuple(_sentences(advice, bank, gamble, stolen, measure)), stolen)


def _gamble(solved: SolvedTurn, action: Action, turn: int) -> Gamble:
    ends = _next_ends(solved, action)
    bust = sum(ends.values(), solved.number(0))
    worths = {event: solved.sign * solved.end_value(event, action.phase, turn + action.points) for event in ends}
    lost = sum((chance * worths[event] for event, chance in ends.items()), solved.number(0))
    if_bust = lost / bust if bust else solved.sign * solved.end_value("bust", action.phase, turn + action.points)
    return Gamble(action, bust, if_bust, (action.value - lost) / (1 - bust) if bust < 1 else if_bust)


def next_bust(solved: SolvedTurn, action: Action) -> Number:
    """The chance that the next roll of an action ends the turn without a win."""
    return sum(_next_ends(solved, action).values(), solved.number(0))


def _next_ends(solved: SolvedTurn, action: Action) -> dict[Event, Number]:
    """The chance of each event with which the next roll of an action ends the turn without a win."""
    model = solved.model
    roll = next(roll for roll in model.phases[action.phase].rolls if model.hand_name(roll.dice) == action.dice)
    found: dict[Event, Number] = {}
    for outcome in roll.outcomes:
        event = outcome.event or "bust"
        if solved.ends(outcome) and (event != "win" or not solved.wins_count):
            found[event] = found.get(event, 0) + solved.number(Fraction(outcome.count, roll.total))
    return found


def _sentences(
    advice: Advice, bank: Action | None, gamble: Gamble | None, stolen: Gamble | None, measure: Measure
) -> list[str]:
    best, *others = advice.actions
    lines = [f"Best: {_named(best)}, worth {_worth(best.value, measure)}."]
    if best.verdict == "tied":
        lines.append("Another action is worth the same, as far as the numbers show.")
    lines += [
        f"{_named(each.action).capitalize()}: the next roll busts {float(each.bust):.1%} of the time, which leaves "
        f"{_worth(each.if_bust, measure)}; otherwise you have {_worth(each.if_not, measure)} on average."
        for each in (stolen, gamble)
        if each
    ]
    if stolen and gamble and best.verdict == "best":
        difference = _worth(abs(float(stolen.action.value - gamble.action.value)), measure)
        verdict = "gains" if best.then == "steal" else "gives up"
        lines.append(f"Continuing with {stolen.action.points:,} {verdict} {difference} against a turn of your own.")
    if bank and gamble:
        lose, win = abs(float(bank.value - gamble.if_bust)), abs(float(gamble.if_not - bank.value))
        verdict = "that is worth it" if best.then == "roll" else "that is not worth it"
        odds = f"{float(gamble.bust):.1%}", f"{1 - float(gamble.bust):.1%}"
        lines.append(
            f"{_named(bank).capitalize()}: worth {_worth(bank.value, measure)}. Compared with that, the roll risks "
            f"{_worth(lose, measure)} ({odds[0]} of the time) to gain {_worth(win, measure)} ({odds[1]} of the time), "
            f"and {verdict}."
        )
    different = next((other for other in others if other.keep != best.keep and other.verdict == "worse"), None)
    if different:
        gives_up = _worth(different.loss, measure)
        lines.append(f"Next best with other dice: {_named(different)}, which gives up {gives_up}.")
    return lines


def _named(action: Action) -> str:
    then = {"bank": "bank", "end": "end the turn"}.get(action.then) or f"roll {action.dice}"
    if action.then == "steal":
        return f"continue with {action.points:,} and {then}"
    return f"keep {action.keep} and {then}" if action.keep else then


def _worth(value: Number, measure: Measure) -> str:
    number = float(value)
    if measure == "chance":
        return f"{number:.2%}"
    return f"{number:,.2f} {'points' if measure == 'points' else 'turns'}"
