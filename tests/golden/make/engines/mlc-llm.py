"""MLC LLM's models and rotary functions: python3 tests/golden/make/engines/mlc-llm.py CHECKOUT/python/mlc_llm TVM/python/tvm/relax/frontend/nn/llm

The configuration class of each model type is executed, the class that serves it up to create_paged_kv_cache, whose arguments are
noted, and the function of frequencies that TVM chooses by them (position_embedding.py), with NumPy in float32 as tirx. A pair of
channels that do not turn alike has a second list, `partners`.
"""

import ast
import dataclasses
import functools
import json
import math
import pathlib
import re
import sys
import typing
from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
from runs import answered, configurations, execute, layer, write

root, llm = map(pathlib.Path, sys.argv[1:3])
f32 = np.float32


class Expr:
    """A node of TVM, which is computed when the values of its variables are there; ints stay ints, all else is float32."""

    def __init__(self, compute):
        self.compute = compute

    @staticmethod
    def of(value):
        if isinstance(value, Expr):
            return value
        constant = value if isinstance(value, np.ndarray) else np.array([value], np.int16 if isinstance(value, int) and abs(value) < 2**15 else f32)
        return Expr(lambda _: constant)

    def astype(self, _):
        return self


def node(function):
    def made(*values):
        parts = [Expr.of(value) for value in values]

        def compute(values_of):
            result = function(*(part.compute(values_of) for part in parts))
            return result.astype(f32) if result.dtype == np.float64 else result

        return Expr(compute)

    return made


for name, function in {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "mod": np.mod, "floordiv": np.floor_divide, "gt": np.greater, "eq": np.equal}.items():
    made = node(function)
    setattr(Expr, f"__{name}__", lambda self, other, made=made: made(self, other))
    setattr(Expr, f"__r{name}__", lambda self, other, made=made: made(other, self))
Expr.__hash__ = object.__hash__

angles = []


def cos(angle):
    angles.append(angle)
    return node(np.cos)(angle)


def variable(*_):
    own = Expr(lambda values_of: values_of[own].compute(values_of))
    return own


tirx = SimpleNamespace(
    power=node(lambda base, exponent: np.power(base.astype(f32), exponent)),
    const=lambda value, dtype: Expr.of(np.array([value], dtype)),
    Var=variable,
    cos=cos,
    sin=node(np.sin),
    max=node(np.maximum),
    min=node(np.minimum),
    if_then_else=node(np.where),
)
rope = execute(llm / "position_embedding.py", lambda node: node.name.startswith(("rope_freq", "yarn_find", "switch_rope")), {"tirx": tirx, "math": math, "partial": functools.partial})
prepare = execute(llm / "kv_cache.py", lambda node: node.name == "_prepare_yarn_rope_scaling", {"math": math})["_prepare_yarn_rope_scaling"]


class Module:
    def __init__(self, *_, **__):
        pass


class Stand(MagicMock):
    """What has nothing to do with positions."""

    Module = Module


chosen = []
cache = SimpleNamespace(create_generic=lambda **given: chosen.append(given))
base = {"dataclasses": dataclasses, "json": json, "Path": pathlib.Path, "Any": typing.Any, "Dict": typing.Dict, "Type": typing.Type, "TypeVar": typing.TypeVar, "logging": MagicMock(), "__name__": "__main__"}
ConfigBase = execute(root / "support/config.py", lambda node: node.name == "ConfigBase", base)["ConfigBase"]
loaded = {}


def load(path):
    """Classes of a model's file, and of the files of other models that it names."""
    if path in loaded:
        return loaded[path]
    names = {"dataclasses": dataclasses, "ConfigBase": ConfigBase, "nn": Stand(), "PagedKVCache": cache, "partial": functools.partial, "math": math, "json": json, "__name__": "__main__"}
    names |= {name: getattr(typing, name) for name in ("Any", "Dict", "List", "Optional", "Tuple", "Union", "Literal")}
    for found in ast.parse(path.read_text()).body:
        parts = (found.module or "").split(".") if isinstance(found, ast.ImportFrom) else []
        if parts[:2] == ["mlc_llm", "model"] and parts[-1].endswith("_model"):
            other = load(root.joinpath(*parts[1:]).with_suffix(".py"))
            names |= {alias.name: other[alias.name] for alias in found.names}
    loaded[path] = execute(path, lambda node: re.search("Config$|For|LMHeadModel$|LanguageModel$|yarn_get", node.name), names)
    return loaded[path]


def models():
    """What MODELS says of a model type: the file, and the two classes."""
    tree = ast.parse((root / "model/model.py").read_text())
    files = {alias.asname or alias.name: found.module.split(".") for found in tree.body if isinstance(found, ast.ImportFrom) for alias in found.names}
    table = next(node.value for node in tree.body if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "MODELS")
    for key, value in zip(table.keys, table.values):
        given = {each.arg: each.value for each in value.keywords}
        module = given["model"].value.id
        place = root.joinpath("model", *files[module][-1:] if files[module][-1] != "model" else [], f"{module}.py")
        yield key.value, (place, given["model"].attr, given["config"].attr)


