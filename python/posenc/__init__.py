"""Position encodings, exact at any position.

    >>> import posenc
    >>> posenc.table("sinusoidal", [1e15], dim=4, dtype="float64")
    array([[ 0.85827279, -0.51319374, -0.28888529,  0.95736372]])
    >>> frequencies, factor = posenc.inv_freq("models/llama/config.json")

`Encoding` keeps what a spec makes; the functions make one for a single call. What reads configurations (`report`, `engines`,
`check`, `fix`, `diff`, `extend`, `identify`, `inv_freq`, `cos_sin` …) runs the JavaScript of the same version by Node.js.
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
from .encoding import Encoding, Spec
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
    """What `ROPE_INIT_FUNCTIONS` of transformers give: (inv_freq, attention_factor)."""

    inv_freq: Array
    attention_factor: float


def _registry() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(called("posenc_registry"))
    return made


def encodings() -> list[dict[str, Any]]:
    """The encodings in the order of their display: id, title, formula (TeX), citation, parameters."""
    made: list[dict[str, Any]] = _registry()["encodings"]
    return made


def scalings() -> list[dict[str, Any]]:
    """The context extensions of rotary encodings."""
    made: list[dict[str, Any]] = _registry()["scalings"]
    return made


def error_codes() -> list[str]:
    """All that `PosencError.code` can be."""
    made: list[str] = _registry()["errorCodes"]
    return made


def frequencies(spec: Spec, **parameters: Any) -> Array:
    """The frequencies of a spec, in radians per position."""
    return Encoding(spec, **parameters).frequencies()


def inv_freq(
    given: Config | Encoding,
    *,
    layer: str | None = None,
    context_length: int | None = None,
    dtype: Any = np.float64,
    **parameters: Any,
) -> InvFreq:
    """The frequencies by which a model rotates, and the factor of its cosines and sines, of a configuration or a spec.

    `layer` names one of a model with several kinds of layers, `context_length` the length where the extension looks at it.
    """
    encoding, factor = rotary_of(given, layer, context_length, parameters)
    return InvFreq(encoding.frequencies().astype(dtype), factor())


def cos_sin(
    given: Config | Encoding,
    positions: Any,
    *,
    dtype: Any = "float32",
    layout: Layout = "half",
    layer: str | None = None,
    context_length: int | None = None,
    **parameters: Any,
) -> CosSin:
    """Cosines and sines by which a model rotates, as `Encoding.cos_sin`; `given`, `layer` and `context_length` as `inv_freq`."""
    encoding = encoding_of(given, layer=layer, context_length=context_length, **parameters)
    return encoding.cos_sin(positions, dtype=dtype, layout=layout)


def table(spec: Spec, positions: Any, *, dtype: Any = np.float32, out: Any = None, **parameters: Any) -> Array:
    """(n, width), as `Encoding.table`."""
    return Encoding(spec, **parameters).table(positions, dtype=dtype, out=out)


def rotate(spec: Spec, x: Any, positions: Any, *, side: Any = "query", out: Any = None, **parameters: Any) -> Array:
    """(n, rotated_width), as `Encoding.rotate`."""
    return Encoding(spec, **parameters).rotate(x, positions, side=side, out=out)


def attention_bias(spec: Spec, n_query: int, n_key: int | None = None, *, out: Any = None, **parameters: Any) -> Array:
    """(heads, n_query, n_key), as `Encoding.attention_bias`."""
    return Encoding(spec, **parameters).attention_bias(n_query, n_key, out=out)


def gram(spec: Spec, positions: Any, *, out: Any = None, **parameters: Any) -> Array:
    """(n, n), as `Encoding.gram`."""
    return Encoding(spec, **parameters).gram(positions, out=out)
