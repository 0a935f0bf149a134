"""The carryover of a race in the core."""

from __future__ import annotations

from dataclasses import replace

from jeopardice import _core
from jeopardice.race.carryover import Carryover

STEAL = {"never": _core.Steal.never, "after-bank": _core.Steal.after_bank, "after-bust": _core.Steal.after_bust}


def core_carryover(carryover: Carryover) -> _core.Carryover:
    """The states of the carryover and where a turn leads from each, as tables."""
    rules, number, largest = carryover.rules, carryover.number, carryover.largest_bank
    states = [
        _core.CarryoverState(
            least=state.to_beat + 1,
            banked=number[carryover.after_bank(state, min(1, largest))],
            step=int(carryover.beats and largest > 1),
            busted=number[carryover.after_bust(state)],
            penalized=carryover.is_penalised(state),
            last_turns=carryover.last_turns(state),
            equivalent=number[replace(state, busts=(0,) * carryover.players)],
            below_floor=carryover.below_floor(state),
            offers=number[replace(state, to_beat=0)],
        )
        for state in carryover.all
    ]
    return _core.Carryover(
        states,
        loses=bool(rules.events.lose_banked),
        beat_previous=carryover.beats,
        ties_split=rules.end.tie == "split",
        steal=STEAL[rules.turn.steal if carryover.players > 1 and rules.family != "hog" else "never"],
        offered=sum(state.to_beat == 0 for state in carryover.all),
    )
