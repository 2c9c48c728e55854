"""Converts arrays of other libraries to NumPy, without a copy if they are in CPU memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import PosencError

#: an array of any numeric type
Array = NDArray[Any]

#: kDLCPU of dlpack.h
_CPU = 1


def _refuse_device(field: str, given: Any) -> None:
    try:
        device = given.__dlpack_device__()[0]
    except Exception as error:  # raised by another library
        raise PosencError("bad_argument", field, f"cannot be read: {error}") from error
    if int(device) != _CPU:
        raise PosencError("bad_argument", field, f"lies on a device ({device!r}); give a copy in memory, such as x.cpu()")


def as_array(field: str, given: Any) -> Array:
    """Reads what NumPy accepts, or an array with the DLPack protocol, such as a tensor of PyTorch or an array of JAX."""
    if isinstance(given, np.ndarray) or not hasattr(given, "__dlpack__"):
        return np.asarray(given)
    _refuse_device(field, given)
    try:
        return np.from_dlpack(given)
    except Exception as error:  # raised by another library, e.g. for gradients or types unknown to NumPy
        raise PosencError("bad_argument", field, f"cannot be read: {error}") from error


def as_output(field: str, given: Any) -> Array:
    """Returns the writable memory of `given`, never a copy."""
    if isinstance(given, np.ndarray):
        return given
    if not hasattr(given, "__dlpack__"):
        raise PosencError("bad_argument", field, f"must be an array, got {type(given).__name__}")
    seen = as_array(field, given)
    array = np.asarray(given)  # np.from_dlpack returns read-only arrays
    if array.size and array.ctypes.data != seen.ctypes.data:
        raise PosencError("bad_argument", field, f"of the type {type(given).__name__} cannot be written to")
    return array


def counted(field: str, given: Any) -> Any:
    """Returns positions unchanged, but range(n) for an integer n, as in JavaScript."""
    if isinstance(given, (range, list, tuple)):
        return given
    number = as_array(field, given)
    if number.ndim > 0:
        return given
    if number.dtype.kind not in "iu" or not 0 <= int(number) <= 2**53:
        raise PosencError("bad_positions", field, f"must be an array, a range, or how many from 0 on, got {given!r}")
    return range(int(number))


def evenly_spaced(at: Array) -> range | None:
    """Returns the range with the same integers, or None if there is none."""
    if at.ndim != 1 or len(at) < 2:
        return None
    start, step, last = float(at[0]), float(at[1] - at[0]), float(at[-1])
    whole = step != 0 and start.is_integer() and step.is_integer() and max(abs(start), abs(last)) <= 2**52
    if not whole or start + (len(at) - 1) * step != last or not (np.diff(at) == step).all():
        return None
    return range(int(start), int(last) + (1 if step > 0 else -1), int(step))


def numbers_of(field: str, given: Any) -> Array:
    """Converts to float64, in which integers are exact only up to 2^53. Raises for larger integers."""
    numbers = as_array(field, given)
    if numbers.size and numbers.dtype.kind not in "iuf":
        raise PosencError("bad_positions", field, f"must be numbers, got {numbers.dtype}")
    if numbers.size and numbers.dtype.kind in "iu" and max(int(numbers.max()), -int(numbers.min())) > 2**53:
        raise PosencError("bad_positions", field, "must be at most 2^53 in size")
    return np.ascontiguousarray(numbers, np.float64)
