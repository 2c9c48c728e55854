"""torchtitan's rotary classes: python3 tests/golden/make/engines/torchtitan.py CHECKOUT/torchtitan

models/common/rope.py is executed with the fields of RoPE.Config set from the file, and the lines of the attention of gpt-oss and
DeepSeek V3 that fold YaRN's amplitude into the softmax scale. The amplitude of gpt-oss is given as one of cos and sin.
"""

import ast
import math
import pathlib
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace
from unittest.mock import MagicMock

import torch
from runs import answered, execute, layer, write
from trainers import File, Torch, recordings, unsupported

root = pathlib.Path(sys.argv[1])


class Module(torch.nn.Module):
    """A module with a configuration, without what is distributed."""

    @dataclass(kw_only=True, slots=True)
    class Config:
        pass


spmd = MagicMock()
spmd.no_typecheck = spmd.local_map = lambda *_, **__: lambda function: function
names = {"torch": Torch(), "math": math, "dataclass": dataclass, "field": field, "Module": Module, "spmd": spmd, "Literal": MagicMock(), "__name__": "__main__"}
# a class body sees its own annotations as strings, so that a dataclass has its fields
rope = execute(root / "models/common/rope.py", lambda node: True, names)
mrope = execute(root / "models/qwen3_5/rope.py", lambda node: True, {**names, "CosSinRoPE": rope["CosSinRoPE"]})
families = {
    "llama": "ComplexRoPE",
    "deepseek_v3": "ComplexRoPE",
    "kimi_k2": "ComplexRoPE",
    "qwen3": "CosSinRoPE",
    "qwen3_moe": "CosSinRoPE",
    "gpt_oss": "CosSinRoPE",
    "qwen3_5_text": "MRoPE",
}


def folded(path, config):
    """By what the attention of a model multiplies its softmax scale."""
    tree = ast.parse((root / path).read_text())
    found = next(node for node in ast.walk(tree) if isinstance(node, ast.If) and "rope_factor > 1.0" in ast.unparse(node.test))
    attention = SimpleNamespace(softmax_scale=1.0)
    exec(compile(ast.Module([found], []), path, "exec"), {"self": attention, "config": config, "math": math})
    return attention.softmax_scale


def ask(text):
    file = File(text)
    if file.kind not in families:
        raise unsupported(f"torchtitan has no model of type {file.kind}")
    if file.fraction != 1 and file.kind != "qwen3_5_text":
        raise unsupported("the whole head is rotated")
    given = {"dim": int(file.head * file.fraction), "max_context_length": file.length, "theta": file.theta}
    number = file.number
    if file.type == "llama3":
        given |= {"scaling": "llama", "scaling_factor": number("factor", 8), "low_freq_factor": number("low_freq_factor", 1), "high_freq_factor": number("high_freq_factor", 4), "original_max_position_embeddings": file.rope.get("original_max_position_embeddings", 8192)}
    elif file.type == "yarn":
        given |= {"scaling": "yarn", "rope_factor": number("factor", 1), "beta_fast": number("beta_fast", 32), "beta_slow": number("beta_slow", 1), "original_seq_len": file.original(), "truncate": file.rope.get("truncate", True)}
    elif file.type not in ("default", "mrope"):
        raise unsupported(f"RoPE.Config has no scaling {file.type}")
    kind = mrope["MRoPE"] if families[file.kind] == "MRoPE" else rope[families[file.kind]]
    recordings.clear()
    config = kind.Config(**given)
    kind(config)
    (rows, frequencies), = recordings
    amplitude, softmax = 1.0, 1.0
    if file.kind == "gpt_oss":
        amplitude = math.sqrt(folded("models/gpt_oss/model.py", SimpleNamespace(rope=config)))
    if file.kind in ("deepseek_v3", "kimi_k2"):
        softmax = folded("models/deepseek_v3/model.py", SimpleNamespace(rope=config, mscale=number("mscale_all_dim", 0)))
    return {"layers": {"": layer(frequencies, amplitude, rows=rows, softmaxMultiplier=softmax)}}


write("torchtitan", "b5bcd76c (2026-08-21): models/common/rope.py, softmax scales", "the engine's own classes were executed in float32 on the CPU; their fields were set from the file by the runner, since torchtitan reads no config.json", answered(ask))
