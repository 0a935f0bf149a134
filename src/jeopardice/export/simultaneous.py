"""Simultaneous games for other programs: values and mixtures as labelled arrays, and every decision as a table.

Best play is a chance for each action: of each number of dice (Hog), or to bank at each turn total (Pig).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import jeopardice
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.export.labels import Labelled, Labels
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import dice_outcomes
from jeopardice.race.standings import Standings
from jeopardice.rulebook import rules_hash
from jeopardice.solutions import storage
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution, expected_worth
from jeopardice.solutions.simultaneous_file import by_scores
from jeopardice.solutions.simultaneous_turn import UNREACHED, SimultaneousTurn, bank_chances

MOST_CELLS = 200_000_000
"""Numbers of a mixture."""
SimultaneousColumns = dict[str, np.ndarray]


def labels_of_simultaneous(solution: SimultaneousSolution | HiddenSolution) -> Labels:
    """The values of a solution and its mixtures, by banked scores, the mover's own first.

    Where players see the scores it also has everything that a saved solution has: `jeopardice.load` reads it back.
    """
    if isinstance(solution, HiddenSolution):
        return _hidden_labels(solution)
    standings, unit, hog = solution.standings, solution.turn.unit, solution.rules.family == "hog"
    held, more = storage.coordinates_of(solution), storage.more_of(solution)
    scores = np.array([standings.score(units) for units in range(1, standings.lowest + 1)])
    coordinates: dict[str, Labelled] = {}
    for name, points in held.items():
        seat, what = name.split("_")
        who = {"mover": "the mover", "other": "the other player"}[seat]
        if what == "needs":
            score = f"{seat}_score"
            coordinates[score] = Labelled((score,), scores, f"banked score of {who}", "points")
            coordinates[name] = Labelled((score,), points, f"points that {who} needs", "points")
        else:
            coordinates[name] = Labelled((name,), points, f"busts in a row of {who}")
    both = tuple(name.replace("_needs", "_score") for name in held)
    values = storage.values_of(solution)
    variables = {"win": Labelled(both, values, "the mover's chance of winning")}
    for name, guaranteed in more.items():
        meaning = "the chance that the mover's mixture guarantees, proven"
        variables[name] = Labelled(both, guaranteed, meaning)
    facts = storage.facts_of(solution)
    checksum = storage.checksum_of(facts, [values, *held.values(), *more.values()])
    states = (standings.count, standings.count)
    if hog:
        dice = np.array([sum(roll.dice) for roll in solution.turn.phases[0].rolls])
        _check_cells(solution, standings.count**2 * len(dice))
        shares = by_scores(standings, solution.dice_mixtures().reshape(*states, len(dice)))
        coordinates["dice"] = Labelled(("dice",), dice, "number of dice")
        variables["mixture"] = Labelled((*both, "dice"), shares, "how often best play rolls this number of dice")
    else:
        outcomes = solution.distributions()
        _check_cells(solution, outcomes.size)
        bank, stands = bank_chances(outcomes, solution.turn)
        bank[stands <= UNREACHED] = np.nan
        totals = np.arange(bank.shape[1]) * unit
        coordinates["turn_total"] = Labelled(("turn_total",), totals, "turn total", "points")
        meaning = "how often best play banks; not a number where it never comes to this total"
        variables["bank"] = Labelled((*both, "turn_total"), by_scores(standings, bank.reshape(*states, -1)), meaning)
    return Labels(variables, coordinates, {**facts, "checksum": np.bytes_(checksum)})


def _hidden_labels(solution: HiddenSolution) -> Labels:
    from jeopardice.solvers.hidden import DiceSeenSolution, NothingSeenSolution  # linear programs: a slow import

    nothing_seen: HiddenSolution = solution
    if isinstance(solution, DiceSeenSolution):
        if any(solution.strategies):
            raise JeopardiceError(
                f'sees: "{solution.rules.sees}": best play depends on all dice so far: it has no table'
            )
        nothing_seen = solution.nothing_seen
    assert isinstance(nothing_seen, NothingSeenSolution)
    standings = Standings(solution.rules, 1, solution.rules.goal)
    rounds, points, count = nothing_seen.strategies[0].shape
    fewest, _ = solution.rules.dice_to_choose
    lowest = points // standings.counts
    coordinates = {
        "player": Labelled(("player",), np.array([1, 2]), "player"),
        "round": Labelled(("round",), np.arange(1, rounds + 1), "round; later ones are played like the last"),
        "own_score": Labelled(("own_score",), solution.rules.goal - np.arange(1, lowest + 1), "own score", "points"),
        "dice": Labelled(("dice",), fewest + np.arange(count), "number of dice"),
    }
    meaning = "how often best play rolls this number of dice"
    shares = np.stack(nothing_seen.strategies)
    dimensions: tuple[str, ...] = ("player", "round", "own_score", "dice")
    if standings.counts > 1:
        coordinates["own_busts"] = Labelled(("own_busts",), np.arange(standings.counts), "own busts in a row")
        dimensions = ("player", "round", "own_busts", "own_score", "dice")
        shares = shares.reshape(2, rounds, standings.counts, lowest, count)
    mixture = Labelled(dimensions, shares, meaning)
    win = Labelled(("player",), np.array([float(seat) for seat in solution.seats]), "chance of winning from the start")
    return Labels({"win": win, "mixture": mixture}, coordinates, _facts(solution))


def _check_cells(solution: SimultaneousSolution, cells: int) -> None:
    if cells > MOST_CELLS:
        what = f"the mixtures are {cells:,} numbers (at most {MOST_CELLS:,})"
        raise JeopardiceError(f"{solution.rules.where}: goal: {solution.rules.goal}: {what}")


def _facts(solution: HiddenSolution) -> dict[str, object]:
    rules, bound = solution.rules, solution.error_bound
    return {
        "title": np.bytes_(rules.title),
        "objective": np.bytes_("win"),
        "rules": np.bytes_(rules.to_toml().encode()),
        "rules_hash": np.bytes_(rules_hash(rules)),
        "version": np.bytes_(jeopardice.__version__),
        "error_bound": bound,
    }


def simultaneous_decisions(
    solution: SimultaneousSolution, step: int | None = None
) -> Iterator[tuple[float, SimultaneousColumns]]:
    """Every action in every state, with its chance in best play and what it wins against best play of the other.

    Columns come score after score of the mover, with the part of the work done.
    """
    unit, standings = solution.turn.unit, solution.standings
    step = unit if step is None else step
    if step < unit or step % unit:
        raise InputError(f"step: {step}: it must be a multiple of {unit}, the point unit of this game")
    every = range(1, standings.count + 1)
    listed = sorted((k for k in every if standings.score(k) % step == 0), key=lambda k: (standings.score(k), k))
    list_one = _dice_rows if solution.rules.family == "hog" else _total_rows
    for done, own in enumerate(listed, 1):
        parts = [list_one(solution, own, other) for other in listed]
        sizes = [len(totals) for totals, *_ in parts]
        totals, actions, chances, values = (np.concatenate(column) for column in zip(*parts, strict=True))
        columns = {
            "mover_score": np.full(len(totals), standings.score(own)),
            "other_score": np.repeat([standings.score(other) for other in listed], sizes),
        }
        if standings.counts > 1:
            columns["mover_busts"] = np.full(len(totals), standings.busts(own))
            columns["other_busts"] = np.repeat([standings.busts(other) for other in listed], sizes)
        yield (
            done / len(listed),
            {**columns, "turn_total": totals * unit, "action": actions, "probability": chances, "value": values},
        )


Rows = tuple[np.ndarray, np.ndarray, Floats, Floats]
"""Turn totals in units, actions, their chances, and what they win."""


def _dice_rows(solution: SimultaneousSolution, own: int, other: int) -> Rows:
    shares, worth = solution.mixture_at(own, other)
    ways = dice_outcomes(solution.turn_of(own))
    won = [expected_worth(outcomes, worth) for _, outcomes in ways]
    names = np.array([f"roll {dice}" for dice, _ in ways])
    return np.zeros(len(ways), np.int64), names, np.array(shares), np.array(won)


def _total_rows(solution: SimultaneousSolution, own: int, other: int) -> Rows:
    """Pig: bank and roll at every turn total to which best play comes."""
    outcomes, worth = solution.turn_at_units(own, other)
    turn, (roll,) = SimultaneousTurn.of(solution.turn_of(own), worth), solution.turn.phases[0].rolls
    unit = solution.turn.unit
    if solution.rules.events.win:  # where it rolls on forever, up to the total from which nothing changes
        outcomes = np.pad(outcomes, (0, max(0, len(worth) - len(outcomes))))
    bank, stands = bank_chances(outcomes[None], solution.turn)
    totals, names, chances, values = [], [], [], []
    for total in np.flatnonzero(stands[0] > UNREACHED).tolist():
        rolled = float(turn.roll_value(0, roll, total * unit))
        banked = turn.bank_value(0, total * unit) if total else None
        share = float(bank[0, total]) if banked is not None else 0.0
        for name, chance, value in (("roll", 1 - share, rolled), ("bank", share, banked)):
            if value is not None:
                totals.append(total)
                names.append(name)
                chances.append(chance)
                values.append(float(value))
    return np.array(totals), np.array(names), np.array(chances), np.array(values)
