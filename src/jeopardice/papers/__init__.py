"""Every number that the papers print, computed anew and put beside the print.

published/*.toml -> papers (what is printed) -> recipes (how to compute it) -> agreement -> run (a row for each)

The numbers are data; what a number asks for (`ask.what`) names the recipe that computes it.
"""

from jeopardice.papers.agreement import agrees
from jeopardice.papers.catalogue import Paper, Published, paper_names, read_paper, read_papers
from jeopardice.papers.run import PaperRow, State, compute, report, reproduce

__all__ = [
    "Paper",
    "PaperRow",
    "Published",
    "State",
    "agrees",
    "compute",
    "paper_names",
    "read_paper",
    "read_papers",
    "report",
    "reproduce",
]
