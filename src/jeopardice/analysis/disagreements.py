"""Where the best strategies of two games disagree: what a player of one has to relearn for the other.

The positions are those in which best play of the first game decides whether to bank or to roll. Each is transferred to
the other game: the same dice left and the same turn total, banked scores in the same proportion to the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.analysis.compare import Profile
from jeopardice.evaluation.games import Decisions, Games
from jeopardice.native.calls import Floats
from jeopardice.race.model import RaceModel
from jeopardice.turn import TurnModel

MATTERS = 1e-9
"""Actions that differ by less are equally good."""
CARRY, PHASE, TOTAL = -3, -2, -1
"""The last columns of recorded decisions, after what each player needs."""
MOST_EXAMPLES = 6
CANDIDATES = 12
"""Positions that are considered for an example."""


@dataclass(frozen=True)
class Example:
    """One position in which best play differs."""

    dice: str
    """The dice left."""
    scores: tuple[int, ...]
    """In the first game, the mover's first."""
    other_scores: tuple[int, ...]
    total: int
    """A turn total at which one game banks and the other rolls."""
    bank_from: int | None
    """In the first game the least turn total to bank; None: the player rolls for the goal."""
    other_bank_from: int | None
    banks: bool
    """Whether the other game banks at the total, where the first one rolls."""
    cost: float
    """What it costs, in the other game, to decide as in the first."""

    @property
    def is_a_rule(self) -> bool:
        """Whether the totals to bank from explain it: the turn total is between them."""
        here, there = self.bank_from, self.other_bank_from
        low, high = (there, here) if self.banks else (here, there)
        return low is not None and low <= self.total and (high is None or self.total < high)


@dataclass(frozen=True)
class Disagreement:
    """How a game's best strategy differs from the first game's."""

    name: str
    first: str
    reason: str | None
    """Why they cannot be compared; None where they can."""
    decisions: int = 0
    """How many decisions were compared."""
    share: float = 0.0
    """The part of them in which they differ."""
    not_allowed: float = 0.0
    """The part of all positions in which the other game does not allow a bank."""
    by_dice: tuple[tuple[str, float, float], ...] = ()
    """The dice left, how often they came up, and how often the two then differ."""
    examples: tuple[Example, ...] = ()


def disagreements(profiles: Sequence[Profile]) -> tuple[Disagreement, ...]:
    """Every game against the first."""
    return tuple(_against(profiles[0], other) for other in profiles[1:])


def why_not(first: TurnModel, other: TurnModel) -> str | None:
    """Why the decisions of two games cannot be put side by side; None where they can."""
    if "hog" in (first.rules.family, other.rules.family):
        return "Hog has no decision to bank"
    if first.rules.family != other.rules.family:
        return "in one of them scoring dice are set aside, in the other a roll counts as a whole"
    if first.kinds != other.kinds or first.all_dice != other.all_dice:
        return "they are played with different dice"
    places = [{phase.place for phase in model.phases if phase.rolls} for model in (first, other)]
    if places[0] != places[1]:
        return "one of them counts something within a turn that the other does not"
    return None


def _against(first: Profile, other: Profile) -> Disagreement:
    here, there = first.games.race, other.games.race
    reason = why_not(here.turn, there.turn)
    if first.rules.players != other.rules.players:
        reason = "they are for different numbers of players"
    if first.rules.simultaneous or other.rules.simultaneous:
        reason = "where both play at the same moment, best play is a chance for each action"
    if reason is None and not len(first.played.recorded):
        reason = "there is never a decision to bank"
    if reason is not None:
        return Disagreement(other.name, first.name, reason)
    asked, times = np.unique(first.played.recorded, axis=0, return_counts=True)
    moved = _moved(asked, here, there)
    undecided = moved[:, TOTAL] < moved[:, 0]  # else the bank wins
    asked, moved, times = asked[undecided], moved[undecided], times[undecided]
    mine, theirs = _leads(first.games, asked), _leads(other.games, moved)
    legal = np.isfinite(theirs)
    differ = legal & (np.sign(mine) != np.sign(theirs)) & (np.minimum(np.abs(mine), np.abs(theirs)) > MATTERS)
    counted = int(times[legal].sum())
    names = np.array([here.turn.phase_name(here.turn.phases[q]) for q in asked[:, PHASE]])
    by_dice = []
    for q in here.turn.rolling_phases:
        name = here.turn.phase_name(here.turn.phases[q])
        those = legal & (names == name)
        number = int(times[those].sum())
        if number:
            by_dice.append((name, number / counted, float(times[those & differ].sum()) / number))
    share, not_allowed = times[differ].sum() / max(1, counted), times[~legal].sum() / max(1, int(times.sum()))
    examples = _examples(first, other, asked[differ], moved[differ], times[differ], theirs[differ])
    parts = float(share), float(not_allowed), tuple(by_dice), examples
    return Disagreement(other.name, first.name, None, counted, *parts)


