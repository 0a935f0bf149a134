"""Figures of the dice race and of best play, drawn with matplotlib; it is loaded when the first figure is drawn.

    drawing     what a figure is: a name, a title, what it shows, and how it is drawn
    catalogue   all of them by name, and figures as files
    data        what figures of one game share, computed once
    page        the look of all figures;  `interactive` the same for a browser
    races       one player: thresholds, expected turns, their variance and distribution, by points to go
    boundary    two players: when to roll and when to hold
    mixtures    simultaneous play
    louchard    the fifteen figures of Louchard's *On the dice race problem*

>>> from jeopardice.figures import drawing
>>> figure = drawing("thresholds").figure("pig", last=200)
>>> figure.axes[0].get_xlim()
(0.0, 200.0)
"""

from __future__ import annotations

from jeopardice.figures.catalogue import DRAWINGS, GENERAL, check_figure, drawing, names, save
from jeopardice.figures.data import RaceData
from jeopardice.figures.drawing import Drawing
from jeopardice.figures.louchard import LOUCHARD

__all__ = ["DRAWINGS", "GENERAL", "LOUCHARD", "Drawing", "RaceData", "check_figure", "drawing", "names", "save"]
