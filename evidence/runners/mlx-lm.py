"""mlx-lm on its CPU backend: the Model class of each configuration, every rope called on basis vectors.

Arrays are lazy and no weight is evaluated, so models have their full size. Required fields that are not about
positions are filled in.
"""

import inspect
import re

import mlx.core as mx
import mlx.nn as nn
import mlx_lm.utils
import numpy as np
from mlx_lm.models import base
from rotation import rotation
from runner import Unsettled, merged, run

POSITIONS = re.compile(
    r"rope|rotary|theta|^((global|swa|attention)_)?head_dim|partial|original_max|sliding|layer_types|text_config"
)
SIZES = {
    **dict.fromkeys(("num_hidden_layers", "n_layer", "num_layers", "n_layers"), 12),
    **{"vocab_size": 64, "hidden_size": 512, "num_attention_heads": 8, "num_key_value_heads": 4},
    **{"intermediate_size": 64, "max_position_embeddings": 2048, "num_experts_per_tok": 2, "topk_method": "noaux_tc"},
    **dict.fromkeys(("n_group", "topk_group", "decoder_sparse_step"), 1),
    **dict.fromkeys(("kv_lora_rank", "q_lora_rank", "moe_intermediate_size"), 32),
    **dict.fromkeys(("v_head_dim", "qk_nope_head_dim", "linear_key_head_dim", "linear_value_head_dim"), 16),
}
BY_ANNOTATION = (("list", []), ("dict", {}), ("bool", False), ("float", 1e-6), ("str", ""), ("", 4))
filled = set()


@classmethod
def from_dict(cls, params):
    known = inspect.signature(cls).parameters
    given = {key: value for key, value in params.items() if key in known}
    for name, parameter in known.items():
        if name in given or parameter.default is not inspect.Parameter.empty or POSITIONS.search(name):
            continue
        kind = str(parameter.annotation).lower()
        given[name] = SIZES.get(name, next(value for word, value in BY_ANNOTATION if word in kind))
        filled.add(name)
    return cls(**given)


base.BaseModelArgs.from_dict = from_dict


def is_rope(module):
    name = type(module).__name__.lower()
    return ("rope" in name or "rotary" in name) and "attention" not in name


def ropes(node, path=""):
    """Rotations of a model with their paths, also those kept in private attributes."""
    if isinstance(node, nn.Module):
        if is_rope(node):
            yield path, node
            return
        children = {**dict(node.items()), **{k: v for k, v in vars(node).items() if k not in ("_no_grad", "_training")}}
    elif isinstance(node, dict):
        children = node
    else:
        children = dict(enumerate(node))
    for key, child in children.items():
        if isinstance(child, (nn.Module, dict, list, tuple)):
            yield from ropes(child, f"{path}.{key}")


calls = []
fast_rope = mx.fast.rope


def recorded(x, dims, **options):
    calls.append((dims, options))
    return fast_rope(x, dims, **options)


mx.fast.rope = recorded


def matrix(rope, width, offset):
    """(output, input): the rotation of each basis vector at one position."""
    basis = mx.eye(width).reshape(1, width, 1, width)
    return np.array(rope(basis, offset=offset).astype(mx.float32)).reshape(width, width).astype(np.float64).T


def observed(rope, path):
    width = getattr(rope, "dims", None) or getattr(rope, "dim", None) or 64
    calls.clear()
    matrix(rope, int(width), 1)
    width = calls[-1][0] if calls else int(width)
    facts = rotation(matrix(rope, width, 0), matrix(rope, width, 1))
    if "Dynamic" in type(rope).__name__:
        facts["byLength"] = True
    if "indexer" in path:
        facts["role"] = "indexer"
    return facts


def direct(model):
    """Rotations of a model without rope modules: its forward pass is recorded, which evaluates nothing."""
    calls.clear()
    model(mx.array([[1, 2, 3]]))
    for dims, options in list(calls):
        rope = lambda x, offset: fast_rope(x, dims, **{**options, "offset": offset})
        yield None, rotation(matrix(rope, dims, 0), matrix(rope, dims, 1))


def depth_given(config):
    """Files that list their layers say how many there are."""
    for fields in (config, config.get("text_config") or {}):
        if "num_hidden_layers" not in fields:
            lists = ("layer_types", "no_rope_layers", "hybrid_layer_pattern", "block_configs")
            found = next((fields[key] for key in lists if isinstance(fields.get(key), list) and fields[key]), None)
            if found:
                fields["num_hidden_layers"] = len(found)


def observe(config, _case):
    filled.clear()
    if not isinstance(config.get("model_type"), str):
        raise Unsettled("the file names no model_type, by which mlx-lm chooses a class")
    depth_given(config)
    model_class, args_class = mlx_lm.utils._get_classes(config)
    model = model_class(args_class.from_dict(config))
    seen, observations = {}, []
    for path, rope in ropes(model):
        if id(rope) not in seen:
            seen[id(rope)] = observed(rope, path)
        number = re.search(r"\.(\d+)\.", path)
        observations.append((int(number[1]) if number else None, seen[id(rope)]))
    answer = merged(observations or list(direct(model)), len(model.layers))
    scales = sorted({float(s) for _, m in model.named_modules() if isinstance(s := vars(m).get("scale"), float)})
    return {**answer, **({"scales": scales} if scales else {}), **({"filled": sorted(filled)} if filled else {})}


if __name__ == "__main__":
    run(observe)
