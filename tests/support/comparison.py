"""Compare the package with the oracle in every question about a game.

`compare` returns a `Verdict`: what was compared, and every disagreement in a sentence. Exact answers must lie
within the oracle's bounds, simulations within five standard errors of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic
from typing import Any

import jeopardice as jd
from jeopardice.common.estimates import Estimate
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel
from jeopardice.race.keys import carryover_keys
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.solvers.certify import certify
from jeopardice.solvers.race import solve_race
from jeopardice.turn import TurnModel
from oracles import game as oracle
from support.random_games import Document
from support.whim import Whim, roll_text, sorted_faces

DECIDED = 1e-6
"""Numbers are compared where the bounds of the oracle are at most this far apart."""
EXACT = 1e-13
"""Rounding error that bounds may have beyond those of the oracle."""
ROUNDING = 1e-9
"""Rounding error that the package may add, in probabilities or relative to expected turns."""
MOST_SECONDS = 1.0
"""Games that are estimated to take longer are left out."""
MOST_NODES = 60_000
STANDARD_ERRORS = 5.0


class TooSlow(Exception):  # noqa: N818  nothing is wrong with such a game
    """A game that is too large to be compared."""


@dataclass
class Verdict:
    """The outcome of a comparison."""

    outcome: str = "compared"
    """"compared", "refused" (no legal rules), "gave up" (the solver says why), "large" or "undecided"."""
    reason: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    """How often each question was compared."""
    wrong: list[str] = field(default_factory=list)

    def check(self, question: str, where: object, ours: float, bounds: oracle.Bounds, slack: float = 0.0) -> None:
        """Compare a number with bounds, unless they are too wide."""
        low, high = bounds
        if high - low > DECIDED * max(1.0, abs(low)):
            return
        self.asked[question] = self.asked.get(question, 0) + 1
        slack += ROUNDING * max(1.0, abs(high))
        if not low - slack <= ours <= high + slack:
            self.wrong.append(f"{question} at {where}: {ours!r}, right is {low!r} to {high!r}")

    def check_certificate(self, question: str, certified: RaceSolution, bounds: oracle.Bounds) -> None:
        """Compare a certified value with bounds."""
        assert certified.error_bound is not None
        self.asked["certificate"] = self.asked.get("certificate", 0) + 1
        error = certified.error_bound + EXACT * max(1.0, abs(bounds[1]))
        if not bounds[0] - error <= float(certified.value) <= bounds[1] + error:
            self.wrong.append(f"certificate of {question}: {certified.value!r} within {error!r}, right is {bounds}")


def compare(document: Document, seed: int = 0, *, most_nodes: int = MOST_NODES, seconds: float = 3.0) -> Verdict:
    """Ask all questions of a game, at positions drawn from the seed, within limits of the oracle's size and time."""
    verdict = Verdict()
    try:
        rules = jd.rules(document)
        race = solve_race(rules, announce=_not_too_large, progress=_Patience())
    except jd.InputError as error:
        return Verdict("refused", str(error))
    except jd.JeopardiceError as error:
        return Verdict("gave up", str(error))
    except TooSlow as error:
        return Verdict("large", str(error))
    try:
        game = oracle.Game(document, most_nodes=most_nodes, seconds=seconds)
        values = game.win()
    except oracle.TooLarge:
        return Verdict("large", "too large for the oracle")
    except oracle.OutOfScope as error:
        return Verdict("refused", f"the oracle: {error}")
    low, high = values.bounds(game.start)
    if high - low > DECIDED:
        return Verdict("undecided", f"the oracle knows {low} to {high} only")
    comparison = _Comparison(document, rules, race, game, values, verdict, Random(seed))
    for question in QUESTIONS:
        question(comparison)
    return verdict


class _Patience:
    """A progress callback that gives up after a few seconds."""

    def __init__(self) -> None:
        self.until = monotonic() + 4 * MOST_SECONDS

    def __call__(self, part: float) -> None:
        if monotonic() > self.until:
            raise TooSlow(f"{part:.0%} done in {4 * MOST_SECONDS:g} seconds")


def _not_too_large(estimate: Estimate) -> None:
    if estimate.seconds > MOST_SECONDS:
        raise TooSlow(str(estimate))


