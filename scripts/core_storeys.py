"""Check that a folder of core/ includes only folders of earlier STOREYS, by paths from core/."""

from __future__ import annotations

import re
import sys
from pathlib import Path

STOREYS = [
    {"common"},
    {"turn"},
    {"race"},
    {"multiplayer"},
    {"evaluation", "simultaneous"},
    {"simulation"},
    {"bindings", "tests"},
]


def main() -> int:
    """Print every include that goes the wrong way."""
    level = {folder: number for number, storey in enumerate(STOREYS) for folder in storey}
    core = Path(__file__).parent.parent / "core"
    wrong = []
    for file in sorted(core.rglob("*.?pp")):
        folder = file.parent.name
        for included in re.findall(r'^#include "(.*)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            other = Path(included).parent.name
            if not (core / included).is_file() or (other != folder and level[other] >= level[folder]):
                wrong.append(f"core/{folder}/{file.name}: must not include {included}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
