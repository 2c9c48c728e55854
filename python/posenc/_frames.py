"""Converts Python values to frames and back: a JSON head followed by the bytes of arrays (web/cli/frames/frame.ts)."""

from __future__ import annotations

import json
import math
import os
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Callable

import numpy as np

from ._arrays import Array, as_array
from .errors import PosencError

#: types of arrays in frames; 64-bit integers are sent as float64
_SENT = {np.dtype(name) for name in ("<f8", "<f4", "<i4", "<u4", "|u1")}


class Model:
    """A file, folder or address that Node.js opens."""

    def __init__(self, name: str):
        self.name = name


class Numbers(Model):
    """A file of numbers, FILE or FILE#NAME, that Node.js reads."""


def camel(name: str) -> str:
    """context_length → contextLength"""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def options_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Converts keywords to JavaScript options; None means not given."""
    _KEYWORDS.update((camel(name), name) for name in options)
    return {camel(name): value for name, value in options.items() if value is not None}


#: keywords used in calls, by their JavaScript names
_KEYWORDS: dict[str, str] = {}


def in_python(text: str) -> str:
    """Replaces JavaScript names in a field or message by the names of the Python API."""
    text = re.sub(r"(?<![\w.])(?:options|inputs)\.(?=\w)", "", text)
    text = re.sub(r"(?<=\w)\.data(?=\[)", "", text)
    return re.sub(r"(?<![\w.'])[a-z]+(?:[A-Z][a-z]+)+\b", lambda found: _KEYWORDS.get(found[0], found[0]), text)


def sent(value: Any, arrays: list[Array]) -> Any:
    """Converts a value to JSON; its arrays are appended to `arrays`."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"$number": str(value).replace("inf", "Infinity").replace("nan", "NaN")}
    if isinstance(value, Model):
        return {"$numbers" if isinstance(value, Numbers) else "$model": value.name}
    if isinstance(value, range):
        return {"start": value.start, "count": len(value), "step": value.step}
    if isinstance(value, np.generic):
        return sent(value.item(), arrays)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return sent(np.frombuffer(value, np.uint8), arrays)
    if isinstance(value, Mapping):
        return {_escaped(str(key)): sent(item, arrays) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [sent(item, arrays) for item in value]
    if isinstance(value, os.PathLike):
        return {"$model": os.path.abspath(os.fspath(value))}
    return _array(as_array("argument", value), arrays)


def _escaped(key: str) -> str:
    """Escapes a key of data, so that it is never a tag of this module."""
    return f"${key}" if key.startswith("$") else key


def _array(array: Array, arrays: list[Array]) -> Any:
    if array.ndim == 0 and array.dtype.kind in "iufb":
        return sent(array.item(), arrays)
    if array.dtype.kind in "iub" and array.dtype not in _SENT:
        array = array.astype(np.float64)
    elif array.dtype == np.float16:
        array = array.astype(np.float32)
    if array.dtype not in _SENT:
        raise PosencError("bad_argument", "argument", f"an array must hold numbers, got {array.dtype}")
    if array.ndim > 2:
        raise PosencError("bad_shape", "argument", f"an array must have one or two axes, got the shape {array.shape}")
    arrays.append(np.ascontiguousarray(array))
    tag: dict[str, Any] = {"$array": len(arrays) - 1}
    if array.ndim == 2:
        tag["$shape"] = list(array.shape)
    return tag


#: bytes of a write; a completed write shows that Node.js is alive
_PIECE = 1 << 20


def write(stream: BinaryIO, head: dict[str, Any], arrays: Sequence[Array], moved: Callable[[], Any]) -> None:
    """Writes a frame; `moved` is called after every write."""
    described = [{"type": array.dtype.str, "count": array.size} for array in arrays]
    text = json.dumps({**head, "arrays": described}, allow_nan=False).encode("utf-8", "surrogatepass")
    for piece in (struct.pack("<I", len(text)) + text, *(array.data.cast("B") for array in arrays if array.size)):
        view = memoryview(piece)
        while view:
            view = view[stream.write(view[:_PIECE]) :]
            moved()


def read(stream: BinaryIO, moved: Callable[[], Any]) -> tuple[dict[str, Any], list[Array]]:
    """Reads a frame; `moved` is called after every read. Raises EOFError if Node.js has ended."""
    (length,) = struct.unpack("<I", _exactly(stream, bytearray(4), moved))
    head = json.loads(_exactly(stream, bytearray(length), moved))
    arrays = []
    for described in head["arrays"]:
        array = np.empty(described["count"], described["type"])
        if array.size:
            _exactly(stream, array.data.cast("B"), moved)
        arrays.append(array)
    return head, arrays


def _exactly(stream: BinaryIO, into: Any, moved: Callable[[], Any]) -> Any:
    view, filled = memoryview(into), 0
    while filled < len(view):
        count = stream.readinto(view[filled:])  # type: ignore[attr-defined]
        if not count:
            raise EOFError
        filled += count
        moved()
    return into


def received(value: Any, arrays: Sequence[Array], held: Callable[[int, dict[str, Any]], Any]) -> Any:
    """Converts a value of a head, inserting its arrays; `held` creates the objects that have methods."""
    if isinstance(value, list):
        return [received(item, arrays, held) for item in value]
    if not isinstance(value, dict):
        return value
    if "$array" in value:
        array = arrays[value["$array"]]
        return array.reshape(value["$shape"]) if "$shape" in value else array
    number = value.pop("$held", None)
    made = {key.removeprefix("$"): received(item, arrays, held) for key, item in value.items()}
    return made if number is None else held(number, made)
