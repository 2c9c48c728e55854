"""Arrays of other libraries as arrays of NumPy, without a copy where they lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import PosencError

#: of numbers of any type
Array = NDArray[Any]

#: kDLCPU of dlpack.h
_CPU = 1


def _refuse_device(field: str, given: Any) -> None:
    try:
        device = given.__dlpack_device__()[0]
    except Exception as error:  # of a library that is not ours
        raise PosencError("bad_argument", field, f"cannot be read: {error}") from error
    if int(device) != _CPU:
        raise PosencError("bad_argument", field, f"lies on a device ({device!r}); give a copy in memory, such as x.cpu()")


def as_array(field: str, given: Any) -> Array:
    """What NumPy reads, or any array of the DLPack protocol: tensors of PyTorch, arrays of JAX."""
    if isinstance(given, np.ndarray) or not hasattr(given, "__dlpack__"):
        return np.asarray(given)
    _refuse_device(field, given)
    try:
        return np.from_dlpack(given)
    except Exception as error:  # of a library that is not ours: gradients, numbers that NumPy does not know
        raise PosencError("bad_argument", field, f"cannot be read: {error}") from error


def as_output(field: str, given: Any) -> Array:
    """The memory of `given` to be written to: never a copy of it."""
    if isinstance(given, np.ndarray):
        return given
    if not hasattr(given, "__dlpack__"):
        raise PosencError("bad_argument", field, f"must be an array, got {type(given).__name__}")
    seen = as_array(field, given)
    array = np.asarray(given)  # DLPack as NumPy reads it is for reading only
    if array.size and array.ctypes.data != seen.ctypes.data:
        raise PosencError("bad_argument", field, f"of the type {type(given).__name__} cannot be written to")
    return array


def numbers_of(field: str, given: Any) -> Array:
    """As float64, which has no whole number beyond 2^53 that is sure."""
    numbers = as_array(field, given)
    if numbers.size and numbers.dtype.kind not in "iuf":
        raise PosencError("bad_positions", field, f"must be numbers, got {numbers.dtype}")
    if numbers.size and numbers.dtype.kind in "iu" and max(int(numbers.max()), -int(numbers.min())) > 2**53:
        raise PosencError("bad_positions", field, "must be at most 2^53 in size")
    return np.ascontiguousarray(numbers, np.float64)
