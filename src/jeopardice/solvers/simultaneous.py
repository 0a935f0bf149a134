"""Simultaneous play, solved: see `jeopardice.solutions.simultaneous`."""

from __future__ import annotations

from dataclasses import replace

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.calls import Floats, cores
from jeopardice.native.simultaneous import CoreSimultaneous, Played, core_simultaneous
from jeopardice.race.model import race_model
from jeopardice.race.standings import Standings
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.simultaneous_penalties import guaranteed, settled_values
from jeopardice.turn import TurnModel

MOST_NEEDED, MOST_LEAST = 2000, 10_000
"""Standings: units from the lowest score to the goal, for each number of busts in a row; units of the least bank."""
MATRICES = 40
"""Numbers for each state besides: values, and those of the last sweeps."""


def solve_simultaneous(
    rules: Rules, threads: int | None = None, progress: Progress | None = None, *, exact: bool = False
) -> SimultaneousSolution:
    """Solve a game of simultaneous play; with `exact` in fractions, if neither player has to mix."""
    standings, turn, core = simultaneous_game(rules)
    if exact:
        require("fractions", rules)
    workers, solving = cores(threads), part_of(progress, 0, 0.3) if exact else progress
    low: Floats | None
    if core.scores_can_decrease:
        check_memory(
            Estimate(core.standings**2, 8 * core.standings**2 * (_kept_rows(rules) * core.longest + MATRICES), 0)
        )
        played = Played()
        values = settled_values(core, played, workers, part_of(solving, 0, 0.8))
        low = None if exact else guaranteed(core, values, played, workers, part_of(solving, 0.8, 1))
    else:
        values, low = core.solve(workers, solving)
    found = SimultaneousSolution(rules, standings, turn, core, values, low)
    return _exactly(found, part_of(progress, 0.3, 1)) if exact else found


def _kept_rows(rules: Rules) -> int:
    """How many distributions are kept for a state, of one player or the other (measured)."""
    return 16 if rules.family == "pig" and not rules.turn.keep_on_bust else 3


def simultaneous_game(rules: Rules) -> tuple[Standings, TurnModel, CoreSimultaneous]:
    """The standings and the turn of a simultaneous game, and its tables; rules that are not supported are refused."""
    require("best play", rules)
    race, most = race_model(rules), "units in simultaneous play"
    turn, standings = race.turn, Standings(rules, race.turn.unit, race.needed)
    if standings.count > MOST_NEEDED:
        raise JeopardiceError(f"{rules.where}: goal: {rules.goal}: at most {MOST_NEEDED} {most}")
    if race.first_bank_from > MOST_LEAST:
        key, least = max((("minimum_bank", turn.bank_from), ("first_bank", rules.turn.first_bank)), key=lambda k: k[1])
        raise JeopardiceError(f"{rules.where}: turn.{key}: {least}: at most {MOST_LEAST} {most}")
    return standings, turn, core_simultaneous(rules, turn, standings)


def _exactly(solution: SimultaneousSolution, progress: Progress | None) -> SimultaneousSolution:
    """The same in fractions."""
    from jeopardice.solvers.simultaneous_exact import ExactValues  # python-flint takes a while to import

    exactly = ExactValues(solution)
    exactly.solve(progress)
    return replace(solution, exactly=exactly)
