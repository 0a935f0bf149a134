"""The best dice to bring: sets of dice from an inventory, what each is worth, and the search for the best."""

from jeopardice.analysis.dice_sets.inventory import Die, Inventory, parse_inventory, read_inventory
from jeopardice.analysis.dice_sets.search import Found, Search
from jeopardice.analysis.dice_sets.worth import CRITERIA, Worth, worth_for

__all__ = [
    "CRITERIA",
    "Die",
    "Found",
    "Inventory",
    "Search",
    "Worth",
    "parse_inventory",
    "read_inventory",
    "worth_for",
]
