"""Arrays for the browser: a header of JSON that says what follows, then the bytes of the arrays.

Little-endian: the length of the header (uint32), the header, padded with spaces so that the arrays begin at a multiple
of 8, then one array after another, each padded to a multiple of 8, so that each is a typed array without a copy.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

LENGTH = struct.Struct("<I")
AT = 8


def packed(arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> bytes:
    """The arrays, and what the header says of them besides."""
    described = [
        {"name": name, "dtype": array.dtype.name, "shape": list(array.shape)} for name, array in arrays.items()
    ]
    header = json.dumps({"arrays": described, **about}, separators=(",", ":")).encode()
    header += b" " * (-(LENGTH.size + len(header)) % AT)
    parts = [LENGTH.pack(len(header)), header]
    for array in arrays.values():
        content = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()
        parts.append(content + b"\0" * (-len(content) % AT))
    return b"".join(parts)


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays again."""
    (size,) = LENGTH.unpack_from(data)
    header = json.loads(data[LENGTH.size : LENGTH.size + size])
    place = LENGTH.size + size
    arrays: dict[str, NDArray[Any]] = {}
    for entry in header["arrays"]:
        count = int(np.prod(entry["shape"], dtype=int))
        kind = np.dtype(entry["dtype"]).newbyteorder("<")
        arrays[entry["name"]] = np.frombuffer(data, kind, count, place).reshape(entry["shape"])
        place += -(-count * kind.itemsize // AT) * AT
    return header, arrays
