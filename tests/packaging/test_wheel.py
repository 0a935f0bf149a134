"""What is installed has everything that the package needs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PACKAGE = HERE / "src" / "jeopardice"


@pytest.mark.skipif(not (HERE / "pyproject.toml").exists(), reason="needs the source tree")
def test_the_wheel_has_every_file_of_the_package(tmp_path: Path) -> None:
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        str(HERE),
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        str(tmp_path),
    ]
    # Without the core, which would take minutes: only the files count.
    subprocess.run([*build, "--config-settings=wheel.cmake=false"], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so")]
    wanted = {path.relative_to(PACKAGE.parent).as_posix() for path in files}
    assert "jeopardice/web/app.py" in wanted
    assert wanted <= packed
