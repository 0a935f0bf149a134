"""Estimates of the cost of a race."""

from __future__ import annotations

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate
from jeopardice.native.calls import cores
from jeopardice.native.race import CoreRace, vector_lanes
from jeopardice.race.model import RaceModel
from jeopardice.race.objectives import Objective
from jeopardice.turn.closing import closing_of

PACE = 2.8e-10
"""Seconds that one option takes in all lanes of a register, measured; similar on all machines."""
ROW = 40
"""The cost of a row besides its options, counted in options."""
PASSES = 2.4
"""How often a state of a two-player race is solved until it has settled, on average."""
SWEEPS = 1.9
"""The factor on the time where scores can decrease, and with plain sweeps (core/race/sweeps.cpp)."""
PLAIN_SWEEPS = 4.5
LOSING = 4
"""The factor on it where everything banked can be lost."""
FEW_LANES = 16
"""This many more states in a level take no longer, because registers are not always full."""
LEAST = 1e-4
"""Seconds that even the smallest race takes."""
NO_FLOOR = 1.4
"""The factor on it where the effect of a lowest score has to be bounded."""
SAMPLED_CHANCES, MOST_CHANCES = 64, 2**24
"""The ends that matter of a sampled turn, and those of all (core/race/linear_board.hpp)."""
STEALING = {"after-bank": 2.2, "after-bust": 40}
"""The factor on the time where turns can be stolen."""
STARTS = 2
"""Multiplayer: other guesses from which a certified solution is solved again."""
ONLY_OPTION = 0.25
"""Multiplayer: the cost of an option that is compared with no other, measured."""
MULTIPLAYER_PASSES = 2.05
MULTIPLAYER_SWEEPS = 10
STATE = 8e-8
"""Multiplayer: seconds that a state takes besides its turn, measured; mostly to fetch the next values from memory."""

EXACT = 2.5e-6
"""Multiplayer, in fractions: seconds that an option takes in a row of a turn, measured."""
ROLLED, STOLEN = 5, 0.25
"""The cost of a row besides its options, and of a row of each turn that can be stolen, counted in options."""
MOST_SECONDS = 900.0
"""Fractions that take longer are refused."""


def estimate_race(
    core: CoreRace, objective: Objective, threads: int | None = None, *, certify: bool = False
) -> Estimate:
    """States, memory and time of a race of one or two players."""
    model = core.model
    n, options = model.lowest, ROW + sum(1 for _ in model.turn.options)
    lanes = vector_lanes() * cores(threads) / (3 if certify else 1)
    carried = len(model.carryover(objective.name).all)
    predicts = not (model.can_steal or model.rules.turn.keep_on_bust or model.rules.turn.beat_previous)
    sweeps = (SWEEPS if predicts else PLAIN_SWEEPS) if model.has_penalties else 1
    pace = PACE * carried * sweeps * (LOSING if model.rules.events.lose_banked else 1)
    # A turn also has rows past the goal where a bank there may be too small, or a last turn follows it.
    rows = max(n / 2, model.bank_from)
    if objective.name == "win":
        board = core.board("win")
        # The values of continuing each turn that can be stolen.
        offers = board.offers_size if model.rules.turn.steal != "never" else 0
        rows = max(rows, board.totals if offers else n / 2 + board.past)
        seconds = pace * PASSES * options * n * (n + FEW_LANES) * rows / lanes
        seconds = LEAST + seconds * (NO_FLOOR if model.has_no_floor else 1)
        seconds *= STEALING[model.rules.turn.steal] if offers else 1
        # Lower and upper bounds, and where scores can decrease the slack of each state.
        tables = (8 if model.has_penalties else 4) if certify else 1
        numbers, working = tables * carried * n**2 + (3 if certify else 1) * offers, 0
        if model.has_penalties and predicts:
            # A few tables for predictions (twice as large where a missing floor is bounded), and sampled turns.
            sampled = carried * min(n, 32 + n // 4) ** 2 * SAMPLED_CHANCES
            working = (20 if model.has_no_floor else 10) * carried * n**2 + min(sampled, MOST_CHANCES)
        return Estimate(carried * n**2, 8 * (numbers + working), seconds, 8 * working)
    if objective.name == "turns":
        return Estimate(carried * n, 8 * carried * n, pace * 4 * options * n * rows)
    states = carried * n * (objective.turns + 1)
    return Estimate(states, 8 * states, PACE * carried * options * n * rows * objective.turns / lanes)


def exact_seconds(model: RaceModel) -> float:
    """Multiplayer: the time for fractions; long races are refused."""
    n, players, phases = model.lowest, model.rules.players, len(model.turn.phases)
    options = ROLLED + sum(1 for _ in model.turn.options)
    offers = STOLEN * n * phases if model.can_steal else 0
    work: float = len(model.carryover("win").all) * n**players * n * (1 + offers)
    if model.rules.end.rule != "sudden":
        rows = n + 2 * closing_of(model.turn).total // model.turn.unit
        work += 2 * rows**players * (2 ** (players - 1) if model.has_first_bank else 1)
    seconds: float = EXACT * options * work
    if seconds > MOST_SECONDS:
        raise JeopardiceError(
            f"exact: fractions of a race of {model.needed:,} steps for {players} players take about "
            f"{seconds / 3600:,.1f} hours: too long; a certificate (certify) bounds what players can gain"
        )
    return seconds


def rows_besides(model: RaceModel) -> float:
    """Multiplayer: what a state takes besides its turn, counted in rows of a turn."""
    return STATE * (model.rules.players - 1) * vector_lanes() / (PACE * _options(model))


def _options(model: RaceModel) -> float:
    """Multiplayer: the cost of a row of a turn, counted in options."""
    rolls = [roll for phase in model.turn.phases for roll in phase.rolls]
    counts = [len(outcome.options) for roll in rolls for outcome in roll.outcomes if outcome.goes_on]
    compared = sum(count if count > 1 else ONLY_OPTION for count in counts)
    return ROW + compared * (1 + 0.4 * (model.rules.players - 2))


def estimate_multiplayer(model: RaceModel, threads: int | None = None, *, certify: bool = False) -> Estimate:
    """States, memory and time of a race of three or more players."""
    players, carried = model.rules.players, len(model.carryover("win").all)
    states = carried * model.lowest**players
    sweeps = MULTIPLAYER_SWEEPS if model.has_penalties else 1
    passes = MULTIPLAYER_PASSES * sweeps + 1 + (STARTS * 3 if certify else 0)
    rows, last_round, past = model.lowest / 2, 0, 0
    if model.rules.end.rule != "sudden":
        # Turns continue past the goal, about three times as far as anyone would roll for points.
        past = 3 * closing_of(model.turn).total // model.turn.unit
        rows += past
        last_round = players * (model.lowest + past) ** (players - 1)
        last_round *= 2 ** (players - 1) if model.has_first_bank else 1
    offers = 0
    if model.can_steal:
        # The values of continuing each turn that can be stolen, and whole turns that are solved for them.
        rows = model.lowest + past
        each = len(model.turn.phases) * rows * (players - 1)
        plain = sum(state.to_beat == 0 for state in model.carryover("win").all)
        offers = plain * model.lowest**players * each
        last_round += model.lowest ** (players - 1) * past * each
        passes *= STEALING[model.rules.turn.steal]
    pace = PACE * _options(model) * (rows + rows_besides(model)) / vector_lanes()
    seconds = states * passes * pace / cores(threads)
    return Estimate(states, 8 * (states * (players - 1) + last_round + offers), seconds)
