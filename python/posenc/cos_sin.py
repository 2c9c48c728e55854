"""Cosines and sines of a rotary encoding, in the layouts of engines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Union

import numpy as np

from ._arrays import Array, counted, numbers_of
from ._hints import type_name
from ._library import called
from .errors import PosencError

Layout = Literal["half", "concatenated", "doubled", "repeated"]
#: cosines and sines, or one array with both if the layout is "concatenated"
CosSin = Union[tuple[Array, Array], Array]

#: posenc_layout of c.h, and values per pair in a row
_LAYOUTS = {"half": (0, 1), "concatenated": (1, 2), "doubled": (2, 2), "repeated": (3, 2)}
#: posenc_type of c.h, and the NumPy type that stores it
_TYPES = {"float32": (0, np.float32), "float64": (1, np.float64), "bfloat16": (2, np.uint16), "float16": (3, np.float16)}


#: Values that one call of the library computes in a few tenths of a second. Python handles Ctrl-C between calls.
_PIECE = 1 << 22


def pieces(rows: int, width: int) -> Iterator[tuple[int, int]]:
    """Yields (first row, end) of each piece; one empty piece if there are no rows."""
    many = max(1, _PIECE // max(1, width))
    for first in range(0, max(1, rows), many):
        yield first, min(rows, first + many)


def _as_bfloat16(bits: Array) -> Array:
    """Returns bfloat16 values if ml_dtypes, which adds the type to NumPy, is installed; otherwise their bits."""
    if find_spec("ml_dtypes") is None:
        return bits
    numbers: Array = bits.view(import_module("ml_dtypes").bfloat16)
    return numbers


def cos_sin_of(handle: Any, pairs: int, positions: Any, dtype: Any, layout: str) -> CosSin:
    """See Encoding.cos_sin."""
    if layout not in _LAYOUTS:
        raise PosencError("bad_argument", "layout", f"must be one of {', '.join(map(repr, _LAYOUTS))}, got {layout!r}")
    name = type_name(dtype, _TYPES)
    at = numbers_of("positions", counted("positions", positions))
    if not np.all((np.abs(at) <= 2**53) & (at == np.floor(at))):
        raise PosencError("bad_positions", "positions", "must be whole numbers of at most 2^53 in size")
    # the library takes runs of consecutive positions
    each, place = np.unique(at, return_inverse=True)
    code, width = _LAYOUTS[layout]
    made = [np.empty((len(each), pairs * width), _TYPES[name][1]) for _ in range(1 if layout == "concatenated" else 2)]
    bounds = [0, *(np.flatnonzero(np.diff(each) != 1) + 1).tolist(), len(each)]
    runs = ((begin + first, begin + end) for begin, to in zip(bounds, bounds[1:]) for first, end in pieces(to - begin, pairs * width))
    for first, end in runs:
        parts = [array[first:end] for array in made]
        cos, sin = ([(part.ctypes.data, part.size) for part in parts] + [(None, 0)])[:2]
        start = float(each[first]) if first < end else 0.0
        called("posenc_cos_sin", handle, start, end - first, _TYPES[name][0], code, *cos, *sin)
    if not np.array_equal(each, at):
        made = [array[place].reshape(*at.shape, -1) for array in made]
    if name == "bfloat16":
        made = [_as_bfloat16(array) for array in made]
    return made[0] if layout == "concatenated" else (made[0], made[1])
