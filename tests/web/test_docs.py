"""The examples of docs/api.md run as they are printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from support.binary import unpacked
from support.paths import DOCS
from support.web_app import PATIENCE, running

PAGE = DOCS / "api.md"


@pytest.mark.skipif(not shutil.which("curl") or not shutil.which("bash"), reason="needs curl")
def test_every_example_has_an_answer(tmp_path: Path) -> None:
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    examples = [line for line in blocks.replace("\\\n", " ").splitlines() if line.startswith("curl")]
    assert len(examples) >= 12
    with running(str(tmp_path / "cache")) as site:
        for example in examples:
            if "/api/papers" in example:  # half a minute of work
                continue
            answer = _answer(example.replace("localhost:8000", f"localhost:{site.port}"), tmp_path)
            assert "error" not in answer or answer["error"] is None, (example, answer)


def _answer(command: str, folder: Path) -> dict[str, object]:
    """What a command answers when all is done."""
    until = time.monotonic() + PATIENCE
    while True:
        ran = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, check=True)
        file = re.search(r"-o (\S+)", command)
        content = (folder / file[1]).read_bytes() if file else ran.stdout
        found = unpacked(content)[0] if not content.startswith((b"{", b"[")) else json.loads(content)
        if isinstance(found, list):
            return {}
        if not found.get("solve"):
            return dict(found)
        assert time.monotonic() < until
        time.sleep(0.1)
