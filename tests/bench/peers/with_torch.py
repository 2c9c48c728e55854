"""PyTorch, one thread, as people write it: float32 throughout, kernels in float64 or, if asked, in float32."""
import math
import sys

import torch

import kernels
import tables
import training
from serve import serve

torch.set_num_threads(1)
torch.set_grad_enabled(False)


def frequencies(spec):
    f = torch.exp(torch.arange(0, spec["dim"], 2, dtype=torch.float32) * (-math.log(spec.get("base", 10000.0)) / spec["dim"]))
    s = spec.get("scaling")
    if s is None:
        return f
    # Llama 3.1 (transformers, modeling_rope_utils.py)
    turns = s["originalContext"] / (2 * math.pi) * f
    smooth = ((turns - s["lowFreqFactor"]) / (s["highFreqFactor"] - s["lowFreqFactor"])).clamp(0, 1)
    return (1 - smooth) * f / s["factor"] + smooth * f


def table(spec, start, rows):
    angles = torch.arange(start, start + rows, dtype=torch.float32)[:, None] * frequencies(spec)
    if spec["encoding"] == "rope":
        return torch.cat([angles.cos(), angles.sin()], dim=1)
    out = torch.empty(rows, spec["dim"])
    out[:, 0::2] = torch.sin(angles)
    out[:, 1::2] = torch.cos(angles)
    return out


def swin_index(h, w):
    # microsoft/Swin-Transformer
    coords = torch.stack(torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")).flatten(1)
    relative = (coords[:, :, None] - coords[:, None, :]).permute(1, 2, 0).contiguous()
    relative[:, :, 0] += h - 1
    relative[:, :, 1] += w - 1
    relative[:, :, 0] *= 2 * w - 1
    return relative.sum(-1)


def t5_bias(spec, rows):
    # transformers, modeling_t5.py
    side = spec["numBuckets"] // 2
    exact = side // 2
    weights = torch.tensor(spec["table"], dtype=torch.float32).reshape(spec["numBuckets"], -1)

    def bias():
        i = torch.arange(rows)
        relative = i[None, :] - i[:, None]
        n = relative.abs()
        far = exact + (torch.log(n.float() / exact) / math.log(spec["maxDistance"] / exact) * (side - exact)).to(torch.long)
        buckets = (relative > 0).to(torch.long) * side + torch.where(n < exact, n, far.clamp(max=side - 1))
        return torch.nn.functional.embedding(buckets, weights).permute(2, 0, 1)

    return bias


def resize(spec, dim):
    h, w = spec["sourceHeight"], spec["sourceWidth"]
    grid = ((torch.arange(h * w * dim) * 37 % 97) / 48 - 1).float().reshape(1, h, w, dim).permute(0, 3, 1, 2)
    size = (spec["height"], spec["width"])
    return lambda: torch.nn.functional.interpolate(grid, size=size, mode="bicubic").permute(0, 2, 3, 1)


def rotation(spec, heads, rows, dim):
    x = (torch.arange(heads * rows * dim) % 7 - 3).float().reshape(heads, rows, dim)
    waves = table(spec, 0, rows)
    cos, sin = (torch.cat([w, w], dim=1) for w in (waves[:, : dim // 2], waves[:, dim // 2 :]))
    return lambda: x * cos + torch.cat([-x[..., dim // 2 :], x[..., : dim // 2]], dim=-1) * sin


def alibi_bias(heads, rows):
    slopes = 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads)

    def bias():
        i = torch.arange(rows, dtype=torch.float32)
        return -slopes[:, None, None] * (i[:, None] - i[None, :]).abs()

    return bias


def prepare(workload, what):
    if workload["task"] == "train":
        return training.prepare(workload)
    if workload["task"] in kernels.TASKS:
        dtype = torch.float32 if what == "float32" else torch.float64
        return kernels.prepare(workload, torch, lambda x: torch.from_numpy(x).to(dtype))
    return tables.prepare(workload, sys.modules[__name__])


serve("torch " + torch.__version__, prepare)
