"""How to compute what a paper prints: one recipe for each `what` that a number may ask for.

A recipe takes the printed number (whose `ask` says which game, and whatever else it needs to know) and the workbench
that holds what the run has solved so far. It returns the number in the unit of the print: an int, a float, a fraction,
a word, a python-flint ball, or a list of those. For a new kind of number, write the function and name it here.
"""

from __future__ import annotations

from collections.abc import Callable

from jeopardice.papers.catalogue import Published
from jeopardice.papers.recipes import dice_race, farkle, races, ten_thousand, turns
from jeopardice.papers.workbench import Workbench

Recipe = Callable[[Published, Workbench], object]

RECIPES: dict[str, Recipe] = {
    # one turn
    "value": turns.value,
    "exact": turns.value,
    "bust_percent": turns.bust_percent,
    "closing": turns.closing,
    "turn-statistic": turns.statistic,
    "best-threshold": turns.best_threshold,
    "best-rolls": turns.best_rolls,
    "best-dice": turns.best_dice,
    # Crocce & Mordecki's tables
    "frequency": ten_thousand.frequency,
    "configuration-value": ten_thousand.configuration_value,
    "configuration-action": ten_thousand.configuration_action,
    "full-hand-value": ten_thousand.full_hand_value,
    "never-optimal": ten_thousand.never_optimal,
    # Busche & Neller's tables
    "gain": farkle.gain,
    "card": farkle.card,
    "card-percent": farkle.card_percent,
    # races to a goal, alone and against others
    "race": races.value,
    "advantage": races.advantage,
    "fairest-komi": races.fairest_komi,
    "match": races.match,
    "match-percent": races.match_percent,
    "best-thresholds": races.best_thresholds,
    "mixture": races.mixture,
    "pure-dice": races.pure_dice,
    # Louchard's race of one player alone
    "not-unique": dice_race.not_unique,
    "for-the-goal": dice_race.for_the_goal,
    "run-lengths": dice_race.run_lengths,
    "excess-limit": dice_race.excess_limit,
    "variance-mix": dice_race.variance_mix,
    "pattern-share": dice_race.pattern_share,
    "pattern-variance": dice_race.pattern_variance,
    "periodic-amplitude": dice_race.periodic_amplitude,
    "variance-growth": dice_race.variance_growth,
    "rolls-a-point": dice_race.rolls_a_point,
    "first-player-constant": dice_race.first_player_constant,
    "first-player-far": dice_race.first_player_far,
    "going-on": dice_race.going_on_at,
    "going-on-better": dice_race.going_on_better,
    "going-on-mean": dice_race.going_on_mean,
    "going-on-best": dice_race.going_on_best,
    "departures": dice_race.departures,
}
