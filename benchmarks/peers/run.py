"""Jeopardice beside other programs that solve the same games. Run with `make peers`.

Each table is one run on one machine, the contenders in turn; ratios are to Jeopardice on one thread, in its first line.
A program that is not installed is left out. All values must agree.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.peers import ours, plain, spiel, storm
from benchmarks.peers.measure import side_by_side

import jeopardice as jd

GAMES = (("pig", 100, 9), ("farkle", 2_000, 5), ("farkle", 5_000, 3), ("farkle", 10_000, 2))
"""Preset, goal, rounds."""
LONG = (("farkle", 20_000, 2), ("farkle", 40_000, 1))
"""Without value iteration, whose time grows with the cube of the goal, too."""
SPIEL_GOALS = ((10, 5), (20, 3), (30, 2), (40, 1))
"""Goal, rounds; 40 takes a minute and a half."""


def papers(program: Path | None) -> None:
    """Two players, against the papers' value iteration."""
    for preset, goal, rounds in GAMES + LONG:
        rules = jd.rules(preset).replace(goal=goal)
        contenders = [ours.winning(rules), ours.certified(rules)]
        if (preset, goal, rounds) in GAMES:
            contenders.append(ours.winning_in_narrow_lanes(rules))
            contenders += [plain.winning(rules, program)] if program else []
        side_by_side(f"two-player {rules.title} to {goal:,}", contenders, rounds)


def open_spiel() -> None:
    """Two-player Pig to small goals, and what its time at 100 would be."""
    times = {}
    for goal, rounds in SPIEL_GOALS:
        contenders = [ours.winning(jd.rules("pig").replace(goal=goal)), spiel.winning(goal)]
        times[goal] = side_by_side(f"two-player Pig to {goal}", contenders, rounds)[1].seconds
    power, seconds = spiel.extrapolated(times, 100)
    print(f"  OpenSpiel's time grows as goal^{power:.2f}; extrapolated, not measured: {seconds:,.0f} s to 100")


def model_checker() -> None:
    """Solitaire Pig to 100."""
    contenders = [ours.fewest_turns(jd.rules("pig")), *storm.fewest_turns()]
    side_by_side("solitaire Pig to 100, fewest expected turns", contenders, rounds=9)


def main() -> None:
    """Prints the measurements."""
    with tempfile.TemporaryDirectory() as folder:
        program = plain.compiled(Path(folder))
        if not program:
            print(f"plain value iteration: left out: no compiler {plain.COMPILER}")
        papers(program)
    for name, reason, compare in (
        ("Storm", storm.missing(), model_checker),
        ("OpenSpiel", spiel.missing(), open_spiel),
    ):
        if reason:
            print(f"{name}: left out: {reason}")
        else:
            compare()


if __name__ == "__main__":
    main()
