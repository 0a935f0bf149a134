"""Every number that the papers print, recomputed and compared with the print.

published/*.toml -> catalogue (what is printed) -> recipes (how to compute it) -> agreement -> run (a row for each)

The numbers are data; what a number asks for (`ask.what`) names the recipe that computes it.
"""

from jeopardice.papers.catalogue import Paper, Published, paper_names, read_paper, read_papers
from jeopardice.papers.run import PaperRow, State, report, reproduce

__all__ = ["Paper", "PaperRow", "Published", "State", "paper_names", "read_paper", "read_papers", "report", "reproduce"]
