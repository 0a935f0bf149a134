"""How to compute what a paper prints: `ask.what` of a number names a public function of these modules, its recipe.

A recipe takes the printed number (whose `ask` says which game, and whatever else it needs to know) and the workbench
that holds what the run has solved so far. It returns the number in the unit of the print: an int, a float, a fraction,
a word, a python-flint ball, or a list of those.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getmembers, isfunction

from jeopardice.papers.catalogue import Published
from jeopardice.papers.recipes import dice_race, races, ten_thousand, turns
from jeopardice.papers.workbench import Workbench

RECIPES: dict[str, Callable[[Published, Workbench], object]] = {
    name.replace("_", "-"): recipe
    for module in (turns, ten_thousand, races, dice_race)
    for name, recipe in getmembers(module, isfunction)
    if recipe.__module__ == module.__name__ and not name.startswith("_")
}
