"""Our own core on one thread, from the tables of a turn to the values between turns."""

from __future__ import annotations

from benchmarks.peers.measure import Answer, Contender, timed

from jeopardice import _core
from jeopardice.native.race import CoreRace
from jeopardice.race.model import race_model
from jeopardice.rulebook import Rules
from jeopardice.solvers.certify import certify
from jeopardice.solvers.race import solve_race


def winning(rules: Rules) -> Contender:
    """The first player's chance, in the widest lanes that this machine has."""
    return _winning(rules, _core.kernels()[0])


def winning_in_narrow_lanes(rules: Rules) -> Contender:
    """The same in the narrowest registers: what the method gains, almost without SIMD."""
    return _winning(rules, "baseline")


def _winning(rules: Rules, kernel: str) -> Contender:
    race = CoreRace(race_model(rules))
    return Contender(
        f"Jeopardice, one thread, {kernel}",
        lambda: timed(lambda: float(race.win(threads=1, kernel=kernel)[-1, -1])),
    )


def certified(rules: Rules) -> Contender:
    """The first player's chance with a proven bound of the error of every value."""
    solution = solve_race(rules, threads=1)
    solve = _winning(rules, _core.kernels()[0]).solve

    def certify_as_well() -> Answer:
        solved = solve()
        proven = timed(lambda: float(certify(solution, threads=1).value))
        return Answer(solved.value, solved.seconds + proven.seconds)

    return Contender("the same, certified", certify_as_well)


def fewest_turns(rules: Rules) -> Contender:
    """The least expected turns to the goal."""
    race = CoreRace(race_model(rules))
    return Contender("Jeopardice, one thread", lambda: timed(lambda: float(race.turns()[-1])))
