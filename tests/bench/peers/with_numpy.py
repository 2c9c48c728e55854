"""numpy in float32 throughout, as people write it."""
import math

import numpy as np

from serve import serve


def frequencies(spec, dtype):
    i = np.arange(0, spec["dim"], 2, dtype=dtype)
    f = np.exp(i * dtype(-math.log(spec.get("base", 10000.0)) / spec["dim"]))
    s = spec.get("scaling")
    if s is None:
        return f
    # Llama 3.1 (transformers, modeling_rope_utils.py)
    turns = dtype(s["originalContext"] / (2 * math.pi)) * f
    smooth = np.clip((turns - dtype(s["lowFreqFactor"])) / dtype(s["highFreqFactor"] - s["lowFreqFactor"]), 0, 1)
    return (1 - smooth) * f / dtype(s["factor"]) + smooth * f


def table(spec, start, rows, dtype=np.float32):
    angles = np.arange(start, start + rows, dtype=dtype)[:, None] * frequencies(spec, dtype)
    out = np.empty((rows, spec["dim"]), np.float32)
    half = spec["dim"] // 2
    rope = spec["encoding"] == "rope"
    out[:, slice(half, None) if rope else slice(0, None, 2)] = np.sin(angles)
    out[:, slice(0, half) if rope else slice(1, None, 2)] = np.cos(angles)
    return out


def prepare(workload):
    task, rows = workload["task"], workload["rows"]
    if task == "table":
        return lambda: table(workload["spec"], 0, rows)
    if task == "rotate":
        heads, dim = workload["heads"], workload["dim"]
        x = (np.arange(heads * rows * dim) % 7 - 3).astype(np.float32).reshape(heads, rows, dim)
        waves = table(workload["spec"], 0, rows)
        cos, sin = (np.concatenate([w, w], axis=1) for w in (waves[:, : dim // 2], waves[:, dim // 2 :]))
        return lambda: x * cos + np.concatenate([-x[..., dim // 2 :], x[..., : dim // 2]], axis=-1) * sin
    heads = workload["heads"]
    slopes = (2.0 ** (-8.0 * np.arange(1, heads + 1) / heads)).astype(np.float32)

    def bias():
        i = np.arange(rows, dtype=np.float32)
        return -slopes[:, None, None] * np.abs(i[:, None] - i[None, :])

    return bias


serve(
    "numpy " + np.__version__,
    prepare,
    lambda spec, start, count, dtype: table(spec, start, count, np.float64 if dtype == "f64" else np.float32),
)
