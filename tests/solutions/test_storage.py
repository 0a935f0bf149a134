"""Solution files: what is read is what was written, and anything else is named and never believed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import jeopardice as jd
from jeopardice.export import write_netcdf
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.certify import certify as certified
from support.cli_runner import assert_one_line
from support.simultaneous_games import small_hog
from support.stored import OBJECTIVES, PIG, assert_equal, race


def refused(path: Path) -> str:
    """The one line with which a file is refused."""
    with pytest.raises(jd.InputError) as caught:
        jd.load(path)
    assert_one_line(str(caught.value))
    assert str(path) in str(caught.value)
    return str(caught.value)


# There and back


@pytest.mark.parametrize("certify", [False, True], ids=["", "certified"])
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", ["pig", "hog", "farkle"])
def test_what_is_read_is_what_was_written(tmp_path: Path, game: str, objective: str, certify: bool) -> None:
    rules = jd.rules(game).replace(goal=1000 if game == "farkle" else 15)
    solution = race(rules, objective, certify=certify)
    jd.save(solution, tmp_path / "x.nc")
    found = jd.load(tmp_path / "x.nc")
    assert_equal(found, solution)
    assert certified(found) == certified(solution)
    scores = (0, 0) if objective == "win" else (0,)
    assert found.advise(scores) == solution.advise(scores)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": 'Sau „é" \\ 猪', "note": "tab\\t"},
        {"title": ""},
        {"dice.weights": ["1/3", 1, 1, 1, 1, "0.5"]},
        {"turn.minimum_bank": 5, "turn.first_bank": 7},
        {"events.win": ["6"]},
    ],
    ids=str,
)
def test_any_rules_come_back(tmp_path: Path, changes: dict[str, Any]) -> None:
    solution = race(PIG.replace(changes))
    jd.save(solution, tmp_path / "x.nc")
    assert_equal(jd.load(tmp_path / "x.nc"), solution)


def test_strategies_come_back(tmp_path: Path) -> None:
    solution = race(strategy="hold-at:7")
    jd.save(solution, str(tmp_path / "x.nc"))
    assert jd.load(str(tmp_path / "x.nc")).plays == "hold-at:7"


def test_the_same_solution_is_the_same_file(tmp_path: Path) -> None:
    """Whoever compares two files compares two solutions."""
    for name in ("a.nc", "b.nc"):
        jd.save(race(), tmp_path / name)
    assert (tmp_path / "a.nc").read_bytes() == (tmp_path / "b.nc").read_bytes()


def test_fractions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(jd.JeopardiceError, match="fractions"):
        jd.save(race(PIG.replace(goal=5), exact=True), tmp_path / "x.nc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["missing/x.nc", "folder.nc", "/proc/x.nc"])
def test_where_nothing_can_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.nc").mkdir()
    with pytest.raises(jd.JeopardiceError) as caught:
        jd.save(race(), tmp_path / name)
    assert_one_line(str(caught.value))
    assert name in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.nc"]


# What the file is for others


@pytest.mark.parametrize(
    ("objective", "dimensions"),
    [
        ("win", {"mover_needs": 200, "other_needs": 200}),
        ("turns", {"mover_needs": 200}),
        ("within:4", {"turns_left": 5, "mover_needs": 200}),
    ],
    ids=OBJECTIVES,
)
def test_the_file_has_dimensions_with_coordinates(tmp_path: Path, objective: str, dimensions: dict[str, int]) -> None:
    """The docstring of jeopardice.solutions.storage, read with another library's eyes."""
    solution = race(jd.rules("farkle"), objective)
    jd.save(solution, tmp_path / "x.nc")
    name = objective.partition(":")[0]
    with h5py.File(tmp_path / "x.nc") as file:
        assert set(file) == {name, *dimensions}
        values = file[name]
        assert np.array_equal(values[()], solution.values)
        assert isinstance(values.attrs["long_name"], bytes)
        assert [(dim.keys()[0], len(dim[0])) for dim in values.dims] == list(dimensions.items())
        for dimension in dimensions:
            scale = file[dimension]
            assert scale.is_scale
            assert scale.attrs["units"] == (b"turns" if dimension == "turns_left" else b"points")
            expected = range(5) if dimension == "turns_left" else range(50, 10_001, 50)
            assert list(scale[()]) == list(expected)


