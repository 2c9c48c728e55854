"""Megatron-Core's rotary classes: python3 tests/golden/make/engines/megatron-core.py CHECKOUT/megatron/core

RotaryEmbedding and YarnRotaryEmbedding are executed as GPTModel and MultiLatentAttention make them, with arguments set from the file.
"""

import math
import pathlib
import sys
from functools import lru_cache
from types import SimpleNamespace
from unittest.mock import MagicMock

import torch
from runs import answered, execute, layer, write
from trainers import File, Torch, recordings, unsupported

root = pathlib.Path(sys.argv[1])


class NoDevice:
    """PyTorch 1.13 has no such context."""

    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


own = Torch()
own.device = NoDevice
own.cuda = SimpleNamespace(current_device=lambda: "cpu")
parallel = MagicMock()
parallel.get_context_parallel_group.return_value = None
names = {"torch": own, "nn": torch.nn, "math": math, "lru_cache": lru_cache, "internal_api": lambda f: f, "deprecate_inference_params": MagicMock(), "parallel_state": parallel, "__name__": "__main__"}
path = root / "models/common/embeddings"
plain = execute(path / "rotary_pos_embedding.py", lambda node: node.name in ("RotaryEmbedding",), dict(names))["RotaryEmbedding"]
yarn = execute(path / "yarn_rotary_pos_embedding.py", lambda node: True, {**names, "RotaryEmbedding": plain})


def ask(text):
    file = File(text)
    if file.nested or any(key in file.fields for key in ("rope_local_base_freq", "swa_rope_theta")) or (file.kind or "").startswith("gemma3"):
        raise unsupported("one base for all layers")
    number = file.number
    base = int(file.theta)
    softmax = amplitude = 1.0
    recordings.clear()
    if file.type == "yarn":
        factor, mscale, all_dim = number("factor", 1), number("mscale", 1), number("mscale_all_dim", 0)
        given = {"scaling_factor": factor, "original_max_position_embeddings": file.original(), "beta_fast": number("beta_fast", 32), "beta_slow": number("beta_slow", 1), "mscale": mscale, "mscale_all_dim": all_dim}
        if not file.latent:
            given |= {"rotary_percent": file.fraction, "correction_range_round_to_int": file.rope.get("truncate", True)}
        made = yarn["YarnRotaryEmbedding"](file.head, rotary_base=base, use_cpu_initialization=True, **given)
        amplitude = made.forward(2)[1]
        if file.latent:
            softmax = yarn["_yarn_get_mscale"](factor, all_dim) ** 2
    elif file.type in ("default", "mrope", "linear", "llama3"):
        if file.latent and file.type != "default":
            raise unsupported(f"latent attention knows rope and yarn, not {file.type}")
        given = {}
        if file.type == "linear":
            if file.rope["factor"] != int(file.rope["factor"]):
                raise unsupported("--rotary-seq-len-interpolation-factor is an integer")
            given = {"seq_len_interpolation_factor": int(file.rope["factor"])}
        if file.type == "llama3":
            given = {"rope_scaling": True, "rope_scaling_factor": number("factor", 8)}
        made = plain(file.head, rotary_percent=file.fraction, rotary_base=base, use_cpu_initialization=True, **given)
        made.get_freqs_non_repeated(2)
    else:
        raise unsupported(f"no argument for rope_type {file.type}")
    return {"layers": {"": layer(recordings[-1][1], amplitude, softmaxMultiplier=softmax)}}


write("megatron-core", "d98e8a64 (2026-08-22): RotaryEmbedding, YarnRotaryEmbedding", "the engine's own classes were executed in float32 on the CPU; their arguments were set from the file by the runner, since Megatron-Core reads no config.json", answered(ask))
