"""An independent oracle for dice games of two players: values with proven bounds, from nothing but a rules document."""

from .game import Game
from .match import MatchValues
from .model import Bounds, Choice, Document, Hand, Offer, OutOfScope, State, Strategy, TooLarge
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
    "State",
    "Strategy",
    "TooLarge",
    "TurnValues",
    "WinValues",
]
