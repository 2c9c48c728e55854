"""Position encodings, exact at any position.

    >>> import posenc
    >>> posenc.table("sinusoidal", [1e15], dim=4, dtype="float64")
    array([[ 0.85827279, -0.51319374, -0.28888529,  0.95736372]])
    >>> frequencies, factor = posenc.inv_freq("models/llama/config.json")

An `Encoding` can be used many times; the functions prepare one for a single call. Functions that read configurations (`report`,
`engines`, `check`, `fix`, `diff`, `extend`, `identify`, `inv_freq`, `cos_sin` …) run the JavaScript of this version in Node.js.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from ._arrays import Array
from ._library import called, library
from .configs import (
    Config,
    analyse,
    analyses,
    attention_factor,
    bias_vector,
    channel_gram,
    check,
    compare,
    diff,
    encoding_of,
    engines,
    export_config,
    extend,
    fix,
    identify,
    import_config,
    multimodal_ids,
    precision,
    report,
    rotary_of,
    tasks,
)
from .cos_sin import CosSin, Layout
from .encoding import Encoding, Spec, encoding_with
from .errors import PosencError
from .results import Result, Results
from .training import TrainingRun, resume_training, train

__version__: str = library.posenc_version().decode("ascii")
__all__ = [
    "Config", "CosSin", "Encoding", "InvFreq", "Layout", "PosencError", "Result", "Results", "Spec", "TrainingRun", "analyse",
    "analyses", "attention_bias", "attention_factor", "bias_vector", "channel_gram", "check", "compare", "cos_sin", "diff", "encoding_of",
    "encodings", "engines", "error_codes", "export_config", "extend", "fix", "frequencies", "gram", "identify", "import_config",
    "inv_freq", "multimodal_ids", "precision", "report", "resume_training", "rotate", "scalings", "table", "tasks", "train",
]  # fmt: skip


class InvFreq(NamedTuple):
    """(inv_freq, attention_factor), as `ROPE_INIT_FUNCTIONS` of transformers return them."""

    inv_freq: Array
    attention_factor: float


def _registry() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(called("posenc_registry"))
    return made


def encodings() -> list[dict[str, Any]]:
    """Returns the encodings in display order: id, title, formula (TeX), citation, parameters."""
    made: list[dict[str, Any]] = _registry()["encodings"]
    return made


def scalings() -> list[dict[str, Any]]:
    """Returns the context extensions of rotary encodings."""
    made: list[dict[str, Any]] = _registry()["scalings"]
    return made


def error_codes() -> list[str]:
    """Returns all values of `PosencError.code`."""
    made: list[str] = _registry()["errorCodes"]
    return made


def frequencies(spec: Spec, **parameters: Any) -> Array:
    """Returns the frequencies of a spec, in radians per position."""
    return Encoding(spec, **parameters).frequencies()


def inv_freq(
    given: Config | Encoding,
    *,
    layer: str | None = None,
    context_length: int | None = None,
    dtype: Any = np.float64,
    **parameters: Any,
) -> InvFreq:
    """Returns the rotary frequencies of a configuration or a spec, and the factor of its cosines and sines.

    `layer` names a layer type if a model has several. `context_length` matters if the context extension depends on the length.
    """
    encoding, factor = rotary_of(given, layer, context_length, parameters)
    return InvFreq(encoding.frequencies().astype(dtype), factor())


def cos_sin(
    given: Config | Encoding,
    positions: Any,
    *more: Any,
    dtype: Any = "float32",
    layout: Layout = "half",
    layer: str | None = None,
    context_length: int | None = None,
    **parameters: Any,
) -> CosSin:
    """Returns the cosines and sines of a model, as `Encoding.cos_sin`. See `inv_freq` for `given`, `layer` and `context_length`."""
    if more:
        example = "range(100, 100 + 64) for 64 positions from 100 on"
        raise PosencError("bad_argument", "positions", f"must be one argument, such as {example}; the others have names: dtype=, layout=")
    encoding = encoding_of(given, layer=layer, context_length=context_length, **parameters)
    return encoding.cos_sin(positions, dtype=dtype, layout=layout)


def table(spec: Spec, positions: Any, *, dtype: Any = np.float32, out: Any = None, **parameters: Any) -> Array:
    """Returns (n, width). See `Encoding.table`."""
    return encoding_with(spec, parameters, "dtype", "out").table(positions, dtype=dtype, out=out)


def rotate(spec: Spec, x: Any, positions: Any, *, side: Any = "query", out: Any = None, **parameters: Any) -> Array:
    """Returns (n, rotated_width). See `Encoding.rotate`."""
    return encoding_with(spec, parameters, "side", "out").rotate(x, positions, side=side, out=out)


def attention_bias(spec: Spec, n_query: int, n_key: int | None = None, *, out: Any = None, **parameters: Any) -> Array:
    """Returns (heads, n_query, n_key). See `Encoding.attention_bias`."""
    return encoding_with(spec, parameters, "n_query", "n_key", "out").attention_bias(n_query, n_key, out=out)


def gram(spec: Spec, positions: Any, *, out: Any = None, **parameters: Any) -> Array:
    """Returns (n, n). See `Encoding.gram`."""
    return encoding_with(spec, parameters, "out").gram(positions, out=out)
