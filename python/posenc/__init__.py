"""Position encodings, exact at any position.

    >>> import posenc
    >>> posenc.table("sinusoidal", [1e15], dim=4, dtype="float64")
    array([[ 0.85827279, -0.51319374, -0.28888529,  0.95736372]])

`Encoding` keeps what a spec makes; the functions make one for a single call.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ._library import called, library
from .encoding import Encoding, Spec
from .errors import PosencError

__version__: str = library.posenc_version().decode("ascii")
__all__ = ["Encoding", "PosencError", "attention_bias", "encodings", "error_codes", "gram", "inv_freq", "rotate", "scalings", "table"]


def _registry() -> dict[str, Any]:
    return json.loads(called("posenc_registry"))


def encodings() -> list[dict[str, Any]]:
    """The encodings in the order of their display: id, title, formula (TeX), citation, parameters."""
    return _registry()["encodings"]


def scalings() -> list[dict[str, Any]]:
    """The context extensions of rotary encodings."""
    return _registry()["scalings"]


def error_codes() -> list[str]:
    """All that `PosencError.code` can be."""
    return _registry()["errorCodes"]


def inv_freq(spec: Spec, **parameters: Any) -> np.ndarray:
    """The frequencies of a spec, in radians per position."""
    return Encoding(spec, **parameters).frequencies()


def table(spec: Spec, positions, *, dtype: Any = np.float32, out: np.ndarray | None = None, **parameters: Any) -> np.ndarray:
    """(n, width), as `Encoding.table`."""
    return Encoding(spec, **parameters).table(positions, dtype=dtype, out=out)


def rotate(spec: Spec, x, positions, *, side: str = "query", **parameters: Any) -> np.ndarray:
    """(n, rotated_width), as `Encoding.rotate`."""
    return Encoding(spec, **parameters).rotate(x, positions, side=side)


def attention_bias(spec: Spec, n_query: int, n_key: int | None = None, **parameters: Any) -> np.ndarray:
    """(heads, n_query, n_key), as `Encoding.attention_bias`."""
    return Encoding(spec, **parameters).attention_bias(n_query, n_key)


def gram(spec: Spec, positions, **parameters: Any) -> np.ndarray:
    """(n, n), as `Encoding.gram`."""
    return Encoding(spec, **parameters).gram(positions)
