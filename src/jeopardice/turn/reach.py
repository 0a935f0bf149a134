"""Which states of a turn can be reached by some play, good or bad."""

from __future__ import annotations

from jeopardice.turn.model import Option, Phase, TurnModel

FAR = 50_000


def reachable_states(model: TurnModel, most: int) -> set[tuple[int, int]]:
    """All (phase, turn total) up to a total that some sequence of rolls and choices leads to."""
    options = [_options(phase) for phase in model.phases]
    phases_at: dict[int, set[int]] = {0: {0}}
    for total in range(0, most + 1, model.unit):
        for phase in phases_at.get(total, ()):
            for option in options[phase]:
                if total + option.points <= most:
                    phases_at.setdefault(total + option.points, set()).add(option.phase)
    return {(phase, total) for total, phases in phases_at.items() for phase in phases}


def largest_total(model: TurnModel, enough: int) -> int:
    """The largest turn total that any play reaches, capped at a total that is enough where turns have no end."""
    far = min(enough, FAR * model.unit)
    gains = [max((option.points for option in _options(phase)), default=0) for phase in model.phases]
    largest = max(total + gains[phase] for phase, total in reachable_states(model, far))
    return largest if largest < far else max(largest, enough)


def _options(phase: Phase) -> set[Option]:
    return {option for roll in phase.rolls for outcome in roll.going_on for option in outcome.options}
