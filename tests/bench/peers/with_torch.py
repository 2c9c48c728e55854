"""PyTorch in float32 throughout, one thread, as people write it."""
import math

import torch

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


def prepare(workload):
    task, rows = workload["task"], workload["rows"]
    if task == "table":
        return lambda: table(workload["spec"], 0, rows)
    if task == "rotate":
        heads, dim = workload["heads"], workload["dim"]
        x = (torch.arange(heads * rows * dim) % 7 - 3).float().reshape(heads, rows, dim)
        waves = table(workload["spec"], 0, rows)
        cos, sin = (torch.cat([w, w], dim=1) for w in (waves[:, : dim // 2], waves[:, dim // 2 :]))
        return lambda: x * cos + torch.cat([-x[..., dim // 2 :], x[..., : dim // 2]], dim=-1) * sin
    heads = workload["heads"]
    slopes = 2.0 ** (-8.0 * torch.arange(1, heads + 1) / heads)

    def bias():
        i = torch.arange(rows, dtype=torch.float32)
        return -slopes[:, None, None] * (i[:, None] - i[None, :]).abs()

    return bias


serve("torch " + torch.__version__, prepare, lambda spec, start, count, dtype: table(spec, start, count).numpy())
