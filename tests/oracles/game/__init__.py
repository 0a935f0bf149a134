"""An independent oracle for dice games of two players: values with proven bounds, from a rules document alone."""

from .game import Game
from .match import MatchValues
from .model import Bounds, Choice, Document, Hand, Offer, OutOfScope, Readings, State, Strategy, TooLarge
from .win import TurnValues, WinValues

__all__ = [
    "Bounds",
    "Choice",
    "Document",
    "Game",
    "Hand",
    "MatchValues",
    "Offer",
    "OutOfScope",
    "Readings",
    "State",
    "Strategy",
    "TooLarge",
    "TurnValues",
    "WinValues",
]
