"""numpy as people write it: float32 throughout, kernels in float64 or, if asked, in float32."""
import math
import sys

import numpy as np

import kernels
import tables
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


def swin_index(h, w):
    # microsoft/Swin-Transformer
    coords = np.stack(np.meshgrid(np.arange(h), np.arange(w), indexing="ij")).reshape(2, -1)
    relative = (coords[:, :, None] - coords[:, None, :]).transpose(1, 2, 0)
    relative = relative + np.array([h - 1, w - 1])
    return relative[:, :, 0] * (2 * w - 1) + relative[:, :, 1]


def t5_bias(spec, rows):
    # transformers, modeling_t5.py
    side = spec["numBuckets"] // 2
    exact = side // 2
    weights = np.array(spec["table"], np.float32).reshape(spec["numBuckets"], -1)

    def bias():
        i = np.arange(rows)
        relative = i[None, :] - i[:, None]
        n = np.abs(relative)
        far = exact + np.log(np.maximum(n, 1).astype(np.float32) / exact) / math.log(spec["maxDistance"] / exact) * (side - exact)
        buckets = np.where(relative > 0, side, 0) + np.where(n < exact, n, np.minimum(far.astype(np.int64), side - 1))
        return weights[buckets].transpose(2, 0, 1)

    return bias


def cubic_weights(source, target):
    t = np.arange(target)[:, None]
    centre = (t + 0.5) * source / target - 0.5
    taps = np.floor(centre).astype(int) - 1 + np.arange(4)
    x = np.abs(taps - centre)
    near = (1.25 * x - 2.25) * x * x + 1
    far = ((-0.75 * x + 3.75) * x - 6) * x + 3
    weights = np.zeros((target, source), np.float32)
    np.add.at(weights, (t, np.clip(taps, 0, source - 1)), np.where(x < 1, near, np.where(x < 2, far, 0)))
    return weights


def resize(spec, dim):
    h, w = spec["sourceHeight"], spec["sourceWidth"]
    grid = ((np.arange(h * w * dim) * 37 % 97) / 48 - 1).astype(np.float32).reshape(h, w, dim)

    def run():
        tall = np.tensordot(cubic_weights(h, spec["height"]), grid, 1)
        return np.matmul(cubic_weights(w, spec["width"]), tall)

    return run


def rotation(spec, heads, rows, dim):
    x = (np.arange(heads * rows * dim) % 7 - 3).astype(np.float32).reshape(heads, rows, dim)
    waves = table(spec, 0, rows)
    cos, sin = (np.concatenate([w, w], axis=1) for w in (waves[:, : dim // 2], waves[:, dim // 2 :]))
    return lambda: x * cos + np.concatenate([-x[..., dim // 2 :], x[..., : dim // 2]], axis=-1) * sin


def alibi_bias(heads, rows):
    slopes = (2.0 ** (-8.0 * np.arange(1, heads + 1) / heads)).astype(np.float32)

    def bias():
        i = np.arange(rows, dtype=np.float32)
        return -slopes[:, None, None] * np.abs(i[:, None] - i[None, :])

    return bias


def prepare(workload, what):
    if workload["task"] in kernels.TASKS:
        return kernels.prepare(workload, np, lambda x: x.astype(np.float32 if what == "float32" else np.float64))
    return tables.prepare(workload, sys.modules[__name__])


serve("numpy " + np.__version__, prepare)
