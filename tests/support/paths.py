"""Folders of the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
REGRESSIONS = ROOT / "tests" / "regressions"
"""Games that were once answered wrongly."""
