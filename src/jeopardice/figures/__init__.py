"""Figures of the dice race and of best play, drawn with matplotlib; it is loaded when the first figure is drawn.

    drawing     what a figure is: a name, a title, what it shows, and how it is drawn
    catalogue   all of them by name
    data        what figures of one game share, computed once
    page        the look of all figures, and how they are saved
    races       thresholds, expected turns and their variance, by points to go
    counts      how many turns a race takes
    departures  where no threshold is best
    boundary    when two players roll and when they hold, in three dimensions
    louchard    the fifteen figures of Louchard's *On the dice race problem*

>>> import jeopardice as jd
>>> from jeopardice.figures import drawing
>>> figure = drawing("thresholds").figure(jd.rules("pig"), last=200)
>>> figure.axes[0].get_xlim()
(0.0, 200.0)
"""

from __future__ import annotations

from jeopardice.figures.catalogue import DRAWINGS, GENERAL, LOUCHARD, drawing, names
from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Drawing, Span
from jeopardice.figures.page import FORMATS
from jeopardice.figures.saving import check_file, save

__all__ = [
    "DRAWINGS",
    "FORMATS",
    "GENERAL",
    "LOUCHARD",
    "Drawing",
    "RaceData",
    "Span",
    "check_file",
    "drawing",
    "names",
    "save",
]