def test_the_file_says_everything_in_attributes(tmp_path: Path) -> None:
    solution = race(certify=True)
    jd.save(solution, tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc") as file:
        found = {key: value.decode() if isinstance(value, bytes) else value for key, value in file.attrs.items()}
    assert found["format"] == "jeopardice solution 2"
    assert found["version"] == jd.__version__
    assert (found["objective"], found["strategy"]) == ("win", "optimal")
    assert found["rules"] == PIG.to_toml()
    assert found["value"] == solution.value
    assert found["error_bound"] == solution.error_bound
    assert found["title"].startswith("Pig")
    assert found["Conventions"].startswith("CF-")
    assert len(found["rules_hash"]) == len(found["checksum"]) == 64


def test_values_are_where_their_coordinates_say(tmp_path: Path) -> None:
    solution = race(jd.rules("farkle").replace(goal=1000))
    jd.save(solution, tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc") as file:
        mover, other = (list(file[name][()]) for name in ("mover_needs", "other_needs"))
        value = file["win"][mover.index(300), other.index(700)]
    assert value == solution.value_at((700, 300))


# Damage


def test_a_file_cut_short_at_any_length_is_refused(tmp_path: Path) -> None:
    jd.save(race(certify=True), tmp_path / "whole.nc")
    data = (tmp_path / "whole.nc").read_bytes()
    path = tmp_path / "x.nc"
    for length in {*range(20), *range(20, len(data), 97), *range(len(data) - 20, len(data))}:
        path.write_bytes(data[:length])
        refused(path)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_flipped_byte_is_found_or_means_nothing(tmp_path: Path, objective: str) -> None:
    solution = race(objective=objective, certify=True)
    jd.save(solution, tmp_path / "whole.nc")
    data = (tmp_path / "whole.nc").read_bytes()
    path, chance, found = tmp_path / "x.nc", random.Random(1), 0
    for place in range(chance.randrange(40), len(data), 41):
        flipped = bytearray(data)
        flipped[place] ^= chance.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
        path.write_bytes(flipped)
        try:
            loaded = jd.load(path)
        except jd.InputError as error:
            assert_one_line(str(error))
            found += 1
        else:
            assert_equal(loaded, solution)
    assert found > 20


def test_every_value_is_under_the_checksum(tmp_path: Path) -> None:
    """Damage that a disk may do, inside the numbers: the least bit of any of them."""
    solution = race()
    jd.save(solution, tmp_path / "x.nc")
    data = (tmp_path / "x.nc").read_bytes()
    start = data.index(solution.values.tobytes())
    for place in range(start, start + solution.values.nbytes, 8 * 7):
        flipped = bytearray(data)
        flipped[place] ^= 1
        (tmp_path / "x.nc").write_bytes(flipped)
        assert "checksum" in refused(tmp_path / "x.nc")


@pytest.mark.parametrize("key", ["rules", "objective", "strategy", "value", "version", "rules_hash", "certificate"])
def test_a_changed_attribute_is_found(tmp_path: Path, key: str) -> None:
    jd.save(race(certify=True), tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc", "r+") as file:
        file.attrs[key] = 0.5 if key == "value" else np.bytes_(file.attrs[key].replace(b"1", b"2") + b" ")
    assert refused(tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc", "r+") as file:
        del file.attrs[key]
    assert refused(tmp_path / "x.nc")


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "not a solution"), (b"hello", "not a solution"), (b"\x89HDF\r\n\x1a\n", "damaged")],
    ids=["empty", "text", "head"],
)
def test_what_is_no_solution(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "x.nc").write_bytes(content)
    assert why in refused(tmp_path / "x.nc")


def test_another_hdf5_file(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "x.nc", "w") as file:
        file["win"] = np.zeros((3, 3))
    assert "not a solution of Jeopardice" in refused(tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc", "r+") as file:
        file.attrs["format"] = 7
    assert refused(tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc", "r+") as file:
        file.attrs["format"] = "jeopardice solution 2"
    assert refused(tmp_path / "x.nc")


def test_another_format_is_named_with_its_version(tmp_path: Path) -> None:
    jd.save(race(), tmp_path / "x.nc")
    with h5py.File(tmp_path / "x.nc", "r+") as file:
        file.attrs["format"] = np.bytes_("jeopardice solution 99")
        file.attrs["version"] = np.bytes_("12.3")
    message = refused(tmp_path / "x.nc")
    assert "jeopardice solution 99" in message
    assert "12.3" in message


def test_what_cannot_be_read(tmp_path: Path) -> None:
    refused(tmp_path / "missing.nc")
    refused(tmp_path)
    jd.save(race(), tmp_path / "secret.nc")
    (tmp_path / "secret.nc").chmod(0)
    try:
        (tmp_path / "secret.nc").read_bytes()
    except PermissionError:
        refused(tmp_path / "secret.nc")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"bust.streak": 2, "bust.penalty": 2, "bust.floor": -1},
        {"bust.streak": 1, "bust.penalty": 2, "bust.floor": "none"},
    ],
    ids=["plain", "two busts in a row", "no floor"],
)
def test_simultaneous_play_comes_back_from_both_kinds_of_file(tmp_path: Path, changes: dict[str, Any]) -> None:
    solution = jd.solve(small_hog(5, 2, **changes))
    assert isinstance(solution, SimultaneousSolution)
    jd.save(solution, tmp_path / "saved.nc")
    write_netcdf(solution, tmp_path / "exported.nc")
    for name in ("saved.nc", "exported.nc"):
        found = jd.load(tmp_path / name)
        assert isinstance(found, SimultaneousSolution)
        assert found.rules == solution.rules
        assert np.array_equal(found.values, solution.values)
        assert found.low is not None
        assert solution.low is not None
        assert np.array_equal(found.low, solution.low)
        assert (found.error_bound, found.floor_error) == (solution.error_bound, solution.floor_error)
        assert found.advise((3, 4)) == solution.advise((3, 4))
        assert certified(found) is found
    with h5py.File(tmp_path / "saved.nc") as file:
        assert file["win"][0, -1].ravel()[0] == solution.chance(1, solution.standings.lowest)
    with h5py.File(tmp_path / "saved.nc", "r+") as file:
        del file["guaranteed"]
    assert "damaged" in refused(tmp_path / "saved.nc")
