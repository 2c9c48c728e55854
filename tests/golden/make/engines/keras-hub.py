"""keras-hub's converters and rotary layers: python3 tests/golden/make/engines/keras-hub.py CHECKOUT/keras_hub/src

convert_backbone_config of each model type is executed, the call of the rotary layer in its attention, and the layer with PyTorch
as keras.ops. What stands between them, which argument of the backbone is which of the attention, is by name.
"""

import ast
import json
import math
import pathlib
import sys
from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import torch
from runs import answered, execute, layer, write

root = pathlib.Path(sys.argv[1])


def tensor(value, dtype="float32"):
    return torch.as_tensor(value, dtype=getattr(torch, dtype))


ops = SimpleNamespace(
    arange=lambda *args, dtype: torch.arange(*args, dtype=getattr(torch, dtype)),
    cast=tensor,
    power=lambda a, b: torch.pow(tensor(a), tensor(b)),
    maximum=lambda a, b: torch.maximum(tensor(a), tensor(b)),
    minimum=lambda a, b: torch.minimum(tensor(a), tensor(b)),
    clip=torch.clamp,
    **{name: getattr(torch, name) for name in ("where", "greater", "logical_and", "greater_equal", "less_equal", "divide", "floor", "ceil", "log", "add", "multiply")},
)


class Layer:
    compute_dtype = "float32"

    def __init__(self, **_):
        pass


keras = SimpleNamespace(layers=SimpleNamespace(Layer=Layer))
names = {"keras": keras, "np": np, "ops": ops, "math": math, "keras_hub_export": lambda _: lambda c: c, "__name__": "__main__"}
general = execute(root / "layers/modeling/rotary_embedding.py", lambda node: True, dict(names))["RotaryEmbedding"]
llama = execute(root / "models/llama/llama_rotary_embedding.py", lambda node: True, {**names, "RotaryEmbedding": general})["LlamaRotaryEmbedding"]
rope_init = execute(root / "models/smollm3/smollm3_utils.py", lambda node: node.name == "rope_init", dict(names))["rope_init"]
converters = {"llama": "llama3", "qwen2": "qwen", "gemma3_text": "gemma3", "gemma2": "gemma", "qwen2_moe": "qwen_moe"}
converters |= {name: name for name in ("gemma", "gemma3", "gpt_oss", "mistral", "mixtral", "qwen3", "qwen3_5", "qwen3_moe", "smollm3")}
folders = {"llama3": "llama"}
without_head = ("llama3", "qwen", "qwen_moe", "mixtral", "smollm3")


class Filled(dict):
    """A file in which what has nothing to do with positions is filled in."""

    def __missing__(self, key):
        if key in ("rope_theta", "head_dim", "partial_rotary_factor", "text_config"):
            raise KeyError(key)
        return Filled() if key == "vision_config" else [1] if key == "no_rope_layers" else 8


def rotary(model, given):
    """The layer that the attention of a model makes."""
    tree = ast.parse((root / f"models/{model}/{model}_attention.py").read_text())
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("RotaryEmbedding"))
    made = lambda name, otherwise=None: given.get(name, otherwise)
    attention = SimpleNamespace(dtype_policy=None, rope_max_wavelength=made("rope_max_wavelength"), rope_scaling_factor=made("rope_scaling_factor", 1.0), rope_position_scaling_factor=1.0)
    attention.rope_wavelength = made("rope_wavelength")
    attention._rope_max_wavelength, attention._rope_scaling_factor = attention.rope_max_wavelength, attention.rope_scaling_factor
    for name in ("rope_frequency_adjustment_factor", "rope_low_freq_factor", "rope_high_freq_factor", "rope_pretraining_sequence_length"):
        setattr(attention, name, made(name))
    return eval(compile(ast.Expression(call), model, "eval"), {"self": attention, "RotaryEmbedding": general, "LlamaRotaryEmbedding": llama})


def amplitude(made):
    """The factor of cosines: from the statement of _compute_cos_sin_embedding, at angle 0."""
    inputs = SimpleNamespace(shape=(1, 1, 2))
    own = SimpleNamespace(**vars(ops), shape=lambda x: x.shape, expand_dims=torch.unsqueeze, einsum=torch.einsum, stack=torch.stack, reshape=torch.reshape, cos=torch.cos, sin=torch.sin)
    own.stack = lambda parts, axis: torch.stack(parts, axis)
    own.expand_dims = lambda x, axis: torch.unsqueeze(x, axis)
    general.__init__.__globals__["ops"] = own
    return made._compute_cos_sin_embedding(inputs, 0)[0].flatten()[0]


def ask(text):
    config = Filled(json.loads(text))
    kind = dict(config)["model_type"]
    if kind not in converters:
        raise ValueError(f"KerasHub has no converter for huggingface/transformers models with model type `'{kind}'`.")
    if "text_config" in config:
        config["text_config"] = Filled(config["text_config"])
    name = converters[kind]
    namespace = execute(root / f"utils/transformers/convert_{name}.py", lambda node: True, {"np": np, "__name__": "__main__"})
    namespace.update(Gemma3VisionEncoder=lambda **_: None)
    given = namespace["convert_backbone_config"](Filled(config.get("text_config", config)) if name == "qwen3_5" else config)
    width, heads = (given.get(new, given.get(old)) for new, old in (("hidden_dim", "hidden_size"), ("num_query_heads", "num_attention_heads")))
    head = width // heads if name in without_head else given.get("head_dim") or width // heads
    if name == "smollm3":
        return {"layers": {"": layer(*rope_init(given["rope_theta"], given["partial_rotary_factor"], head))}}
    if name == "gemma3":
        layers = {}
        for kind, sliding in (("full_attention", False), ("sliding_attention", True)):
            scope = {"sliding_window": sliding, **{key: given[key] for key in ("local_rope_scaling_factor", "global_rope_scaling_factor")}}
            for node in ast.walk(ast.parse((root / "models/gemma3/gemma3_backbone.py").read_text())):
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("rope_wavelength", "rope_scaling_factor"):
                    exec(compile(ast.Module([node], []), name, "exec"), scope)
            made = rotary(name, scope)
            layers[kind] = layer(made._get_inverse_freq(head), amplitude(made))
        return {"layers": layers}
    made = rotary(folders.get(name, name), given)
    dim = int(head * given.get("partial_rotary_factor", 1.0))
    return {"layers": {"": layer(made._get_inverse_freq(dim), amplitude(made))}}


# models whose converters exist, but were not executed
without = ("gemma4-hub", "gemma-4-26b-a4b")
write("keras-hub", "71453d08 (2026-08-21): converters, rotary layers", "the engine's own code was executed in float32 with PyTorch as keras.ops; fields that have nothing to do with positions were filled in", answered(ask, without))
