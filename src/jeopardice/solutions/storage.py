"""Solutions of races as files: NetCDF-4, which R, Julia, MATLAB, Octave and xarray read.

One variable holds the values (`win`, `turns` or `within`), with a coordinate for each of its dimensions: the points
that a player still needs, or the turns left. The rules, their hash and everything else are attributes; a checksum over
all of it detects damage. docs/solution-file.md describes the format.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import h5py
import numpy as np

import jeopardice
from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.files import write_whole
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.native.race import CoreRace
from jeopardice.race.carryover import carryover_of
from jeopardice.race.model import race_model, units_from_lowest
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.questions import Asked
from jeopardice.race.support import require
from jeopardice.rulebook import Rules, parse_rules, rules_hash
from jeopardice.solutions import simultaneous_file as simultaneous
from jeopardice.solutions.certificates import Certificate, Equilibrium
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.turn import TurnModel, restricted, turn_model

Stored = RaceSolution | MultiplayerSolution
"""The solutions of races in turns, which the cache keeps."""
Saveable = Stored | SimultaneousSolution
"""The solutions that can be saved."""
Proof = TypeVar("Proof", Certificate, Equilibrium)
FORMAT = "jeopardice solution 2"
SOLVER = 5
"""Increased when the same rules get different solutions."""
DIMENSIONS = {
    "win": ("carryover", "mover_needs", "other_needs"),
    "turns": ("carryover", "mover_needs"),
    "within": ("turns_left", "carryover", "mover_needs"),
}
"""The dimension `carryover` is left out where it has one state only."""
UNITS = {"turns_left": "turns", **dict.fromkeys(("carryover", "player", *simultaneous.BUSTS), "1")}
MIXED = ("mixed_place", "mixed_share")
"""Multiplayer: the states whose movers mix, by their place in a plane, and how often the bolder play is chosen."""
MULTIPLAYER_MEANING = (
    "the chance to win of the player whose turn comes 1, 2, ... turns later, when all maximise their own"
)
MEANING = {
    "win": "the mover's chance to win when both play best",
    "turns": "the fewest expected turns to the goal",
    "within": "the best chance to reach the goal within the turns left",
}


def saveable(solution: Solution, question: Asked) -> Saveable:
    """The solution, if it can be saved."""
    require(question, solution.rules, solution.objective)
    assert isinstance(solution, Saveable)
    return solution


def save(solved: Solution, path: str | Path) -> None:
    """Write a solution to a file; an old file of that name is replaced when the new one is complete."""
    solution = saveable(solved, "save")
    if solution.exact:
        raise JeopardiceError("save: fractions cannot be saved: save the solution in floating point")
    write_whole(path, _image(solution))


def load(path: str | Path) -> Saveable:
    """Read a solution from a file; a damaged file or one of another format is refused."""
    try:
        data = Path(path).read_bytes()
    except TypeError:
        raise InputError(f"path: {shown(path)}: it must be the path of a file") from None
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return read_saved(data, str(path)).solution


@dataclass(frozen=True)
class Saved:
    """What a file holds."""

    solution: Saveable
    other_version: str
    """The version that wrote it, if that is not this one."""


def read_saved(data: bytes, where: str, rules: Rules | None = None, turn: TurnModel | None = None) -> Saved:
    """A solution from the content of a file; its game must match the rules, if they are given."""
    try:
        with h5py.File(io.BytesIO(data), "r") as file:
            attributes = dict(file.attrs.items())
            written = _text(attributes.get("format", b""))
            if not written.startswith("jeopardice solution"):
                raise InputError(f"{where}: not a solution of Jeopardice")
            if written != FORMAT:
                version = _text(attributes.get("version", b"another version"))
                raise InputError(f'{where}: outdated: "{written}" of Jeopardice {version}, not "{FORMAT}"')
            objective = read_objective(_text(attributes["objective"]), f"{where}: damaged: objective")
            values = np.ascontiguousarray(file[objective.name][()], dtype=np.float64)
            names = DIMENSIONS[objective.name]
            if "player" in file:
                names = _multiplayer_dimensions(len(file["player"]) + 1)
            if "carryover" not in file:
                names += simultaneous.BUSTS
            coordinates = [file[name][()] for name in names if name in file]
            more = {name: file[name][()] for name in (*MIXED, simultaneous.GUARANTEED) if name in file}
            content = _Content(where, attributes, objective, values, coordinates, more)
    except InputError:
        raise
    except Exception as error:  # h5py raises many kinds of errors for wrong bytes
        damaged = data[:8] == b"\x89HDF\r\n\x1a\n"
        raise InputError(f"{where}: {'damaged or cut short' if damaged else 'not a solution of Jeopardice'}") from error
    try:
        solution = content.solution(rules, turn)
        written_by = (_text(attributes["version"]), int(attributes.get("solver", 1)))
    except (KeyError, TypeError) as error:
        raise InputError(f"{where}: damaged: {error} is missing or wrong") from error
    is_ours = written_by == (jeopardice.__version__, SOLVER)
    return Saved(solution, "" if is_ours else "{} (solver {})".format(*written_by))


@dataclass(frozen=True)
class _Content:
    """The parts of a file as they were read."""

    where: str
    attributes: dict[str, Any]
    objective: Objective
    values: Any
    coordinates: list[Any]
    more: dict[str, Any]

    def _read(self, name: str, made: type[Proof]) -> Proof | None:
        return made(**json.loads(_text(self.attributes[name]))) if name in self.attributes else None

    def solution(self, known: Rules | None, turn: TurnModel | None) -> Saveable:
        """The solution, if nothing in the file has changed since it was written."""
        attributes, values, where = self.attributes, self.values, self.where
        facts = {name: value for name, value in attributes.items() if name != "checksum"}
        if _text(attributes.get("checksum", b"")) != checksum_of(
            facts, [values, *self.coordinates, *self.more.values()]
        ):
            raise InputError(f"{where}: damaged: its checksum does not match its content")
        rules = known or parse_rules(_text(attributes["rules"]), where)
        if _text(attributes["rules_hash"]) != rules_hash(rules):
            reason = "the solution of another game" if known else "outdated: its rules have another meaning now"
            raise InputError(f"{where}: {reason}")
        both = rules.simultaneous and self.objective.name == "win"
        shape = (simultaneous.shape_of if both else _shape)(rules, self.objective, self.coordinates)
        tables = [values, *(self.more.values() if both else ())]
        if not values.size or any(each.shape != shape or not np.isfinite(each).all() for each in tables):
            raise InputError(f"{where}: damaged: its values do not fit a race to {rules.goal:,}")
        if both:
            return simultaneous.solution_of(rules, turn, {"win": values, **self.more})
        plays, error = _text(attributes["strategy"]), attributes.get("floor_error")
        model = race_model(rules, restricted(turn or turn_model(rules), plays))
        if self.objective.name == "win" and rules.players > 2:
            # The axis of the carryover is always there.
            shape = (rules.players - 1, -1, *values.shape[-rules.players :])
            shares = dict(zip(*(array.tolist() for array in self.more.values()), strict=True)) if self.more else {}
            equilibrium = self._read("equilibrium", Equilibrium)
            return MultiplayerSolution(CoreMultiplayer(model), values.reshape(shape), shares, equilibrium)
        certificate, floor_error = self._read("certificate", Certificate), None if error is None else float(error)
        return RaceSolution(CoreRace(model), self.objective, values, plays, certificate, floor_error=floor_error)


def _shape(rules: Rules, objective: Objective, coordinates: list[Any]) -> tuple[int, ...] | None:
    """The sizes of the dimensions that the values of a game have; None if the coordinates have others."""
    lowest = units_from_lowest(rules, max(1, round(float(coordinates[-1][0]))))
    states = len(carryover_of(rules, max(2, rules.players) if objective.name == "win" else 1, lowest).all)
    sizes = {
        "win": (states, lowest, lowest),
        "turns": (states, lowest),
        "within": (objective.turns + 1, states, lowest),
    }
    names, wanted = DIMENSIONS[objective.name], sizes[objective.name]
    if objective.name == "win" and rules.players > 2:
        names = _multiplayer_dimensions(rules.players)
        wanted = (rules.players - 1, states, *(lowest,) * rules.players)
    expected = tuple(size for name, size in zip(names, wanted, strict=True) if name != "carryover" or states > 1)
    return expected if expected == tuple(len(points) for points in coordinates) else None


def _image(solution: Saveable) -> bytes:
    """The content of the file."""
    buffer = io.BytesIO()
    with h5py.File(buffer, "w", track_order=True, libver=("earliest", "v110")) as file:
        name = solution.objective.name
        coordinates = coordinates_of(solution)
        scales = []
        for dimension, points in coordinates.items():
            scale = file.create_dataset(dimension, data=points)
            scale.make_scale(dimension)
            scale.attrs["long_name"] = np.bytes_(dimension.replace("_", " "))
            scale.attrs["units"] = np.bytes_(UNITS.get(dimension, "points"))
            if dimension == "carryover" and isinstance(solution, Stored):
                scale.attrs["meaning"] = np.bytes_(carryover_in_words(solution))
            scales.append(scale)
        values = file.create_dataset(name, data=values_of(solution))
        values.attrs["long_name"] = np.bytes_(meaning_of(solution))
        more = more_of(solution)
        for data in (values, *(file.create_dataset(key, data=array) for key, array in more.items())):
            if data.shape == values.shape:
                for axis, scale in enumerate(scales):
                    data.dims[axis].attach_scale(scale)
        facts = facts_of(solution)
        for key, value in facts.items():
            file.attrs[key] = value
        arrays = [values[()], *coordinates.values(), *more.values()]
        file.attrs["checksum"] = np.bytes_(checksum_of(facts, arrays))
    return buffer.getvalue()


def facts_of(solution: Saveable) -> dict[str, Any]:
    """The attributes of a file, without its checksum."""
    rules: Rules = solution.rules
    texts = {
        "format": FORMAT,
        "Conventions": "CF-1.8",
        "title": f"{rules.title or 'A race'}: {meaning_of(solution)}",
        "version": jeopardice.__version__,
        "objective": str(solution.objective),
        "strategy": solution.plays,
        "rules": rules.to_toml(),
        "rules_hash": rules_hash(rules),
    }
    if isinstance(solution, RaceSolution) and solution.certificate:
        texts["certificate"] = json.dumps(asdict(solution.certificate))
    if isinstance(solution, MultiplayerSolution) and solution.equilibrium:
        texts["equilibrium"] = json.dumps(asdict(solution.equilibrium))
    facts: dict[str, Any] = {key: np.bytes_(text.encode()) for key, text in texts.items()}
    facts["solver"] = np.int32(SOLVER)
    facts["value"] = np.float64(solution.value)
    if solution.floor_error is not None:
        facts["floor_error"] = np.float64(solution.floor_error)
    if solution.is_certified and solution.error_bound is not None:
        facts["error_bound"] = np.float64(solution.error_bound)
    return facts


def coordinates_of(solution: Saveable) -> dict[str, Any]:
    """For each dimension the points needed at each index, or the turns left."""
    if isinstance(solution, SimultaneousSolution):
        return simultaneous.coordinates_of(solution.standings)
    one_state = len(solution.carryover.all) == 1
    several, shape = isinstance(solution, MultiplayerSolution), solution.values.shape
    names = _multiplayer_dimensions(solution.rules.players) if several else DIMENSIONS[solution.objective.name]
    if several and one_state:
        shape = (shape[0], *shape[2:])
    unit = float(solution.model.turn.unit)
    counted = {"player": 1, "carryover": 0, "turns_left": 0}
    return {
        name: np.arange(size, dtype=np.int32) + counted[name] if name in counted else np.arange(1, size + 1) * unit
        for name, size in zip([name for name in names if name != "carryover" or not one_state], shape, strict=True)
    }


def values_of(solution: Saveable) -> Any:
    """The values by their dimensions."""
    if isinstance(solution, SimultaneousSolution):
        return simultaneous.by_scores(solution.standings, solution.values)
    return solution.values.reshape([len(points) for points in coordinates_of(solution).values()])


def more_of(solution: Saveable) -> dict[str, Any]:
    """The states whose movers mix, and how; simultaneous play: what is guaranteed."""
    if isinstance(solution, SimultaneousSolution):
        low = solution.low
        return {} if low is None else {simultaneous.GUARANTEED: simultaneous.by_scores(solution.standings, low)}
    if not isinstance(solution, MultiplayerSolution) or not solution.shares:
        return {}
    places, shares = np.array(list(solution.shares), np.int64), np.array(list(solution.shares.values()), np.float64)
    return dict(zip(MIXED, (places, shares), strict=True))


def _multiplayer_dimensions(players: int) -> tuple[str, ...]:
    return ("player", "carryover", "mover_needs", *(f"player_{p}_needs" for p in range(1, players)))


def meaning_of(solution: Saveable) -> str:
    """What the values are."""
    if isinstance(solution, SimultaneousSolution):
        return simultaneous.MEANING
    return MULTIPLAYER_MEANING if isinstance(solution, MultiplayerSolution) else MEANING[solution.objective.name]


def carryover_in_words(solution: Stored) -> str:
    """The meaning of each state of the carryover."""
    states = [
        f"{number}: busts {','.join(map(str, state.busts))}, to beat {state.to_beat * solution.model.turn.unit}, "
        f"{state.moved} had their turn in this round"
        for number, state in enumerate(solution.carryover.all[:100])
    ]
    return "; ".join([*states, *(["and so on"] if len(solution.carryover.all) > 100 else [])])


def checksum_of(facts: dict[str, Any], arrays: list[Any]) -> str:
    """A digest of attributes, values and coordinates."""
    digest = hashlib.sha256()
    for key in sorted(facts):
        digest.update(f"{key}={_text(facts[key])}\n".encode())
    for array in arrays:
        digest.update(f"{array.shape}{array.dtype.str}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
