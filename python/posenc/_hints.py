"""Words of other programs, and the names that posenc has for them: suggestions in errors.

The words of JavaScript's errors are in web/lib/checks/show.ts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from .errors import PosencError

#: types of numbers in JavaScript and in files → in NumPy, where "f16" has 16 bytes
_DTYPES = {
    "f16": "float16",
    "fp16": "float16",
    "f32": "float32",
    "fp32": "float32",
    "f64": "float64",
    "fp64": "float64",
    "bf16": "bfloat16",
}

#: encodings and parameters in config.json and in papers → here
OTHER_NAMES = {
    "d_model": "dim",
    "head_dim": "dim",
    "llama3": "rope",
    "num_heads": "heads",
    "original_max_position_embeddings": "originalContext",
    "rope_parameters": "scaling",
    "rope_scaling": "scaling",
    "rope_theta": "base",
    "rope_type": "scaling",
    "rotary": "rope",
    "theta": "base",
    "yarn": "rope",
}


def type_name(dtype: Any, allowed: Collection[str]) -> str:
    """Returns the name of a type of NumPy, ml_dtypes or PyTorch; raises if it is not allowed."""
    name = str(dtype).removeprefix("torch.")
    meant = _DTYPES.get(name.lower())
    if meant is None and name not in allowed:
        try:
            name = np.dtype(dtype).name
        except TypeError:  # a word unknown to NumPy
            pass
    if name in allowed:
        return name
    hint = f" (did you mean {meant!r}?)" if meant in allowed else ""
    raise PosencError("bad_argument", "dtype", f"must be one of {', '.join(allowed)}, got {dtype!r}{hint}")


def of_config(fields: Iterable[str]) -> str:
    """Returns a hint if the fields of a spec are those of a config.json."""
    copied = any(name.startswith("rope_") or name == "model_type" for name in fields)
    return "; posenc.encoding_of(config) reads a config.json" if copied else ""
