"""Functions of the C library from texts and arrays to JSON."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from ._arrays import Array, as_array
from ._frames import in_python
from ._library import Failure, library
from .encoding import plain
from .errors import PosencError

#: posenc_subject
_LIST, _TABLE, _COS_SIN = 0, 1, 2


def identified(numbers: Any, spec: Mapping[str, Any] | None, first_position: int | None) -> dict[str, Any]:
    """Returns what posenc_identify finds. `numbers`: text, a list, a table, or a dictionary of cos and sin."""
    wanted: dict[str, Any] = {} if first_position is None else {"firstPosition": first_position}
    if spec is not None:
        wanted["expected"] = [{"spec": dict(spec)}]
    try:
        options = json.dumps(wanted, default=plain).encode()
    except (TypeError, ValueError) as error:
        raise PosencError("bad_argument", "spec", f"must be what JSON can have: {error}") from error
    if isinstance(numbers, str):
        return _called("posenc_identify_text", numbers.encode(), options)
    values, subject = _values(numbers)
    rows = 1 if subject == _LIST else len(values)
    return _called("posenc_identify", values.ctypes.data, values.size, rows, subject, options)


def multimodal(prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what posenc_multimodal_ids computes, with the ids as arrays."""
    try:
        text = json.dumps(prompt, default=plain).encode()
    except (TypeError, ValueError) as error:
        raise PosencError("bad_argument", "prompt", f"must be what JSON can have: {error}") from error
    made = _called("posenc_multimodal_ids", text)
    for sequence in made["sequences"]:
        ids = sequence["positions"]
        sequence["positions"] = np.array(ids["data"], np.float64).reshape(ids["rows"], ids["cols"])
    return made


def _values(numbers: Any) -> tuple[Array, int]:
    """The numbers as float64, and what they are."""
    if isinstance(numbers, Mapping):
        cos, sin = (_floats(f"numbers.{name}", numbers[name]) for name in ("cos", "sin"))
        if cos.shape != sin.shape:
            raise PosencError("bad_shape", "numbers.sin", f"must have the shape {cos.shape} of cos, got {sin.shape}")
        return np.concatenate([cos, sin], axis=1), _COS_SIN
    values = _floats("numbers", numbers)
    if values.ndim not in (1, 2):
        raise PosencError("bad_shape", "numbers", f"must be a list or a table, got the shape {values.shape}")
    return values, _LIST if values.ndim == 1 or 1 in values.shape else _TABLE


def _floats(field: str, given: Any) -> Array:
    try:
        return np.ascontiguousarray(as_array(field, given), np.float64)
    except (TypeError, ValueError) as error:
        raise PosencError("bad_argument", field, f"must be numbers: {error}") from error


def _called(name: str, *arguments: Any) -> dict[str, Any]:
    failure = Failure()
    text = getattr(library, name)(*arguments, ctypes.byref(failure))
    if not text:
        raised = failure.raised()
        field, message = (in_python(text.replace("expected[0].", "")) for text in (raised.field, str(raised)))
        raise PosencError.of(raised.code, field, message)
    try:
        return cast("dict[str, Any]", json.loads(ctypes.string_at(text)))
    finally:
        library.posenc_text_release(text)