@dataclass(frozen=True)
class _Comparison:
    document: Document
    rules: jd.Rules
    race: RaceSolution
    game: oracle.Game
    values: oracle.WinValues
    verdict: Verdict
    draw: Random

    @property
    def slack(self) -> float:
        """The error bound that the package states."""
        return self.race.floor_error or 0.0

    @property
    def slack_elsewhere(self) -> float:
        """The same in other states: where scores fall without end no bound is known, and it is a little more."""
        return 1e-5 + 100 * self.slack if self.race.model.has_no_floor else 0.0

    @property
    def model(self) -> TurnModel:
        return self.race.model.turn

    def states(self, most: int) -> list[oracle.State]:
        """Some states that can come up, and that the package follows closely."""
        lowest = 0 if self.race.model.has_no_floor else self.race.model.lowest_score
        found = [
            state
            for state in self.values.states
            if min(state.mine, state.theirs) >= lowest and (state.last or state.to_beat <= state.theirs - lowest)
        ]
        return self.draw.sample(sorted(found, key=repr), min(most, len(found)))

    def turn_at(self, state: oracle.State) -> RaceTurn:
        return self.race.turn_at((state.mine, state.theirs), **self.carried(state))

    def carried(self, state: oracle.State) -> dict[str, Any]:
        return {
            "busts": (state.my_busts, state.their_busts) if self.race.carryover.streak else None,
            "to_beat": state.to_beat,
            "seat": 1 if state.begins else 2,
        }

    def hand_text(self, hand: oracle.Hand) -> str:
        return self.model.hand_name(hand)


def value(c: _Comparison) -> None:
    """The value from the start."""
    c.verdict.check("value", "the start", float(c.race.value), c.values.bounds(c.game.start), c.slack)


def values_of_states(c: _Comparison) -> None:
    """The mover's chance at states that can come up, with what can be stolen."""
    for state in c.states(12):
        ours = float(c.race.value_at((state.mine, state.theirs), **c.carried(state)))
        fresh = [bounds for then, _, bounds in c.values.turn(state).starts() if then == "roll"]
        low, high = max(low for low, _ in fresh), max(high for _, high in fresh)
        c.verdict.check("state", state, ours, (low, high), c.slack_elsewhere)


def advice(c: _Comparison) -> None:
    """Every legal action with its value: at the start of a turn, before a decision, and after a roll."""
    for state in c.states(4):
        _starts(c, state)
        if c.rules.family != "hog":
            turn = c.values.turn(state)
            for place in _some(c.draw, turn.positions(), 4):
                _decisions(c, state, *place)
                _after_rolls(c, state, place)
            all_dice = turn.starts()[0][1]
            _after_rolls(c, state, (all_dice, 0, 0))


def _starts(c: _Comparison, state: oracle.State) -> None:
    options: dict[str, Any] = c.carried(state)
    if state.offer:
        options |= {"offer": (c.hand_text(state.offer.hand), state.offer.total), "singles": state.offer.singles}
    found = c.race.advise((state.mine, state.theirs), **options)
    theirs = {(then, c.hand_text(hand)): bounds for then, hand, bounds in c.values.turn(state).starts()}
    ours = {(action.then, action.dice): float(action.value) for action in found.actions}
    _same_actions(c, "start", state, ours, theirs)


def _decisions(c: _Comparison, state: oracle.State, hand: oracle.Hand, total: int, singles: int) -> None:
    found = c.race.advise(
        (state.mine, state.theirs), turn=total, dice_left=c.hand_text(hand), singles=singles, **c.carried(state)
    )
    ours = {action.then: float(action.value) for action in found.actions}
    _same_actions(c, "decision", (state, hand, total), ours, c.values.turn(state).decide(hand, total, singles))


def _after_rolls(c: _Comparison, state: oracle.State, place: tuple[oracle.Hand, int, int]) -> None:
    hand, total, singles = place
    rolls = c.values.turn(state).rolls(hand, total, singles, total == 0)
    for faces, _, what, bounds in _some(c.draw, rolls, 4):
        where = (state, hand, total, faces)
        text = roll_text(faces, kinds=len(hand))
        found = c.race.advise((state.mine, state.theirs), turn=total, roll=text, singles=singles, **c.carried(state))
        c.verdict.check("roll", where, float(found.value), bounds, c.slack_elsewhere)
        if isinstance(what, str):
            if found.event != what:
                c.verdict.wrong.append(f"roll at {where}: event {found.event}, right is {what}")
            continue
        theirs = {(roll_text(one.keep, len(hand)), one.points, one.then): value for one, value in what}
        ours = {(sorted_faces(a.keep), a.points, a.then): float(a.value) for a in found.actions}
        if c.rules.family == "pig":
            theirs = {("", points, then): value for (_, points, then), value in theirs.items()}
            ours = {("", points, then): value for (_, points, then), value in ours.items()}
        else:
            theirs = {(sorted_faces(keep), *rest): value for (keep, *rest), value in theirs.items()}
        _same_actions(c, "action", where, ours, theirs)


