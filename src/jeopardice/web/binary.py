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
    """The arrays after their header, which also holds `about`."""
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
