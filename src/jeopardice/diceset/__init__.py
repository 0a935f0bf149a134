"""The best dice to bring: sets of dice from an inventory, what each is worth, and the search for the best."""

from jeopardice.diceset.inventory import Die, Inventory, parse_inventory, read_inventory
from jeopardice.diceset.search import Found, Search
from jeopardice.diceset.worth import CRITERIA, Worth, worth_for

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