known = dict(models())
filled = {"num_hidden_layers": 2, "rms_norm_eps": 1e-6, "layer_norm_eps": 1e-6, "norm_eps": 1e-6, "vocab_size": 32, "intermediate_size": 64, "attention_bias": False, "hidden_act": "silu", "use_bias": False, "num_key_value_heads": None}
filled |= {"use_parallel_residual": True, "tie_word_embeddings": True, "num_experts_per_tok": 2, "num_local_experts": 2, "decoder_sparse_step": 1, "moe_intermediate_size": 64, "norm_topk_prob": True, "num_experts": 2, "shared_expert_intermediate_size": 64}
filled |= {"first_k_dense_replace": 1, "moe_layer_freq": 1, "n_group": 1, "n_routed_experts": 2, "n_shared_experts": 1, "routed_scaling_factor": 1.0, "scoring_func": "sigmoid", "topk_group": 1, "topk_method": "noaux_tc", "logit_scale": 1.0}
filled |= {"v_head_dim": 128, "scale_emb": 1, "scale_depth": 1.0, "dim_model_base": 256, "use_cache": True, "bos_token_id": 1, "eos_token_id": 2}


def complete(kind, fields):
    """The file with what a class requires and what has nothing to do with positions."""
    required = {each.name for each in dataclasses.fields(kind) if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING}
    more = {key: value for key, value in filled.items() if key in required and key not in fields}
    if "num_key_value_heads" in more:
        more["num_key_value_heads"] = fields["num_attention_heads"]
    return {**more, **fields}


def lengthened(kind, fields):
    fields = complete(kind, {key: value for key, value in fields.items() if key != "quantization_config"})
    if fields.get("model_type", "").startswith("gemma3"):
        fields = {"num_hidden_layers": 2, "intermediate_size": 64, "sliding_window": 512, "hidden_activation": "gelu_pytorch_tanh", **fields}
    return fields


def turns(given):
    """The frequencies of all channels that turn, and the amplitude."""
    scaling = prepare(given.get("rope_scaling") or {}, given["rope_theta"])
    width = given.get("rotary_dim") or given["qk_head_dim"]
    chosen = rope["switch_rope_freq_func"](scaling)
    more = {"ext_factors": given["ext"]} if "ext" in given else {}
    angles.clear()
    cosine, _, values = chosen(Expr.of(np.array([1], f32)), Expr.of(np.arange(width, dtype=np.int16)), width, given["rope_theta"], "float32", **more)
    frequencies = np.broadcast_to(angles[-1].compute(values), width)
    angles.clear()
    still, _, values = chosen(Expr.of(np.array([0], f32)), Expr.of(np.arange(width, dtype=np.int16)), width, given["rope_theta"], "float32", **more)
    half = [frequencies[: width // 2], frequencies[width // 2 :]]
    if scaling.get("rope_type") in ("gptj", "llama4"):
        half = [frequencies[0::2], frequencies[1::2]]
    more = {} if np.array_equal(*half) else {"partners": [float(f"{float(f):.9g}") for f in half[1]]}
    return layer(half[0], still.compute(values)[0], **more)


class Factors:
    def __init__(self, values):
        self.values = np.array(values, f32)

    def __getitem__(self, at):
        return node(lambda index: self.values[index])(at)


def ask(text):
    fields = json.loads(text)
    if "model_type" not in fields:
        raise ValueError("'model_type' not found in: config.json.")
    kind = fields["model_type"]
    if kind not in known:
        raise ValueError(f"Unknown model type: {kind}.")
    path, model, config = known[kind]
    classes = load(path)
    if "text_config" in fields:
        fields["text_config"] = lengthened(classes.get("Gemma3TextConfig") or classes[config], {"model_type": kind, **fields["text_config"]})
    made = classes[config].from_dict(lengthened(classes[config], fields))
    chosen.clear()
    if kind.startswith("deepseek_v"):  # rotates in its own code: DeepseekV2YarnRotaryEmbedding
        rope["switch_rope_freq_func"](made.rope_scaling)
        softmax = 1.0
        scaling = made.rope_scaling
        if scaling.get("mscale_all_dim"):
            softmax = classes["yarn_get_mscale"](scaling["factor"], scaling["mscale_all_dim"]) ** 2
        own = turns({"rope_scaling": scaling, "rope_theta": made.rope_theta, "qk_head_dim": made.qk_rope_head_dim})
        return {"layers": {"": {**own, "softmaxMultiplier": softmax}}}
    serving = classes[model](made)
    getattr(serving, "language_model", serving).create_paged_kv_cache(1, 1, 1, 1, 1)
    (given,) = chosen
    if given.get("rope_ext_factors"):
        factors = given["rope_ext_factors"]
        long, short = factors[: len(factors) // 2], factors[len(factors) // 2 :]
        original = given["rope_scaling"]["original_max_position_embeddings"]
        lists = ((original + 1, long), (original, short))
        return {"layers": {f"|max_model_len={length}": turns({**given, "ext": Factors(each)}) for length, each in lists}}
    more = {}
    if kind == "ministral3" and (scaling := made.rope_parameters) and scaling.get("mscale_all_dim"):
        more = {"softmaxMultiplier": classes["yarn_get_sm_scale"](scaling["factor"], scaling["mscale_all_dim"]) ** 2}
    return {"layers": {"": {**turns(given), **more}}}


def more():
    """Ministral 3's text model by itself: the outer type of the published file is mistral3, which there is no model for."""
    for case, text in configurations():
        if case == "ministral-3-8b":
            yield f"{case}-text", json.dumps(json.loads(text)["text_config"])


# Llama 4: the text model is elsewhere, and its layers rotate by themselves
without = ("llama-4-scout", "llama-4-maverick")
if __name__ == "__main__":
    write("mlc-llm", "79d603f0 (2026-07-23) with TVM 5d4dc872 (2026-08-22): configuration classes, create_paged_kv_cache, position_embedding.py", "the engine's own code was executed with NumPy in float32 as tirx; fields that have nothing to do with positions were filled in, and quantization_config left out", answered(ask, without, more()))