def _leads(games: Games, asked: Decisions) -> Floats:
    """The worth of a bank minus the worth of a roll; minus infinity where a bank is not legal."""
    bank, roll = games.worths(asked)
    return np.where(np.isfinite(bank), bank - roll, -np.inf)


def _moved(asked: Decisions, here: RaceModel, there: RaceModel) -> Decisions:
    """Positions of one game in another: scores in proportion to the goal, the rest unchanged."""
    moved = asked.copy()
    ratio = there.rules.goal / here.rules.goal
    scores = (here.needed - asked[:, :CARRY]) * here.turn.unit * ratio
    moved[:, :CARRY] = np.clip(there.needed - np.rint(scores / there.turn.unit), 1, there.lowest)
    # The same carryover, or its first state where the other game does not have it.
    states = np.array([there.carryover("win").number.get(state, 0) for state in here.carryover("win").all])
    moved[:, CARRY] = states[asked[:, CARRY]]
    phases = np.array([there.turn.places.get(phase.place, 0) for phase in here.turn.phases])
    moved[:, PHASE] = phases[asked[:, PHASE]]
    moved[:, TOTAL] = np.maximum(1, np.rint(asked[:, TOTAL] * here.turn.unit / there.turn.unit))
    # A bank to beat cannot be more than the score.
    beaten = np.array([state.to_beat for state in there.carryover("win").all])[moved[:, CARRY]]
    moved[:, CARRY] = np.where(beaten + moved[:, CARRY - 1] > there.lowest, 0, moved[:, CARRY])
    return moved


def bank_from(games: Games, question: NDArray[np.int32]) -> int | None:
    """The least turn total that best play banks in a position, whatever its total; None: it rolls for the goal."""
    needed = int(question[0])
    asked = np.repeat(question[None], max(1, needed - 1), axis=0)
    asked[:, TOTAL] = np.arange(1, max(1, needed - 1) + 1)
    banks = _leads(games, asked) >= 0
    if needed <= 1 or not banks.any():
        return None
    return int(np.argmax(banks) + 1) * games.race.turn.unit


def _examples(
    first: Profile, other: Profile, asked: Decisions, moved: Decisions, times: NDArray[np.int64], leads: Floats
) -> tuple[Example, ...]:
    """For each number of dice left the most expensive habit far from the goal, the most frequent first."""
    here, there = first.games.race, other.games.race
    found = []
    for q in here.turn.rolling_phases:
        those = np.nonzero(asked[:, PHASE] == q)[0]
        if not len(those):
            continue
        # Close to the goal every error is expensive; the rest of the game is more instructive.
        halves = [2 * rows[those, TOTAL] <= rows[those, 0] for rows in (asked, moved)]
        far = those[halves[0] & halves[1]]
        those = far if len(far) else those
        dearest = those[np.argsort(-np.abs(leads[those]), kind="stable")][:CANDIDATES]
        examples = (
            Example(
                here.turn.phase_name(here.turn.phases[q]),
                _scores(here, asked[k]),
                _scores(there, moved[k]),
                int(asked[k, TOTAL]) * here.turn.unit,
                bank_from(first.games, asked[k]),
                bank_from(other.games, moved[k]),
                bool(leads[k] > 0),
                float(abs(leads[k])),
            )
            for k in dearest
        )
        first_example = next(examples)
        best = first_example if first_example.is_a_rule else next((e for e in examples if e.is_a_rule), first_example)
        found.append((int(times[those].sum()), best))
    found.sort(key=lambda entry: -entry[0])
    return tuple(example for _, example in found[:MOST_EXAMPLES])


def _scores(race: RaceModel, question: NDArray[np.int32]) -> tuple[int, ...]:
    return tuple((race.needed - int(units)) * race.turn.unit for units in question[:CARRY])


def thresholds(profile: Profile) -> tuple[tuple[str, int | None], ...]:
    """The turn total from which to bank, by the dice left, with all players half way to the goal; Hog has none."""
    race = profile.games.race
    if race.rules.family == "hog" or race.rules.simultaneous:
        return ()
    half = max(1, race.needed - race.needed // 2)
    found = []
    for q in race.turn.rolling_phases:
        question = np.array([half] * race.rules.players + [0, q, 1], dtype=np.int32)
        found.append((race.turn.phase_name(race.turn.phases[q]), bank_from(profile.games, question)))
    return tuple(found)
