"""Arrays from the web app, as a client reads them (src/jeopardice/web/binary.py says how they are written)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jeopardice.web.binary import AT, LENGTH


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays."""
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
