"""Files that are written whole or not at all, and files that one process has at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jeopardice.common import files
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.files import locked_file, whole_file, write_whole


def write_half(path: Path, error: BaseException) -> None:
    with whole_file(path) as file:
        file.write(b"new")
        raise error


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "old ✓")
    for error, seen in ((OSError(28, "No space left"), JeopardiceError), (KeyboardInterrupt(), KeyboardInterrupt)):
        with pytest.raises(seen):
            write_half(path, error)
    assert path.read_text(encoding="utf-8") == "old ✓"
    assert os.listdir(tmp_path) == ["file"]


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none" / "file"
    with pytest.raises(JeopardiceError) as error:
        write_whole(path, b"", "--out: ")
    assert str(error.value) == f"--out: {path}: cannot be written: No such file or directory"
    (tmp_path / "file").touch()
    for wrong in (tmp_path, tmp_path / "file" / "below", tmp_path / "a\0b"):
        with pytest.raises(InputError, match="cannot be written"):
            locked_file(wrong, "--out: ")


def test_a_lock_is_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "file"
    with locked_file(path, "") as file:
        file.write(b"kept")
        with pytest.raises(BlockingIOError):
            locked_file(path, "")
    with locked_file(path, "") as file:
        file.seek(0)
        assert file.read() == b"kept"
        monkeypatch.setattr(files, "fcntl", None)  # as on Windows
        locked_file(path, "").close()
