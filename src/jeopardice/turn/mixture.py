"""How often best play takes each action where it mixes, in a race of three or more players.

Either single decisions are mixed, or whole turns: with some chance the bolder of two plays, which of actions of the
same value takes the one that busts most, otherwise the one that busts least. In a position each play counts by how
likely it leads there; decisions that are drawn with these probabilities end a turn with the same chances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from jeopardice.common.numbers import Number
from jeopardice.turn.decisions import Choice, SolvedTurn
from jeopardice.turn.dice import Hand

UNLIKELY = 1e-14
"""Ways to a position with a smaller chance do not count."""
State = tuple[int, int]
"""A phase and a turn total."""
Decision = tuple[str, int, int, int]
""""roll", "option" or "steal", the phase, the turn total, and the action: see core/multiplayer/mixtures.hpp."""


@dataclass(frozen=True)
class Play:
    """One of two plays of a turn: the chances to come to each state, and to roll there."""

    arrives: Mapping[State, float]
    rolls: Mapping[tuple[State, Hand], float]


class TwoPlays:
    """Whole turns are mixed: with a chance of `share` the bolder play is taken."""

    def __init__(self, turn: SolvedTurn, share: float) -> None:
        self.turn, self.share = turn, share
        self._known: dict[State, list[tuple[Number, Number, int]]] = {}

    @cached_property
    def plays(self) -> tuple[Play, Play]:
        """The play that busts less, and the bolder one."""
        return self._play(bold=False), self._play(bold=True)

    def probabilities(
        self, phase: int, total: int, rolled: Hand | None, actions: Sequence[Choice]
    ) -> list[float] | None:
        """Of all actions before a roll, or after one of these dice."""
        best = max(action.value for action in actions)
        tied = [number for number, action in enumerate(actions) if self.turn.tied(action.value, best)]
        if len(tied) < 2:
            return None
        cautious, bold = self.plays
        state = phase, total
        ways = [
            part * (play.arrives.get(state, 0.0) if rolled is None else play.rolls.get((state, rolled), 0.0))
            for part, play in ((1 - self.share, cautious), (self.share, bold))
        ]
        boldly = ways[1] / sum(ways) if sum(ways) > 0 else self.share
        first = min(tied, key=lambda n: (actions[n].bust, actions[n].then, -actions[n].points))
        found = [0.0] * len(actions)
        found[first] += 1 - boldly
        found[max(tied, key=lambda n: actions[n].bust)] += boldly
        return found

    def stealing(self, phase: int, total: int, actions: Sequence[Choice]) -> list[float] | None:
        """Whether to steal is not part of a turn."""
        return None

    def _play(self, *, bold: bool) -> Play:
        arrives: dict[State, float] = {}
        rolls: dict[tuple[State, Hand], float] = {}
        coming: dict[int, dict[tuple[int, int], float]] = {}

        def come(states: Sequence[State], chance: float) -> None:
            (phase, total), number = self._chosen(states, bold=bold)
            here = coming.setdefault(total, {})
            here[phase, number] = here.get((phase, number), 0.0) + chance

        come([(0, 0)], 1.0)
        while coming:
            total = min(coming)
            for (phase, number), chance in coming.pop(total).items():
                state = phase, total
                arrives[state] = arrives.get(state, 0.0) + chance
                if number < 0 or chance < UNLIKELY:
                    continue
                roll = self.turn.model.phases[phase].rolls[number]
                rolls[state, roll.dice] = rolls.get((state, roll.dice), 0.0) + chance
                for outcome in roll.outcomes:
                    if not self.turn.ends(outcome):
                        after = [(option.phase, total + option.points) for option in outcome.options]
                        come(after, chance * outcome.count / roll.total)
        return Play(arrives, rolls)

    def _chosen(self, states: Sequence[State], *, bold: bool) -> tuple[State, int]:
        """The state to go to, and the number of the roll to make there; -1: the turn ends."""
        found = [(*action, state) for state in states for action in self._actions(state)]
        best = max(value for value, *_ in found)
        tied = [action for action in found if self.turn.tied(action[0], best)]
        _, _, number, state = max(tied, key=lambda a: a[1]) if bold else min(tied, key=lambda a: (a[1], a[2]))
        return state, number

    def _actions(self, state: State) -> list[tuple[Number, Number, int]]:
        """The value of each action, its chance to bust, and the number of its roll."""
        found = self._known.get(state)
        if found is None:
            bank, rolls = self.turn.bank_value(*state), self.turn.model.phases[state[0]].rolls
            found = [(*self.turn.roll_worth(state[0], roll, state[1]), number) for number, roll in enumerate(rolls)]
            if bank is not None or not rolls:
                found.append((self.turn.state_value(*state) if bank is None else bank, 0, -1))
            self._known[state] = found
        return found


class MixedDecisions:
    """Single decisions are mixed, with the shares of their actions."""

    def __init__(self, turn: SolvedTurn, shares: Mapping[Decision, float]) -> None:
        self.turn, self.shares = turn, shares

    def probabilities(
        self, phase: int, total: int, rolled: Hand | None, actions: Sequence[Choice]
    ) -> list[float] | None:
        """Of all actions before a roll, or after one of these dice."""
        if rolled is None:
            return self._before(phase, total, actions)
        kept = {(action.phase, action.points) for action in actions}
        options = self._options(phase, total, rolled, kept)
        found, mixes = [0.0] * len(actions), len(options) > 1
        for (after, points), chance in options.items():
            numbers = [n for n, action in enumerate(actions) if (action.phase, action.points) == (after, points)]
            # Of sets of dice that lead to the same, the first.
            numbers = [
                n for k, n in enumerate(numbers) if actions[n].then not in {actions[m].then for m in numbers[:k]}
            ]
            some = [actions[n] for n in numbers]
            shares = self._before(after, total + points, some)
            mixes = mixes or shares is not None
            for n, share in zip(numbers, shares or self._best(some), strict=True):
                found[n] += chance * share
        return found if mixes else None

    def stealing(self, phase: int, total: int, actions: Sequence[Choice]) -> list[float] | None:
        """Of all actions at the start of a turn that may continue the one before."""
        steals = [action for action in actions if action.then == "steal"]
        begins = [action for action in actions if action.then != "steal"]
        share = self.shares.get(("steal", phase, total // self.turn.model.unit, 1))
        first = self._before(0, 0, begins)
        if share is None and first is None:
            return None
        if share is None:
            share = float(max(a.value for a in steals) > max(a.value for a in begins))
        kept = [share * part for part in self._best(steals)]
        begun = [(1 - share) * part for part in first or self._best(begins)]
        return [kept.pop(0) if action.then == "steal" else begun.pop(0) for action in actions]

    def _before(self, phase: int, total: int, actions: Sequence[Choice]) -> list[float] | None:
        """Of the actions of a state, a bank first."""
        units, banks = total // self.turn.model.unit, actions[0].then == "bank"
        found = [self.shares.get(("roll", phase, units, n + (not banks))) for n in range(len(actions))]
        return None if all(share is None for share in found) else [share or 0.0 for share in found]

    def _options(
        self, phase: int, total: int, rolled: Hand, kept: set[tuple[int, int]]
    ) -> dict[tuple[int, int], float]:
        """The options of a roll, as a phase and points, that are taken."""
        outcomes = [o for roll in self.turn.model.phases[phase].rolls if roll.dice == rolled for o in roll.outcomes]
        possible = [
            o for o in outcomes if not self.turn.ends(o) and all((c.phase, c.points) in kept for c in o.options)
        ]
        outcome = max(possible, key=lambda o: len(o.options))
        first, units = self._numbers[id(outcome)], total // self.turn.model.unit
        shares = [self.shares.get(("option", phase, units, first + n)) for n in range(len(outcome.options))]
        if all(share is None for share in shares):
            best = self.turn.best_option(outcome, total)
            return {(best.phase, best.points): 1.0}
        pairs = zip(outcome.options, shares, strict=True)
        return {(option.phase, option.points): share for option, share in pairs if share}

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of the first option of each outcome in the core's tables (native/turn.py)."""
        found, number = {}, 0
        for roll in self.turn.model.rolls:
            for outcome in roll.going_on:
                if not outcome.event:
                    found[id(outcome)] = number
                    number += len(outcome.options)
        return found

    def _best(self, actions: Sequence[Choice]) -> list[float]:
        """Which action is taken where nothing is mixed: the best, and of tied ones the one that busts least."""
        best = max(action.value for action in actions)
        tied = [n for n, action in enumerate(actions) if self.turn.tied(action.value, best)]
        first = min(tied, key=lambda n: actions[n].bust)
        return [float(n == first) for n in range(len(actions))]
