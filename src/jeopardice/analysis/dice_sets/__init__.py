"""The best dice to bring: sets of dice from an inventory, what each is worth, and the search for the best."""

from jeopardice.analysis.dice_sets.inventory import Inventory, InventoryDie, parse_inventory, read_inventory
from jeopardice.analysis.dice_sets.search import DiceSet, DiceSetSearch
from jeopardice.analysis.dice_sets.worth import CRITERIA, Worth, worth_for

__all__ = [
    "CRITERIA",
    "DiceSet",
    "DiceSetSearch",
    "Inventory",
    "InventoryDie",
    "Worth",
    "parse_inventory",
    "read_inventory",
    "worth_for",
]