def _same_actions(
    c: _Comparison, question: str, where: object, ours: dict[Any, float], theirs: dict[Any, oracle.Bounds]
) -> None:
    if set(ours) != set(theirs):
        c.verdict.wrong.append(f"{question} at {where}: actions {sorted(ours)}, right is {sorted(theirs)}")
        return
    for action, number in ours.items():
        c.verdict.check(question, (where, action), number, theirs[action], c.slack_elsewhere)


def one_player(c: _Comparison) -> None:
    """The fewest expected turns, and the chance within a few."""
    try:
        turns = solve_race(c.rules, "turns", certify=True)
        c.verdict.check("turns", "the start", float(turns.value), c.game.turns(), turns.floor_error or 0.0)
        c.verdict.check_certificate("turns", turns, c.game.turns())
    except (jd.JeopardiceError, oracle.TooLarge) as error:
        c.verdict.reason = f"turns: {error}"
    with suppress(oracle.TooLarge):
        for many in (1, 3):
            chance = solve_race(c.rules, f"within:{many}", certify=True)
            right = c.game.within(many)
            c.verdict.check("within", many, float(chance.value), (right, right), chance.floor_error or 0.0)
            c.verdict.check_certificate("within", chance, (right, right))


def exact(c: _Comparison) -> None:
    """Fractions are right, where there are any."""
    if not carryover_keys(c.rules) and c.race.model.needed <= 12:
        bounds = c.values.bounds(c.game.start)
        c.verdict.check("exact", "the start", float(solve_race(c.rules, exact=True).value), bounds)


def certified(c: _Comparison) -> None:
    """The value of the start, and those of states that can come up, are within the bounds of the certificate."""
    try:
        c.verdict.check_certificate("win", certify(c.race), c.values.bounds(c.game.start))
        low, high, _ = c.race.core.bounds(c.race.objective, c.race.values, threads=1)
    except jd.JeopardiceError as error:
        c.verdict.reason = f"certificate: {error}"
        return
    if c.race.model.has_no_floor:
        return
    sides = [replace(c.race, values=side) for side in (low, high)]
    for state in [state for state in c.states(30) if not state.last]:
        fresh = [bounds for then, _, bounds in c.values.turn(state).starts() if then == "roll"]
        least, most = (float(side.value_at((state.mine, state.theirs), **c.carried(state))) for side in sides)
        if least > max(high for _, high in fresh) + EXACT or most < max(low for low, _ in fresh) - EXACT:
            c.verdict.wrong.append(f"certificate at {state}: {least} to {most}, right is {fresh}")


def own_strategies(c: _Comparison) -> None:
    """Strategies of somebody's own against each other: exactly, and simulated."""
    carried = carryover_keys(c.rules)
    if set(carried) & {"turn.beat_previous", "turn.steal", "end.rule"} or c.rules.bust.floor == "none":
        return  # what a fixed strategy makes of those is a convention, not a rule
    seed = c.draw.randrange(10**6)
    a, b = (Whim(seed + k, c.draw.choice(["turn", "mover", "scores"])) for k in (0, 1))
    players = [one.as_oracle_asks(c.game, c.hand_text) for one in (a, b)]
    right = c.game.match(players[0], players[1])
    if right.win[1] - right.win[0] > DECIDED:
        return
    try:
        if not carried:
            match = match_duel(c.rules, a, b)
            c.verdict.check("match", (a, b), match.first, right.win)
            if right.turns[1] < 1000:
                c.verdict.check("length", (a, b), match.turns.expected, right.turns)
        if right.turns[1] < 300:
            _simulated(c, (a, b), right.win)
    except jd.JeopardiceError as error:
        c.verdict.reason = f"match: {error}"


def best_play_simulated(c: _Comparison) -> None:
    """Best play against itself, simulated."""
    try:
        _simulated(c, ("optimal", "optimal"), c.values.bounds(c.game.start))
    except jd.JeopardiceError as error:
        c.verdict.reason = f"simulate: {error}"


def _simulated(c: _Comparison, players: tuple[Any, Any], right: oracle.Bounds) -> None:
    found = simulate_duel(
        c.rules, *players, SimulationOptions(games=4000, seed=c.draw.randrange(10**6), threads=1)
    ).first
    # A standard error that is 0 because everything went one way says little.
    error = max(found.stderr, 0.5 / 2000**0.5 * 0.2)
    c.verdict.check("simulation", players, found.mean, right, STANDARD_ERRORS * error + c.slack)


def _some(draw: Random, things: Iterable[Any], most: int) -> list[Any]:
    found = sorted(things, key=repr)
    return draw.sample(found, min(most, len(found)))


QUESTIONS: tuple[Callable[[_Comparison], None], ...] = (
    value,
    values_of_states,
    advice,
    one_player,
    exact,
    certified,
    own_strategies,
    best_play_simulated,
)
